import { bass, bell, flute, pad, pluck } from '../../sound/instruments.ts'
import { broken, held, progression, tune, walking, type Harmony } from '../../sound/score.ts'
import { motionComic } from '../kit.ts'
import { base, silence, plant, choice, snow } from './scenes-1.ts'
import { lie, lies, signal, reply } from './scenes-2.ts'

export const marsToon = motionComic({
  key: 'toon-mars',
  work: 40,
  paper: '#2a0d14',
  ink: '#fbe0c8',
  below: '따뜻하게 잤음',
  cover: { scene: 'desert', variant: 'mars', y: 0.62, zoom: 1.1 },
  panels: [base, silence, plant, choice, snow, lie, lies, signal, reply],
  closing: '일지는 계속됩니다',
  mood: '고요한 신시사이저와 종소리',
  still: 27.6,
  music: (seconds) => {
    const bars = Math.floor((seconds * 80) / 240)
    const h: Harmony = {
      chords: progression('Am9 Fmaj7 Cmaj7 Em7 Dm9 Fmaj7 G Em7'),
      bars,
      meter: 4,
    }
    const melody =
      'E5/2 C5/1 B4/1 A4/3 r/1 G4/1 C5/1 E5/2 D5/4 F5/2 E5/1 C5/1 D5/2 A4/2 B4/1 D5/1 G5/2 E5/4'
    return {
      tempo: 80,
      room: 0.85,
      beds: [
        { place: 'wind', gain: 0.35, to: 46 },
        { place: 'hum', gain: 0.25, from: 8 },
      ],
      parts: [
        { play: pad, gain: 0.15, send: 0.5, notes: held(h, 0, bars, 52, 0.5) },
        {
          play: bell,
          gain: 0.1,
          pan: 0.25,
          send: 0.6,
          notes: [...tune(melody, 4, 0.5), ...tune(melody, 38, 0.6)],
        },
        { play: flute, gain: 0.13, pan: -0.15, send: 0.6, notes: tune(melody, 22, 0.5) },
        {
          play: pluck,
          gain: 0.13,
          pan: 0.3,
          send: 0.4,
          notes: broken(h, 10, bars - 1, '0 2 . 3 . 2 4 .', 60, 0.5),
        },
        { play: bass, gain: 0.2, notes: walking(h, 4, bars - 1, '1 - - - 5 - - -', 33, 0.5) },
      ],
    }
  },
})
