// What Node reaches when it does nothing but write a body to the disk: the baseline of uploads.
import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

process.once('message', ({ folder }: { folder: string }) => {
  let count = 0
  const server = createServer((request, response) => {
    // What is told to be on the disk is there, as it is with us.
    // A new file each time, as each upload is.
    const file = createWriteStream(join(folder, `upload-${++count}`), { flush: true })
    pipeline(request, file).then(
      () => response.writeHead(204).end(),
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
process.on('disconnect', () => process.exit(0))
