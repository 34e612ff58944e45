import { bass, bell, flute, pluck } from '../../sound/instruments.ts'
import { beat, broken, progression, tune, walking, type Harmony } from '../../sound/score.ts'
import { motionComic } from '../kit.ts'
import { street, slip, sign, shop, platform } from './scenes-1.ts'
import { order, winding, note, sunday } from './scenes-2.ts'

export const clockShop = motionComic({
  key: 'toon-clock-shop',
  work: 29,
  paper: '#fdf6e3',
  ink: '#17302d',
  below: '멈춘 괘종시계',
  cover: { scene: 'clock', x: 0.5, y: 0.5, zoom: 1.3 },
  panels: [street, slip, sign, shop, platform, order, winding, note, sunday],
  closing: '시계는 오늘도 갑니다',
  mood: '째깍거리는 경쾌한 음악',
  still: 36.9,
  music: (seconds) => {
    const bars = Math.floor((seconds * 104) / 240)
    const h: Harmony = { chords: progression('Dm7 G7 Cmaj7 Am7 Dm7 G7 Em7 Am7'), bars, meter: 4 }
    const melody =
      'A5/.5 F5/.5 D5/1 E5/.5 F5/.5 G5/1 E5/1 C5/1 B4/1 C5/1 D5/.5 E5/.5 F5/1 A5/1 G5/1 E5/2 A4/2'
    return {
      tempo: 104,
      room: 0.5,
      beds: [
        { place: 'birds', gain: 0.2, to: 9 },
        { place: 'hum', gain: 0.2, from: 12, to: 44 },
        { place: 'birds', gain: 0.25, from: 46 },
      ],
      parts: [
        {
          play: pluck,
          gain: 0.2,
          pan: -0.2,
          send: 0.3,
          notes: broken(h, 0, bars - 2, '0 2 1 3 0 2 1 4', 60, 0.5),
        },
        {
          play: bell,
          gain: 0.1,
          pan: 0.3,
          send: 0.5,
          notes: [...tune(melody, 8, 0.6), ...tune(melody, 56, 0.6)],
        },
        { play: flute, gain: 0.15, pan: 0.1, send: 0.5, notes: [...tune(melody, 32, 0.6)] },
        { play: bass, gain: 0.22, notes: walking(h, 1, bars - 1, '1 - 5 - 8 - 5 -', 36, 0.55) },
        {
          play: 'rim',
          gain: 0.08,
          pan: -0.3,
          send: 0.3,
          notes: beat(4, 0, bars - 1, 'x.o.x.o.', 0.5),
        },
        { play: 'shaker', gain: 0.06, pan: 0.3, notes: beat(4, 4, bars - 2, '.x.x.x.x', 0.5) },
      ],
    }
  },
})
