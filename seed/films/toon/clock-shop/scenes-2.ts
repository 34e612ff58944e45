import { person } from '../../stage/figure.ts'
import { glow } from '../../stage/light.ts'
import { box, oval, poly, round, wash } from '../../stage/shapes.ts'
import { at, put } from '../../stage/stage.ts'
import { text } from '../../stage/text.ts'
import { clamp, lerp, ramp, settle, spring, wave, wrap } from '../../stage/time.ts'
import { motes } from '../../stage/weather.ts'
import { face } from '../face.ts'
import { parallax, scenery, type Panel } from '../panel.ts'
import { six, boy, boyFace, owner, old, dial, tallClock } from './set.ts'

export const order: Panel = {
  size: [609, 560],
  seconds: 5.2,
  prepare: (stage) => {
    const back = stage.layer(609, 560, (ctx) => wash(ctx, 0, 0, 609, 560, ['#2f9b7f', '#0f5a55']))
    return (ctx, t) => {
      put(ctx, back)
      for (let n = 0; n < 12; n++) {
        const turn = n * 0.5236 + t * 0.12
        poly(
          ctx,
          [
            [420, 330],
            [420 + Math.cos(turn) * 900, 330 + Math.sin(turn) * 900],
            [420 + Math.cos(turn + 0.2) * 900, 330 + Math.sin(turn + 0.2) * 900],
          ],
          'rgba(255,243,207,0.12)',
        )
      }
      face(ctx, t, 430, 350, 118, {
        ...owner,
        facing: -1,
        mood: 'smile',
        talks: t < 3.2 && t > 0.5 ? t : undefined,
      })
      face(ctx, t, 150, 430, 88, { ...boyFace, mood: t > 3.2 ? 'wide' : 'calm' })
    }
  },
  lines: [
    {
      who: '주인',
      ko: '되돌리진 못해도\n다시 가게는 하지.',
      en: "Can't turn it back. But we can make it go on.",
      from: 0.4,
      at: [240, 92],
      tail: [370, 230],
    },
    {
      who: '주인',
      ko: '얘, 태엽 좀 감아라.',
      en: 'You, boy. Wind it.',
      from: 2.9,
      at: [300, 196],
      tail: [385, 280],
    },
  ],
}

export const winding: Panel = {
  size: [1240, 640],
  seconds: 6.4,
  view: [0.5, 0.62, 1.25, 0.5, 0.48, 1],
  prepare: (stage) => {
    const back = scenery(stage, 1320, 720, {
      scene: 'clock',
      palette: { ...six, glow: '#0f5a55', soft: '#1d6f64' },
      x: -0.2,
      y: 0.4,
      zoom: 1.5,
    })
    return (ctx, t, u) => {
      parallax(ctx, back, 40, u, [-60, 0])
      ctx.globalAlpha = 0.45
      box(ctx, 0, 0, 1240, 640, '#0c2022')
      ctx.globalAlpha = 1
      const go = ramp(t, 2.2, 4.2)
      glow(ctx, 620, 260, 260 + go * 240, '#ffe08a', 0.35 + go * 0.5)
      tallClock(ctx, t, 620, 640, 1.22, 3 + go * 5, ramp(t, 2.2, 3), settle((t - 4.2) / 0.5))
      person(ctx, 400, 636, {
        ...boy,
        height: 330,
        arm: 1.9 + 0.4 * wave(t, 0.6) * (1 - ramp(t, 2.6, 3)),
        breath: wave(t, 2),
      })
      if (t > 4.3) {
        const fall = clamp((t - 4.3) / 2)
        at(
          ctx,
          lerp(620, 790, settle(fall)) + 30 * wave(t, 1.1),
          lerp(70, 330, fall),
          1,
          0.4 * wave(t, 1.3),
          () => {
            round(ctx, -44, -30, 88, 60, 4, '#fffaf0')
            for (let n = 0; n < 3; n++) box(ctx, -30, -16 + n * 14, 60 - n * 12, 4, '#b9a98a')
          },
        )
      }
    }
  },
  lines: [
    {
      who: null,
      ko: '감는다. 삼십 년 만에.',
      en: 'He winds it, for the first time in thirty years.',
      from: 0.6,
      at: [205, 90],
    },
    {
      who: '소목',
      ko: '안에서 뭐가 나왔어요!',
      en: 'Something came out of it!',
      from: 4.4,
      at: [255, 250],
      tail: [395, 370],
    },
  ],
  noises: [
    {
      at: 0.9,
      sound: 'click',
      gain: 0.9,
      word: { words: '끼릭', at: [850, 420], size: 74, colour: '#f0d48a' },
      sdh: '태엽 감는 소리',
    },
    {
      at: 1.5,
      sound: 'click',
      gain: 0.9,
      word: { words: '끼릭', at: [930, 510], size: 60, colour: '#f0d48a', turn: 0.1 },
    },
    {
      at: 2.9,
      sound: 'buoy',
      gain: 0.9,
      shakes: true,
      word: { words: '댕—', at: [955, 170], size: 130, colour: '#e2543d' },
      sdh: '괘종이 울린다',
    },
    { at: 3.6, sound: 'buoy', gain: 0.9 },
    { at: 4.3, sound: 'sparkle', gain: 0.6 },
  ],
}

export const note: Panel = {
  size: [1240, 580],
  seconds: 6.6,
  view: [0.4, 0.5, 1.12, 0.58, 0.5, 1.02],
  prepare: (stage) => {
    const back = stage.layer(1240, 580, (ctx) =>
      wash(ctx, 0, 0, 1240, 580, ['#f0d48a', '#fff3cf', '#f7dfa6']),
    )
    return (ctx, t) => {
      put(ctx, back)
      glow(ctx, 380, 290, 420, '#ffffff', 0.6)
      at(ctx, 390, 292, 1, -0.05 + 0.01 * wave(t, 4), () => {
        box(ctx, -262, -196, 536, 400, 'rgba(90,58,36,0.25)')
        box(ctx, -270, -206, 540, 400, '#fffdf6')
        for (let n = 0; n < 5; n++) box(ctx, -226, -118 + n * 68, 452, 2, '#e6dcc4')
        const words = [
          '여보, 늦어도 괜찮아요.',
          '먼저 집에 가서',
          '저녁 해 놓을게요.',
          '세 시, 역에서.',
        ]
        words.forEach((words2, n) =>
          text(ctx, words2, -220, -144 + n * 68, {
            size: 38,
            weight: 500,
            align: 'left',
            colour: '#3a2a22',
            alpha: ramp(t, 0.4 + n * 0.6, 0.9 + n * 0.6),
          }),
        )
      })
      face(ctx, t, 960, 340, 128, {
        ...old,
        facing: -1,
        mood: t > 3.6 ? 'shut' : 'wide',
        ...(t > 3.2 && { tear: wrap(t - 3.2, 1.6) }),
      })
      motes(ctx, t, { width: 1240, height: 580, count: 18, colour: '#e2a03f' })
    }
  },
  lines: [
    {
      who: null,
      ko: '“여보, 늦어도 괜찮아요.\n저녁 해 놓을게요.”',
      en: '"Dear, it\'s all right to be late. I\'ll have supper ready."',
      from: 0.4,
      at: [-2000, 0],
    },
    {
      who: '할아버지',
      ko: '…기다리고 있었구먼.',
      en: '...She was waiting for me.',
      from: 3.7,
      at: [1010, 100],
      tail: [965, 225],
    },
  ],
}

export const sunday: Panel = {
  size: [1240, 600],
  seconds: 5.4,
  view: [0.5, 0.5, 1.14, 0.5, 0.5, 1],
  prepare: (stage) => {
    const back = stage.layer(1240, 600, (ctx) => {
      wash(ctx, 0, 0, 1240, 600, ['#8fd0e0', '#dff3ea', '#fff3cf'])
      box(ctx, 250, 160, 740, 290, '#e8b98a')
      for (let n = 0; n < 12; n++)
        round(ctx, 286 + (n % 6) * 116, 200 + Math.floor(n / 6) * 110, 70, 72, 4, '#3d7d78')
      round(ctx, 560, 330, 120, 120, [10, 10, 0, 0], '#5a3a24')
      box(ctx, 0, 450, 1240, 150, '#c9b184')
      for (const x of [150, 1000]) box(ctx, x, 300, 90, 250, '#7a5a45')
    })
    return (ctx, t) => {
      put(ctx, back)
      for (let n = 0; n < 14; n++) box(ctx, 250 + n * 54, 380, 10, 170, '#3b3033')
      box(ctx, 240, 392, 762, 12, '#3b3033')
      dial(ctx, 620, 122, 56, 8.99)
      person(ctx, 470, 586, {
        ...boy,
        height: 300,
        arm: t < 2.4 ? 2.6 : 0.1,
        facing: 1,
        breath: wave(t, 1.6),
        nod: t > 2.6 ? 0.2 : -0.1,
      })
      const down = spring((t - 2.5) / 0.7)
      if (t > 2.5)
        at(ctx, 760, 470, down, 0.04 * wave(t, 2), () => {
          round(ctx, -120, -52, 240, 104, 8, '#fffaf0')
          text(ctx, '오늘은', 0, -20, { size: 28, weight: 500, colour: '#3a2a22' })
          text(ctx, '일요일', 0, 20, { size: 46, weight: 900, colour: '#e2543d' })
        })
      oval(ctx, 900 - t * 40, 90, 80, 22, 'rgba(255,255,255,0.8)')
    }
  },
  lines: [
    {
      who: '소목',
      ko: '안 늦었다!',
      en: "I'm not late!",
      from: 0.7,
      at: [300, 150],
      tail: [440, 300],
      kind: 'shout',
      size: 38,
    },
    { who: '소목', ko: '…어?', en: '...Huh?', from: 3.2, at: [330, 260], tail: [440, 330] },
  ],
  noises: [
    { at: 0.4, sound: 'chime', gain: 0.5, sdh: '학교 종소리' },
    { at: 2.5, sound: 'thud', gain: 0.7, sdh: '빈 운동장에 바람 소리' },
  ],
}
