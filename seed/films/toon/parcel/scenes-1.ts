import { person, umbrella } from '../../stage/figure.ts'
import { box, disc, poly, round, wash } from '../../stage/shapes.ts'
import { at, put } from '../../stage/stage.ts'
import { text } from '../../stage/text.ts'
import { lerp, ramp, settle, spring, wave } from '../../stage/time.ts'
import { rain, ripples } from '../../stage/weather.ts'
import { face } from '../face.ts'
import { scenery, type Panel } from '../panel.ts'
import { drop, halftone, speedLines } from '../lettering.ts'
import { six, me, myFace, courier, parcel, corridor, day } from './set.ts'

export const door: Panel = {
  size: [1240, 620],
  seconds: 5.2,
  view: [0.6, 0.5, 1.12, 0.45, 0.5, 1.08],
  prepare: (stage) => {
    const back = corridor(stage, 1240, 620)
    return (ctx, t) => {
      put(ctx, back)
      const open = ramp(t, 1.6, 2)
      box(ctx, 306, 108, 228 * open, 412, '#fff7e4')
      if (t > 1.8)
        person(ctx, 420, 536, {
          ...me,
          height: 330,
          arm: t > 2.6 ? 1.5 : 0.2,
          breath: wave(t, 1.6),
          nod: 0.1,
        })
      parcel(ctx, 610, 556, 150, 112)
      const off = ramp(t, 1.2, 3.6)
      person(ctx, lerp(820, 1340, off), 560, {
        ...courier,
        height: 350,
        ...(t > 1.2 ? { step: t * 1.6 } : { breath: wave(t, 1.4) }),
        arm: t < 1.2 ? 2.5 : 0.4,
      })
      round(ctx, lerp(820, 1340, off) - 34, 196, 72, 34, [20, 20, 2, 2], '#ef4b3f')
    }
  },
  lines: [
    {
      who: '택배 기사',
      ko: '택배 왔습니다!',
      en: 'Parcel for you!',
      from: 0.3,
      at: [960, 110],
      tail: [850, 220],
      kind: 'shout',
      size: 34,
    },
    {
      who: '도토리',
      ko: '그런데 제가\n시킨 적이 없는데요?',
      en: 'But I never ordered anything?',
      from: 2.5,
      at: [690, 250],
      tail: [470, 290],
    },
  ],
  noises: [
    {
      at: 0.1,
      sound: 'ding',
      gain: 0.6,
      word: { words: '딩동', at: [180, 130], size: 84, colour: '#ef4b3f' },
      sdh: '초인종 소리',
    },
  ],
}

export const first: Panel = {
  size: [609, 540],
  seconds: 3.8,
  prepare: (stage) => {
    const back = stage.layer(609, 540, (ctx) => {
      wash(ctx, 0, 0, 609, 540, ['#6f8fb5', '#a9c1d9'])
      for (let n = 0; n < 6; n++)
        box(ctx, n * 110, 150 + ((n * 53) % 120), 96, 300, ['#55749b', '#4b688d'][n % 2]!)
      box(ctx, 0, 430, 609, 110, '#3e587a')
    })
    return (ctx, t) => {
      put(ctx, back)
      rain(ctx, t, { width: 609, height: 540, count: 130, colour: '#e9f3ff', alpha: 0.5 })
      person(ctx, lerp(120, 420, ramp(t, 0, 4)), 500, { ...me, height: 280, step: t, arm: 0.7 })
      umbrella(
        ctx,
        lerp(120, 420, ramp(t, 0, 4)) + 28,
        372,
        210,
        '#ef4b3f',
        '#c93a30',
        0.05 * wave(t, 1.3),
      )
      ripples(ctx, t, 450, { width: 609, height: 540, count: 24, colour: '#dcecff', size: 20 })
    }
  },
  lines: [
    {
      ...day('첫째 날, 우산.\n다음 날, 비.'),
      en: 'Day one: an umbrella. Next day: rain.',
      at: [150, 76],
    },
  ],
  noises: [{ at: 0.2, sound: 'splash', gain: 0.4, sdh: '빗소리' }],
}

export const second: Panel = {
  size: [609, 540],
  seconds: 3.6,
  prepare: (stage) => {
    const back = stage.layer(609, 540, (ctx) => {
      wash(ctx, 0, 0, 609, 540, ['#ffd98a', '#fff7e4'])
      box(ctx, 0, 420, 609, 120, '#e8b85f')
    })
    return (ctx, t) => {
      put(ctx, back)
      const fall = settle((t - 0.7) / 0.35)
      at(ctx, 300, 440, 1, -1.45 * fall, () =>
        person(ctx, 0, 30, {
          ...me,
          height: 290,
          arm: 2.6 * fall,
          ...(fall < 0.1 && { step: t * 2 }),
        }),
      )
      poly(
        ctx,
        [
          [330, 450],
          [390, 444],
          [410, 462],
          [340, 470],
        ],
        '#f2e14c',
      )
      if (t > 1.8) {
        at(ctx, 190, 262, spring((t - 1.8) / 0.5), -0.3, () => {
          round(ctx, -56, -18, 112, 36, 18, '#f3c09a')
          box(ctx, -18, -18, 36, 36, '#fff7e4')
        })
      }
      if (t > 0.8 && t < 1.5) speedLines(ctx, t, 609, 540, [300, 430], 'rgba(32,48,79,0.6)', 0.3)
    }
  },
  lines: [
    { ...day('둘째 날, 반창고.\n다음 날…'), en: 'Day two: plasters. Next day...', at: [170, 76] },
  ],
  noises: [
    {
      at: 0.9,
      sound: 'thud',
      gain: 1,
      shakes: true,
      word: { words: '꽈당', at: [440, 250], size: 120, colour: '#ef4b3f' },
      sdh: '넘어지는 소리',
    },
  ],
}

export const third: Panel = {
  size: [1240, 560],
  seconds: 4.8,
  view: [0.4, 0.5, 1.08, 0.58, 0.5, 1.08],
  prepare: (stage) => {
    const back = stage.layer(1240, 560, (ctx) => {
      wash(ctx, 0, 0, 1240, 560, ['#3566c9', '#7da3ea'])
      halftone(ctx, 1240, 240, 560, '#2a56ad')
    })
    return (ctx, t) => {
      put(ctx, back)
      face(ctx, t, 380, 320, 132, { ...myFace, coat: '#fff7e4', mood: t > 2.2 ? 'laugh' : 'wide' })
      poly(
        ctx,
        [
          [372, 466],
          [412, 466],
          [400, 492],
          [424, 580],
          [392, 620],
          [362, 580],
          [384, 492],
        ],
        '#ef4b3f',
      )
      at(ctx, 860, 330, 1 + 0.02 * wave(t, 0.2), 0.06 * wave(t, 0.18), () => {
        round(ctx, -110, -190, 220, 380, 30, '#20304f')
        round(ctx, -98, -176, 196, 352, 20, '#fff7e4')
        text(ctx, '내일배송(주)', 0, -110, { size: 24, weight: 900, colour: '#20304f' })
        disc(ctx, 0, -20, 50, '#ffb703')
        text(ctx, '전화 왔어요', 0, 76, { size: 22, colour: '#20304f' })
        disc(ctx, 0, 132, 28, '#2fa36b')
      })
    }
  },
  lines: [
    { ...day('셋째 날, 넥타이. 다음 날…'), en: 'Day three: a tie. Next day...', at: [240, 66] },
    {
      who: '전화',
      ko: '면접 보러 오시겠어요?',
      en: 'Would you come for an interview?',
      from: 2,
      at: [960, 90],
      tail: [880, 150],
    },
  ],
  noises: [
    {
      at: 0.4,
      sound: 'beep',
      gain: 0.5,
      word: { words: '따르릉', at: [640, 240], size: 74, colour: '#ffb703' },
      sdh: '전화벨 소리',
    },
    { at: 0.8, sound: 'beep', gain: 0.5 },
  ],
}

export const who: Panel = {
  size: [609, 560],
  seconds: 4.2,
  prepare: (stage) => {
    const back = scenery(stage, 609, 560, { scene: 'boxes', palette: six, y: 0.7, zoom: 1 })
    return (ctx, t) => {
      put(ctx, back)
      person(ctx, 110, 548, { ...me, height: 250, arm: 1.9, facing: 1, breath: wave(t, 2) })
      for (const [n, mark] of ['?', '?', '?'].entries())
        text(ctx, mark, 150 + n * 44, 250 - 30 * Math.abs(wave(t + n * 0.3, 1.4)), {
          size: 52,
          weight: 900,
          colour: '#20304f',
        })
    }
  },
  lines: [
    {
      who: '도토리',
      ko: '넷째, 다섯째, 여섯째…\n누가 내 내일을 알지?',
      en: 'Four, five, six... Who knows my tomorrow?',
      from: 0.5,
      at: [330, 90],
      tail: [140, 270],
      kind: 'think',
      size: 26,
    },
  ],
}

export const giant: Panel = {
  size: [609, 560],
  seconds: 4.2,
  cut: true,
  view: [0.5, 0.56, 1.2, 0.5, 0.5, 1],
  prepare: (stage) => {
    const back = corridor(stage, 609, 560, '#ffe9b8', '#ef4b3f')
    return (ctx, t) => {
      put(ctx, back)
      const land = settle((t - 0.1) / 0.25)
      parcel(ctx, 400, lerp(120, 520, land), 270, 380)
      text(ctx, '7', 340, lerp(-150, 250, land), { size: 110, weight: 900, colour: '#8a5a2a' })
      person(ctx, 130, 540, { ...me, height: 250, arm: 2.7, breath: wave(t, 0.6) })
      drop(ctx, 158, 318, 11)
      speedLines(ctx, t, 609, 560, [400, 330], 'rgba(32,48,79,0.5)', 0.42)
    }
  },
  lines: [
    {
      who: '도토리',
      ko: '일곱째 날…\n사람만 하잖아?!',
      en: "Day seven... It's the size of a person?!",
      from: 1.2,
      at: [190, 100],
      tail: [140, 290],
      kind: 'shout',
      size: 27,
    },
  ],
  noises: [
    {
      at: 0.3,
      sound: 'thud',
      gain: 1,
      shakes: true,
      word: { words: '쿠웅', at: [470, 80], size: 92, colour: '#ef4b3f' },
      sdh: '무거운 상자가 놓이는 소리',
    },
  ],
}
