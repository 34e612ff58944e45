import { once } from 'node:events'
import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type EdgeCache, openEdgeCache } from '#test/services/edge-cache.ts'
import { reasonToSkip } from '../reason-to-skip.ts'

export const noEdge = reasonToSkip({ packages: ['nginx', 'libnginx-mod-http-js'] })

/** Starts a cache of films until the test ends; the parameters are those of `openEdgeCache`. */
export async function startEdge(...options: Parameters<typeof openEdgeCache>): Promise<EdgeCache> {
  const edge = await openEdgeCache(...options)
  onTestFinished(() => edge.close())
  return edge
}

type RecordedRequest = { method: string; path: string; headers: Record<string, unknown> }

/** Starts a server that passes requests on to `target` and records them, until the test ends. */
export async function startRecorder(target: string) {
  const requests: RecordedRequest[] = []
  const recorder = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    requests.push({ method, path: url, headers })
    request.pipe(
      sendRequest(new URL(url, target), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        answer.pipe(response)
      }).on('error', () => response.destroy()),
    )
  })
  recorder.listen(0, '127.0.0.1')
  await once(recorder, 'listening')
  onTestFinished(() => {
    recorder.closeAllConnections()
    recorder.close()
  })
  const { port } = recorder.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Returns what has arrived since the last call. */
    takeRequests: () => requests.splice(0),
  }
}
