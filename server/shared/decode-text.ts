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
const isControl: UnitTest = (unit) =>
  unit <= 0x08 || (unit >= 0x0e && unit <= 0x19) || (unit >= 0x1c && unit <= 0x1f) || unit === 0x7f
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
  return count(text, isControl) > text.length * maxControlShare ? undefined : { ...decoded, text }
}

const maxPreviewLength = 200

/** The first line with other characters than ASCII, or the first line. */
export function previewLine(text: string): string {
  const lines = text.split(/\r\n?|\n/, 1_000)
  // oxlint-disable-next-line no-control-regex
  const line = lines.find((each) => /[^\0-\x7f]/.test(each)) ?? lines[0] ?? ''
  return line.slice(0, maxPreviewLength).toWellFormed()
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
  if (countDamaged(utf8.text) <= count(utf8.text, isOfThreeBytes)) return 'utf-8'
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

/**
 * Decodes a stream of bytes. The whole lines of its beginning decide about the encoding; UTF-8 if none fits.
 * @param onEncoding called once with it, and with these lines
 */
export async function* decodeTextStream(
  bytes: AsyncIterable<Uint8Array>,
  onEncoding?: (encoding: TextEncoding, sample: string) => void,
): AsyncGenerator<string> {
  let sample = Buffer.alloc(0)
  let decoder: StreamDecoder | undefined
  const start = () => {
    const lines = wholeLines(sample)
    const encoding = detectEncoding(lines) ?? 'utf-8'
    onEncoding?.(encoding, decodeAs(lines, encoding).text)
    return encoding === 'cp949' ? lineDecoder() : iconv.getDecoder(encoding)
  }
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

type StreamDecoder = { write: (bytes: Buffer) => string; end: () => string | undefined }

/** Bytes after which a line without an end is decoded in parts. */
const maxLineBytes = 16 * 2 ** 20

/** Decodes CP949 by whole lines. */
function lineDecoder(): StreamDecoder {
  let rest = Buffer.alloc(0)
  return {
    write(bytes) {
      const buffered = Buffer.concat([rest, bytes])
      const length =
        buffered.lastIndexOf(0x0a) + 1 || (buffered.length > maxLineBytes ? buffered.length : 0)
      rest = buffered.subarray(length)
      return decodeCp949(buffered.subarray(0, length))
    },
    end: () => decodeCp949(rest),
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** Whether bytes are UTF-8 with a three-byte character. No CP949 text is. */
function isUtf8(bytes: Uint8Array): boolean {
  if (!bytes.some((byte) => byte >= 0xe0 && byte < 0xf0)) return false
  try {
    return count(strictUtf8.decode(bytes), isOfThreeBytes) > 0
  } catch {
    return false
  }
}

/**
 * Decodes lines of CP949. In lines that are UTF-8, as after joining two files, other characters than ASCII become U+FFFD:
 * decoded as CP949, many of them would become wrong characters instead.
 */
function decodeCp949(bytes: Buffer): string {
  const lines: string[] = []
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(0x0a, start) + 1 || bytes.length
    const line = bytes.subarray(start, end)
    lines.push(isUtf8(line) ? unreadable(line) : iconv.decode(line, 'cp949'))
    start = end
  }
  return lines.join('')
}

// oxlint-disable-next-line no-control-regex
const unreadable = (line: Buffer) => line.toString('utf8').replaceAll(/[^\0-\x7f]+/g, '\uFFFD')

function wholeLines(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1 || bytes.length)
}

function decodeAs(bytes: Uint8Array, encoding: TextEncoding): DecodedText {
  const buffer = Buffer.from(bytes)
  const decoded = encoding === 'cp949' ? decodeCp949(buffer) : iconv.decode(buffer, encoding)
  const text = decoded.toWellFormed()
  return { text, encoding, unreadable_count: count(text, isUnreadable) }
}

function encodingOfMark(bytes: Uint8Array): TextEncoding | undefined {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

function isMostlyReadable({ text, unreadable_count }: DecodedText): boolean {
  return unreadable_count <= count(text, isNoAscii) * maxUnreadableShare
}

/** A test of a UTF-16 code unit. */
type UnitTest = (unit: number) => boolean

const isUnreadable: UnitTest = (unit) => unit === 0xfffd
const isNoAscii: UnitTest = (unit) => unit > 0x7e && unit !== ideographicSpace
const ideographicSpace = 0x3000

/** Characters of three bytes in UTF-8, which CP949 hardly ever forms by chance. */
const isOfThreeBytes: UnitTest = (unit) => unit >= 0x0800 && unit <= 0xfffc

/** Counts damaged characters: a bad byte makes up to three of U+FFFD of a character of three bytes. */
function countDamaged(text: string): number {
  let run = 0
  return count(text, (unit) => {
    run = isUnreadable(unit) ? run + 1 : 0
    return run % 3 === 1
  })
}

/** Bytes from which UTF-16 is recognized without a mark. */
const minUnmarkedUtf16 = 8

/** ASCII, punctuation, kana and Hangul. ASCII bytes read as UTF-16 are ideographs. */
const isCommon: UnitTest = (unit) =>
  (unit >= 0x20 && unit <= 0x7e) ||
  unit === 0x09 ||
  unit === 0x0a ||
  unit === 0x0d ||
  (unit >= 0x2010 && unit <= 0x2026) ||
  (unit >= 0x3000 && unit <= 0x30ff) ||
  (unit >= 0x3131 && unit <= 0x318e) ||
  (unit >= 0xac00 && unit <= 0xd7a3)

function looksLikeUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): boolean {
  const { text } = decodeAs(bytes, encoding)
  return text.length > 0 && count(text, isCommon) >= text.length * 0.7
}

/** Counts code units. Matches of a pattern would be millions of strings for a file of some megabytes. */
function count(text: string, matches: UnitTest): number {
  let matched = 0
  for (let at = 0; at < text.length; at++) if (matches(text.charCodeAt(at))) matched++
  return matched
}
