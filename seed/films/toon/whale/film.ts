import { bell, flute, pad, piano, strings } from '../../sound/instruments.ts'
import { broken, held, progression, tune, type Harmony } from '../../sound/score.ts'
import { motionComic } from '../kit.ts'
import { eleven, window1, hertz, alone, note, stairs } from './scenes-1.ts'
import { horn, sky, word } from './scenes-2.ts'

export const whaleToon = motionComic({
  key: 'toon-whale',
  work: 25,
  paper: '#04203c',
  ink: '#f4f7dc',
  below: '열한 시 십일 분',
  cover: { scene: 'underwater', variant: 'whale', y: 0.42, zoom: 1.1 },
  panels: [eleven, window1, hertz, alone, note, stairs, horn, sky, word],
  closing: '대답은 도착했습니다',
  mood: '깊은 바다 같은 음악',
  still: 43,
  music: (seconds) => {
    const bars = Math.floor((seconds * 70) / 240)
    const h: Harmony = { chords: progression('Dm9 Bb Fmaj7 C Gm7 Bb Am7 C'), bars, meter: 4 }
    const melody =
      'A4/2 F5/1 E5/1 D5/3 r/1 C5/1 D5/1 F5/2 A5/4 G5/2 F5/1 D5/1 C5/2 A4/2 Bb4/1 D5/1 F5/2 E5/4'
    return {
      tempo: 70,
      room: 0.9,
      beds: [
        { place: 'sea', gain: 0.5 },
        { place: 'water', gain: 0.3, from: 18, to: 24 },
      ],
      parts: [
        { play: pad, gain: 0.15, send: 0.6, notes: held(h, 0, bars, 50, 0.5) },
        { play: piano, gain: 0.22, pan: -0.1, send: 0.5, notes: tune(melody, 4, 0.5) },
        {
          play: bell,
          gain: 0.08,
          pan: 0.3,
          send: 0.6,
          notes: broken(h, 3, bars - 1, '0 . 2 . 4 . 3 .', 66, 0.5),
        },
        { play: strings, gain: 0.16, send: 0.6, notes: held(h, 10, bars, 60, 0.55) },
        { play: flute, gain: 0.17, pan: 0.1, send: 0.6, notes: tune(melody, 36, 0.65) },
      ],
    }
  },
})
