/**
 * A `fetch` that reports the fraction of the body sent, 0..1. Uses XMLHttpRequest, since `fetch` has no upload
 * progress.
 * @throws TypeError on a network error.
 */
export function fetchWithUploadProgress(
  onProgress: (share: number) => void,
): (address: string, init: RequestInit) => Promise<Response> {
  return (address, { method = 'GET', headers, body }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, address)
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total)
      })
      request.addEventListener('load', () =>
        resolve(
          new Response(request.status === 204 ? null : request.responseText, {
            status: request.status,
            headers: parseHeaders(request.getAllResponseHeaders()),
          }),
        ),
      )
      for (const name of ['error', 'abort', 'timeout'])
        request.addEventListener(name, () => reject(new TypeError('No answer')))
      request.send(body as XMLHttpRequestBodyInit)
    })
}

function parseHeaders(lines: string): [string, string][] {
  return lines
    .split('\r\n')
    .filter(Boolean)
    .map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    })
}
