import { normalizeText } from '#contract/core/characters.ts'
import { trimEndMatching } from '#contract/core/trim-end.ts'
import type { AttachmentType } from '#contract/customer-services/customer-services.ts'
import { attachmentCopy } from './attachments.copy.ts'

/** File extensions of each type; a name without one of them gets the first. */
const extensions: Record<AttachmentType, readonly [string, ...string[]]> = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'application/pdf': ['.pdf'],
  'application/msword': ['.doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'text/plain': ['.txt'],
}

/** Maximum length in code points without the extension: at most 240 bytes of UTF-8, below file system limits. */
const maxBaseLength = 60

/** Reserved device names of Windows. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

/**
 * Converts a client-supplied name to one that is safe on every system: NFC, because macOS sends decomposed Hangul; only
 * the last path segment; no invisible or bidirectional control characters; and with the extension of the detected type,
 * so that no other program opens the file.
 */
export function attachmentFileName(clientName: string, type: AttachmentType): string {
  const last = normalizeText(clientName).split(/[/\\]/).at(-1) ?? ''
  const visible = last
    // Control, format, private-use and unpaired surrogate characters. Keeps the joiner that emoji sequences need.
    .replace(/(?!\u200d)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
  const knownExtension = extensions[type].find((extension) =>
    visible.toLowerCase().endsWith(extension),
  )
  const extension = knownExtension ? visible.slice(-knownExtension.length) : extensions[type][0]
  const base = trimName(
    [...(knownExtension ? visible.slice(0, -knownExtension.length) : visible)]
      .slice(0, maxBaseLength)
      .join(''),
  )
  if (!base) return attachmentCopy.unnamed + extension
  return (devices.test(base) ? `_${base}` : base) + extension
}

/** Removes leading and trailing dots and spaces, which hide a file or which Windows drops. */
const trimName = (text: string) => trimEndMatching(text.replace(/^[\s.]+/, ''), /[\s.]/)
