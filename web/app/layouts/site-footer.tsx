import { createPreloadable } from '#web/ui/base/lazy.tsx'
import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'

const { load, Preloadable: Content } = createPreloadable(
  () => import('./site-footer-content.tsx').then(({ SiteFooterContent }) => SiteFooterContent),
  () => null,
)

/** Loads the content of the footer. */
export const loadFooter = load

/** The browser keeps the server's HTML, so that the first page does not contain the code. */
const serverHtml = import.meta.env.SSR
  ? undefined
  : document.getElementById('site-footer')?.innerHTML

const attributes = {
  id: 'site-footer',
  className: 'page-gutter mt-auto border-t border-border pt-8 pb-10 text-sm text-foreground-subtle',
}

/** The footer. Its code is loaded if the first page had none, such as the player. */
export function SiteFooter() {
  const navigate = useNavigate()
  if (serverHtml === undefined)
    return (
      <footer {...attributes}>
        <Content />
      </footer>
    )
  function followLink(event: MouseEvent<HTMLElement>) {
    const link = (event.target as Element).closest('a')
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event
    if (link?.origin !== location.origin || button || metaKey || ctrlKey || shiftKey || altKey)
      return
    event.preventDefault()
    void navigate(link.pathname)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <footer {...attributes} onClick={followLink} dangerouslySetInnerHTML={{ __html: serverHtml }} />
  )
}
