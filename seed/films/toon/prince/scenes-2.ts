import { person } from '../../stage/figure.ts'
import { beam, glow, haze } from '../../stage/light.ts'
import { box, disc, line, oval, round, wash } from '../../stage/shapes.ts'
import { at, put } from '../../stage/stage.ts'
import { text } from '../../stage/text.ts'
import { ramp, settle, spring, wave, wrap } from '../../stage/time.ts'
import { motes, ripples } from '../../stage/weather.ts'
import { face } from '../face.ts'
import { scenery, type Panel } from '../panel.ts'
import { royal, prince, robe, shop, fridge } from './set.ts'

export const glowing: Panel = {
  size: [676, 900],
  seconds: 5.2,
  view: [0.5, 0.5, 1, 0.5, 0.5, 1.14],
  prepare: (stage) => {
    const back = shop(stage, 900)
    return (ctx, t) => {
      put(ctx, back, -42, 0)
      ctx.globalAlpha = 0.45
      box(ctx, 0, 0, 676, 900, '#120a2c')
      ctx.globalAlpha = 1
      fridge(ctx, t, 420, 840, 1.05, 1, '#fff7d8')
      disc(ctx, 420, 520, 96, '#fff0c9')
      glow(ctx, 420, 540, 380 + 20 * wave(t, 1.4), '#fff0c9', 0.9)
      beam(ctx, 420, 540, 2.7, 0.3, 700, '#fff0c9', 0.5)
      robe(ctx, 210, 860, 400, t, { back: true, apron: false })
      motes(ctx, t, { width: 676, height: 900, count: 40, colour: '#fff0c9', speed: -40, size: 4 })
    }
  },
  lines: [
    {
      who: '사장 딸',
      ko: '저기… 냉장고가\n빛나는데요?',
      en: 'Um... the fridge is glowing?',
      from: 0.4,
      at: [190, 150],
      size: 30,
    },
    {
      who: null,
      ko: '돌아갈 길이 열렸다.',
      en: 'The way home was open.',
      from: 2.8,
      at: [470, 250],
    },
  ],
  noises: [{ at: 0.2, sound: 'sparkle', gain: 0.7, sdh: '신비한 소리' }],
}

export const duty: Panel = {
  size: [676, 820],
  seconds: 5.6,
  prepare: (stage) => {
    const back = stage.layer(676, 820, (ctx) => {
      wash(ctx, 0, 0, 676, 820, ['#2d1670', '#7a2bd0', '#ff5fb3'])
    })
    return (ctx, t) => {
      put(ctx, back)
      glow(ctx, 40, 420, 420, '#fff0c9', 0.8 * (1 - ramp(t, 3.2, 3.5)))
      face(ctx, t, 350, 400, 158, {
        ...prince,
        gat: true,
        mood: t < 2.4 ? 'sad' : 'smile',
        talks: t > 2.6 && t < 4.4 ? t : undefined,
      })
      const shut = settle((t - 3.2) / 0.25)
      box(ctx, -20, 0, 20 + 40 * shut, 820, '#e6ebf7')
    }
  },
  lines: [
    {
      who: '전화',
      ko: '여기 후라이드\n한 마리요!',
      en: 'One fried chicken, please!',
      from: 0.5,
      at: [520, 150],
      size: 30,
    },
    {
      who: '세자 이건',
      ko: '짐은… 근무 중이니라.',
      en: 'We are... on duty.',
      from: 2.6,
      at: [350, 700],
      tail: [370, 540],
      size: 36,
    },
  ],
  noises: [
    {
      at: 0.3,
      sound: 'beep',
      gain: 0.6,
      word: { words: '따르릉', at: [170, 120], size: 72, colour: '#25e6c8' },
      sdh: '주문 전화',
    },
    { at: 0.8, sound: 'beep', gain: 0.6 },
    {
      at: 3.3,
      sound: 'thud',
      gain: 1,
      shakes: true,
      word: { words: '쾅', at: [130, 560], size: 130, colour: '#ffb347' },
      sdh: '냉장고 문이 닫힌다',
    },
  ],
}

export const annals: Panel = {
  size: [676, 960],
  seconds: 6.2,
  view: [0.5, 0.58, 1.12, 0.5, 0.48, 1.02],
  prepare: (stage) => {
    const back = scenery(stage, 756, 660, {
      scene: 'palace',
      palette: royal,
      y: 0.6,
      zoom: 0.9,
      seed: 12,
    })
    return (ctx, t) => {
      put(ctx, back, -40, -40)
      wash(ctx, 0, 560, 676, 400, ['#1d2a66', '#0a1030'])
      ripples(ctx, t, 640, {
        width: 676,
        height: 960,
        count: 16,
        colour: '#fff0c9',
        size: 28,
        alpha: 0.35,
      })
      at(ctx, 360, 800 + 8 * wave(t, 2), 1, 0.05 * wave(t, 3), () => {
        round(ctx, -90, -70, 180, 100, 10, '#ff5fb3')
        box(ctx, -90, -74, 180, 16, '#fff0c9')
        text(ctx, '달밤 치킨', 0, -16, { size: 30, weight: 900 })
      })
      for (let n = 0; n < 3; n++)
        haze(ctx, 330 + n * 40, 690 - wrap(t * 40 + n * 30, 120), 40, 30, '#fff0c9', 0.4)
      for (const [x, facing, coat] of [
        [140, 1, '#2f6b5f'],
        [560, -1, '#3a4fa8'],
      ] as const) {
        person(ctx, x, 600, {
          height: 300,
          coat,
          hair: '#17141c',
          legs: '#10142e',
          facing,
          arm: t > 1 ? 1.5 : 0.1,
          breath: wave(t, 2),
          nod: 0.16,
        })
        oval(ctx, x, 298, 54, 9, '#17141c')
        round(ctx, x - 22, 258, 44, 42, 5, '#221e2a')
      }
      line(
        ctx,
        [
          [0, 560],
          [676, 560],
        ],
        '#0a1030',
        6,
      )
      const seal = spring((t - 3.4) / 0.6)
      if (t > 3.4)
        at(ctx, 338, 150, seal, 0, () => {
          box(ctx, -250, -90, 500, 180, '#fff7e4')
          box(ctx, -250, -90, 500, 8, '#c9202f')
          text(ctx, '실록에 이르기를', 0, -48, { size: 26, weight: 500, colour: '#6a3a1c' })
          text(ctx, '“그 밤, 연못에서', 0, 2, { size: 36, weight: 900, colour: '#17141c' })
          text(ctx, '닭 튀기는 냄새가 났다.”', 0, 50, { size: 36, weight: 900, colour: '#17141c' })
        })
    }
  },
  lines: [
    {
      who: '내관',
      ko: '이 고소한 냄새는…?',
      en: 'That delicious smell...?',
      from: 0.9,
      at: [420, 420],
      tail: [185, 345],
      size: 30,
    },
    {
      who: null,
      ko: '실록: “그 밤, 연못에서\n닭 튀기는 냄새가 났다.”',
      en: 'The annals: "The pond smelled of fried chicken."',
      from: 3.4,
      at: [-2000, 0],
    },
  ],
  noises: [{ at: 3.4, sound: 'chime', gain: 0.4, sdh: '가야금 한 가락' }],
}
