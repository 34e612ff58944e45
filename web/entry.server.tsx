import { renderToString } from 'react-dom/server'
import { ServerRouter, type EntryContext } from 'react-router'

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
  await readHandoff(context)
  const html = renderToString(<ServerRouter context={context} url={request.url} />)
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(new TextEncoder().encode(`<!DOCTYPE html>${paintedFirst(html)}`), {
    status,
    headers,
  })
}

/**
 * Reads to its end what the loaders hand over to the browser, and puts it where the router looks before it waits
 * for a piece of it: nothing of the page is then still to come while it is rendered.
 */
async function readHandoff(context: EntryContext): Promise<void> {
  const reader = context.serverHandoffStream?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  const pieces: NonNullable<NonNullable<EntryContext['renderMeta']>['streamCache']> = {}
  for (let at = 0; ; at++) {
    const { done, value } = await reader.read()
    const result = { done, value: decoder.decode(value, { stream: !done }) }
    pieces[at] = Object.assign(Promise.resolve(), { result })
    if (done) break
  }
  context.renderMeta = { ...context.renderMeta, streamCache: pieces }
  context.serverHandoffStream = new ReadableStream()
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
