import { person } from '../../stage/figure.ts'
import { glow } from '../../stage/light.ts'
import { box, disc, round, wash } from '../../stage/shapes.ts'
import { put } from '../../stage/stage.ts'
import { text } from '../../stage/text.ts'
import { ramp, wave } from '../../stage/time.ts'
import { drift, motes } from '../../stage/weather.ts'
import { face } from '../face.ts'
import { parallax, scenery, type Panel } from '../panel.ts'
import { six, jun, vera, crew, tomato, greenhouse, monitor } from './set.ts'

export const base: Panel = {
  size: [1240, 620],
  seconds: 5.2,
  view: [0.6, 0.42, 1.3, 0.5, 0.5, 1],
  prepare: (stage) => {
    const scene = scenery(stage, 1340, 720, {
      scene: 'desert',
      variant: 'mars',
      palette: six,
      x: 0.55,
      y: 0.6,
      zoom: 1.2,
    })
    return (ctx, t, u) => {
      parallax(ctx, scene, 50, u, [-70, 10])
      motes(ctx, t, { width: 1240, height: 620, count: 40, colour: '#e68a5c', wind: 60, size: 2.6 })
    }
  },
  lines: [
    {
      who: null,
      ko: '화성의 겨울, 백오십사일.',
      en: 'Winter on Mars: a hundred and fifty-four days.',
      from: 0.5,
      at: [270, 80],
    },
    {
      who: null,
      ko: '지구의 목소리가 끊겼다.',
      en: "Earth's voice is gone.",
      from: 3,
      at: [950, 540],
    },
  ],
}

export const silence: Panel = {
  size: [609, 540],
  seconds: 4.4,
  prepare: (stage) => {
    const scene = stage.layer(609, 540, (ctx) => wash(ctx, 0, 0, 609, 540, ['#4a2a30', '#2a0d14']))
    return (ctx, t) => {
      put(ctx, scene)
      monitor(ctx, 290, 90, 270, 190, () => {
        for (let n = 0; n < 40; n++) {
          const tall =
            3 + 22 * Math.abs(Math.sin(n * 12.9 + Math.floor(t * 14) * 7.1)) * (t < 1.6 ? 1 : 0.06)
          box(ctx, 12 + n * 6.2, 95 - tall / 2, 3, tall, '#58b7d6')
        }
        text(ctx, t < 1.6 ? '수신 중' : '수신 없음', 135, 160, {
          size: 24,
          weight: 900,
          colour: t < 1.6 ? '#8fe0f0' : '#ff6b4a',
        })
      })
      face(ctx, t, 170, 340, 118, {
        ...vera,
        mood: 'sad',
        talks: t > 1.9 && t < 3.2 ? t : undefined,
      })
    }
  },
  lines: [
    {
      who: '베라',
      ko: '오늘도 없음.',
      en: 'Nothing today, either.',
      from: 1.8,
      at: [430, 400],
      tail: [260, 400],
    },
  ],
  noises: [
    {
      at: 0.3,
      sound: 'splash',
      gain: 0.3,
      word: { words: '지직', at: [120, 110], size: 70, colour: '#58b7d6' },
      sdh: '무전 잡음',
    },
  ],
}

export const plant: Panel = {
  size: [609, 540],
  seconds: 4,
  view: [0.5, 0.5, 1, 0.5, 0.56, 1.2],
  prepare: (stage) => {
    const scene = greenhouse(stage, 609, 540)
    return (ctx, t) => {
      put(ctx, scene)
      glow(ctx, 305, 280, 300, '#ffcf8a', 0.65)
      tomato(ctx, t, 305, 400, 1.15, 0)
      motes(ctx, t, { width: 609, height: 540, count: 20, colour: '#ffe6b8' })
    }
  },
  lines: [
    {
      who: null,
      ko: '남은 초록은\n토마토 한 그루.',
      en: 'The only green left: one tomato plant.',
      from: 0.5,
      at: [150, 80],
    },
  ],
}

export const choice: Panel = {
  size: [1240, 580],
  seconds: 5.4,
  view: [0.34, 0.5, 1.12, 0.62, 0.5, 1.08],
  prepare: (stage) => {
    const scene = stage.layer(1240, 580, (ctx) => {
      wash(ctx, 0, 0, 1240, 580, ['#5a2a2c', '#2a0d14'])
      box(ctx, 0, 500, 1240, 80, '#3a1518')
    })
    return (ctx, t) => {
      put(ctx, scene)
      round(ctx, 480, 120, 280, 340, 20, '#3a2a2e')
      for (const [y, name, on] of [
        [190, '침실', t < 3.6],
        [320, '온실', t >= 3.6],
      ] as const) {
        round(ctx, 510, y, 220, 100, 14, on ? '#f29b4a' : '#241a1e')
        text(ctx, name, 590, y + 50, { size: 36, weight: 900, colour: on ? '#2a0d14' : '#7a6468' })
        disc(ctx, 684, y + 50, 18, on ? '#fff3d0' : '#3a2a2e')
        if (on) glow(ctx, 620, y + 50, 170, '#f29b4a', 0.5)
      }
      face(ctx, t, 250, 330, 116, {
        ...vera,
        mood: 'calm',
        talks: t > 0.4 && t < 2 ? t : undefined,
      })
      face(ctx, t, 990, 340, 116, {
        ...jun,
        facing: -1,
        mood: t > 2.6 ? 'smile' : 'calm',
        talks: t > 2.8 && t < 4 ? t : undefined,
      })
    }
  },
  lines: [
    {
      who: '베라',
      ko: '데울 수 있는 방은\n하나뿐이야.',
      en: 'We can heat only one room.',
      from: 0.4,
      at: [330, 90],
      tail: [270, 210],
    },
    {
      who: '준',
      ko: '토마토에 한 표요.',
      en: 'I vote for the tomato.',
      from: 2.7,
      at: [930, 110],
      tail: [970, 220],
    },
  ],
  noises: [{ at: 3.6, sound: 'click', gain: 0.9, sdh: '스위치를 돌리는 소리' }],
}

export const snow: Panel = {
  size: [1240, 600],
  seconds: 5.4,
  view: [0.5, 0.62, 1.24, 0.5, 0.5, 1],
  prepare: (stage) => {
    const scene = greenhouse(stage, 1240, 600)
    return (ctx, t) => {
      put(ctx, scene)
      drift(ctx, t, {
        width: 1240,
        height: 400,
        count: 90,
        colour: '#fff3ea',
        speed: 46,
        size: 5,
        alpha: ramp(t, 1.6, 2.6),
      })
      glow(ctx, 620, 420, 460, '#ffcf8a', 0.55)
      tomato(ctx, t, 620, 440, 0.9, 0.15)
      crew.forEach((coat, n) => {
        const x = [200, 350, 480, 770, 900, 1050][n]!
        person(ctx, x, 590, {
          height: 250,
          coat,
          hair: ['#a3522f', '#2a2024', '#5a3a2a', '#17141c', '#c9a06a', '#3a2a30'][n]!,
          sitting: true,
          eyes: 'closed',
          nod: 0.24,
          facing: n < 3 ? 1 : -1,
          breath: wave(t + n, 3.2),
        })
        round(ctx, x - 60, 520, 120, 62, 26, ['#58b7d6', '#6d1f22'][n % 2]!)
      })
    }
  },
  lines: [
    {
      who: null,
      ko: '모두가 온실에서 잤다.',
      en: 'Everyone slept in the greenhouse.',
      from: 0.5,
      at: [240, 76],
    },
    {
      who: null,
      ko: '그 밤, 내릴 리 없는 눈이 내렸다.',
      en: 'That night it snowed, where it never snows.',
      from: 2.5,
      at: [900, 76],
    },
  ],
  noises: [
    {
      at: 0.6,
      word: { words: '드르렁', at: [1060, 330], size: 64, colour: '#f29b4a' },
      sdh: '코 고는 소리',
    },
  ],
}
