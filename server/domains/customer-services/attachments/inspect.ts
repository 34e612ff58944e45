import type { AttachmentType } from '#contract/customer-services.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { createTurns } from '#server/kernel/turns.ts'
import { isSafeDocx } from './docx.ts'
import { type ImageFormat, redraw } from './images.ts'
import { nameFor } from './name.ts'
import { isSafeDoc } from './ole.ts'
import { isSafePdf } from './pdf.ts'
import { isPlainText } from './text.ts'

/** A file that may be kept: what it is, its bytes as they are kept, and a name that fits. */
export type Inspected = { type: AttachmentType; bytes: Buffer; name: string }

/** At worst an image takes seconds of a thread and 400 MB while it is open, and a document 100 MB. */
const inTurn = createTurns({ at_once: 1, may_wait: 20 })

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/**
 * Finds out what a file is by its content alone, and makes it harmless.
 * @param given what whoever sent it calls it.
 * @throws Refusal `file_not_taken` for what is none of `attachmentTypes`, damaged, or could run;
 * `service_unavailable` while too many wait.
 */
export async function inspectAttachment(file: Buffer, given: string): Promise<Inspected> {
  return inTurn(async () => {
    const found = await recognise(file).catch((error: unknown) => {
      // Made so that looking through it takes more stack than there is, or leads out of its bytes.
      if (error instanceof RangeError) return undefined
      throw error
    })
    if (!found) refuse('file_not_taken')
    return { ...found, name: nameFor(given, found.type) }
  })
}

async function recognise(file: Buffer): Promise<Omit<Inspected, 'name'> | undefined> {
  const format = imageFormatOf(file)
  if (format) {
    const bytes = await redraw(file, format)
    return bytes && { type: `image/${format}`, bytes }
  }
  const as = (type: AttachmentType, safe: boolean) => (safe ? { type, bytes: file } : undefined)
  if (startsWith(file, '%PDF-')) return as('application/pdf', await isSafePdf(file))
  if (startsWith(file, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'))
    return as('application/msword', isSafeDoc(file))
  if (startsWith(file, 'PK\x03\x04')) return as(docx, await isSafeDocx(file))
  return as('text/plain', isPlainText(file))
}

const startsWith = (file: Buffer, mark: string) =>
  file.subarray(0, mark.length).toString('latin1') === mark

function imageFormatOf(file: Buffer): ImageFormat | undefined {
  if (startsWith(file, '\xff\xd8\xff')) return 'jpeg'
  if (startsWith(file, '\x89PNG\r\n\x1a\n')) return 'png'
  if (startsWith(file, 'GIF87a') || startsWith(file, 'GIF89a')) return 'gif'
  if (startsWith(file, 'RIFF') && file.subarray(8, 12).toString('latin1') === 'WEBP') return 'webp'
  return undefined
}
