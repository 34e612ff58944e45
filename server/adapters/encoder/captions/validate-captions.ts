import { parseCaptions, cueTimingPattern } from './captions.ts'
import { InputRejectedError } from '../encoder-errors.ts'

/** An error in a caption line. `no_captions`: no cue could be parsed. */
export type CaptionIssue = {
  /** 1-based. */
  line: number
  code:
    | 'invalid_timestamp'
    | 'ends_before_start'
    | 'out_of_order'
    | 'beyond_duration'
    | 'no_captions'
    | 'too_many_lines'
}

export type CaptionValidationResult = {
  cues: { start: number; end: number; text: string }[]
  faults: CaptionIssue[]
}

/**
 * Validates captions strictly: reports by line each cue that `parseCaptions` would silently drop.
 * @param duration of the video in seconds, if known.
 */
export function validateCaptions(
  text: string,
  duration = Number.POSITIVE_INFINITY,
): CaptionValidationResult {
  const faults: CaptionIssue[] = []
  let last = 0
  for (const [index, lineText] of text.split(/\r\n|\r|\n/).entries()) {
    const line = index + 1
    if (!lineText.includes('-->')) continue
    const match = cueTimingPattern.exec(lineText)
    const [start, end] = [secondsOf(match?.[1]), secondsOf(match?.[2])]
    if (start === undefined || end === undefined) faults.push({ line, code: 'invalid_timestamp' })
    else if (end <= start) faults.push({ line, code: 'ends_before_start' })
    else if (start >= duration) faults.push({ line, code: 'beyond_duration' })
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

/** Parses `1:02:03,400` into seconds; undefined if minutes or seconds exceed 59. */
function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const parts = text.replace(',', '.').split(':').map(Number)
  if (parts.slice(-2).some((part) => part >= 60)) return undefined
  return parts.reduce((sum, part) => sum * 60 + part, 0)
}
