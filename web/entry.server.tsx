import { renderToReadableStream } from 'react-dom/server.edge'
import { ServerRouter, type EntryContext } from 'react-router'

/** Pages are cached whole, so a page is rendered to its end before the first byte leaves. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  let failed = false
  const stream = await renderToReadableStream(
    <ServerRouter context={context} url={request.url} />,
    { signal: request.signal, onError: () => void (failed = true) },
  )
  const html = await new Response(stream).text()
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(paintedFirst(html), { status: failed ? 500 : status, headers })
}

/**
 * The page is whole without its scripts: they are asked for after, and behind, the picture that the first screen
 * is judged by. (React looks for such links anywhere in the head.)
 */
function paintedFirst(html: string): string {
  const scripts: string[] = []
  const rest = html.replace(/<link rel="modulepreload" ([^>]*)>/g, (_, attributes: string) => {
    scripts.push(`<link rel="modulepreload" fetchpriority="low" ${attributes}>`)
    return ''
  })
  return rest.replace('</head>', () => `${scripts.join('')}</head>`)
}
