import type { ContentCoding } from './content-negotiation.ts'
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib'
import { createHash } from 'node:crypto'

/** Content of a response before it is cached. */
export type ResponseSource = {
  status: number
  type: string
  body: Buffer
  /** Cache tags: invalidating any of them evicts the response. */
  tags: Iterable<string>
  headers?: Readonly<Record<string, string>>
  /** The object that the body was serialized from, for in-process callers; without it they parse the body. */
  value?: unknown
  /** Brotli quality, 0..11; default 4. */
  effort?: number
  /**
   * Drops `body` once it was compressed with brotli, which nearly all clients take, and decompresses it for others. For
   * documents, of which the compressed one is a tenth.
   */
  is_mostly_compressed?: boolean
  /** False for a 200 response that must not be cached because it was generated incompletely. */
  keep?: boolean
}

/** A response ready to be written: body, lazily compressed bodies and the header lines of each coding. */
export class CachedResponse {
  readonly made: Omit<ResponseSource, 'body'>
  /** Size of the uncompressed body in bytes. */
  readonly length: number
  readonly etag: string
  readonly tags: ReadonlySet<string>
  readonly made_at: number
  /** Whether the media type is worth compressing. */
  readonly isCompressible: boolean
  used = 0
  /** The value of `used` when the entry last survived eviction. */
  spared = 0
  refreshing = false
  #bodies = new Map<ContentCoding, Buffer>()
  #heads = new Map<ContentCoding | 'unchanged', readonly string[]>()

  constructor({ body, ...made }: ResponseSource, now: number) {
    this.made = made
    this.length = body.length
    this.#bodies.set('identity', body)
    this.made_at = now
    this.isCompressible = /^(?:text|application|image\/svg)/.test(made.type)
    this.tags = new Set(made.tags)
    this.etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  }

  /** Size of the bodies in memory, in bytes. */
  get size(): number {
    let size = 0
    for (const body of this.#bodies.values()) size += body.length
    return size
  }

  body(encoding: ContentCoding): Buffer {
    let body = this.#bodies.get(encoding)
    if (!body) {
      body = this.#encode(encoding)
      this.#bodies.set(encoding, body)
      if (this.made.is_mostly_compressed && encoding !== 'identity' && this.#bodies.has('br'))
        this.#bodies.delete('identity')
    }
    return body
  }

  #encode(encoding: ContentCoding): Buffer {
    if (encoding === 'identity')
      return brotliDecompressSync(this.body('br'), { chunkSize: Math.max(this.length, 64) })
    const body = this.body('identity')
    const compressed =
      encoding === 'br' ? brotli(body, this.made.effort ?? 4) : gzipSync(body, { level: 6 })
    // A result below 16 KB is a view of zlib's output chunk of that size, which a cached response would retain.
    return compressed.buffer.byteLength > compressed.length ? copyBytes(compressed) : compressed
  }

  /**
   * Returns header lines as `writeHead` takes them (name, value, name, value) for a content coding, or for 304 (RFC
   * 9110, 15.4.5).
   * @param common header lines of every response of this process; appended last, without those that the response has.
   */
  head(form: ContentCoding | 'unchanged', common: readonly string[]): readonly string[] {
    let head = this.#heads.get(form)
    if (!head) {
      const lines = ['content-type', this.made.type, 'etag', this.etag, 'vary', 'accept-encoding']
      for (const [name, value] of Object.entries(this.made.headers ?? {})) lines.push(name, value)
      if (form !== 'unchanged') {
        if (form !== 'identity') lines.push('content-encoding', form)
        // RFC 9110, 8.6
        if (this.made.status !== 204) lines.push('content-length', String(this.#lengthOf(form)))
      }
      const own = this.made.headers ?? {}
      // Names stand at even places; the last has no value yet.
      head = [...lines, ...common.filter((_, at) => !(common[at - (at % 2)]! in own))]
      this.#heads.set(form, head)
    }
    return head
  }

  #lengthOf(encoding: ContentCoding): number {
    return encoding === 'identity' ? this.length : this.body(encoding).length
  }

  /** Takes over the bodies of `former` if both have the same ETag. */
  inherit(former: CachedResponse): void {
    if (former.etag === this.etag) this.#bodies = former.#bodies
  }
}

/** Copies bytes to a buffer of exactly their size, outside Node's shared pool. */
function copyBytes(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

// Level 4 takes 0.2 ms for a list; higher levels pay off only for static assets.
function brotli(body: Buffer, effort: number): Buffer {
  return brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: effort,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}
