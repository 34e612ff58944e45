import { person } from '../../stage/figure.ts'
import { glow, haze } from '../../stage/light.ts'
import { box, disc, line, oval, poly, round, wash } from '../../stage/shapes.ts'
import { put } from '../../stage/stage.ts'
import { lerp, settle, wrap } from '../../stage/time.ts'
import { motes, stars } from '../../stage/weather.ts'
import { face } from '../face.ts'
import { type Panel } from '../panel.ts'
import { speedLines } from '../lettering.ts'
import { girl, girlFace, keeper, lighthouse, whale, rings, night } from './set.ts'

export const horn: Panel = {
  size: [1240, 600],
  seconds: 5.2,
  view: [0.4, 0.5, 1.15, 0.6, 0.5, 1],
  prepare: (stage) => {
    const back = night(stage, 1240, 600, 430)
    return (ctx, t) => {
      put(ctx, back)
      round(ctx, -20, 440, 620, 180, 8, '#163a54')
      line(
        ctx,
        [
          [0, 380],
          [600, 380],
        ],
        '#8fb9c6',
        8,
      )
      for (let n = 0; n < 7; n++) box(ctx, 10 + n * 96, 380, 8, 70, '#8fb9c6')
      poly(
        ctx,
        [
          [330, 300],
          [560, 210],
          [560, 400],
          [330, 330],
        ],
        '#d9a441',
      )
      oval(ctx, 562, 305, 28, 98, '#8a5f1e')
      person(ctx, 240, 470, {
        ...girl,
        height: 250,
        arm: t > 1.2 ? 1.5 : 2.4,
        nod: t > 1.4 ? -0.14 : 0,
      })
      if (t > 1.5) {
        rings(ctx, t, 620, 305, 620, '#ffdf95')
        speedLines(ctx, t, 1240, 600, [600, 305], 'rgba(255,223,149,0.55)', 0.3)
      }
    }
  },
  lines: [
    {
      who: null,
      ko: '대답했다. 등대의 목소리로.',
      en: "She answered, with the lighthouse's voice.",
      from: 2.6,
      at: [940, 530],
    },
  ],
  noises: [
    {
      at: 1.5,
      sound: 'horn',
      gain: 1,
      shakes: true,
      word: {
        words: '뿌우우우—',
        at: [850, 190],
        size: 130,
        colour: '#ffb86b',
        stays: 3,
        turn: -0.08,
      },
      sdh: '등대 나팔 소리',
    },
  ],
}

export const sky: Panel = {
  size: [1240, 680],
  seconds: 6.4,
  view: [0.4, 0.62, 1.25, 0.56, 0.46, 1],
  prepare: (stage) => {
    const back = night(stage, 1240, 680, 560)
    return (ctx, t, u) => {
      put(ctx, back)
      stars(ctx, t, { width: 1240, height: 560, count: 160, colour: '#fff7d8', size: 4, salt: 5 })
      glow(ctx, 640, 250, 520, '#8fd6d2', 0.45)
      lighthouse(ctx, t, 980, 620, 0.85, 1)
      const rise = settle(u / 0.9)
      whale(ctx, t, lerp(260, 640, rise), lerp(640, 230, rise), 1.15, lerp(-0.5, -0.1, rise))
      for (let n = 0; n < 26; n++) {
        const fall = wrap(t * 0.5 + n * 0.13, 1)
        disc(
          ctx,
          lerp(180, 620, rise) + ((n * 47) % 240) - 120,
          lerp(640, 300, rise) + fall * 330,
          4 + (n % 4),
          `rgba(215,239,232,${(0.8 * (1 - fall)).toFixed(2)})`,
        )
      }
      person(ctx, 866, 640, { ...girl, height: 110, back: true, arm: 2.4 })
    }
  },
  lines: [
    {
      who: null,
      ko: '그 밤, 바다가 하늘로 열렸다.',
      en: 'That night the sea opened into the sky.',
      from: 0.6,
      at: [320, 80],
    },
  ],
  noises: [
    { at: 0.3, sound: 'splash', gain: 0.9, sdh: '고래가 솟아오르는 소리' },
    {
      at: 2.2,
      sound: 'horn',
      gain: 0.4,
      word: { words: '우우우—', at: [880, 360], size: 92, colour: '#8fd6d2', stays: 2.6 },
      sdh: '고래가 대답한다',
    },
    { at: 2.4, sound: 'sparkle', gain: 0.5 },
  ],
}

export const word: Panel = {
  size: [1240, 600],
  seconds: 6,
  view: [0.36, 0.5, 1.14, 0.56, 0.5, 1.06],
  prepare: (stage) => {
    const back = stage.layer(1240, 600, (ctx) =>
      wash(ctx, 0, 0, 1240, 600, ['#1d8aa8', '#8fd6d2', '#f4f7dc']),
    )
    return (ctx, t) => {
      put(ctx, back)
      motes(ctx, t, { width: 1240, height: 600, count: 40, colour: '#ffffff', speed: -20, size: 4 })
      face(ctx, t, 390, 340, 136, {
        ...girlFace,
        mood: t < 1 ? 'calm' : 'smile',
        talks: t > 1 && t < 2.6 ? t : undefined,
        ...(t > 1 && { tear: wrap(t - 1, 1.6) }),
      })
      face(ctx, t, 930, 370, 112, {
        ...keeper,
        facing: -1,
        mood: t > 1.6 ? 'wide' : 'calm',
        ...(t > 3 && { tear: wrap(t - 3, 1.7) }),
      })
      haze(ctx, 640, 640, 700, 120, '#ffffff', 0.5)
    }
  },
  lines: [
    {
      who: '이레',
      ko: '…나, 여기 있어.',
      en: '...I am here.',
      from: 1,
      at: [560, 110],
      tail: [440, 240],
      size: 36,
    },
    {
      who: '등대지기',
      ko: '이레야, 목소리가…!',
      en: 'Ire, your voice...!',
      from: 3.2,
      at: [830, 210],
      tail: [890, 270],
    },
  ],
}
