import { bass, bell, keys, pad, piano, pluck, strings, woodwind } from '../sound/instruments.ts'
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

const theme = `A4/.5 C5/.5 E5/1 D5/.5 C5/.5 A4/1 G4/.5 A4/.5 C5/1 A4/2
 F4/.5 A4/.5 C5/1 D5/.5 C5/.5 A4/1 B4/1 G#4/1 E4/2`
const wings = `E5/2 A5/2 G5/1 E5/1 C5/2 D5/2 F5/2 E5/4 C5/2 E5/2 D5/1 B4/1 G4/2 A4/2 B4/2 A4/4`

/** Plucked and light-footed, like paper being folded in time; `open` is the bar where the strings unfold. */
export function paperMusic(
  seconds: number,
  tempo: number,
  open: number,
  semitones: number,
  beds: readonly Bed[],
  happenings: readonly Happening[],
): Soundtrack {
  const bars = Math.floor((seconds * tempo) / 240)
  const h: Harmony = { chords: progression('Am7 Fmaj7 C G Am7 Dm7 E7sus4 E7'), bars, meter: 4 }
  const up = (notes: ReturnType<typeof tune>): ReturnType<typeof tune> => moved(notes, 0, semitones)
  return {
    tempo,
    room: 0.5,
    beds,
    happenings,
    parts: [
      {
        play: pluck,
        gain: 0.22,
        pan: -0.25,
        send: 0.25,
        notes: up(broken(h, 0, bars - 1, '0 2 1 3 2 4 3 1', 52, 0.6)),
      },
      {
        play: woodwind,
        gain: 0.16,
        pan: 0.15,
        send: 0.35,
        notes: up([4, 12, bars - 10].flatMap((bar) => tune(theme, bar * 4, 0.6))),
      },
      {
        play: piano,
        gain: 0.2,
        pan: 0.2,
        send: 0.3,
        notes: up([8, 16].flatMap((bar) => tune(theme, bar * 4, 0.5))),
      },
      {
        play: strings,
        gain: 0.14,
        send: 0.6,
        notes: up([...tune(wings, open * 4, 0.55), ...held(h, open, open + 8, 57, 0.3)]),
      },
      { play: bell, gain: 0.08, pan: 0.4, send: 0.7, notes: up(tune(wings, open * 4, 0.5)) },
      {
        play: keys,
        gain: 0.1,
        pan: -0.1,
        send: 0.3,
        notes: up(broken(h, 6, bars - 2, '. 0 . 2 . 1 . 3', 60, 0.5)),
      },
      { play: pad, gain: 0.08, send: 0.4, notes: up(held(h, 0, bars, 52, 0.45)) },
      { play: bass, gain: 0.24, notes: up(walking(h, 4, bars - 1, '1 . 5 . 8 . 5 .', 33, 0.6)) },
      {
        play: 'rim',
        gain: 0.09,
        pan: 0.3,
        send: 0.2,
        notes: beat(4, 4, bars - 3, 'x.ox..x.o.x.x.o.', 0.45),
      },
      {
        play: 'shaker',
        gain: 0.08,
        pan: -0.35,
        send: 0.2,
        notes: beat(4, 2, bars - 2, 'x.o.x.o.x.o.x.oo', 0.45),
      },
      { play: 'kick', gain: 0.22, notes: beat(4, 8, bars - 4, 'x.....x.x.......', 0.5) },
      {
        play: 'clap',
        gain: 0.07,
        send: 0.3,
        notes: beat(4, open, bars - 4, '....x.......x...', 0.5),
      },
    ],
  }
}
