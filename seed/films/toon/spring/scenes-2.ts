import { palette } from '#seed/art/look.ts'
import { person } from '../../stage/figure.ts'
import { glow } from '../../stage/light.ts'
import { box, disc, round, wash } from '../../stage/shapes.ts'
import { put } from '../../stage/stage.ts'
import { lerp, ramp, wave, wrap } from '../../stage/time.ts'
import { drift } from '../../stage/weather.ts'
import { face } from '../face.ts'
import { parallax, scenery, type Panel } from '../panel.ts'
import { six, he, she, hisFace, herFace, petals, cassette } from './set.ts'

export const hand: Panel = {
  size: [609, 560],
  seconds: 4.6,
  prepare: (stage) => {
    const back = stage.layer(609, 560, (ctx) =>
      wash(ctx, 0, 0, 609, 560, ['#fbd3cf', '#fff3e6', '#f6b9c2']),
    )
    return (ctx, t) => {
      put(ctx, back)
      box(ctx, 302, 0, 5, 560, '#4a2638')
      face(ctx, t, 150, 260, 92, { ...herFace, mood: t > 2.6 ? 'wide' : 'calm' })
      face(ctx, t, 460, 250, 96, {
        ...hisFace,
        facing: -1,
        mood: 'smile',
        talks: t > 1.7 && t < 3.6 ? t : undefined,
      })
      cassette(ctx, t, lerp(470, 330, ramp(t, 1.6, 2.6)), 470, 0.62, 0.06, 0)
      drift(ctx, t, petals(609, 560, 16), true)
    }
  },
  lines: [
    {
      who: '선재',
      ko: '오랜만이다.',
      en: "It's been a while.",
      from: 0.4,
      at: [140, 84],
      tail: [150, 160],
      size: 25,
    },
    {
      who: '류건',
      ko: '이거, 이제야 주네.',
      en: "I'm only giving you this now.",
      from: 1.7,
      at: [440, 84],
      tail: [450, 150],
      size: 25,
    },
  ],
}

export const listen: Panel = {
  size: [1240, 640],
  seconds: 7.4,
  view: [0.5, 0.62, 1.2, 0.5, 0.5, 1],
  prepare: (stage) => {
    const back = scenery(stage, 1320, 720, {
      scene: 'tree',
      variant: 'blossom',
      palette: six,
      x: 0.3,
      y: 0.6,
      zoom: 1.3,
      mirrored: true,
    })
    return (ctx, t, u) => {
      parallax(ctx, back, 40, u, [-50, 0])
      round(ctx, 380, 520, 520, 22, 8, '#8a5a4a')
      for (const x of [420, 846]) box(ctx, x, 540, 16, 90, '#6d4438')
      person(ctx, 480, 588, { ...she, height: 290, sitting: true, nod: 0.1, breath: wave(t, 3) })
      person(ctx, 790, 588, {
        ...he,
        height: 306,
        sitting: true,
        facing: -1,
        nod: 0.1,
        breath: wave(t, 2.7),
      })
      round(ctx, 560, 430, 160, 92, 12, '#4a2638')
      for (const x of [598, 682]) {
        disc(ctx, x, 476, 28 + 2 * wave(t, 0.3), '#2a1520')
        disc(ctx, x, 476, 12, '#ee9fae')
      }
      for (let n = 0; n < 3; n++) {
        const age = wrap(t * 0.5 + n / 3, 1)
        ctx.beginPath()
        ctx.arc(640, 440, 40 + age * 210, Math.PI * 1.15, Math.PI * 1.85)
        ctx.lineWidth = 5
        ctx.strokeStyle = `rgba(255,243,230,${(0.8 * (1 - age)).toFixed(2)})`
        ctx.stroke()
      }
      drift(ctx, t, petals(1240, 640, 46), true)
    }
  },
  lines: [
    {
      who: '테이프 속 류건',
      ko: '선재야, 나 지금\n정류장 가는 길인데',
      en: "Seonjae, I'm on my way to the bus stop.",
      from: 1,
      at: [420, 170],
      tail: [610, 420],
    },
    {
      who: '테이프 속 류건',
      ko: '삼 분만 기다려 줘.\n좋아한다고 말하려고.',
      en: 'Wait three minutes. I want to say I like you.',
      from: 4,
      at: [860, 190],
      tail: [670, 420],
    },
  ],
  noises: [
    {
      at: 0.5,
      sound: 'click',
      gain: 0.9,
      word: { words: '달칵', at: [640, 350], size: 60, colour: '#ee9fae' },
      sdh: '카세트 재생 버튼 소리',
    },
  ],
}

export const answer: Panel = {
  size: [1240, 600],
  seconds: 7,
  view: [0.34, 0.5, 1.14, 0.62, 0.5, 1.1],
  prepare: (stage) => {
    const back = stage.layer(1240, 600, (ctx) => {
      wash(ctx, 0, 0, 1240, 600, ['#fff3e6', '#fbd3cf', '#ee9fae'])
      for (let n = 0; n < 40; n++)
        disc(ctx, (n * 173) % 1240, (n * 97) % 600, 10 + (n % 5) * 7, 'rgba(255,255,255,0.35)')
    })
    return (ctx, t) => {
      put(ctx, back)
      face(ctx, t, 390, 330, 128, {
        ...herFace,
        mood: t < 5 ? 'sad' : 'smile',
        talks: (t > 0.4 && t < 2.4) || (t > 3 && t < 4.6) ? t : undefined,
        ...(t > 4.4 && { tear: wrap(t - 4.4, 1.5) }),
      })
      face(ctx, t, 900, 320, 132, { ...hisFace, facing: -1, mood: t > 2.4 ? 'wide' : 'calm' })
      drift(ctx, t, petals(1240, 600, 36), true)
    }
  },
  lines: [
    {
      who: '선재',
      ko: '나 그날,\n다음 정류장에서 내렸어.',
      en: 'That day, I got off at the next stop.',
      from: 0.4,
      at: [640, 100],
      tail: [430, 240],
    },
    {
      who: '선재',
      ko: '뛰어왔는데\n네가 먼저 갔더라.',
      en: 'I ran back. You had already gone.',
      from: 3,
      at: [640, 240],
      tail: [480, 320],
    },
    {
      who: '류건',
      ko: '…삼 분을 못 기다렸네, 내가.',
      en: "...I couldn't wait three minutes.",
      from: 5,
      at: [830, 520],
      tail: [880, 430],
    },
  ],
}

export const bench: Panel = {
  size: [1240, 600],
  seconds: 5,
  view: [0.5, 0.6, 1.2, 0.5, 0.5, 1],
  prepare: (stage) => {
    const back = scenery(stage, 1320, 680, {
      scene: 'tree',
      variant: 'blossom',
      palette: palette('#3a2044 #8f4f7c #e58a86 #ffc9a0 #fff0c9 #3f8f7a'),
      x: 0.5,
      y: 0.64,
      zoom: 1.25,
      moment: 3,
    })
    return (ctx, t, u) => {
      parallax(ctx, back, 40, u, [0, -30])
      glow(ctx, 620, 330, 480, '#ffd9a0', 0.4)
      person(ctx, 566, 580, { ...she, height: 250, back: true, breath: wave(t, 3) })
      person(ctx, 672, 584, { ...he, height: 266, back: true, facing: -1, breath: wave(t, 2.7) })
      round(ctx, 430, 520, 380, 20, 8, '#7a4a44')
      for (const x of [450, 770]) box(ctx, x, 536, 14, 60, '#5a342f')
      drift(ctx, t, petals(1240, 600, 60), true)
    }
  },
  lines: [
    {
      who: '류건',
      ko: '삼 분만 더 앉아 있자.',
      en: "Let's sit three minutes more.",
      from: 0.6,
      at: [860, 250],
      tail: [700, 380],
    },
    {
      who: null,
      ko: '네 번째 봄은, 제시간에 왔다.',
      en: 'The fourth spring came on time.',
      from: 2.7,
      at: [300, 90],
    },
  ],
}
