import { bass, keys, pluck, woodwind } from '../../sound/instruments.ts'
import { beat, broken, progression, tune, walking, type Harmony } from '../../sound/score.ts'
import { motionComic } from '../kit.ts'
import { door, first, second, third, who, giant } from './scenes-1.ts'
import { doubt, uniform, sender } from './scenes-2.ts'

export const parcelToon = motionComic({
  key: 'toon-parcel',
  work: 28,
  paper: '#fffaf0',
  ink: '#20304f',
  below: '일곱 번째 상자',
  cover: { scene: 'boxes', y: 0.66, zoom: 1.1 },
  panels: [door, first, second, third, who, giant, doubt, uniform, sender],
  closing: '내일도 배송됩니다',
  mood: '통통 튀는 음악',
  still: 39,
  music: (seconds) => {
    const bars = Math.floor((seconds * 126) / 240)
    const h: Harmony = { chords: progression('C Am7 Dm7 G7 C E7 F G7'), bars, meter: 4 }
    const melody =
      'G5/.5 E5/.5 C5/.5 E5/.5 G5/1 A5/1 G5/.5 F5/.5 E5/.5 D5/.5 C5/1 r/1 A4/.5 C5/.5 E5/1 F5/.5 E5/.5 D5/1 G5/1 B4/1 C5/2'
    return {
      tempo: 126,
      room: 0.4,
      beds: [
        { place: 'rain', gain: 0.35, from: 9, to: 13, fade: 0.6 },
        { place: 'hum', gain: 0.15, from: 26, to: 36 },
      ],
      parts: [
        {
          play: pluck,
          gain: 0.2,
          pan: -0.25,
          send: 0.25,
          notes: broken(h, 0, bars - 1, '0 . 2 1 . 3 2 .', 60, 0.55),
        },
        {
          play: woodwind,
          gain: 0.16,
          pan: 0.15,
          send: 0.35,
          notes: [...tune(melody, 8, 0.6), ...tune(melody, 40, 0.6), ...tune(melody, 80, 0.6)],
        },
        {
          play: keys,
          gain: 0.1,
          pan: 0.3,
          send: 0.3,
          notes: broken(h, 6, bars - 1, '. 2 . 3 . 2 . 4', 64, 0.5),
        },
        { play: bass, gain: 0.26, notes: walking(h, 0, bars - 1, '1 . 5 . 1 . 5 8', 36, 0.6) },
        {
          play: 'clap',
          gain: 0.06,
          send: 0.3,
          notes: beat(4, 4, bars - 1, '....x.......x...', 0.6),
        },
        { play: 'hat', gain: 0.05, pan: 0.2, notes: beat(4, 2, bars - 1, '..x...x...x...xo', 0.5) },
      ],
    }
  },
})
