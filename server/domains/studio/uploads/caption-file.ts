import type { CaptionValidation } from '#contract/studio/uploads.ts'
import {
  captionIssueText,
  validateCaptions,
  decodeText,
  InputRejectedError,
} from '#server/adapters/encoder/index.ts'
import { throwProblem } from '#server/shared/problem-error.ts'

/**
 * Captions as somebody's program wrote them, in whatever letters, with what is wrong in them.
 * @param duration of the film in seconds, where it is known.
 * @throws Refusal `unsupported_media_type` for nothing at all, or what is no text.
 */
export function readCaptionFile(file: Buffer | null, duration?: number) {
  if (!file || file.length === 0) return throwProblem('unsupported_media_type')
  const text = decoded(file)
  const { cues, faults } = validateCaptions(text, duration)
  return {
    text,
    cues,
    // A hundred say enough about a file that is another kind of file.
    faults: faults
      .slice(0, 100)
      .map(({ line, code }) => ({ line, code, detail: captionIssueText[code] })),
  }
}

/** As a database keeps text: composed, and without what is none. */
function decoded(file: Buffer): string {
  try {
    return decodeText(file).replaceAll('\0', '').toWellFormed().normalize('NFC')
  } catch (error) {
    if (error instanceof InputRejectedError) return throwProblem('unsupported_media_type')
    throw error
  }
}

/** @throws Refusal with each line that has a fault. */
export function requireValidCaptions(faults: CaptionValidation['faults']) {
  if (faults.length === 0) return
  throwProblem('invalid_request', {
    fields: faults.map(({ line, code }) => ({ field: `line:${line}`, code })),
  })
}
