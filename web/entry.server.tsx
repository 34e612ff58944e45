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
  await stream.allReady
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(stream, { status: failed ? 500 : status, headers })
}
