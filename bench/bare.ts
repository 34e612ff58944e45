// What Node's own server reaches when it does nothing but write: the baseline of prepared answers and of files.
import { createReadStream } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'

/** Told over the channel: an answer is written from memory, a folder is streamed. */
export type Bare =
  | { kind: 'answer'; head: readonly string[]; body: string }
  | { kind: 'folder'; path: string; size: number }

process.once('message', (bare: Bare) => {
  const server = createServer(bare.kind === 'answer' ? answering(bare) : streaming(bare))
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
process.on('disconnect', () => process.exit(0))

function answering({ head, body }: Extract<Bare, { kind: 'answer' }>): RequestListener {
  const bytes = Buffer.from(body, 'base64')
  return (_request, response) => void response.writeHead(200, [...head]).end(bytes)
}

function streaming({ path, size }: Extract<Bare, { kind: 'folder' }>): RequestListener {
  return (request, response) => {
    response.writeHead(200, ['content-length', String(size)])
    createReadStream(join(path, basename(request.url ?? ''))).pipe(response)
  }
}
