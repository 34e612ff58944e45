import { person } from '../../stage/figure.ts'
import { glow } from '../../stage/light.ts'
import { box, disc, oval, poly, round, wash } from '../../stage/shapes.ts'
import { at, put } from '../../stage/stage.ts'
import { text } from '../../stage/text.ts'
import { lerp, ramp, seeded, smooth, wave } from '../../stage/time.ts'
import { drift } from '../../stage/weather.ts'
import { parallax, scenery, type Panel } from '../panel.ts'
import { six, young, he, she, petals, bicycle, cassette } from './set.ts'

export const ride: Panel = {
  size: [1240, 640],
  seconds: 5.4,
  view: [0.44, 0.5, 1.04, 0.56, 0.5, 1.04],
  prepare: (stage) => {
    const back = scenery(stage, 1400, 720, {
      scene: 'tree',
      variant: 'blossom',
      palette: six,
      x: 0.66,
      y: 0.62,
      zoom: 1.15,
    })
    return (ctx, t, u) => {
      parallax(ctx, back, 80, u, [90, 0])
      const x = lerp(-120, 820, smooth(u * 0.92))
      bicycle(ctx, t, x, 606, 1.15)
      person(ctx, x - 44, 560, {
        ...young,
        height: 292,
        sitting: true,
        arm: 1.2,
        breath: wave(t, 0.8),
      })
      drift(ctx, t * 1.4, petals(1240, 640, 56), true)
    }
  },
  lines: [
    {
      who: null,
      ko: '첫 번째 봄, 스무 살.',
      en: 'The first spring. Twenty.',
      from: 0.5,
      at: [210, 78],
    },
    {
      who: '류건',
      ko: '선재야, 기다려!',
      en: 'Seonjae, wait!',
      from: 2.5,
      at: [470, 210],
      tail: [540, 330],
      kind: 'shout',
      size: 34,
    },
  ],
  noises: [{ at: 0.8, sound: 'ding', gain: 0.3, sdh: '자전거 종소리' }],
}

export const bus: Panel = {
  size: [609, 560],
  seconds: 4.4,
  prepare: (stage) => {
    const back = stage.layer(609, 560, (ctx) => {
      wash(ctx, 0, 0, 609, 560, ['#fbd3cf', '#fff3e6', '#f3c7c4'])
      const random = seeded(3)
      for (let n = 0; n < 8; n++)
        oval(ctx, n * 90, 330, 80, 60 + random() * 60, ['#ee9fae', '#f6b9c2', '#e58fa2'][n % 3]!)
      box(ctx, 0, 370, 609, 190, '#cdb3ab')
      box(ctx, 0, 430, 609, 130, '#8d7a80')
      box(ctx, 470, 180, 10, 260, '#4a2638')
      disc(ctx, 475, 170, 44, '#3f8f7a')
      text(ctx, '버스', 475, 170, { size: 26, weight: 900, colour: '#fff3e6' })
    })
    return (ctx, t) => {
      put(ctx, back)
      const away = ramp(t, 0.2, 3.4)
      at(ctx, lerp(250, -330, away), 470, lerp(1, 0.8, away), 0, () => {
        round(ctx, -200, -210, 400, 200, 22, '#3f8f7a')
        for (let n = 0; n < 4; n++) round(ctx, -180 + n * 92, -186, 76, 70, 8, '#fff3e6')
        if (away < 0.6) person(ctx, 20, -104, { ...she, height: 90, coat: '#b25a76' })
        for (const w of [-120, 120]) disc(ctx, w, -8, 34, '#3b2b33')
      })
      person(ctx, lerp(640, 400, ramp(t, 0.4, 1.8)), 540, {
        ...young,
        height: 270,
        facing: -1,
        ...(t < 1.8 ? { step: t * 2 } : { breath: wave(t, 1.1) }),
        arm: t > 2 ? 0.2 : 2.2,
      })
      drift(ctx, t, petals(609, 560, 20), true)
    }
  },
  lines: [{ who: null, ko: '삼 분 늦었다.', en: 'Three minutes late.', from: 1.8, at: [160, 70] }],
  noises: [
    { at: 0.2, sound: 'door', gain: 0.5, sdh: '버스 문이 닫히고 떠나는 소리' },
    { at: 0.7, word: { words: '부르릉', at: [180, 300], size: 60, colour: '#3f8f7a' } },
  ],
}

export const tape: Panel = {
  size: [609, 560],
  seconds: 3.8,
  view: [0.5, 0.5, 1, 0.5, 0.5, 1.14],
  prepare: (stage) => {
    const back = stage.layer(609, 560, (ctx) => wash(ctx, 0, 0, 609, 560, ['#ee9fae', '#b25a76']))
    return (ctx, t) => {
      put(ctx, back)
      glow(ctx, 305, 290, 330, '#fff3e6', 0.5)
      cassette(ctx, t, 305, 300, 1.5, -0.12 + 0.015 * wave(t, 2), 0.15)
      round(ctx, 60, 470, 160, 200, 60, '#f3d0b5')
      drift(ctx, t, petals(609, 560, 14), true)
    }
  },
  lines: [
    {
      who: null,
      ko: '건네지 못한 테이프 하나.',
      en: 'One tape, never handed over.',
      from: 0.6,
      at: [330, 80],
    },
  ],
}

export const platforms: Panel = {
  size: [1240, 600],
  seconds: 6,
  view: [0.4, 0.5, 1.06, 0.6, 0.5, 1.06],
  prepare: (stage) => {
    const back = stage.layer(1320, 600, (ctx) => {
      wash(ctx, 0, 0, 1320, 600, ['#c9a6b4', '#f3c7c4', '#fff3e6'])
      poly(
        ctx,
        [
          [0, 60],
          [1320, 60],
          [1320, 110],
          [0, 130],
        ],
        '#4a2638',
      )
      for (let n = 0; n < 6; n++) box(ctx, 60 + n * 240, 110, 16, 260, '#6d4356')
      box(ctx, 0, 350, 1320, 60, '#a58791')
      box(ctx, 0, 410, 1320, 80, '#5a4650')
      for (const y of [424, 462]) box(ctx, 0, y, 1320, 7, '#c9b5ba')
      box(ctx, 0, 490, 1320, 110, '#bda0a8')
      box(ctx, 0, 490, 1320, 12, '#ffe08a')
    })
    return (ctx, t, u) => {
      parallax(ctx, back, 40, u, [-40, 0])
      const pass = (t - 2.2) / 2.2
      if (t < 3.4)
        person(ctx, 720, 392, {
          ...young,
          height: 190,
          coat: '#39445f',
          facing: -1,
          breath: wave(t, 2.4),
          arm: t > 1.2 ? 0.9 : 0,
        })
      if (pass > -0.1 && pass < 1.2)
        for (let n = 0; n < 5; n++) {
          const x = lerp(1300, -2600, pass) + n * 520
          round(ctx, x, 210, 510, 250, 16, '#3f8f7a')
          box(ctx, x, 390, 510, 16, '#fff3e6')
          for (let w = 0; w < 5; w++) round(ctx, x + 26 + w * 96, 250, 72, 92, 8, '#dff1e9')
        }
      person(ctx, 460, 592, {
        ...she,
        height: 300,
        coat: '#b25a76',
        back: true,
        breath: wave(t, 2.4),
        nod: 0,
      })
      drift(ctx, t, petals(1240, 600, 26), true)
    }
  },
  lines: [
    {
      who: null,
      ko: '두 번째 봄, 서른.',
      en: 'Second spring. Thirty.',
      from: 0.4,
      at: [180, 70],
    },
    {
      who: '선재',
      ko: '…류건?',
      en: '...Ryu Geon?',
      from: 1.7,
      at: [300, 200],
      tail: [440, 320],
      kind: 'think',
    },
    {
      who: null,
      ko: '이번에는 승강장 하나만큼.',
      en: 'This time, late by one platform.',
      from: 4,
      at: [950, 540],
    },
  ],
  noises: [
    { at: 2.1, sound: 'horn', gain: 0.25, sdh: '열차가 지나간다' },
    {
      at: 2.4,
      sound: 'whoosh',
      gain: 0.8,
      shakes: true,
      word: { words: '쏴아아', at: [880, 200], size: 100, colour: '#3f8f7a' },
    },
  ],
}

export const clinic: Panel = {
  size: [609, 560],
  seconds: 5.2,
  prepare: (stage) => {
    const back = stage.layer(609, 560, (ctx) => {
      wash(ctx, 0, 0, 609, 560, ['#e6f3ec', '#f8f4ec'])
      box(ctx, 0, 430, 609, 130, '#d7c3ad')
      round(ctx, 380, 130, 150, 310, 4, '#b98d6a')
      disc(ctx, 400, 292, 8, '#fff3e6')
      round(ctx, 60, 90, 180, 130, 6, '#bfe0ef')
      for (let n = 0; n < 9; n++) disc(ctx, 70 + n * 20, 190 + (n % 3) * 8, 16, '#f6b9c2')
      text(ctx, '보건소', 455, 106, { size: 26, weight: 900, colour: '#3f8f7a' })
    })
    return (ctx, t) => {
      put(ctx, back)
      const open = ramp(t, 1.4, 1.9)
      box(ctx, 386, 136, 138 * open, 298, '#5a4038')
      if (t > 1.5)
        person(ctx, lerp(460, 400, ramp(t, 1.6, 2.6)), 470, {
          ...he,
          height: 270,
          facing: -1,
          arm: 1.1,
          breath: wave(t, 2.2),
        })
      if (t > 2.4) disc(ctx, 343, 356, 10, '#ffffff')
      round(ctx, 30, 400, 240, 26, 6, '#a97c5a')
      person(ctx, 140, 500, {
        ...she,
        height: 290,
        sitting: true,
        breath: wave(t, 2.6),
        nod: t > 2.4 ? -0.12 : 0.12,
      })
      box(ctx, 40, 426, 20, 130, '#8a6346')
    }
  },
  lines: [
    {
      who: null,
      ko: '세 번째 봄, 마흔.',
      en: 'Third spring. Forty.',
      from: 0.3,
      at: [150, 54],
      size: 25,
    },
    {
      who: '선재',
      ko: '첫 환자분, 들어오세…',
      en: 'My first patient, come i—',
      from: 1.5,
      at: [215, 262],
      tail: [170, 350],
      size: 24,
    },
    {
      who: '류건',
      ko: '손을… 베여서요.',
      en: 'I... cut my hand.',
      from: 3.3,
      at: [470, 520],
      tail: [420, 330],
      size: 24,
    },
  ],
  noises: [{ at: 1.35, sound: 'click', gain: 0.7, sdh: '문소리' }],
}
