import type { Drum, Instrument } from './instruments.ts'

/** One note of a part; time in beats from the beginning of the film's music. */
export interface Note {
  readonly at: number
  readonly beats: number
  readonly midi: number
  readonly velocity: number
}

/** A part of the score. `send` is how much of it the room hears, `pan` -1 left to 1 right. */
export interface Part {
  readonly play: Instrument | Drum
  readonly notes: readonly Note[]
  readonly gain: number
  readonly pan?: number
  readonly send?: number
}

const letters: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }

/** MIDI number of a name such as `C4` (60), `F#3`, `Bb5`. Throws on anything else. */
function midi(name: string): number {
  const match = /^([A-G])([#b]?)(-?\d)$/.exec(name)
  const base = letters[match?.[1] ?? '']
  if (!match || base === undefined) throw new Error(`Not a note: ${name}`)
  const accidental = match[2] === '#' ? 1 : match[2] === 'b' ? -1 : 0
  return base + accidental + (Number(match[3]) + 1) * 12
}

/** Equal temperament, A4 = 440 Hz. */
export const hertz = (note: number): number => 440 * 2 ** ((note - 69) / 12)

const qualities: Record<string, readonly number[]> = {
  '': [0, 4, 7],
  m: [0, 3, 7],
  '7': [0, 4, 7, 10],
  m7: [0, 3, 7, 10],
  maj7: [0, 4, 7, 11],
  maj9: [0, 4, 11, 14],
  m9: [0, 3, 10, 14],
  add9: [0, 4, 7, 14],
  '6': [0, 4, 7, 9],
  m6: [0, 3, 7, 9],
  sus4: [0, 5, 7],
  sus2: [0, 2, 7],
  '7sus4': [0, 5, 7, 10],
  dim: [0, 3, 6],
  m7b5: [0, 3, 6, 10],
  '5': [0, 7, 12],
}

/** Pitch classes of a chord such as `Am7`, `F#m7b5`, `C/E` (bass first). Throws on anything else. */
function chord(name: string): { readonly bass: number; readonly tones: readonly number[] } {
  const [body = '', slash] = name.split('/')
  const match = /^([A-G][#b]?)(.*)$/.exec(body)
  const intervals = qualities[match?.[2] ?? 'none']
  if (!match || !intervals) throw new Error(`Not a chord: ${name}`)
  const root = midi(`${match[1]}4`) % 12
  return {
    bass: slash ? midi(`${slash}4`) % 12 : root,
    tones: intervals.map((interval) => root + interval),
  }
}

/** A progression written `Am7 F C G`, one chord a bar; `A/B` is a slash chord, `.` repeats the chord before. */
export function progression(text: string): string[] {
  const names: string[] = []
  for (const name of text.trim().split(/\s+/))
    names.push(name === '.' ? (names.at(-1) ?? 'C') : name)
  return names
}

/** Input of the accompaniment: chords, number of bars and beats of a bar. */
export interface Harmony {
  readonly chords: readonly string[]
  readonly bars: number
  readonly meter: number
}

const bars = function* (
  harmony: Harmony,
  from: number,
  to: number,
): Generator<{ bar: number; bass: number; tones: readonly number[] }> {
  for (let bar = from; bar < Math.min(to, harmony.bars); bar++) {
    const name = harmony.chords[bar % harmony.chords.length]
    if (name) yield { bar, ...chord(name) }
  }
}

/** Moves a pitch class into the octave that begins at `floor`. */
const above = (floor: number, tone: number): number => floor + ((((tone - floor) % 12) + 12) % 12)

/** Held chords, voiced closely above `floor` (a MIDI number). */
export function held(h: Harmony, from: number, to: number, floor = 55, velocity = 0.5): Note[] {
  return [...bars(h, from, to)].flatMap(({ bar, tones }) =>
    tones.map((tone) => ({
      at: bar * h.meter,
      beats: h.meter * 1.02,
      midi: above(floor, tone),
      velocity,
    })),
  )
}

/**
 * Broken chords: `pattern` has chord steps (0 lowest, above the chord's size an octave up) or `.` for
 * silence, spread evenly over a bar.
 */
export function broken(
  h: Harmony,
  from: number,
  to: number,
  pattern: string,
  floor = 60,
  velocity = 0.5,
): Note[] {
  const steps = pattern.split(/\s+/)
  const step = h.meter / steps.length
  return [...bars(h, from, to)].flatMap(({ bar, tones }) => {
    const voiced = tones.map((tone) => above(floor, tone)).sort((a, b) => a - b)
    return steps.flatMap((mark, index) => {
      if (mark === '.') return []
      const degree = Number(mark)
      const tone = voiced[degree % voiced.length] ?? floor
      const accent = index === 0 ? 1 : 0.82
      return {
        at: bar * h.meter + index * step,
        beats: step * 1.6,
        midi: tone + 12 * Math.floor(degree / voiced.length),
        velocity: velocity * accent,
      }
    })
  })
}

/** Bass from marks spread over a bar: `1` root, `5` fifth, `8` octave, `.` silence, `-` lengthens. */
export function walking(
  h: Harmony,
  from: number,
  to: number,
  pattern: string,
  floor = 33,
  velocity = 0.7,
): Note[] {
  const steps = pattern.split(/\s+/)
  const step = h.meter / steps.length
  const shift: Record<string, number> = { '1': 0, '5': 7, '8': 12, '3': 4, '4': 5 }
  return [...bars(h, from, to)].flatMap(({ bar, bass }) =>
    steps.flatMap((mark, index) => {
      const interval = shift[mark]
      if (interval === undefined) return []
      let length = 1
      while (steps[index + length] === '-') length++
      return {
        at: bar * h.meter + index * step,
        beats: step * length * 0.95,
        midi: above(floor, bass) + interval,
        velocity,
      }
    }),
  )
}

/** A tune: `E5/1 G5/.5 r/.5 A5/2`, name and beats; `r` rests. Begins at `start` beats. */
export function tune(text: string, start: number, velocity = 0.7): Note[] {
  let time = start
  const notes: Note[] = []
  for (const word of text.trim().split(/\s+/)) {
    const [name = 'r', length = '1'] = word.split('/')
    const beats = Number(length)
    if (!(beats > 0)) throw new Error(`Not a note with its length: ${word}`)
    if (name !== 'r') notes.push({ at: time, beats: beats * 0.97, midi: midi(name), velocity })
    time += beats
  }
  return notes
}

/** Strokes from a pattern a bar: `x` strong, `o` soft, `.` none. */
export function beat(
  meter: number,
  from: number,
  to: number,
  pattern: string,
  velocity = 0.8,
): Note[] {
  const marks = [...pattern.replaceAll(' ', '')]
  const step = meter / marks.length
  const notes: Note[] = []
  for (let bar = from; bar < to; bar++)
    marks.forEach((mark, index) => {
      if (mark === '.') return
      const strength = mark === 'x' ? velocity : velocity * 0.5
      notes.push({ at: bar * meter + index * step, beats: step, midi: 60, velocity: strength })
    })
  return notes
}

/** The same notes shifted by `beats` and `semitones`. */
export const moved = (notes: readonly Note[], beats: number, semitones = 0): Note[] =>
  notes.map((note) => ({ ...note, at: note.at + beats, midi: note.midi + semitones }))
