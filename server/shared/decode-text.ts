import type { TextEncoding } from '#contract/core/fields.ts'
import iconv from 'iconv-lite'

export type DecodedText = {
  /** Without a byte order mark. */
  text: string
  encoding: TextEncoding
  /** Number of U+FFFD in the text: characters that the bytes do not encode. */
  unreadable_count: number
}

/** The share of other characters than ASCII that may be unreadable in a text file. */
const maxUnreadableShare = 0.2

/** Control characters that text files do not contain: not tab, line breaks, form feed, end of file and escape. */
// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const controls = /[\0-\x08\x0e-\x19\x1c-\x1f\x7f]/g
const maxControlShare = 0.01

/**
 * Decodes a text file of unknown encoding: UTF-8, UTF-16, or CP949 with the 8,822 syllables that `euc-kr` of Node's
 * `TextDecoder` lacks. Unreadable characters become U+FFFD, so one bad byte does not change the others.
 * @returns undefined if no encoding fits, as for a file that is no text.
 */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const encoding = detectEncoding(bytes)
  if (!encoding) return undefined
  const decoded = decodeAs(bytes, encoding)
  const text = trimFileEnd(decoded.text)
  return count(text, controls) > text.length * maxControlShare ? undefined : { ...decoded, text }
}

/** Removes the end-of-file mark of DOS, which some editors repeat. */
export function trimFileEnd(text: string): string {
  let end = text.length
  while (text[end - 1] === '\x1a') end--
  return text.slice(0, end)
}

/**
 * Detects the encoding by the byte order mark, by the NUL bytes that ASCII has in UTF-16, and otherwise by what fits of UTF-8
 * and CP949.
 */
export function detectEncoding(bytes: Uint8Array): TextEncoding | undefined {
  const marked = encodingOfMark(bytes)
  if (marked) return marked
  const utf16 = bytes.includes(0) ? utf16Of(bytes) : undefined
  if (utf16) return utf16
  const utf8 = decodeAs(bytes, 'utf-8')
  if (count(utf8.text, damagedCharacters) <= count(utf8.text, threeByteCharacters)) return 'utf-8'
  if (isMostlyReadable(decodeAs(bytes, 'cp949'))) return 'cp949'
  // UTF-16 without ASCII.
  return utf16Of(bytes)
}

function utf16Of(bytes: Uint8Array): TextEncoding | undefined {
  if (bytes.length < minUnmarkedUtf16) return undefined
  const encodings = ['utf-16le', 'utf-16be'] as const
  return encodings.find((encoding) => looksLikeUtf16(bytes, encoding))
}

/** Bytes of a stream from which the encoding is detected. */
const sampleBytes = 65_536

/** Decodes a stream of bytes. The whole lines of its beginning decide about the encoding; UTF-8 if none fits. */
export async function* decodeTextStream(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let sample = Buffer.alloc(0)
  let decoder: ReturnType<typeof iconv.getDecoder> | undefined
  const start = () => iconv.getDecoder(detectEncoding(wholeLines(sample)) ?? 'utf-8')
  for await (const chunk of bytes) {
    if (decoder) yield decoder.write(Buffer.from(chunk))
    else {
      sample = Buffer.concat([sample, chunk])
      if (sample.length < sampleBytes) continue
      decoder = start()
      yield decoder.write(sample)
    }
  }
  if (!decoder) {
    decoder = start()
    yield decoder.write(sample)
  }
  yield decoder.end() ?? ''
}

function wholeLines(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1 || bytes.length)
}

function decodeAs(bytes: Uint8Array, encoding: TextEncoding): DecodedText {
  const text = iconv.decode(Buffer.from(bytes), encoding).toWellFormed()
  return { text, encoding, unreadable_count: count(text, /\uFFFD/g) }
}

function encodingOfMark(bytes: Uint8Array): TextEncoding | undefined {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

function isMostlyReadable({ text, unreadable_count }: DecodedText): boolean {
  return unreadable_count <= count(text, /[^ -~\s]/g) * maxUnreadableShare
}

/** Characters of three bytes in UTF-8, which CP949 hardly ever forms by chance. */
const threeByteCharacters = /[\u0800-\uFFFC]/g

/** A bad byte makes up to three of U+FFFD of a character of three bytes. */
const damagedCharacters = /\uFFFD{1,3}/g

/** Bytes from which UTF-16 is recognized without a mark. */
const minUnmarkedUtf16 = 8

/** ASCII, punctuation, kana and Hangul. ASCII bytes read as UTF-16 are ideographs. */
const commonCharacters = /[\t\n\r -~\u2010-\u2026\u3000-\u30ff\u3131-\u318e\uac00-\ud7a3]/g

function looksLikeUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): boolean {
  const { text } = decodeAs(bytes, encoding)
  return text.length > 0 && count(text, commonCharacters) >= text.length * 0.7
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
