import type { AttachmentType } from '#contract/customer-services/customer-services.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import {
  isBmp,
  isHeic,
  readImageHeader,
  sandbox,
  SandboxRejection,
  sniffImageFormat,
  weightOf,
} from '#server/adapters/sandbox/index.ts'
import { attachmentFileName } from './file-name.ts'

/**
 * Inquiry attachments (decisions/0037-attachments): accepted types. Invariants:
 * - The content determines the type; the file name and the Content-Type header are ignored.
 * - Images are re-encoded from their pixels without metadata; bitmaps become PNG and HEIC photos JPEG.
 * - Documents are kept as sent and only ever served as downloads. A virus scanner, if configured, reads them.
 */

/** An accepted file: its type by content, the bytes to store, and a safe name with the extension of its type. */
type InspectedAttachment = { type: AttachmentType; bytes: Buffer; name: string }

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Bytes from which detecting the encoding of text takes noticeable time. */
const heavyText = 1024 * 1024

/**
 * Detects the type of a file by its content. Images are re-encoded and text is checked in a sandbox process; documents and
 * text are kept.
 * @param given the file name sent by the client.
 * @throws ProblemError `file_type_rejected` for anything but a file of `attachmentTypes`.
 * @throws SandboxUnavailable when the member has too many files queued.
 */
export async function inspectAttachment(
  file: Buffer,
  given: string,
  member_id: number,
): Promise<InspectedAttachment> {
  try {
    const inspected = await convert(file, { member_id })
    if (!inspected) throwProblem('file_type_rejected')
    return { ...inspected, name: attachmentFileName(given, inspected.type) }
  } catch (cause) {
    if (cause instanceof SandboxRejection) throwProblem('file_type_rejected', { cause })
    throw cause
  }
}

async function convert(
  file: Buffer,
  owner: { member_id: number },
): Promise<Omit<InspectedAttachment, 'name'> | undefined> {
  const format = sniffImageFormat(file)
  if (format) {
    const header = readImageHeader(file)
    if (!header) return undefined
    const job = { owner, weight: weightOf(header) }
    return {
      type: `image/${format}`,
      bytes: await sandbox.run('reencodeImage', file, { format }, job),
    }
  }
  const converted = isHeic(file) ? 'heic' : isBmp(file) ? 'bmp' : undefined
  if (converted) {
    const job = { owner, weight: 'heavy' } as const
    return {
      type: converted === 'heic' ? 'image/jpeg' : 'image/png',
      bytes: await sandbox.run('convertImage', file, { format: converted }, job),
    }
  }
  const document = documentType(file)
  if (document) return { type: document, bytes: file }
  const weight = file.length > heavyText ? 'heavy' : 'light'
  await sandbox.run('checkText', file, {}, { owner, weight })
  return { type: 'text/plain', bytes: file }
}

const startsWith = (file: Buffer, magic: string) =>
  file.subarray(0, magic.length).toString('latin1') === magic

/**
 * Returns the type of a document, undefined if it is none. Word documents have their part or stream names in plain bytes:
 * ZIP stores names uncompressed, and compound files in UTF-16. Documents with macros have a type of their own in OOXML, which
 * is not accepted, and are refused in the older format, too.
 */
function documentType(file: Buffer): AttachmentType | undefined {
  if (startsWith(file, '%PDF-')) return 'application/pdf'
  if (startsWith(file, 'PK\x03\x04'))
    return file.includes('word/document.xml') && !file.includes('vbaProject.bin') ? docx : undefined
  if (startsWith(file, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'))
    return file.includes('WordDocument', 0, 'utf16le') &&
      !file.includes('_VBA_PROJECT', 0, 'utf16le')
      ? 'application/msword'
      : undefined
  return undefined
}
