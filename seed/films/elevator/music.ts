import { bass, keys, pad, piano, strings, woodwind } from '../sound/instruments.ts'
import type { Bed, Happening, Soundtrack } from '../sound/mix.ts'
import { beat, broken, held, progression, tune, walking, type Harmony } from '../sound/score.ts'

const motif = `r/.5 G5/.5 E5/.5 D5/.5 E5/2 r/.5 A5/.5 G5/.5 E5/.5 D5/2
 r/.5 C5/.5 D5/.5 E5/.5 G5/1.5 E5/.5 D5/1 C5/1 A4/2`

/** City piano over brushes; the shy tune comes when nobody speaks. `hush` are the bars where the beat stops. */
export function liftMusic(
  seconds: number,
  tempo: number,
  hush: readonly [number, number],
  beds: readonly Bed[],
  happenings: readonly Happening[],
  chords = 'Cmaj9 Am7 Fmaj7 G6 Em7 Am7 Dm7 G7sus4',
): Soundtrack {
  const bars = Math.floor((seconds * tempo) / 240)
  const h: Harmony = {
    chords: progression(chords),
    bars,
    meter: 4,
  }
  const loud: [number, number][] = [
    [2, hush[0]],
    [hush[1], bars - 2],
  ]
  return {
    tempo,
    room: 0.45,
    beds,
    happenings,
    parts: [
      { play: pad, gain: 0.1, send: 0.4, notes: held(h, 0, bars, 52, 0.5) },
      {
        play: keys,
        gain: 0.15,
        pan: -0.2,
        send: 0.3,
        notes: broken(h, 0, bars, '0 . 2 1 . 3 2 .', 57, 0.5),
      },
      {
        play: piano,
        gain: 0.24,
        pan: 0.15,
        send: 0.35,
        notes: [4, hush[0] + 1, hush[1] + 2, bars - 6].flatMap((bar) => tune(motif, bar * 4, 0.55)),
      },
      {
        play: woodwind,
        gain: 0.1,
        pan: 0.2,
        send: 0.5,
        notes: tune(motif, (hush[1] + 6) * 4, 0.5),
      },
      { play: strings, gain: 0.07, send: 0.6, notes: held(h, hush[0], hush[1] + 4, 64, 0.4) },
      {
        play: bass,
        gain: 0.24,
        notes: loud.flatMap(([from, to]) => walking(h, from, to, '1 - . 5 . 1 8 .', 33, 0.6)),
      },
      {
        play: 'kick',
        gain: 0.3,
        notes: loud.flatMap(([a, b]) => beat(4, a + 2, b, 'x.....x.', 0.6)),
      },
      {
        play: 'brush',
        gain: 0.16,
        pan: 0.1,
        send: 0.2,
        notes: loud.flatMap(([a, b]) => beat(4, a, b, '..x...x.', 0.6)),
      },
      {
        play: 'hat',
        gain: 0.07,
        pan: 0.35,
        notes: loud.flatMap(([a, b]) => beat(4, a + 2, b, 'o.x.o.xo', 0.5)),
      },
    ],
  }
}
