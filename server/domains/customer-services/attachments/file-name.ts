import type { AttachmentType } from '#contract/customer-services/customer-services.ts'
import { attachmentCopy } from './attachments.copy.ts'

/** The endings a type goes by; where a name has none of them, it is given the first. */
const endings: Record<AttachmentType, readonly [string, ...string[]]> = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'application/pdf': ['.pdf'],
  'application/msword': ['.doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'text/plain': ['.txt'],
}

/** In code points, without its ending: 200 of UTF-8 at most, which every file system takes. */
const longest = 60

/** Names that Windows has given to devices. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

/**
 * A name that any system can keep a file by, as near as can be to what its owner called it: composed, because a Mac
 * sends letters in pieces; of a path the last part; nothing unseen, nor what turns the direction of writing round;
 * and with the ending of what it is, so that nothing else opens it.
 */
export function attachmentFileName(given: string, type: AttachmentType): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const seen = last
    // Controls, marks of direction and of nothing, private and unpaired ones; a joiner holds emoji together.
    .replace(/(?!\u200d)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
  const known = endings[type].find((ending) => seen.toLowerCase().endsWith(ending))
  const ending = known ? seen.slice(-known.length) : endings[type][0]
  const base = trimmed(
    [...(known ? seen.slice(0, -known.length) : seen)].slice(0, longest).join(''),
  )
  if (!base) return attachmentCopy.unnamed + ending
  return (devices.test(base) ? `_${base}` : base) + ending
}

/** Without what a file may not begin or end with: hidden from its owner, or dropped by Windows. */
const trimmed = (text: string) => text.replace(/^[\s.]+|[\s.]+$/g, '')
