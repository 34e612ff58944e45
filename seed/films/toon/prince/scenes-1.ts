import { person } from '../../stage/figure.ts'
import { glow, haze } from '../../stage/light.ts'
import { box, disc, oval, poly, round, wash } from '../../stage/shapes.ts'
import { at, put } from '../../stage/stage.ts'
import { text } from '../../stage/text.ts'
import { clamp, lerp, ramp, settle, wave, wrap } from '../../stage/time.ts'
import { ripples } from '../../stage/weather.ts'
import { face } from '../face.ts'
import { parallax, scenery, type Panel } from '../panel.ts'
import { halftone, speedLines } from '../lettering.ts'
import { royal, prince, boss, robe, shop, fridge } from './set.ts'

export const pond: Panel = {
  size: [676, 960],
  seconds: 5.4,
  view: [0.5, 0.42, 1.1, 0.5, 0.58, 1.1],
  prepare: (stage) => {
    const back = scenery(stage, 756, 700, { scene: 'palace', palette: royal, y: 0.62, zoom: 0.9 })
    return (ctx, t, u) => {
      parallax(ctx, back, 40, u, [0, -40])
      wash(ctx, 0, 600, 676, 360, ['#1d2a66', '#0a1030'])
      glow(ctx, 338, 780, 200, '#fff0c9', 0.6, 0.5)
      oval(ctx, 338, 780, 120, 44, '#fff0c9')
      ripples(ctx, t, 660, {
        width: 676,
        height: 960,
        count: 18,
        colour: '#fff0c9',
        size: 30,
        alpha: 0.4,
      })
      if (t < 3.6)
        at(ctx, 180, 625, 1, t > 3 ? (t - 3) * 1.8 : 0, () =>
          robe(ctx, 0, 0, 330, t, { arm: t > 1.6 ? 1.4 : 0.1 }),
        )
      else {
        const up = clamp((t - 3.6) / 0.9)
        for (let n = 0; n < 12; n++) {
          const a = -Math.PI * (0.15 + n * 0.064)
          disc(
            ctx,
            330 + Math.cos(a) * up * 230,
            760 + Math.sin(a) * up * 300 + up * up * 320,
            15 - up * 8,
            '#9fb0e0',
          )
        }
        oval(ctx, 330, 945 - 10 * up, 46, 14, '#17141c')
      }
    }
  },
  lines: [
    { who: null, ko: '보름달 뜬 연못가.', en: 'A pond, a full moon.', from: 0.4, at: [200, 80] },
    {
      who: '세자 이건',
      ko: '달이 참으로\n가깝구나.',
      en: 'How near the moon is.',
      from: 2,
      at: [450, 300],
      tail: [230, 330],
    },
  ],
  noises: [
    {
      at: 3.6,
      sound: 'splash',
      gain: 1,
      shakes: true,
      word: { words: '첨벙', at: [400, 560], size: 150, colour: '#9fb0e0' },
      sdh: '물에 빠지는 소리',
    },
  ],
}

export const arrival: Panel = {
  size: [676, 860],
  seconds: 4.8,
  prepare: (stage) => {
    const back = shop(stage, 860)
    return (ctx, t) => {
      put(ctx, back, -42, 0)
      const open = settle((t - 0.2) / 0.4)
      fridge(ctx, t, 360, 790, 1.15, open, '#bff6ff')
      if (t > 0.3) {
        robe(ctx, 360, lerp(770, 826, settle((t - 0.4) / 0.6)), 420, t, {
          arm: t > 1.8 ? 1.7 : 0.6,
        })
        for (let n = 0; n < 6; n++)
          haze(ctx, 200 + n * 66, 800 - wrap(t * 60 + n * 40, 160), 90, 50, '#dff8ff', 0.5)
      }
    }
  },
  lines: [
    {
      who: '세자 이건',
      ko: '여봐라,\n여기가 어디냐?',
      en: 'You there! What place is this?',
      from: 1.2,
      at: [150, 290],
      tail: [320, 400],
    },
    {
      who: '세자 이건',
      ko: '…몹시 춥도다.',
      en: '...It is dreadfully cold.',
      from: 3.2,
      at: [540, 330],
      tail: [400, 420],
      size: 27,
    },
  ],
  noises: [
    {
      at: 0.2,
      sound: 'door',
      gain: 0.8,
      word: { words: '벌컥', at: [540, 200], size: 100, colour: '#25e6c8' },
      sdh: '문소리',
    },
  ],
}

export const interview: Panel = {
  size: [676, 760],
  seconds: 4.8,
  prepare: (stage) => {
    const back = stage.layer(676, 760, (ctx) => {
      wash(ctx, 0, 0, 676, 760, ['#25e6c8', '#1a9c94'])
      halftone(ctx, 676, 380, 760, '#178a83')
      poly(
        ctx,
        [
          [0, 760],
          [676, 330],
          [676, 760],
        ],
        '#ff5fb3',
      )
    })
    return (ctx, t) => {
      put(ctx, back)
      face(ctx, t, 200, 300, 112, {
        ...boss,
        mood: 'smile',
        talks: t > 0.4 && t < 2 ? t : undefined,
      })
      face(ctx, t, 480, 560, 124, {
        ...prince,
        facing: -1,
        gat: true,
        mood: t < 2.4 ? 'wide' : 'calm',
      })
    }
  },
  lines: [
    {
      who: '사장 딸',
      ko: '알바 면접\n보러 오셨어요?',
      en: 'Are you here for the job interview?',
      from: 0.4,
      at: [470, 140],
      tail: [280, 260],
    },
    {
      who: '세자 이건',
      ko: '…그렇다 치자.',
      en: '...Let us say so.',
      from: 2.6,
      at: [220, 620],
      tail: [390, 610],
    },
  ],
}

export const fryer: Panel = {
  size: [676, 960],
  seconds: 5.6,
  view: [0.5, 0.46, 1.12, 0.5, 0.54, 1.02],
  prepare: (stage) => {
    const back = shop(stage, 960)
    return (ctx, t) => {
      put(ctx, back, -42, 0)
      robe(ctx, 230, 880, 520, t, { arm: 2 + 0.5 * wave(t, 0.8), apron: true })
      round(ctx, 350, 660, 310, 240, 14, '#aeb8d6')
      round(ctx, 366, 640, 278, 60, 10, '#5a3310')
      oval(ctx, 505, 668, 128, 22, '#f0a33a')
      for (let n = 0; n < 12; n++)
        disc(ctx, 400 + ((n * 53) % 210), 668 - 8 * Math.abs(wave(t + n * 0.21, 0.5)), 8, '#ffd27a')
      for (let n = 0; n < 5; n++) {
        const leap = Math.abs(wave(t + n * 0.35, 1.5))
        at(ctx, 410 + n * 48, 650 - leap * 190, 1, t * 2 + n, () => {
          oval(ctx, 0, 0, 30, 22, '#d9842b')
          round(ctx, 20, -6, 36, 12, 6, '#fff0c9')
        })
      }
      for (let n = 0; n < 4; n++)
        haze(ctx, 430 + n * 60, 560 - wrap(t * 90 + n * 60, 260), 80, 60, '#fff0c9', 0.3)
      if (t > 1.3 && t < 4) speedLines(ctx, t, 676, 960, [300, 520], 'rgba(255,240,201,0.6)', 0.46)
    }
  },
  lines: [
    {
      who: '세자 이건',
      ko: '어명이다,\n바삭하여라!',
      en: 'By royal command: be crisp!',
      from: 1.3,
      at: [400, 270],
      tail: [270, 420],
      kind: 'shout',
      size: 46,
    },
  ],
  noises: [
    {
      at: 0.4,
      sound: 'splash',
      gain: 0.7,
      word: { words: '치이익', at: [500, 560], size: 96, colour: '#ffb347', stays: 2.4 },
      sdh: '닭이 튀겨지는 소리',
    },
    { at: 1.3, sound: 'thud', gain: 0.7, shakes: true },
  ],
}

export const scroll: Panel = {
  size: [676, 860],
  seconds: 5,
  prepare: (stage) => {
    const back = stage.layer(676, 860, (ctx) => {
      wash(ctx, 0, 0, 676, 860, ['#ff5fb3', '#7a2bd0'])
      halftone(ctx, 676, 400, 860, '#6a22b8')
    })
    return (ctx, t) => {
      put(ctx, back)
      const length = 470 * settle((t - 0.2) / 0.9)
      round(ctx, 190, 70, 296, 26, 13, '#6a3a1c')
      box(ctx, 206, 90, 264, length, '#fff7e4')
      round(ctx, 190, 84 + length, 296, 26, 13, '#6a3a1c')
      const write = (words: string, x: number, from: number) =>
        [...words].forEach((letter, n) =>
          text(ctx, letter, x, 146 + n * 66, {
            size: 54,
            weight: 900,
            colour: '#17141c',
            alpha: ramp(t, from + n * 0.16, from + n * 0.16 + 0.15),
          }),
        )
      write('후라이드', 410, 0.8)
      write('양념 둘', 330, 1.5)
      ctx.globalAlpha = ramp(t, 2.4, 2.5)
      round(ctx, 232, 440, 62, 62, 8, '#c9202f')
      text(ctx, '御', 263, 471, { size: 38, weight: 900, alpha: ramp(t, 2.4, 2.5) })
      ctx.globalAlpha = 1
      for (let n = 0; n < 4; n++)
        person(ctx, 96 + n * 164, 852, {
          height: 250,
          coat: ['#25e6c8', '#ffb347', '#8ecae6', '#fff0c9'][n]!,
          hair: ['#2a2024', '#5a3a28', '#17141c', '#3a2a30'][n]!,
          cut: n % 2 ? 'long' : 'short',
          facing: n < 2 ? 1 : -1,
          arm: t > 2.4 ? 2.4 + 0.3 * wave(t + n * 0.2, 0.6) : 0.2,
          breath: wave(t, 1.6 + n * 0.2),
        })
    }
  },
  lines: [
    {
      who: '손님들',
      ko: '영수증이 족자야!',
      en: 'The receipt is a scroll!',
      from: 2.5,
      at: [500, 610],
      tail: [520, 700],
      size: 33,
    },
  ],
  noises: [
    { at: 0.3, sound: 'whoosh', gain: 0.4 },
    { at: 2.4, sound: 'thud', gain: 0.7, sdh: '도장 찍는 소리' },
  ],
}
