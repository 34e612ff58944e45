import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { TextEncoding } from '#contract/core/fields.ts'
import { decodeText, decodeTextStream } from './decode-text.ts'

const srt = '1\r\n00:00:00,500 --> 00:00:02,000\r\n똠방각하, 안녕하세요\r\n'
const prose = '펲시 한 캔과 뷁이라는 말, 그리고 햏자.\n'

const encodings = TextEncoding.options
const files = encodings.flatMap((encoding) =>
  ['', '\uFEFF'].flatMap((mark) =>
    // CP949 has no byte order mark.
    mark && encoding === 'cp949' ? [] : [srt, prose].map((text) => ({ encoding, mark, text })),
  ),
)

describe('decodeText', () => {
  it.for(files)('reads $encoding after "$mark"', ({ encoding, text, mark }) => {
    const bytes = iconv.encode(mark + text, encoding)
    expect(decodeText(bytes)).toEqual({ text, encoding, unreadable_count: 0 })
  })

  it('reads every syllable of Unicode in CP949', () => {
    const syllables = Array.from({ length: 0xd7a3 - 0xac00 + 1 }, (_, index) =>
      String.fromCharCode(0xac00 + index),
    ).join('')
    // KS X 1001 starts at B0A1, and windows-949 puts 갂 first, at 8141.
    expect(iconv.encode('가갂', 'cp949').toString('hex')).toBe('b0a18141')
    const decoded = decodeText(iconv.encode(syllables, 'cp949'))
    expect(decoded).toEqual({ text: syllables, encoding: 'cp949', unreadable_count: 0 })
  })

  it('agrees with TextDecoder about the syllables of KS X 1001', () => {
    const range = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index)
    for (const lead of range(0xb0, 0xc8)) {
      const bytes = Buffer.from(range(0xa1, 0xfe).flatMap((trail) => [lead, trail]))
      expect(decodeText(bytes)?.text).toBe(new TextDecoder('euc-kr').decode(bytes))
    }
  })

  it.for([
    ['at the end', (bytes: Buffer) => bytes.subarray(0, -3)],
    ['within', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 35), bytes.subarray(36)])],
  ] as const)('keeps UTF-8 with a bad byte %s', ([, damage]) => {
    const decoded = decodeText(damage(Buffer.from(srt)))
    expect(decoded).toMatchObject({ encoding: 'utf-8' })
    expect(decoded?.unreadable_count).toBeGreaterThan(0)
    expect(decoded?.text).toContain('각하, 안녕하세')
  })

  it('keeps UTF-8 with several bad bytes', () => {
    const bytes = Buffer.from(srt)
    for (const at of [33, 40, 50]) bytes[at] = 0xff
    expect(decodeText(bytes)).toMatchObject({ encoding: 'utf-8' })
  })

  it.for(['utf-16le', 'utf-16be'] as const)('reads unmarked %s without ASCII', (encoding) => {
    const text = '안녕하세요'
    expect(decodeText(iconv.encode(text, encoding))).toMatchObject({ encoding, text })
  })

  it.for(encodings)('ends %s before its end-of-file marks', (encoding) => {
    const bytes = iconv.encode(`${srt}\x1a\x1a`, encoding)
    expect(decodeText(bytes)).toMatchObject({ encoding, text: srt })
  })

  it('keeps UTF-16 that is cut within a character', () => {
    const decoded = decodeText(iconv.encode(srt, 'utf-16le').subarray(0, -1))
    expect(decoded).toMatchObject({ encoding: 'utf-16le' })
    expect(decoded?.text).toContain('안녕하세요')
  })

  it('keeps CP949 with a bad byte', () => {
    const decoded = decodeText(Buffer.concat([iconv.encode(srt + prose, 'cp949'), Buffer.of(0xff)]))
    expect(decoded).toMatchObject({ encoding: 'cp949', unreadable_count: 1 })
  })

  it('makes the characters of a line of UTF-8 in CP949 unreadable, and keeps its ASCII', () => {
    const other = Buffer.from('5,"바다 이야기",x\r\n')
    const decoded = decodeText(Buffer.concat([iconv.encode(srt + prose, 'cp949'), other]))
    expect(decoded).toMatchObject({
      encoding: 'cp949',
      text: `${srt}${prose}5,"\uFFFD \uFFFD",x\r\n`,
    })
  })

  it.for([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452000000400000004008060000', 'hex')],
    ['Latin-1', Buffer.from('Élève d’été, où ça ? Très bête, déjà.', 'latin1')],
    ['noise', Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7919) % 251))],
  ] as const)('reads no text from %s', ([, bytes]) => {
    expect(decodeText(bytes)).toBeUndefined()
  })

  it('reads ASCII and an empty file as UTF-8', () => {
    expect(decodeText(Buffer.from('abc'))).toMatchObject({ encoding: 'utf-8', text: 'abc' })
    expect(decodeText(new Uint8Array())).toMatchObject({ encoding: 'utf-8', text: '' })
  })
})

describe('decodeTextStream', () => {
  const read = async (bytes: Buffer, chunkBytes: number) => {
    let text = ''
    for await (const part of decodeTextStream(inChunks(bytes, chunkBytes))) text += part
    return text
  }

  it.for(encodings)('joins characters across chunks of %s', async (encoding) => {
    const text = srt.repeat(2_000)
    expect(await read(iconv.encode(text, encoding), 1_001)).toBe(text)
  })

  it('decides by whole lines, as a sample may end within a character', async () => {
    const text = `${'a'.repeat(65_534)}\n가나다\n`
    expect(await read(Buffer.from(text), 65_536)).toBe(text)
  })
})

async function* inChunks(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}
