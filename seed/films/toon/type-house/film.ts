import { pad, piano, strings } from '../../sound/instruments.ts'
import { held, progression, tune, type Harmony } from '../../sound/score.ts'
import { motionComic } from '../kit.ts'
import { house, pick, worn, three, setting } from './scenes-1.ts'
import { empty, pocket, press, back } from './scenes-2.ts'

export const typeHouseToon = motionComic({
  key: 'toon-type-house',
  work: 44,
  paper: '#efe7d6',
  ink: '#1b1a18',
  below: '마지막 한 글자',
  cover: { scene: 'type_case', y: 0.5, zoom: 1 },
  panels: [house, pick, worn, three, setting, empty, pocket, press, back],
  closing: '글자들은 제자리에 있습니다',
  mood: '느린 피아노',
  still: 45.4,
  music: (seconds) => {
    const bars = Math.floor((seconds * 64) / 240)
    const h: Harmony = { chords: progression('Fmaj7 Am7 Dm7 Bb C Am7 Bb C'), bars, meter: 4 }
    const melody =
      'C5/2 A4/1 G4/1 F4/3 r/1 A4/1 C5/1 E5/2 D5/4 F5/2 E5/1 D5/1 C5/2 A4/2 Bb4/1 A4/1 G4/2 F4/4'
    return {
      tempo: 64,
      room: 0.8,
      beds: [
        { place: 'paper', gain: 0.6 },
        { place: 'wind', gain: 0.12, from: 40 },
      ],
      parts: [
        { play: pad, gain: 0.11, send: 0.5, notes: held(h, 0, bars, 53, 0.5) },
        {
          play: piano,
          gain: 0.3,
          send: 0.5,
          notes: [...tune(melody, 4, 0.55), ...tune(melody, 36, 0.6)],
        },
        { play: strings, gain: 0.13, pan: 0.2, send: 0.5, notes: held(h, 9, bars, 60, 0.5) },
      ],
    }
  },
})
