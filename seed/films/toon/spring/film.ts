import { bass, pad, piano, pluck } from '../../sound/instruments.ts'
import { broken, held, progression, tune, walking, type Harmony } from '../../sound/score.ts'
import { motionComic } from '../kit.ts'
import { ride, bus, tape, platforms, clinic } from './scenes-1.ts'
import { hand, listen, answer, bench } from './scenes-2.ts'

export const springToon = motionComic({
  key: 'toon-spring',
  work: 12,
  paper: '#fff7f2',
  ink: '#4a2638',
  below: '세 번째 봄',
  cover: { scene: 'tree', variant: 'blossom', x: 0.5, y: 0.7, zoom: 1.2 },
  panels: [ride, bus, tape, platforms, clinic, hand, listen, answer, bench],
  closing: '늦어도, 봄입니다',
  mood: '잔잔한 피아노',
  still: 38.4,
  music: (seconds) => {
    const bars = Math.floor((seconds * 76) / 240)
    const h: Harmony = {
      chords: progression('Gmaj9 Em7 Cmaj7 D7sus4 Bm7 Em7 Am7 D7'),
      bars,
      meter: 4,
    }
    const melody =
      'B4/1 D5/1 G5/1.5 F#5/.5 E5/2 D5/2 C5/1 E5/1 G5/1 E5/1 D5/4 B4/1 D5/1 A5/1.5 G5/.5 E5/2 B4/2 C5/1 B4/1 A4/2 G4/4'
    return {
      tempo: 76,
      room: 0.75,
      beds: [
        { place: 'birds', gain: 0.3, to: 15 },
        { place: 'train', gain: 0.25, from: 17, to: 24 },
        { place: 'birds', gain: 0.22, from: 34 },
      ],
      parts: [
        { play: pad, gain: 0.12, send: 0.5, notes: held(h, 0, bars, 54, 0.5) },
        {
          play: piano,
          gain: 0.28,
          pan: -0.05,
          send: 0.45,
          notes: [...tune(melody, 4, 0.6), ...tune(melody, 36, 0.66)],
        },
        {
          play: pluck,
          gain: 0.13,
          pan: 0.3,
          send: 0.4,
          notes: broken(h, 2, bars - 1, '0 . 2 . 3 . 2 .', 60, 0.5),
        },
        { play: bass, gain: 0.2, notes: walking(h, 2, bars - 1, '1 - - - 5 - - -', 33, 0.5) },
      ],
    }
  },
})
