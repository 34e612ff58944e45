import { palette } from '#seed/art/look.ts'
import { bass, flute, pad, strings } from '../../sound/instruments.ts'
import { beat, held, progression, tune, walking, type Harmony } from '../../sound/score.ts'
import { glow, haze } from '../../stage/light.ts'
import { box, line, poly, round, wash } from '../../stage/shapes.ts'
import { at, put } from '../../stage/stage.ts'
import { text } from '../../stage/text.ts'
import { clamp, lerp, ramp, wave, wrap } from '../../stage/time.ts'
import { motes } from '../../stage/weather.ts'
import { face } from '../face.ts'
import { teaser } from '../kit.ts'
import { parallax, scenery, type Panel } from '../panel.ts'

const six = palette('#1c0a12 #5c1020 #a8202a #e8763f #fbe3b5 #1f4d4a')
const recorder = { hair: '#17141c', coat: '#1f4d4a', gat: true } as const
const minister = {
  hair: '#d8d2c6',
  coat: '#5c1020',
  gat: true,
  beard: '#e4ded2',
  skin: '#dcb496',
} as const
const embers = (w: number, h: number) => ({
  width: w,
  height: h,
  count: 50,
  colour: '#ff9a4a',
  speed: -150,
  size: 4,
  wind: 30,
})

const fire: Panel = {
  size: [1240, 620],
  seconds: 3.8,
  view: [0.42, 0.6, 1.3, 0.5, 0.5, 1],
  prepare: (stage) => {
    const back = scenery(stage, 1320, 700, { scene: 'palace', palette: six, y: 0.6, zoom: 1.1 })
    return (ctx, t, u) => {
      parallax(ctx, back, 40, u, [50, -20])
      glow(ctx, 620, 640, 640, '#ff7a2a', 0.6 + 0.2 * wave(t, 0.7))
      for (let n = 0; n < 5; n++)
        haze(ctx, 460 + n * 80, 420 - wrap(t * 90 + n * 70, 360), 120, 90, '#2a1018', 0.4)
      motes(ctx, t, embers(1240, 620))
    }
  },
  lines: [
    {
      who: null,
      ko: '실록이 불탔다.',
      en: 'The annals burned.',
      from: 0.7,
      at: [250, 84],
      size: 34,
    },
  ],
  noises: [{ at: 0.2, sound: 'thunder', gain: 0.6 }],
}

const witness: Panel = {
  size: [609, 560],
  seconds: 3,
  view: [0.5, 0.5, 1, 0.5, 0.5, 1.2],
  prepare: (stage) => {
    const back = stage.layer(609, 560, (ctx) =>
      wash(ctx, 0, 0, 609, 560, ['#e8763f', '#a8202a', '#1c0a12']),
    )
    return (ctx, t) => {
      put(ctx, back)
      face(ctx, t, 300, 340, 136, { ...recorder, mood: 'wide' })
      glow(ctx, 120, 520, 420, '#ff9a4a', 0.5 + 0.2 * wave(t, 0.6))
      motes(ctx, t, embers(609, 560))
    }
  },
  lines: [
    {
      who: null,
      ko: '마지막 장을 읽은 사람은 하나.',
      en: 'One man read the last page.',
      from: 0.5,
      at: [305, 510],
    },
  ],
}

const writing: Panel = {
  size: [609, 560],
  seconds: 3.2,
  prepare: (stage) => {
    const back = stage.layer(609, 560, (ctx) => {
      wash(ctx, 0, 0, 609, 560, ['#3a1a18', '#1c0a12'])
      box(ctx, 70, 40, 470, 500, '#f6ead0')
      for (let n = 0; n < 5; n++) box(ctx, 150 + n * 80, 40, 2, 500, '#c9a27a')
    })
    return (ctx, t) => {
      put(ctx, back)
      const letters = [...'나는보았다']
      letters.forEach((letter, n) =>
        text(ctx, letter, 430, 110 + n * 84, {
          size: 66,
          weight: 900,
          colour: '#17141c',
          alpha: ramp(t, 0.4 + n * 0.42, 0.7 + n * 0.42),
        }),
      )
      const y = 110 + clamp((t - 0.4) / 2.1) * 336
      at(ctx, 420, y, 1, 0.35, () => {
        poly(
          ctx,
          [
            [-10, 40],
            [10, 40],
            [2, 0],
          ],
          '#17141c',
        )
        round(ctx, -11, -200, 22, 240, 8, '#8a5a34')
      })
      glow(ctx, 120, 80, 260, '#ffcf8a', 0.5)
    }
  },
  noises: [
    { at: 0.4, sound: 'whoosh', gain: 0.4 },
    { at: 1.6, sound: 'whoosh', gain: 0.4 },
  ],
}

const order: Panel = {
  size: [1240, 580],
  seconds: 4.4,
  view: [0.36, 0.5, 1.14, 0.6, 0.5, 1.1],
  prepare: (stage) => {
    const back = stage.layer(1240, 580, (ctx) => {
      wash(ctx, 0, 0, 1240, 580, ['#5c1020', '#1c0a12'])
      for (let n = 0; n < 9; n++)
        for (let y = 0; y < 580; y += 70)
          line(
            ctx,
            [
              [n * 155, 0],
              [n * 155, 580],
            ],
            '#2a0a14',
            6,
          )
    })
    return (ctx, t) => {
      put(ctx, back)
      glow(ctx, 620, 120, 420, '#ffcf8a', 0.35)
      face(ctx, t, 340, 350, 132, {
        ...minister,
        mood: 'angry',
        talks: t > 0.4 && t < 1.6 ? t : undefined,
      })
      face(ctx, t, 900, lerp(400, 370, ramp(t, 1.6, 2.4)), 122, {
        ...recorder,
        facing: -1,
        mood: t > 1.8 ? 'calm' : 'sad',
        talks: t > 2 && t < 3.4 ? t : undefined,
      })
    }
  },
  lines: [
    {
      who: '심도',
      ko: '잊어라.',
      en: 'Forget it.',
      from: 0.4,
      at: [560, 120],
      tail: [430, 250],
      size: 36,
    },
    {
      who: '윤채',
      ko: '…잊지 못합니다.',
      en: '...I cannot.',
      from: 2,
      at: [680, 460],
      tail: [800, 410],
      size: 34,
    },
  ],
  noises: [{ at: 0.4, sound: 'thud', gain: 0.9, shakes: true }],
}

export const redEavesTeaser = teaser({
  key: 'teaser-red-eaves',
  work: 11,
  paper: '#1c0a12',
  ink: '#fbe3b5',
  below: '적지 않으면, 없던 일이 된다',
  kind: '공개 예정',
  cover: { scene: 'palace', y: 0.62, zoom: 1.1 },
  panels: [fire, witness, writing, order],
  closing: '',
  mood: '',
  still: 2,
  music: (seconds) => {
    const bars = Math.ceil((seconds * 84) / 240)
    const h: Harmony = { chords: progression('Dm Bb Gm A Dm Bb'), bars, meter: 4 }
    return {
      tempo: 84,
      room: 0.8,
      beds: [
        { place: 'sizzle', gain: 0.3, to: 8 },
        { place: 'wind', gain: 0.3 },
      ],
      parts: [
        { play: pad, gain: 0.15, send: 0.5, notes: held(h, 0, bars, 50, 0.5) },
        { play: strings, gain: 0.18, send: 0.5, notes: held(h, 2, bars, 58, 0.6) },
        {
          play: flute,
          gain: 0.18,
          send: 0.6,
          notes: tune('A5/2 F5/1 G5/1 A5/3 r/1 D5/2 E5/1 F5/1 E5/4 D5/4', 2, 0.65),
        },
        { play: bass, gain: 0.26, notes: walking(h, 2, bars, '1 - - 1 1 - - 1', 33, 0.6) },
        { play: 'drum', gain: 0.3, send: 0.4, notes: beat(4, 1, bars, 'x.....x.x...x.xx', 0.7) },
      ],
    }
  },
})
