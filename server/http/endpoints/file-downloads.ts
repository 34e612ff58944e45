import type { FileDownload } from '#server/api/handler.ts'
import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'

/**
 * Sends a file as a download and never as a page (D-71): under its name, with the media type that was found, and in a
 * sandbox that runs and loads nothing should a browser open it all the same. Bytes that are made meanwhile are sent at
 * the pace of the reader, in chunks; making them ends when the client disconnects.
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

/** Makes the first bytes before any header is sent, so that an error there still has a status of its own. */
async function startStream(bytes: AsyncIterable<Buffer>): Promise<Readable> {
  const stream = Readable.from(bytes, { objectMode: false, highWaterMark: 64 * 1024 })
  await new Promise<void>((resolve, reject) => {
    stream.once('readable', resolve)
    stream.once('error', reject)
  })
  return stream
}

/** RFC 6266: the name in UTF-8 for every browser there is, and in ASCII for what cannot read that. */
function dispositionOf(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`
}
