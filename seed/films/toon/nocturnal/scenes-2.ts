import { palette } from '#seed/art/look.ts'
import { person } from '../../stage/figure.ts'
import { beam, glow } from '../../stage/light.ts'
import { disc, oval, poly, round, wash } from '../../stage/shapes.ts'
import { at, put } from '../../stage/stage.ts'
import { text } from '../../stage/text.ts'
import { lerp, ramp, settle, wave, wrap } from '../../stage/time.ts'
import { rain } from '../../stage/weather.ts'
import { face } from '../face.ts'
import { parallax, scenery, type Panel } from '../panel.ts'
import { driver, phone, car, cabin } from './set.ts'

export const line112: Panel = {
  size: [1240, 600],
  seconds: 5.8,
  view: [0.36, 0.5, 1.12, 0.6, 0.5, 1.05],
  prepare: (stage) => {
    const back = cabin(stage, 1240, 600)
    return (ctx, t) => {
      put(ctx, back)
      for (let n = 0; n < 6; n++)
        glow(ctx, wrap(n * 260 + t * 420, 1500) - 120, 150, 130, '#ffd1a3', 0.35)
      face(ctx, t, 360, 350, 138, {
        ...driver,
        mood: t > 2.8 ? 'smile' : 'calm',
        talks: (t > 0.5 && t < 2.2) || (t > 3 && t < 5) ? t : undefined,
      })
      phone(ctx, 950, 330, 1.02, 0.08, () => {
        disc(ctx, 0, -110, 46, '#e2327d')
        text(ctx, '112', 0, -110, { size: 34, weight: 900 })
        text(ctx, '통화 중', 0, -30, { size: 22, colour: '#b9a6dd' })
        text(ctx, `07:${String(41 + Math.floor(t)).padStart(2, '0')}`, 0, 20, {
          size: 48,
          weight: 900,
          colour: '#29e0ff',
        })
        for (let n = 0; n < 13; n++) {
          const tall = 10 + 34 * Math.abs(wave(t + n * 0.13, 0.9))
          round(ctx, -78 + n * 12, 116 - tall / 2, 6, tall, 3, '#29e0ff')
        }
      })
    }
  },
  lines: [
    {
      who: '무영',
      ko: '조용한 게 아니라\n듣고 있었습니다.',
      en: 'Not quiet. Listening.',
      from: 0.4,
      at: [640, 110],
      tail: [430, 260],
    },
    {
      who: '무영',
      ko: '저 말고, 경찰이요.\n칠 분 전부터.',
      en: 'Not me. The police. For seven minutes.',
      from: 3,
      at: [640, 500],
      tail: [440, 420],
    },
  ],
  noises: [{ at: 2.6, sound: 'beep', gain: 0.4, sdh: '통화 연결음' }],
}

export const police: Panel = {
  size: [1240, 600],
  seconds: 5,
  cut: true,
  view: [0.5, 0.5, 1.12, 0.5, 0.5, 1],
  prepare: (stage) => {
    const back = scenery(stage, 1320, 680, {
      scene: 'night_road',
      palette: palette('#050310 #101b45 #26387a #7a8fd0 #e6ecff #ff3b4f'),
      y: 0.4,
      zoom: 0.7,
      moment: 2,
    })
    return (ctx, t, u) => {
      parallax(ctx, back, 40, u, [30, 0])
      const flash = wrap(t * 2.4, 1) < 0.5
      for (const [x, colour, on] of [
        [150, '#ff3b4f', flash],
        [1090, '#3f7bff', !flash],
      ] as const) {
        at(ctx, x, 560, 1, 0, () => {
          round(ctx, -150, -110, 300, 100, 20, '#e6ecff')
          round(ctx, -90, -160, 180, 70, 20, '#26387a')
          round(ctx, -40, -178, 80, 20, 8, colour)
          text(ctx, '경찰', 0, -56, { size: 34, weight: 900, colour: '#26387a' })
        })
        if (on) {
          glow(ctx, x, 390, 420, colour, 0.9)
          beam(ctx, x, 390, x < 600 ? 0.2 : 2.9, 0.25, 900, colour, 0.4)
        }
      }
      car(ctx, lerp(700, 620, settle(t / 0.6)), 560, 1.2, 0)
      person(ctx, 380, 590, {
        height: 220,
        coat: '#26387a',
        hair: '#14101c',
        arm: 1.5,
        breath: wave(t, 2),
      })
      person(ctx, 860, 590, {
        height: 220,
        coat: '#26387a',
        hair: '#14101c',
        arm: 1.5,
        facing: -1,
        breath: wave(t, 2.2),
      })
      rain(ctx, t, { width: 1240, height: 600, count: 120, colour: '#c9d6ff', alpha: 0.35 })
    }
  },
  lines: [
    {
      who: '손님',
      ko: '…!',
      en: '...!',
      from: 1.6,
      at: [620, 300],
      tail: [640, 420],
      kind: 'shout',
      size: 40,
    },
    { who: null, ko: '한 바퀴가 끝났다.', en: 'The lap was over.', from: 3, at: [1040, 90] },
  ],
  noises: [
    {
      at: 0,
      sound: 'door',
      gain: 1,
      shakes: true,
      word: { words: '끼이익', at: [620, 170], size: 120, colour: '#ffd1a3', stays: 1.4 },
      sdh: '급정거, 사이렌',
    },
    { at: 0.8, sound: 'horn', gain: 0.25 },
  ],
}

export const trunk: Panel = {
  size: [609, 580],
  seconds: 5,
  prepare: (stage) => {
    const back = stage.layer(609, 580, (ctx) => wash(ctx, 0, 0, 609, 580, ['#2a0b45', '#0a0512']))
    return (ctx, t) => {
      put(ctx, back)
      const open = settle((t - 0.2) / 0.6)
      poly(
        ctx,
        [
          [40, 300],
          [90, 300 - open * 250],
          [519, 300 - open * 250],
          [569, 300],
        ],
        '#1b0f2e',
      )
      round(ctx, 40, 290, 529, 200, 20, '#080312')
      ctx.save()
      ctx.beginPath()
      ctx.rect(60, 20, 489, 400)
      ctx.clip()
      face(ctx, t, 300, 330, 104, {
        hair: '#6a5a55',
        coat: '#4f8a6a',
        mood: t > 1 ? 'wide' : 'shut',
        glasses: true,
        beard: '#7a6a62',
        talks: t > 1.4 && t < 3.8 ? t : undefined,
      })
      ctx.restore()
      round(ctx, 20, 420, 569, 130, 26, '#150b26')
      for (const x of [80, 490]) round(ctx, x, 446, 60, 34, 8, '#e2327d')
      round(ctx, 245, 456, 120, 44, 4, '#e6ecff')
      text(ctx, '41가 1340', 305, 478, { size: 20, weight: 900, colour: '#14101c' })
      glow(ctx, 305, 220, 300, wrap(t * 2.4, 1) < 0.5 ? '#ff3b4f' : '#3f7bff', 0.35)
    }
  },
  lines: [
    {
      who: '차 주인',
      ko: '저 사람 혼자가\n아니에요…',
      en: 'He... is not alone.',
      from: 1.3,
      at: [440, 110],
      tail: [350, 240],
      size: 27,
    },
  ],
  noises: [{ at: 0.2, sound: 'click', gain: 1, sdh: '트렁크가 열린다' }],
}

export const seventh: Panel = {
  size: [609, 580],
  seconds: 4.6,
  cut: true,
  view: [0.5, 0.5, 1, 0.5, 0.5, 1.16],
  prepare: (stage) => {
    const back = stage.layer(609, 580, (ctx) => wash(ctx, 0, 0, 609, 580, ['#080312', '#1a0b30']))
    return (ctx, t) => {
      put(ctx, back)
      ctx.globalAlpha = ramp(t, 1.8, 3)
      oval(ctx, 470, 170, 76, 92, '#2f1450')
      round(ctx, 340, 250, 270, 340, 90, '#2f1450')
      for (const x of [446, 492]) disc(ctx, x, 166, 6, '#e2327d')
      ctx.globalAlpha = 1
      glow(ctx, 235, 340, 300, '#29e0ff', 0.45)
      phone(ctx, 235, 340, 1, -0.08, () => {
        text(ctx, '새 콜', 0, -150, { size: 26, weight: 900, colour: '#29e0ff' })
        text(ctx, '출발지', 0, -86, { size: 18, colour: '#b9a6dd' })
        text(ctx, '지금 계신 곳', 0, -48, { size: 30, weight: 900 })
        text(ctx, '거리', 0, 14, { size: 18, colour: '#b9a6dd' })
        text(ctx, '1 m', 0, 60, { size: 52, weight: 900, colour: '#e2327d' })
        round(ctx, -86, 118, 172, 56, 28, '#e2327d')
        text(ctx, '콜 수락', 0, 146, { size: 22, weight: 900 })
      })
    }
  },
  lines: [{ who: null, ko: '일곱 번째 콜.', en: 'The seventh call.', from: 0.9, at: [450, 520] }],
  noises: [
    {
      at: 0.1,
      sound: 'ding',
      gain: 0.8,
      word: { words: '띵동', at: [450, 90], size: 70, colour: '#29e0ff', stays: 1.6 },
      sdh: '콜 알림음',
    },
    { at: 2.2, sound: 'thud', gain: 1, shakes: true },
  ],
}
