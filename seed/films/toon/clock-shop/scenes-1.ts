import { person } from '../../stage/figure.ts'
import { glow, haze } from '../../stage/light.ts'
import { box, line, mix, poly, round, wash } from '../../stage/shapes.ts'
import { at, put } from '../../stage/stage.ts'
import { text } from '../../stage/text.ts'
import { ramp, seeded, wave, wrap } from '../../stage/time.ts'
import { drift, motes } from '../../stage/weather.ts'
import { face } from '../face.ts'
import { parallax, scenery, type Panel } from '../panel.ts'
import { drop, speedLines } from '../lettering.ts'
import { six, boy, owner, old, dial, tallClock } from './set.ts'

export const street: Panel = {
  size: [1240, 640],
  seconds: 4.8,
  view: [0.47, 0.5, 1, 0.53, 0.5, 1.06],
  prepare: (stage) => {
    const far = stage.layer(2600, 640, (ctx) => {
      const random = seeded(5)
      wash(ctx, 0, 0, 2600, 640, ['#ffd9a0', '#fff3cf', '#bfe3cf'])
      for (let x = 0; x < 2600; x += 150) {
        const top = 130 + random() * 150
        box(
          ctx,
          x,
          top,
          136,
          420,
          ['#2f9b7f', '#e7a56b', '#c96b54', '#3d7d78'][Math.floor(random() * 4)]!,
        )
        poly(
          ctx,
          [
            [x - 12, top],
            [x + 68, top - 60],
            [x + 148, top],
          ],
          '#3a2c2e',
        )
        for (let n = 0; n < 4; n++)
          round(ctx, x + 20 + (n % 2) * 62, top + 40 + Math.floor(n / 2) * 90, 36, 50, 4, '#fff3cf')
      }
    })
    return (ctx, t) => {
      put(ctx, far, -wrap(t * 420, 1300), 0)
      box(ctx, 0, 520, 1240, 130, '#5d6b67')
      for (let n = 0; n < 9; n++)
        box(ctx, wrap(n * 180 - t * 900, 1620) - 180, 574, 96, 10, '#f0d48a')
      person(ctx, 560 + 30 * wave(t, 1.7), 596, {
        ...boy,
        height: 380,
        step: t * 1.9,
        arm: 1.2 * wave(t, 0.52),
        nod: 0.15,
      })
      for (let n = 0; n < 3; n++)
        haze(ctx, 430 - n * 70 - wrap(t * 200, 60), 590, 44, 22, '#ffffff', 0.55)
      drop(ctx, 500 - wrap(t * 220, 130), 300 - wrap(t * 90, 50), 13)
      speedLines(ctx, t, 1240, 640, [620, 330], 'rgba(255,255,255,0.75)', 0.46)
    }
  },
  lines: [
    {
      who: null,
      ko: '지각 대장 소목.\n오늘도 삼 분 늦었다.',
      en: 'Somok, late as ever. By three minutes.',
      from: 0.5,
      at: [240, 84],
    },
    {
      who: '소목',
      ko: '지름길! 지름길!',
      en: 'Shortcut! Shortcut!',
      from: 2.7,
      at: [930, 190],
      tail: [660, 300],
      kind: 'shout',
      size: 34,
    },
  ],
  noises: [
    { at: 0.3, sound: 'step', gain: 0.5 },
    { at: 0.8, sound: 'step', gain: 0.5 },
    { at: 1.3, sound: 'step', gain: 0.5 },
    { at: 1.8, sound: 'step', gain: 0.5 },
    {
      at: 1.6,
      word: { words: '다다다다', at: [330, 500], size: 72, colour: '#e2543d', turn: -0.05 },
      sdh: '뛰는 발소리',
    },
  ],
}

export const slip: Panel = {
  size: [609, 560],
  seconds: 3.6,
  prepare: (stage) => {
    const walls = stage.layer(609, 560, (ctx) => {
      wash(ctx, 0, 0, 609, 560, ['#12302f', '#0c2022'])
      poly(
        ctx,
        [
          [0, 0],
          [230, 150],
          [230, 420],
          [0, 560],
        ],
        '#23403b',
      )
      poly(
        ctx,
        [
          [609, 0],
          [380, 150],
          [380, 420],
          [609, 560],
        ],
        '#1c3532',
      )
      for (let n = 0; n < 9; n++)
        line(
          ctx,
          [
            [0, 60 * n],
            [230, 150 + n * 30],
          ],
          '#17302d',
          4,
        )
    })
    return (ctx, t) => {
      put(ctx, walls)
      glow(ctx, 305, 285, 190 + 20 * wave(t, 1.1), '#ffe08a', 0.9)
      at(ctx, 305 + 20 * wave(t, 0.7), 330, 1, -0.5 - t * 0.9, () =>
        person(ctx, 0, 110, { ...boy, height: 230, arm: 2.4 }),
      )
      motes(ctx, t, { width: 609, height: 560, count: 26, colour: '#ffe9a8', speed: -120, size: 3 })
      speedLines(ctx, t, 609, 560, [305, 285], 'rgba(255,243,207,0.5)', 0.34)
    }
  },
  lines: [
    {
      who: '소목',
      ko: '어, 어어어—?!',
      en: 'Wha—whoa—whoa?!',
      from: 0.7,
      at: [430, 96],
      tail: [330, 220],
      kind: 'shout',
      size: 32,
    },
  ],
  noises: [
    {
      at: 0.35,
      sound: 'whoosh',
      gain: 0.8,
      word: { words: '쭈욱', at: [140, 440], size: 92, colour: '#f0d48a' },
      sdh: '미끄러지는 소리',
    },
  ],
}

export const sign: Panel = {
  size: [609, 560],
  seconds: 4.4,
  view: [0.5, 0.56, 1.12, 0.5, 0.46, 1],
  prepare: (stage) => {
    const back = scenery(stage, 689, 640, { scene: 'clock', palette: six, y: 0.62, zoom: 0.86 })
    return (ctx, t, u) => {
      parallax(ctx, back, 40, u, [0, -40])
      round(ctx, 120, 30, 370, 84, 10, '#5a3a24')
      text(ctx, '도깨비 시계방', 305, 64, { size: 36, weight: 900, colour: '#fff3cf' })
      text(ctx, '하루 스물다섯 시간 영업', 305, 98, { size: 17, weight: 500, colour: '#f0d48a' })
      person(ctx, 100, 548, { ...boy, height: 190, facing: 1, back: true, breath: wave(t, 2.4) })
      motes(ctx, t, { width: 609, height: 560, count: 22, colour: '#ffe9a8' })
    }
  },
  lines: [
    {
      who: null,
      ko: '지도에 없는 골목.\n하루가 한 시간 더 긴 곳.',
      en: 'An alley on no map, where a day is one hour longer.',
      from: 0.6,
      at: [410, 500],
      size: 25,
    },
  ],
  noises: [
    { at: 0.4, sound: 'sparkle', gain: 0.5, sdh: '시계들이 째깍거리는 소리' },
    { at: 1.6, sound: 'click', gain: 0.6 },
    { at: 2.4, sound: 'click', gain: 0.6 },
    { at: 3.2, sound: 'click', gain: 0.6 },
  ],
}

export const shop: Panel = {
  size: [1240, 640],
  seconds: 6.2,
  view: [0.42, 0.5, 1.1, 0.6, 0.5, 1.06],
  prepare: (stage) => {
    const shelf = stage.layer(1320, 700, (ctx) => {
      wash(ctx, 0, 0, 1320, 700, ['#17413d', '#0f2c2c'])
      const random = seeded(21)
      for (let row = 0; row < 3; row++) {
        box(ctx, 0, 170 + row * 170, 1320, 14, '#4a2f1c')
        for (let x = 70; x < 1300; x += 128)
          dial(
            ctx,
            x + random() * 20,
            116 + row * 170,
            38 + random() * 18,
            random() * 12,
            ['#fff7df', '#f0d48a', '#cfe8da'][Math.floor(random() * 3)],
          )
      }
    })
    return (ctx, t, u) => {
      parallax(ctx, shelf, 40, u, [60, 0])
      glow(ctx, 620, 90, 420, '#ffdf95', 0.5)
      tallClock(ctx, t, 1060, 640, 0.98, 3, 0)
      face(ctx, t, 820, 360, 104, {
        ...old,
        facing: -1,
        mood: 'sad',
        talks: t > 0.6 && t < 2.9 ? t : undefined,
      })
      face(ctx, t, 300, 380, 128, {
        ...owner,
        mood: 'calm',
        talks: t > 3.5 && t < 5.4 ? t : undefined,
      })
      round(ctx, -20, 560, 1300, 120, 6, '#6d4327')
      box(ctx, -20, 560, 1300, 10, '#8a5833')
    }
  },
  lines: [
    {
      who: '할아버지',
      ko: '삼십 년째 세 시요.\n그때로 되돌려 주시오.',
      en: 'It has said three for thirty years. Please, turn it back.',
      from: 0.5,
      at: [800, 112],
      tail: [800, 262],
    },
    {
      who: '주인',
      ko: '바늘은 거꾸로\n안 돌린다네.',
      en: 'I never turn a hand backwards.',
      from: 3.4,
      at: [330, 118],
      tail: [310, 240],
    },
  ],
}

export const platform: Panel = {
  size: [609, 560],
  seconds: 5.4,
  prepare: (stage) => {
    const back = stage.layer(689, 560, (ctx) => {
      wash(ctx, 0, 0, 689, 560, ['#e9d6ae', '#f4e7c6', '#cdb487'])
      poly(
        ctx,
        [
          [0, 120],
          [689, 60],
          [689, 100],
          [0, 170],
        ],
        '#8a6f4c',
      )
      for (const x of [90, 600]) box(ctx, x, 100, 20, 370, '#8a6f4c')
      box(ctx, 0, 455, 689, 110, '#a98f66')
      box(ctx, 0, 450, 689, 8, '#f4e7c6')
    })
    return (ctx, t, u) => {
      parallax(ctx, back, 40, u, [-40, 0])
      const gone = ramp(t, 2.4, 5)
      for (let n = 0; n < 3; n++)
        round(
          ctx,
          20 + n * 330 + gone * 900,
          220,
          316,
          210,
          12,
          mix('#7c5b3c', '#cdb487', gone * 0.4),
        )
      for (let n = 0; n < 9; n++) round(ctx, 50 + n * 104 + gone * 900, 256, 66, 70, 6, '#f4e7c6')
      dial(ctx, 460, 132, 56, 3, '#fff7df')
      person(ctx, 235, 506, {
        height: 262,
        coat: '#9b5f4a',
        hair: '#4d3a2c',
        cut: 'bun',
        legs: '#6b543e',
        bag: '#6b543e',
        breath: wave(t, 2.6),
        nod: 0.12,
        facing: t > 2.2 ? 1 : -1,
      })
      ctx.globalAlpha = 0.18
      box(ctx, 0, 0, 609, 560, '#8a5a22')
      ctx.globalAlpha = 1
      drift(ctx, t, { width: 609, height: 560, count: 14, colour: '#fff7df', speed: 30, size: 4 })
    }
  },
  lines: [
    {
      who: '할아버지',
      ko: '세 시까지 역으로\n가겠다고 했소.',
      en: 'I told her: at the station, by three.',
      from: 0.5,
      at: [170, 70],
      kind: 'box',
      size: 25,
    },
    {
      who: '할아버지',
      ko: '나는 늦었고,\n다시는 못 만났지.',
      en: 'I was late. I never saw her again.',
      from: 2.9,
      at: [440, 500],
      kind: 'box',
      size: 25,
    },
  ],
  noises: [{ at: 2.4, sound: 'horn', gain: 0.3, sdh: '기적 소리' }],
}
