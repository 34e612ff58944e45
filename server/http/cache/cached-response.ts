import type { ContentCoding } from './content-negotiation.ts'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { createHash } from 'node:crypto'

/** What an answer is before it is prepared. */
export type ResponseSource = {
  status: number
  type: string
  body: Buffer
  /** What it was made from; when one of these goes stale the answer is dropped. */
  tags: Iterable<string>
  headers?: Readonly<Record<string, string>>
  /** The object the body was written from, for callers in this process; without it they read the body. */
  value?: unknown
  /** How hard brotli tries, 0..11: 4 unless told. */
  effort?: number
  /** False for a 200 that must not be shown to the next who asks: something was missing while it was made. */
  keep?: boolean
}

/** An answer ready to be written: bytes, their compressed forms made once, and the header lines of each. */
export class CachedResponse {
  readonly made: ResponseSource
  readonly etag: string
  readonly tags: ReadonlySet<string>
  readonly made_at: number
  /** Whether compression makes it smaller, by its media type. */
  readonly isCompressible: boolean
  used = 0
  /** Up to which use it was passed over when room was made. */
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

  /** Bytes held, compressed forms included. */
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
   * Header lines as `writeHead` takes them, name, value, name, value: those of an encoding, or of the answer that
   * the reader has it already (RFC 9110, 15.4.5). `common`, the lines of every answer of this process, come last.
   */
  head(form: ContentCoding | 'unchanged', common: readonly string[]): readonly string[] {
    let head = this.#heads.get(form)
    if (!head) {
      const lines = ['content-type', this.made.type, 'etag', this.etag, 'vary', 'accept-encoding']
      for (const [name, value] of Object.entries(this.made.headers ?? {})) lines.push(name, value)
      if (form !== 'unchanged') {
        if (form !== 'identity') lines.push('content-encoding', form)
        lines.push('content-length', String(this.body(form).length))
      }
      head = [...lines, ...common]
      this.#heads.set(form, head)
    }
    return head
  }

  /** Takes over what `former` compressed, where both have the same bytes. */
  inherit(former: CachedResponse): void {
    if (former.etag === this.etag) this.#bodies = former.#bodies
  }
}

// Level 4 costs a list 0.2 ms once; higher levels cost more than the bytes they save, but for what never changes.
function brotli(body: Buffer, effort: number): Buffer {
  return brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: effort,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}
