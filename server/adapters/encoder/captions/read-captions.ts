import { normalizeText } from '#contract/core/characters.ts'
import type { TextEncoding } from '#contract/core/fields.ts'
import { decodeText } from '#server/shared/decode-text.ts'
import { InputRejectedError } from '../encoder-errors.ts'
import { type CaptionIssue, type Cue, formatVtt, splitLines, validateCaptions } from './captions.ts'
import { isSami, parseSami } from './sami.ts'

/** Captions in one language. */
export type CaptionTrack = {
  /** BCP 47 as far as the file names it, which SAMI alone does. */
  language: string | null
  /** SRT or WebVTT to store: composed (NFC), well-formed and without NUL, which PostgreSQL rejects. */
  content: string
  cues: Pick<Cue, 'start' | 'end' | 'text'>[]
  /** Lines that saving would drop or shift. */
  faults: CaptionIssue[]
}

export type CaptionFile = {
  encoding: TextEncoding
  /** 1-based numbers of lines with characters that could not be read and became U+FFFD. */
  unreadable_lines: number[]
  /** At least one. */
  tracks: [CaptionTrack, ...CaptionTrack[]]
}

/**
 * Reads a caption file: SRT, WebVTT or SAMI in any encoding of `decodeText`.
 * @param duration of the film in seconds, if known.
 * @throws InputRejectedError `bad_captions` if the file is no text
 */
export function readCaptions(bytes: Uint8Array, duration = Number.POSITIVE_INFINITY): CaptionFile {
  const decoded = decodeText(bytes)
  if (!decoded || decoded.text.trim() === '')
    throw new InputRejectedError('bad_captions', 'not a text file')
  const text = normalizeText(decoded.text.replaceAll('\0', ''))
  const unreadable_lines = splitLines(text).flatMap((line, index) =>
    line.includes('\uFFFD') ? [index + 1] : [],
  )
  return { encoding: decoded.encoding, unreadable_lines, tracks: readTracks(text, duration) }
}

/** @returns the captions in a language. The only ones of a file, and those whose language it does not name, suit any. */
export function findTrack(
  { tracks }: Pick<CaptionFile, 'tracks'>,
  language: string,
): CaptionTrack | undefined {
  const [primary] = language.split('-')
  if (tracks.length === 1) return tracks[0]
  return (
    tracks.find((track) => track.language === primary) ??
    tracks.find((track) => track.language === null)
  )
}

function readTracks(text: string, duration: number): CaptionFile['tracks'] {
  if (!isSami(text)) return [{ language: null, content: text, ...validateCaptions(text, duration) }]
  try {
    const [first, ...others] = parseSami(text, duration).map(
      ({ language, cues, faults }): CaptionTrack => ({
        language,
        content: formatVtt(cues),
        cues,
        faults,
      }),
    )
    return first ? [first, ...others] : [rejectedTrack('no_captions')]
  } catch (error) {
    if (!(error instanceof InputRejectedError)) throw error
    return [rejectedTrack('too_many_lines')]
  }
}

const rejectedTrack = (code: CaptionIssue['code']): CaptionTrack => ({
  language: null,
  content: '',
  cues: [],
  faults: [{ line: 1, code }],
})
