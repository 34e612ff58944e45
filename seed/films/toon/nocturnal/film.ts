import { bass, keys, lead, pad, strings } from '../../sound/instruments.ts'
import { beat, broken, held, progression, tune, walking, type Harmony } from '../../sound/score.ts'
import { motionComic } from '../kit.ts'
import { call, app, mirror, knock, photo, grin } from './scenes-1.ts'
import { line112, police, trunk, seventh } from './scenes-2.ts'

export const nocturnalToon = motionComic({
  key: 'toon-nocturnal',
  work: 23,
  paper: '#120a20',
  ink: '#f0dcff',
  below: '여섯 번째 콜',
  cover: { scene: 'night_road', y: 0.6, zoom: 1.1 },
  panels: [call, app, mirror, knock, photo, grin, line112, police, trunk, seventh],
  closing: '콜을 확인하세요',
  mood: '낮게 깔리는 신시사이저',
  still: 20.7,
  music: (seconds) => {
    const bars = Math.floor((seconds * 112) / 240)
    const h: Harmony = {
      chords: progression('Em7 Em7 Cmaj7 Cmaj7 Am7 Am7 Bm7 Bm7'),
      bars,
      meter: 4,
    }
    return {
      tempo: 112,
      room: 0.6,
      beds: [
        { place: 'rain', gain: 0.3 },
        { place: 'engine', gain: 0.35, from: 8, to: 38 },
      ],
      parts: [
        { play: pad, gain: 0.14, send: 0.4, notes: held(h, 0, bars, 48, 0.5) },
        { play: bass, gain: 0.3, notes: walking(h, 0, bars - 1, '1 1 1 1 1 1 8 1', 28, 0.6) },
        {
          play: keys,
          gain: 0.13,
          pan: -0.3,
          send: 0.4,
          notes: broken(h, 4, bars - 2, '0 . 3 . 2 . 4 .', 59, 0.5),
        },
        {
          play: lead,
          gain: 0.07,
          pan: 0.2,
          send: 0.5,
          notes: tune('B4/2 E5/2 G5/3 F#5/1 E5/4 D5/2 B4/2', 32, 0.6),
        },
        { play: strings, gain: 0.12, send: 0.5, notes: held(h, 14, bars, 60, 0.5) },
        { play: 'kick', gain: 0.28, notes: beat(4, 4, bars - 3, 'x...x...x...x...', 0.7) },
        { play: 'hat', gain: 0.06, pan: 0.3, notes: beat(4, 6, bars - 3, '..x...x...x...xo', 0.5) },
      ],
    }
  },
})
