import { palette } from '#seed/art/look.ts'
import { bass, bell, pad, strings } from '../../sound/instruments.ts'
import { beat, broken, held, progression, walking, type Harmony } from '../../sound/score.ts'
import { person } from '../../stage/figure.ts'
import { glow } from '../../stage/light.ts'
import { line, oval, poly, round, wash } from '../../stage/shapes.ts'
import { at, put } from '../../stage/stage.ts'
import { text } from '../../stage/text.ts'
import { ramp, wave } from '../../stage/time.ts'
import { drift } from '../../stage/weather.ts'
import { face } from '../face.ts'
import { teaser } from '../kit.ts'
import { parallax, scenery, type Panel } from '../panel.ts'

const six = palette('#031018 #08303a #0f6d68 #41d9a0 #e8fff0 #ffb13d')
const ingrid = { hair: '#d9c08a', coat: '#22415a', cut: 'long', skin: '#f2cdb8' } as const
const flakes = (w: number, h: number, count = 60) => ({
  width: w,
  height: h,
  count,
  colour: '#e8fff0',
  speed: 70,
  size: 4,
  wind: 50,
})

const dark: Panel = {
  size: [1240, 620],
  seconds: 3.8,
  view: [0.56, 0.4, 1.3, 0.5, 0.5, 1],
  prepare: (stage) => {
    const back = scenery(stage, 1320, 700, {
      scene: 'aurora',
      palette: six,
      x: 0.55,
      y: 0.72,
      zoom: 1,
    })
    return (ctx, t, u) => {
      parallax(ctx, back, 40, u, [-50, 10])
      drift(ctx, t, flakes(1240, 620))
    }
  },
  lines: [
    {
      who: null,
      ko: '해가 뜨지 않는 스물하루.',
      en: 'Twenty-one days without sun.',
      from: 0.8,
      at: [290, 90],
      size: 32,
    },
  ],
}

const ice: Panel = {
  size: [609, 580],
  seconds: 3.4,
  view: [0.5, 0.46, 1, 0.5, 0.56, 1.25],
  prepare: (stage) => {
    const back = stage.layer(609, 580, (ctx) =>
      wash(ctx, 0, 0, 609, 580, ['#9fd8d8', '#3a8a94', '#0a3a48']),
    )
    return (ctx, t) => {
      put(ctx, back)
      at(ctx, 305, 330, 1, -0.1, () => {
        ctx.globalAlpha = 0.75
        round(ctx, -190, -40, 380, 80, 10, '#6d4a2e')
        for (const y of [-56, 56]) round(ctx, -220, y - 7, 440, 14, 7, '#3a2618')
        ctx.globalAlpha = 1
        text(ctx, 'INGRID', 0, 0, {
          size: 58,
          weight: 900,
          colour: '#e8fff0',
          alpha: ramp(t, 1, 1.8),
        })
      })
      line(
        ctx,
        [
          [40, 90],
          [200, 210],
          [180, 330],
          [330, 420],
          [310, 570],
        ],
        '#e8fff0',
        4,
      )
      line(
        ctx,
        [
          [200, 210],
          [420, 170],
          [580, 210],
        ],
        '#e8fff0',
        3,
      )
      drift(ctx, t, flakes(609, 580, 24))
    }
  },
  noises: [
    {
      at: 0.5,
      sound: 'thud',
      gain: 1,
      shakes: true,
      word: { words: '쩌적', at: [440, 110], size: 100, colour: '#41d9a0' },
    },
  ],
}

const name: Panel = {
  size: [609, 580],
  seconds: 3,
  prepare: (stage) => {
    const back = stage.layer(609, 580, (ctx) =>
      wash(ctx, 0, 0, 609, 580, ['#0f6d68', '#08303a', '#031018']),
    )
    return (ctx, t) => {
      put(ctx, back)
      glow(ctx, 480, 470, 300, '#ffb13d', 0.5)
      face(ctx, t, 290, 340, 136, { ...ingrid, cap: '#0f6d68', mood: 'wide' })
      drift(ctx, t, flakes(609, 580, 34))
    }
  },
  lines: [
    {
      who: '잉그리드',
      ko: '내 글씨야.\n이십 년 전의.',
      en: 'My handwriting. From twenty years ago.',
      from: 0.5,
      at: [430, 90],
      tail: [360, 240],
      size: 30,
    },
  ],
}

const traces: Panel = {
  size: [1240, 580],
  seconds: 4.2,
  view: [0.5, 0.5, 1.16, 0.5, 0.5, 1],
  prepare: (stage) => {
    const back = stage.layer(1240, 580, (ctx) => {
      wash(ctx, 0, 0, 1240, 580, ['#031018', '#0a3a44', '#bfe0dc', '#e8fff0'])
      for (let n = 0; n < 14; n++)
        poly(
          ctx,
          [
            [n * 95 - 30, 300],
            [n * 95 + 30, 300],
            [n * 95, 130 + (n % 4) * 26],
          ],
          '#04202a',
        )
    })
    return (ctx, t) => {
      put(ctx, back)
      for (let n = 0; n < 16; n++) {
        ctx.globalAlpha = 1 - ramp(t, 0.4 + n * 0.18, 1 + n * 0.18)
        oval(ctx, 120 + n * 66, 500 - Math.sin(n * 0.4) * 40 + (n % 2) * 24, 16, 9, '#6f9aa0')
        ctx.globalAlpha = 1
      }
      for (const [x, coat] of [
        [260, '#5a3a2e'],
        [640, '#22415a'],
        [1000, '#4a4a52'],
      ] as const) {
        person(ctx, x, 440, {
          height: 200,
          coat,
          hair: '#2a2220',
          back: x !== 640,
          breath: wave(t, 2.4),
          arm: 0.8,
        })
        glow(ctx, x + 40, 370, 110, '#ffb13d', 0.8)
      }
      drift(ctx, t, flakes(1240, 580, 90))
    }
  },
  lines: [
    {
      who: null,
      ko: '모두가 모두의 발자국을 지운다.',
      en: "Everyone erases everyone's footprints.",
      from: 0.7,
      at: [620, 84],
      size: 32,
    },
  ],
  noises: [
    { at: 0.6, sound: 'step', gain: 0.7 },
    { at: 1.4, sound: 'step', gain: 0.6 },
    { at: 2.2, sound: 'step', gain: 0.5 },
  ],
}

export const northTeaser = teaser({
  key: 'teaser-north',
  work: 37,
  paper: '#031018',
  ink: '#e8fff0',
  below: '해가 뜨지 않는 스물하루',
  kind: '공개 예정',
  cover: { scene: 'aurora', y: 0.72, zoom: 1 },
  panels: [dark, ice, name, traces],
  closing: '',
  mood: '',
  still: 2,
  music: (seconds) => {
    const bars = Math.ceil((seconds * 72) / 240)
    const h: Harmony = { chords: progression('Cm9 Abmaj7 Fm7 Gm7'), bars, meter: 4 }
    return {
      tempo: 72,
      room: 0.9,
      beds: [{ place: 'wind', gain: 0.6 }],
      parts: [
        { play: pad, gain: 0.17, send: 0.6, notes: held(h, 0, bars, 48, 0.5) },
        { play: strings, gain: 0.16, send: 0.6, notes: held(h, 2, bars, 60, 0.55) },
        { play: bell, gain: 0.1, send: 0.7, notes: broken(h, 0, bars, '0 . . 3 . . 2 .', 66, 0.5) },
        { play: bass, gain: 0.25, notes: walking(h, 1, bars, '1 - - - 1 - - -', 31, 0.6) },
        { play: 'drum', gain: 0.22, send: 0.5, notes: beat(4, 2, bars, 'x.......x...x...', 0.7) },
      ],
    }
  },
})
