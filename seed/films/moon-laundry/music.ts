import { bass, bell, flute, keys, pad, pluck, strings } from '../sound/instruments.ts'
import type { Bed, Happening, Soundtrack } from '../sound/mix.ts'
import {
  beat,
  broken,
  held,
  moved,
  progression,
  tune,
  walking,
  type Harmony,
} from '../sound/score.ts'

/** The laundry's tune, eight bars of three in F. */
const theme = `C5/1 F5/1 G5/1 A5/2 C6/1 Bb5/1 A5/1 F5/1 G5/3
 A5/1 Bb5/1 C6/1 D6/2 A5/1 G5/1 F5/1 E5/1 F5/3`

/** An answer to it, lower and calmer. */
const answer = `A4/2 Bb4/1 C5/2 F5/1 E5/1 D5/1 C5/1 D5/3
 Bb4/1 C5/1 D5/1 C5/2 A4/1 G4/1 A4/1 Bb4/1 A4/3`

/**
 * The music of the series, a slow waltz: music box and harp, then strings in the memory. `memory` is the bar
 * where the strings begin; an episode moves the key by `semitones`.
 */
export function laundryMusic(
  seconds: number,
  tempo: number,
  memory: number,
  semitones: number,
  beds: readonly Bed[],
  happenings: readonly Happening[],
): Soundtrack {
  const bars = Math.floor((seconds * tempo) / 60 / 3)
  const h: Harmony = {
    chords: progression(
      'Fmaj7 Dm7 Bbmaj7 C7 Fmaj7 Bb6 Gm7 C7sus4 Dm7 Am7 Bbmaj7 F/A Gm7 C7 Fadd9 .',
    ),
    bars,
    meter: 3,
  }
  const last = bars - 1
  const up = (notes: ReturnType<typeof tune>): ReturnType<typeof tune> => moved(notes, 0, semitones)
  const solo = [0, memory + 8, bars - 10].flatMap((bar) => tune(theme, bar * 3, 0.6))
  return {
    tempo,
    room: 0.75,
    beds,
    happenings,
    parts: [
      { play: bell, gain: 0.2, pan: 0.15, send: 0.6, notes: up(solo) },
      {
        play: bell,
        gain: 0.1,
        pan: -0.35,
        send: 0.7,
        notes: up(broken(h, 2, last, '. 5 4', 72, 0.4)),
      },
      {
        play: pluck,
        gain: 0.17,
        pan: -0.25,
        send: 0.4,
        notes: up(broken(h, 0, last, '0 1 2 3 2 1', 53, 0.55)),
      },
      { play: pad, gain: 0.13, send: 0.4, notes: up(held(h, 0, bars, 53, 0.5)) },
      { play: bass, gain: 0.2, send: 0.1, notes: up(walking(h, 4, last, '1 - 5', 33, 0.6)) },
      { play: keys, gain: 0.11, pan: 0.25, send: 0.4, notes: up(tune(answer, 8 * 3, 0.5)) },
      {
        play: strings,
        gain: 0.15,
        pan: 0.1,
        send: 0.6,
        notes: up([
          ...moved(tune(theme, memory * 3, 0.55), 0, -12),
          ...held(h, memory, memory + 8, 58, 0.28),
        ]),
      },
      {
        play: flute,
        gain: 0.13,
        pan: -0.1,
        send: 0.6,
        notes: up(tune(answer, (memory + 16) * 3, 0.6)),
      },
      {
        play: 'shaker',
        gain: 0.05,
        pan: 0.4,
        send: 0.2,
        notes: beat(3, 8, last - 6, '. . x . x o', 0.5),
      },
      { play: 'rim', gain: 0.05, pan: -0.4, send: 0.5, notes: beat(3, 8, last - 6, 'x.....', 0.4) },
    ],
  }
}
