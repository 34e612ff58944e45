import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { CachedResponse } from './cached-response.ts'

const text = '<p>한편</p>'.repeat(500)

const create = (is_mostly_compressed: boolean) =>
  new CachedResponse(
    {
      status: 200,
      type: 'text/html; charset=utf-8',
      body: Buffer.from(text),
      tags: [],
      is_mostly_compressed,
    },
    0,
  )

describe('CachedResponse', () => {
  it.each([true, false])('writes the same body in every coding and order: %s', (isCompressed) => {
    for (const order of [
      ['br', 'gzip', 'identity'],
      ['gzip', 'identity', 'br'],
      ['br', 'identity', 'br', 'gzip', 'identity'],
    ] as const) {
      const entry = create(isCompressed)
      const decode = {
        br: brotliDecompressSync,
        gzip: gunzipSync,
        identity: (body: Buffer) => body,
      }
      for (const coding of order) {
        expect(decode[coding](entry.body(coding)).toString()).toBe(text)
        const head = entry.head(coding, [])
        expect(head[head.indexOf('content-length') + 1]).toBe(String(entry.body(coding).length))
      }
    }
  })

  it('keeps only the compressed body of a document after a client took it', () => {
    const [document, other] = [create(true), create(false)]
    const compressed = document.body('br').length
    expect(compressed).toBeLessThan(text.length / 10)
    expect(document.size).toBe(compressed)
    other.body('br')
    expect(other.size).toBe(Buffer.byteLength(text) + compressed)
  })

  it('retains no more memory for a compressed body than its size', () => {
    const entry = create(false)
    for (const coding of ['br', 'gzip'] as const) {
      const body = entry.body(coding)
      expect(body.buffer.byteLength).toBe(body.length)
    }
  })
})
