import { constants, inflateSync } from 'node:zlib'
import { decodePDFRawStream, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import { UnsafeDocument } from './unsafe-document.ts'

const mib = 1024 * 1024
const limits = {
  /** Decoded bytes of all streams of a document; screenshots of phones have about 9 MiB a page. */
  document: 128 * mib,
  /** Decoded bytes of a stream that is no image. */
  content: 32 * mib,
  /** Decoded bytes of a stream in filters that only slow code reads. */
  slow: 16 * mib,
}

const fullNames: Record<string, string> = {
  ...{ Fl: 'FlateDecode', LZW: 'LZWDecode', A85: 'ASCII85Decode' },
  ...{ AHx: 'ASCIIHexDecode', RL: 'RunLengthDecode' },
}
const dataFilters = new Set(Object.values(fullNames))

/** Rejects documents whose streams expand to more than a viewer can show (OWASP ASVS 5.2.3). */
export class DecodedSizeLimit {
  #left = limits.document

  /**
   * @param filters of the stream, in the order of decoding.
   * @throws UnsafeDocument
   */
  check(stream: PDFRawStream, filters: readonly string[], isImage: boolean): void {
    const limit = Math.min(this.#left, isImage ? limits.document : limits.content)
    const size = decodedSize(stream, filters, limit)
    if (size > limit) throw new UnsafeDocument('decoded size')
    this.#left -= size
  }
}

/** The size of a stream before codecs of images, or a greater number than the limit if it is greater. */
function decodedSize(stream: PDFRawStream, filters: readonly string[], limit: number): number {
  const names = filters.map((filter) => fullNames[filter] ?? filter)
  const codec = names.findIndex((filter) => !dataFilters.has(filter))
  const data = codec === -1 ? names : names.slice(0, codec)
  const contents = stream.getContents()
  if (data.length === 0) return contents.length
  if (data.length === 1 && data[0] === 'FlateDecode') {
    try {
      // As readers do, accepts data that is cut.
      const options = { maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH }
      return inflateSync(contents, options).length
    } catch (error) {
      if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') return Infinity
      // Damaged, which the decoder below may read as far as readers do.
    }
  }
  const dict = stream.dict.clone()
  dict.set(PDFName.of('Filter'), stream.dict.context.obj(data))
  const slowLimit = Math.min(limit, limits.slow)
  try {
    const { length } = decodePDFRawStream(PDFRawStream.of(dict, contents)).getBytes(slowLimit + 1)
    return length > slowLimit ? Infinity : length
  } catch {
    return contents.length
  }
}
