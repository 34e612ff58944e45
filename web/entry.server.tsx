import { renderToReadableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext } from 'react-router'
import { inlineScripts } from './lib/inline-scripts.ts'
import { renderDocument } from './app/react-router-document.tsx'

/** Read by the server, which allows these scripts by their hashes and no others. */
export { inlineScripts }

/**
 * Pages are cached whole, so a page is rendered to its end before the first byte leaves, and as one string:
 * a stream's thousands of small pieces cost half as much again.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const html = await (import.meta.env.PROD ? renderDocument : renderForVite)(request.url, context)
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(new TextEncoder().encode(paintedFirst(html)), { status, headers })
}

/** Renders a page with React Router's own scripts, to which Vite adds those of hot replacement. */
async function renderForVite(url: string, context: EntryContext): Promise<string> {
  const stream = await renderToReadableStream(<ServerRouter context={context} url={url} />)
  await stream.allReady
  return new Response(stream).text()
}

/**
 * The page is whole without its scripts: they are asked for after, and behind, the picture that the first screen
 * is judged by. (React looks for such links anywhere in the head.)
 */
function paintedFirst(html: string): string {
  const end = html.indexOf('</head>')
  const scripts: string[] = []
  const head = html
    .slice(0, end)
    .replace(/<link rel="modulepreload" ([^>]*)>/g, (_, attributes: string) => {
      scripts.push(`<link rel="modulepreload" fetchpriority="low" ${attributes}>`)
      return ''
    })
  return head + scripts.join('') + html.slice(end)
}
