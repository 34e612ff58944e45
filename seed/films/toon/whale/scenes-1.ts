import { person } from '../../stage/figure.ts'
import { glow } from '../../stage/light.ts'
import { box, disc, line, poly, round, wash } from '../../stage/shapes.ts'
import { at, put } from '../../stage/stage.ts'
import { text } from '../../stage/text.ts'
import { lerp, ramp } from '../../stage/time.ts'
import { motes } from '../../stage/weather.ts'
import { face } from '../face.ts'
import { parallax, scenery, type Panel } from '../panel.ts'
import { speedLines } from '../lettering.ts'
import { six, girl, girlFace, keeper, lighthouse, whale, rings, night } from './set.ts'

export const eleven: Panel = {
  size: [1240, 620],
  seconds: 5.2,
  view: [0.62, 0.44, 1.3, 0.5, 0.5, 1],
  prepare: (stage) => {
    const back = night(stage, 1240, 620, 400)
    return (ctx, t) => {
      put(ctx, back)
      disc(ctx, 220, 130, 54, '#f4f7dc')
      glow(ctx, 220, 130, 180, '#f4f7dc', 0.5)
      lighthouse(ctx, t, 860, 500, 1.05, 0.8)
      rings(ctx, t, 300, 520, 300, '#8fd6d2')
    }
  },
  lines: [
    {
      who: null,
      ko: '매일 밤, 열한 시 십일 분.',
      en: 'Every night, at eleven past eleven.',
      from: 0.5,
      at: [290, 250],
    },
  ],
  noises: [
    {
      at: 2.2,
      sound: 'horn',
      gain: 0.35,
      word: {
        words: '우우우—',
        at: [360, 450],
        size: 90,
        colour: '#8fd6d2',
        stays: 2.6,
        turn: -0.06,
      },
      sdh: '고래 울음소리',
    },
  ],
}

export const window1: Panel = {
  size: [609, 540],
  seconds: 4.6,
  prepare: (stage) => {
    const back = stage.layer(609, 540, (ctx) => {
      wash(ctx, 0, 0, 609, 540, ['#27506b', '#163a54'])
      round(ctx, 260, 70, 280, 330, 140, '#f4f7dc')
      round(ctx, 274, 84, 252, 302, 126, '#0d3a5c')
      for (let n = 0; n < 24; n++)
        disc(ctx, 300 + ((n * 67) % 200), 110 + ((n * 41) % 180), 2.4, '#f4f7dc')
      round(ctx, 276, 290, 248, 94, [0, 0, 124, 124], '#145273')
    })
    return (ctx, t) => {
      put(ctx, back)
      rings(ctx, t, 400, 330, 90, '#8fd6d2')
      face(ctx, t, 170, 350, 116, { ...girlFace, mood: t > 2.4 ? 'wide' : 'calm' })
    }
  },
  lines: [
    {
      who: null,
      ko: '이레는 말을 잃은 뒤로\n이 소리를 듣는다.',
      en: 'Since she lost her voice, Ire hears this sound.',
      from: 0.5,
      at: [220, 70],
    },
    { who: null, ko: '‘…날 부르는 걸까?’', en: '"...Is it calling me?"', from: 3, at: [430, 480] },
  ],
}

export const hertz: Panel = {
  size: [609, 540],
  seconds: 5,
  prepare: (stage) => {
    const back = stage.layer(609, 540, (ctx) =>
      wash(ctx, 0, 0, 609, 540, ['#e6b87a', '#a86a48', '#3a2a34']),
    )
    return (ctx, t) => {
      put(ctx, back)
      glow(ctx, 480, 200, 300, '#ffdf95', 0.6)
      face(ctx, t, 410, 330, 122, {
        ...keeper,
        facing: -1,
        mood: 'calm',
        talks: (t > 0.4 && t < 2) || (t > 2.8 && t < 4.2) ? t : undefined,
      })
      face(ctx, t, 120, 430, 80, { ...girlFace, mood: 'wide' })
    }
  },
  lines: [
    {
      who: '등대지기',
      ko: '오십이 헤르츠로\n우는 고래란다.',
      en: 'A whale that sings at fifty-two hertz.',
      from: 0.4,
      at: [200, 84],
      tail: [330, 240],
      size: 27,
    },
    {
      who: '등대지기',
      ko: '아무도 못 알아들어\n늘 혼자지.',
      en: 'No one understands it. So it is always alone.',
      from: 2.7,
      at: [180, 230],
      tail: [320, 310],
      size: 27,
    },
  ],
}

export const alone: Panel = {
  size: [1240, 600],
  seconds: 5,
  view: [0.4, 0.5, 1.1, 0.62, 0.5, 1.06],
  prepare: (stage) => {
    const back = scenery(stage, 1340, 700, {
      scene: 'underwater',
      palette: six,
      x: -0.6,
      y: 0.5,
      zoom: 1,
    })
    return (ctx, t, u) => {
      parallax(ctx, back, 50, u, [-90, 0])
      rings(ctx, t, 850, 290, 420, '#f4f7dc')
      whale(ctx, t, lerp(480, 640, u), 310, 0.9)
      motes(ctx, t, { width: 1240, height: 600, count: 36, colour: '#d7efe8', speed: -24, size: 3 })
    }
  },
  lines: [
    {
      who: null,
      ko: '부르고, 또 불러도\n대답이 없는 노래.',
      en: 'A song that calls and calls, and gets no answer.',
      from: 0.7,
      at: [220, 90],
    },
  ],
  noises: [
    {
      at: 1.4,
      sound: 'horn',
      gain: 0.3,
      word: { words: '우우—', at: [1010, 160], size: 84, colour: '#f4f7dc', stays: 2.6 },
      sdh: '고래가 길게 운다',
    },
  ],
}

export const note: Panel = {
  size: [609, 560],
  seconds: 4.6,
  view: [0.5, 0.5, 1, 0.5, 0.56, 1.14],
  prepare: (stage) => {
    const back = stage.layer(609, 560, (ctx) => wash(ctx, 0, 0, 609, 560, ['#163a54', '#0a2338']))
    return (ctx, t) => {
      put(ctx, back)
      glow(ctx, 420, 130, 260, '#ffdf95', 0.7)
      at(ctx, 300, 310, 1, -0.06, () => {
        box(ctx, -210, -150, 420, 300, '#fffdf3')
        for (let n = 0; n < 4; n++) box(ctx, -180, -70 + n * 62, 360, 2, '#cfdcd8')
        const words = [...'나도 그래.']
        words.forEach((letter, n) =>
          text(ctx, letter, -130 + n * 50, -20, {
            size: 56,
            weight: 700,
            colour: '#163a54',
            alpha: ramp(t, 0.9 + n * 0.3, 1.1 + n * 0.3),
          }),
        )
        const x = -120 + Math.min(5, Math.max(0, (t - 0.9) / 0.3)) * 50
        line(
          ctx,
          [
            [x, 10],
            [x + 70, 120],
          ],
          '#ffb86b',
          14,
        )
        round(ctx, x + 40, 90, 130, 120, 50, '#f3d0b5')
      })
    }
  },
  lines: [
    {
      who: null,
      ko: '이레는 공책에 적었다.\n‘나도 그래.’',
      en: 'In her notebook Ire wrote: "So am I."',
      from: 0.5,
      at: [200, 70],
    },
  ],
  noises: [{ at: 1, sound: 'click', gain: 0.4, sdh: '연필 소리' }],
}

export const stairs: Panel = {
  size: [609, 560],
  seconds: 4.2,
  prepare: (stage) => {
    const back = stage.layer(609, 560, (ctx) => {
      wash(ctx, 0, 0, 609, 560, ['#27506b', '#0a2338'])
      for (let n = 0; n < 9; n++) {
        poly(
          ctx,
          [
            [40 + n * 62, 520 - n * 52],
            [130 + n * 62, 520 - n * 52],
            [130 + n * 62, 560],
            [40 + n * 62, 560],
          ],
          n % 2 ? '#3a6a85' : '#335f79',
        )
        box(ctx, 40 + n * 62, 514 - n * 52, 92, 8, '#8fb9c6')
      }
    })
    return (ctx, t) => {
      put(ctx, back)
      const u = ramp(t, 0.1, 3.8)
      const x = lerp(90, 470, u)
      person(ctx, x, lerp(512, 190, u), { ...girl, height: 210, step: t * 2, arm: 1.6, nod: -0.1 })
      glow(ctx, x + 50, lerp(400, 80, u), 170, '#ffdf95', 0.9)
      speedLines(ctx, t, 609, 560, [x, lerp(400, 80, u)], 'rgba(244,247,220,0.35)', 0.42)
    }
  },
  lines: [{ who: null, ko: '그래서, 뛰었다.', en: 'So she ran.', from: 0.4, at: [150, 70] }],
  noises: [0.4, 0.8, 1.2, 1.6, 2, 2.4, 2.8].map((when, n) => ({
    at: when,
    sound: 'step' as const,
    gain: 0.6,
    ...(n === 1 && {
      word: { words: '탁탁탁', at: [440, 420] as const, size: 68, colour: '#ffb86b' },
      sdh: '계단을 뛰어오르는 소리',
    }),
  })),
}
