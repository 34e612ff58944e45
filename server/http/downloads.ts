import type { Download } from '../kernel/handler.ts'
import type { FastifyReply } from 'fastify'

/**
 * Sends a file that somebody gave us to be kept and not to be shown (D-71): as a download by its name, of no other
 * type than we found it to be, and should a browser open it all the same, in a sandbox that runs and loads nothing.
 */
export function sendDownload(reply: FastifyReply, { bytes, type, name }: Download) {
  return reply
    .status(200)
    .header('content-disposition', dispositionOf(name))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('content-length', bytes.length)
    .type(type)
    .send(bytes)
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
