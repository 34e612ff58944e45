import type { ContentCoding } from './content-negotiation.ts'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
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
  /** False for a 200 response that must not be cached because it was generated incompletely. */
  keep?: boolean
}

/** A response ready to be written: body, lazily compressed bodies and the header lines of each coding. */
export class CachedResponse {
  readonly made: ResponseSource
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

  constructor(made: ResponseSource, now: number) {
    this.made = made
    this.made_at = now
    this.isCompressible = /^(?:text|application|image\/svg)/.test(made.type)
    this.tags = new Set(made.tags)
    this.etag = `W/"${createHash('sha256').update(made.body).digest('base64url').slice(0, 22)}"`
  }

  /** Size in bytes, including compressed bodies. */
  get size(): number {
    let size = this.made.body.length
    for (const body of this.#bodies.values()) size += body.length
    return size
  }

  body(encoding: ContentCoding): Buffer {
    if (encoding === 'identity') return this.made.body
    let body = this.#bodies.get(encoding)
    if (!body) {
      body =
        encoding === 'br'
          ? brotli(this.made.body, this.made.effort ?? 4)
          : gzipSync(this.made.body, { level: 6 })
      this.#bodies.set(encoding, body)
    }
    return body
  }

  /**
   * Returns header lines as `writeHead` takes them (name, value, name, value) for a content coding, or for 304 (RFC
   * 9110, 15.4.5).
   * @param common header lines of every response of this process; appended last.
   */
  head(form: ContentCoding | 'unchanged', common: readonly string[]): readonly string[] {
    let head = this.#heads.get(form)
    if (!head) {
      const lines = ['content-type', this.made.type, 'etag', this.etag, 'vary', 'accept-encoding']
      for (const [name, value] of Object.entries(this.made.headers ?? {})) lines.push(name, value)
      if (form !== 'unchanged') {
        if (form !== 'identity') lines.push('content-encoding', form)
        // RFC 9110, 8.6
        if (this.made.status !== 204) lines.push('content-length', String(this.body(form).length))
      }
      head = [...lines, ...common]
      this.#heads.set(form, head)
    }
    return head
  }

  /** Takes over the compressed bodies of `former` if both have the same ETag. */
  inherit(former: CachedResponse): void {
    if (former.etag === this.etag) this.#bodies = former.#bodies
  }
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
