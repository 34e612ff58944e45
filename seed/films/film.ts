import type { Soundtrack } from './sound/mix.ts'
import type { Shot } from './stage/stage.ts'

/** A subtitle track of a film, as a whole WebVTT file. */
export interface Caption {
  readonly language: 'ko' | 'en'
  readonly label: string
  readonly vtt: string
}

/** The properties of a film that the seed needs before it is drawn. Times are seconds from its beginning. */
export interface Film {
  readonly key: string
  readonly orientation: 'horizontal' | 'vertical'
  readonly width: number
  readonly height: number
  readonly duration: number
  readonly markers: {
    readonly opening: { readonly start: number; readonly end: number } | null
    readonly ending_start: number | null
  }
  readonly captions: readonly Caption[]
}

/** A film as its author writes it: shots in order, a soundtrack, and words for both. */
export interface Script {
  readonly key: string
  readonly orientation?: 'horizontal' | 'vertical'
  /** Pixels a stage unit (1280×720 lying, 720×1280 standing); 1 unless said. */
  readonly scale?: number
  /** Pictures a second, 24 unless said; 8 to 12 are the rates of drawn animation, at less than half the cost. */
  readonly drawn?: 8 | 10 | 12 | 24
  readonly shots: readonly Shot[]
  readonly opening?: { readonly start: number; readonly end: number }
  readonly ending_start?: number
  readonly korean: readonly Cue[]
  readonly english?: readonly Cue[]
  readonly soundtrack: (duration: number) => Soundtrack
}

/** One subtitle: from second, to second, words (`\n` breaks the line). */
export type Cue = readonly [start: number, end: number, words: string]

const stamp = (seconds: number): string => {
  const ms = Math.round(seconds * 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`
}

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Writes cues as a WebVTT file (W3C WebVTT, §4). Throws when they overlap, stand still or are too fast to read. */
export function webvtt(cues: readonly Cue[]): string {
  let before = 0
  const blocks = cues.map(([start, end, words], index) => {
    if (start < before || end - start < 0.8)
      throw new Error(`Cue ${index + 1} at ${start} s overlaps or is too short: ${words}`)
    before = end
    return `${index + 1}\n${stamp(start)} --> ${stamp(end)}\n${escaped(words)}\n`
  })
  return `WEBVTT\n\n${blocks.join('\n')}`
}
