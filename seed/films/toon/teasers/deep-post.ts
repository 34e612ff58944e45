import { palette } from '#seed/art/look.ts'
import { bell, flute, keys, pad } from '../../sound/instruments.ts'
import { broken, held, progression, tune, type Harmony } from '../../sound/score.ts'
import { glow } from '../../stage/light.ts'
import { box, disc, line, oval, poly, round, wash } from '../../stage/shapes.ts'
import { at, put, type Ctx } from '../../stage/stage.ts'
import { text } from '../../stage/text.ts'
import { lerp, ramp, wave } from '../../stage/time.ts'
import { motes } from '../../stage/weather.ts'
import { face } from '../face.ts'
import { teaser } from '../kit.ts'
import { parallax, scenery, type Panel } from '../panel.ts'

const six = palette('#0b1030 #232a72 #4a55b8 #9fb4ef #fdf3d4 #ff7ab0')
const miyeok = { hair: '#2f6b5f', coat: '#ff7ab0', cut: 'long', cap: '#232a72' } as const
const bubbles = (w: number, h: number) => ({
  width: w,
  height: h,
  count: 34,
  colour: '#cfdcff',
  speed: -50,
  size: 4,
})

function letter(ctx: Ctx, x: number, y: number, s: number, turn: number): void {
  at(ctx, x, y, s, turn, () => {
    box(ctx, -80, -52, 160, 104, '#fdf3d4')
    line(
      ctx,
      [
        [-80, -52],
        [0, 12],
        [80, -52],
      ],
      '#c9b890',
      4,
    )
    disc(ctx, 0, 8, 15, '#ff7ab0')
  })
}

const sinking: Panel = {
  size: [1240, 620],
  seconds: 4,
  view: [0.5, 0.4, 1.25, 0.5, 0.5, 1],
  prepare: (stage) => {
    const back = scenery(stage, 1320, 700, {
      scene: 'underwater',
      palette: six,
      x: 0.5,
      y: 0.62,
      zoom: 1,
    })
    return (ctx, t, u) => {
      parallax(ctx, back, 40, u, [0, -60])
      letter(ctx, 380 + 40 * wave(t, 3), lerp(60, 420, t / 4), 1.2, 0.5 * wave(t, 2.6))
      motes(ctx, t, bubbles(1240, 620))
    }
  },
  lines: [
    {
      who: null,
      ko: '받는 이를 찾지 못한 편지는\n가라앉는다.',
      en: 'A letter that finds no one sinks.',
      from: 0.7,
      at: [930, 110],
      size: 30,
    },
  ],
  noises: [{ at: 0.2, sound: 'splash', gain: 0.6 }],
}

const office: Panel = {
  size: [609, 560],
  seconds: 3.4,
  prepare: (stage) => {
    const back = stage.layer(609, 560, (ctx) => {
      wash(ctx, 0, 0, 609, 560, ['#1a2060', '#0b1030'])
      round(ctx, 100, 70, 410, 90, 16, '#fdf3d4')
      text(ctx, '심해 우체국', 305, 117, { size: 50, weight: 900, colour: '#232a72' })
      box(ctx, 0, 460, 609, 100, '#2f3788')
    })
    return (ctx, t) => {
      put(ctx, back)
      at(ctx, 380, 350 + 8 * wave(t, 2.4), 1, 0, () => {
        oval(ctx, 0, 0, 150, 116, '#5a4a8f')
        poly(
          ctx,
          [
            [130, 0],
            [210, -70],
            [210, 70],
          ],
          '#4a3c7a',
        )
        round(ctx, -120, 14, 150, 50, 24, '#1a1340')
        for (let n = 0; n < 6; n++)
          poly(
            ctx,
            [
              [-110 + n * 24, 16],
              [-100 + n * 24, 38],
              [-90 + n * 24, 16],
            ],
            '#fdf3d4',
          )
        disc(ctx, -50, -36, 22, '#fdf3d4')
        disc(ctx, -56, -34, 10, '#0b1030')
        line(
          ctx,
          [
            [-20, -104],
            [-110, -190],
            [-150, -140],
          ],
          '#5a4a8f',
          8,
        )
        disc(ctx, -150, -132, 18, '#ffe9a8')
        round(ctx, -50, -138, 100, 30, 8, '#232a72')
      })
      glow(ctx, 230, 218, 220, '#ffe9a8', 0.8)
      motes(ctx, t, bubbles(609, 560))
    }
  },
  lines: [
    {
      who: '우체국장',
      ko: '자네, 첫 배달일세.',
      en: 'Your first delivery.',
      from: 0.5,
      at: [200, 500],
      tail: [280, 400],
      size: 30,
    },
  ],
  noises: [{ at: 0.3, sound: 'ding', gain: 0.5 }],
}

const smear: Panel = {
  size: [609, 560],
  seconds: 3.4,
  prepare: (stage) => {
    const back = stage.layer(609, 560, (ctx) =>
      wash(ctx, 0, 0, 609, 560, ['#4a55b8', '#232a72', '#0b1030']),
    )
    return (ctx, t) => {
      put(ctx, back)
      face(ctx, t, 220, 300, 118, { ...miyeok, mood: t > 1.4 ? 'wide' : 'calm' })
      at(ctx, 450, 400, 1, 0.1 + 0.02 * wave(t, 2), () => {
        box(ctx, -120, -80, 240, 160, '#fdf3d4')
        for (let n = 0; n < 3; n++) {
          ctx.globalAlpha = 0.5
          oval(ctx, -20 + n * 14, -40 + n * 38, 80 - n * 16, 9, '#6f7bc0')
          ctx.globalAlpha = 1
        }
        text(ctx, '보고 ㅅ…', -10, -6, { size: 40, weight: 700, colour: '#4a55b8', alpha: 0.5 })
      })
      motes(ctx, t, bubbles(609, 560))
    }
  },
  lines: [
    {
      who: '미역',
      ko: '글자가 다\n번졌는데요?',
      en: 'But the words have all run.',
      from: 1,
      at: [420, 110],
      tail: [300, 220],
      size: 30,
    },
  ],
}

const lamps: Panel = {
  size: [1240, 600],
  seconds: 4,
  view: [0.4, 0.5, 1.2, 0.55, 0.5, 1],
  prepare: (stage) => {
    const back = scenery(stage, 1320, 680, {
      scene: 'underwater',
      palette: palette('#060a22 #141a52 #2a3390 #5f74c8 #fdf3d4 #ff7ab0'),
      x: 2,
      y: 0.7,
      zoom: 1.2,
      seed: 4,
    })
    return (ctx, t, u) => {
      parallax(ctx, back, 40, u, [-60, 0])
      for (let n = 0; n < 9; n++) {
        const [x, y] = [90 + n * 130, 460 - ((n * 89) % 190)]
        const lit = ramp(t, 0.3 + n * 0.24, 0.7 + n * 0.24)
        round(ctx, x - 46, y, 92, 130, [46, 46, 6, 6], '#10164a')
        round(ctx, x - 15, y + 38, 30, 40, 8, lit > 0.5 ? '#ffe9a8' : '#232a72')
        glow(ctx, x, y + 58, 130, '#ffe9a8', 0.8 * lit)
      }
      letter(ctx, lerp(-80, 900, t / 4), 240 + 30 * wave(t, 1.8), 0.9, 0.2 * wave(t, 1.4))
      motes(ctx, t, bubbles(1240, 600))
    }
  },
  lines: [
    {
      who: null,
      ko: '늦게 도착해도 괜찮은 말이 있다.',
      en: 'Some words may arrive late.',
      from: 1.2,
      at: [620, 90],
      size: 32,
    },
  ],
  noises: [{ at: 0.5, sound: 'sparkle', gain: 0.6 }],
}

export const deepPostTeaser = teaser({
  key: 'teaser-deep-post',
  work: 50,
  paper: '#0b1030',
  ink: '#fdf3d4',
  below: '늦게 도착해도 괜찮은 말이 있다',
  kind: '공개 예정',
  cover: { scene: 'underwater', y: 0.62, zoom: 1 },
  panels: [sinking, office, smear, lamps],
  closing: '',
  mood: '',
  still: 2,
  music: (seconds) => {
    const bars = Math.ceil((seconds * 88) / 240)
    const h: Harmony = { chords: progression('Fmaj7 Em7 Dm7 Cmaj7'), bars, meter: 4 }
    return {
      tempo: 88,
      room: 0.85,
      beds: [{ place: 'water', gain: 0.5 }],
      parts: [
        { play: pad, gain: 0.15, send: 0.5, notes: held(h, 0, bars, 53, 0.5) },
        {
          play: keys,
          gain: 0.17,
          send: 0.4,
          notes: broken(h, 0, bars, '0 2 1 3 2 4 3 1', 60, 0.5),
        },
        {
          play: bell,
          gain: 0.1,
          pan: 0.3,
          send: 0.6,
          notes: tune('A5/1 C6/1 E5/2 G5/1 E5/1 B4/2 D5/2 F5/2 E5/4', 4, 0.6),
        },
        { play: flute, gain: 0.15, send: 0.5, notes: tune('E5/2 G5/2 A5/3 G5/1 E5/4', 12, 0.6) },
      ],
    }
  },
})
