// Throughput of Node writing request bodies to disk: the baseline of uploads.
import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

process.once('message', ({ folder }: { folder: string }) => {
  let count = 0
  const server = createServer((request, response) => {
    // Flushes to disk before responding, like the app.
    // A new file for each request, like each upload.
    const file = createWriteStream(join(folder, `upload-${++count}`), { flush: true })
    pipeline(request, file).then(
      () => response.writeHead(204).end(),
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
process.on('disconnect', () => process.exit(0))
