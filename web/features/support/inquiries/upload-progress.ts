/**
 * Sends like `fetch`, and tells how much of the body has gone out, 0..1: only the older interface of browsers knows.
 * @throws TypeError where there was no answer.
 */
export function fetchWithUploadProgress(
  onShare: (share: number) => void,
): (address: string, init: RequestInit) => Promise<Response> {
  return (address, { method = 'GET', headers, body }) =>
    new Promise((resolve, reject) => {
      const sender = new XMLHttpRequest()
      sender.open(method, address)
      for (const [name, value] of new Headers(headers)) sender.setRequestHeader(name, value)
      sender.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) onShare(loaded / total)
      })
      sender.addEventListener('load', () =>
        resolve(
          new Response(sender.status === 204 ? null : sender.responseText, {
            status: sender.status,
            headers: headersIn(sender.getAllResponseHeaders()),
          }),
        ),
      )
      for (const name of ['error', 'abort', 'timeout'])
        sender.addEventListener(name, () => reject(new TypeError('No answer')))
      sender.send(body as XMLHttpRequestBodyInit)
    })
}

function headersIn(lines: string): [string, string][] {
  return lines
    .split('\r\n')
    .filter(Boolean)
    .map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    })
}
