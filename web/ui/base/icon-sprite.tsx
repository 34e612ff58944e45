import { fills, strokes } from './icon-shapes.ts'
import { logoShape } from './logo-shape.ts'

const drawings = (shapes: Readonly<Record<string, string>>, attributes = '') =>
  Object.entries(shapes)
    .map(([name, d]) => `<path id="i-${name}"${attributes} d="${d}"/>`)
    .join('')

/**
 * The drawings of icons and logo, once in each document, where `Icon` and `Logo` refer to them. The browser reads them
 * back from the document, so that the scripts of the pages do not contain them.
 */
const drawn = import.meta.env.SSR
  ? logoShape + drawings(strokes) + drawings(fills, ' fill="currentColor" stroke="none"')
  : (document.getElementById('sprite')?.innerHTML ?? '')

export const IconSprite = () => (
  <svg
    id="sprite"
    className="hidden"
    aria-hidden="true"
    dangerouslySetInnerHTML={{ __html: drawn }}
  />
)
