import { bass, flute, keys, pluck } from '../../sound/instruments.ts'
import { beat, broken, progression, tune, walking, type Harmony } from '../../sound/score.ts'
import { motionComic } from '../kit.ts'
import { pond, arrival, interview, fryer, scroll } from './scenes-1.ts'
import { glowing, duty, annals } from './scenes-2.ts'

export const princeToon = motionComic({
  key: 'toon-prince',
  work: 48,
  orientation: 'vertical',
  paper: '#1a0f3c',
  ink: '#fff0c9',
  below: '어명이다, 바삭하여라',
  cover: { scene: 'palace', variant: 'neon', y: 0.6, zoom: 1 },
  panels: [pond, arrival, interview, fryer, scroll, glowing, duty, annals],
  closing: '어명이다, 또 보거라',
  mood: '국악풍의 신나는 음악',
  still: 22.4,
  music: (seconds) => {
    const bars = Math.floor((seconds * 118) / 240)
    const h: Harmony = { chords: progression('Am7 Am7 Dm7 Em7 Am7 G Dm7 Em7'), bars, meter: 4 }
    const melody =
      'A4/1 C5/.5 D5/.5 E5/1 G5/1 E5/.5 D5/.5 C5/1 A4/2 D5/1 E5/.5 G5/.5 A5/2 G5/.5 E5/.5 D5/1 C5/1 A4/1'
    return {
      tempo: 118,
      room: 0.5,
      beds: [
        { place: 'crickets', gain: 0.35, to: 9 },
        { place: 'hum', gain: 0.25, from: 9, to: 44 },
        { place: 'sizzle', gain: 0.5, from: 18, to: 24, fade: 0.8 },
        { place: 'crowd', gain: 0.25, from: 24, to: 29 },
        { place: 'crickets', gain: 0.35, from: 40 },
      ],
      parts: [
        {
          play: pluck,
          gain: 0.24,
          pan: -0.2,
          send: 0.35,
          notes: broken(h, 0, bars - 1, '0 . 1 2 0 . 3 2', 57, 0.55),
        },
        {
          play: flute,
          gain: 0.17,
          pan: 0.15,
          send: 0.5,
          notes: [...tune(melody, 4, 0.6), ...tune(melody, 36, 0.65), ...tune(melody, 72, 0.6)],
        },
        {
          play: keys,
          gain: 0.1,
          pan: 0.35,
          send: 0.3,
          notes: broken(h, 8, bars - 2, '. 2 . . 3 . 2 .', 64, 0.5),
        },
        { play: bass, gain: 0.27, notes: walking(h, 4, bars - 1, '1 . 1 5 . 1 8 .', 33, 0.6) },
        { play: 'drum', gain: 0.16, notes: beat(4, 2, bars - 1, 'x..x..x.x..x.x.o', 0.6) },
        {
          play: 'rim',
          gain: 0.06,
          pan: 0.3,
          send: 0.3,
          notes: beat(4, 4, bars - 2, '..x..x.x..x..x.x', 0.5),
        },
      ],
    }
  },
})
