import { parseCaptions, cueTimingPattern } from './captions.ts'
import { InputRejectedError } from '../encoder-errors.ts'

/** What is wrong with a line of captions. `no_captions`: there is not one that could be read. */
export type CaptionIssue = {
  /** From 1. */
  line: number
  code:
    | 'broken_time'
    | 'ends_before_start'
    | 'out_of_order'
    | 'after_end'
    | 'no_captions'
    | 'too_many_lines'
}

export type CaptionValidationResult = {
  cues: { start: number; end: number; text: string }[]
  faults: CaptionIssue[]
}

/**
 * Reads captions strictly: what `parseCaptions` would leave out in silence is named by its line.
 * @param duration of the film in seconds, where it is known.
 */
export function validateCaptions(
  text: string,
  duration = Number.POSITIVE_INFINITY,
): CaptionValidationResult {
  const faults: CaptionIssue[] = []
  let last = 0
  for (const [index, written] of text.split(/\r\n|\r|\n/).entries()) {
    const line = index + 1
    if (!written.includes('-->')) continue
    const match = cueTimingPattern.exec(written)
    const [start, end] = [secondsOf(match?.[1]), secondsOf(match?.[2])]
    if (start === undefined || end === undefined) faults.push({ line, code: 'broken_time' })
    else if (end <= start) faults.push({ line, code: 'ends_before_start' })
    else if (start >= duration) faults.push({ line, code: 'after_end' })
    else if (start < last) faults.push({ line, code: 'out_of_order' })
    last = Math.max(last, start ?? 0)
  }
  try {
    const cues = parseCaptions(text, duration).map(({ start, end, text }) => ({ start, end, text }))
    return { cues, faults }
  } catch (error) {
    if (!(error instanceof InputRejectedError)) throw error
    const code = error.detail.includes('too many') ? 'too_many_lines' : 'no_captions'
    return { cues: [], faults: faults.length > 0 ? faults : [{ line: 1, code }] }
  }
}

/** `1:02:03,400` in seconds; undefined where minutes or seconds are beyond 59. */
function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const parts = text.replace(',', '.').split(':').map(Number)
  if (parts.slice(-2).some((part) => part >= 60)) return undefined
  return parts.reduce((sum, part) => sum * 60 + part, 0)
}
