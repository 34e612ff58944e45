import { renderToReadableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext } from 'react-router'
import { inlineScripts } from './lib/inline-scripts.ts'
import { loadFooter } from './app/layouts/site-footer.tsx'
import { renderDocument } from './app/react-router-document.tsx'
import { loadErrorPage } from './app/root-error-page.tsx'

/** The server adds their hashes to the Content-Security-Policy. */
export { inlineScripts }

/** Renders to one string: pages are cached as a whole, and a stream of thousands of small chunks costs half as much again. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  // Rendering to a string does not wait for them.
  await Promise.all([loadErrorPage(), loadFooter()])
  const html = await (import.meta.env.PROD ? renderDocument : renderForVite)(request.url, context)
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(new TextEncoder().encode(deferModulePreloads(html)), { status, headers })
}

/** Renders with React Router's own scripts, to which Vite adds those of HMR. */
async function renderForVite(url: string, context: EntryContext): Promise<string> {
  const stream = await renderToReadableStream(<ServerRouter context={context} url={url} />)
  await stream.allReady
  return new Response(stream).text()
}

/** Moves module preloads to the end of the head, with low priority, so that the LCP image loads first. */
function deferModulePreloads(html: string): string {
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
