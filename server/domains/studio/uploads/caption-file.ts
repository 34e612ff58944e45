import type { CaptionValidation } from '#contract/studio/uploads.ts'
import {
  captionIssueText,
  validateCaptions,
  decodeText,
  InputRejectedError,
} from '#server/adapters/encoder/index.ts'
import { throwProblem } from '#server/shared/problem-error.ts'

/**
 * Reads a caption file in any supported encoding and format and validates it.
 * @param duration of the video in seconds, if known.
 * @throws ProblemError `unsupported_media_type` if the file is empty or not text.
 */
export function readCaptionFile(file: Buffer | null, duration?: number) {
  if (!file || file.length === 0) return throwProblem('unsupported_media_type')
  const text = decodeCaption(file)
  const { cues, faults } = validateCaptions(text, duration)
  return {
    text,
    cues,
    // One hundred errors suffice to identify a file of another type.
    faults: faults
      .slice(0, 100)
      .map(({ line, code }) => ({ line, code, detail: captionIssueText[code] })),
  }
}

/** Decodes to text that PostgreSQL accepts: NFC, without NUL and unpaired surrogates. */
function decodeCaption(file: Buffer): string {
  try {
    return decodeText(file).replaceAll('\0', '').toWellFormed().normalize('NFC')
  } catch (error) {
    if (error instanceof InputRejectedError) return throwProblem('unsupported_media_type')
    throw error
  }
}

/** @throws ProblemError with each line that has an error. */
export function requireValidCaptions(faults: CaptionValidation['faults']) {
  if (faults.length === 0) return
  throwProblem('invalid_request', {
    fields: faults.map(({ line, code }) => ({ field: `line:${line}`, code })),
  })
}
