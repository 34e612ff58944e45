import type { FileDownload } from '#server/api/handler.ts'
import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'

/**
 * Sends a file as an attachment (D-71), with its detected media type and a CSP sandbox in case a browser renders it. A
 * stream follows backpressure and ends when the client disconnects.
 */
export async function sendDownload(reply: FastifyReply, { bytes, type, name }: FileDownload) {
  const body = Buffer.isBuffer(bytes) ? bytes : await startStream(bytes)
  reply
    .status(200)
    .header('content-disposition', dispositionOf(name))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .type(type)
  if (Buffer.isBuffer(body)) reply.header('content-length', body.length)
  return reply.send(body)
}

/** Reads the first chunk before headers are sent, so that an early error still gets its own status. */
async function startStream(bytes: AsyncIterable<Buffer>): Promise<Readable> {
  const stream = Readable.from(bytes, { objectMode: false, highWaterMark: 64 * 1024 })
  await new Promise<void>((resolve, reject) => {
    stream.once('readable', resolve)
    stream.once('error', reject)
  })
  return stream
}

/** RFC 6266: the name in UTF-8, with an ASCII fallback. */
function dispositionOf(name: string): string {
  const asciiName = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encodedName = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encodedName}`
}
