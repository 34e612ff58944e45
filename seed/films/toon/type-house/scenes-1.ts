import { person } from '../../stage/figure.ts'
import { glow } from '../../stage/light.ts'
import { box, line, poly, round, wash } from '../../stage/shapes.ts'
import { at, put } from '../../stage/stage.ts'
import { clamp, lerp, ramp, settle, smooth, wave } from '../../stage/time.ts'
import { motes } from '../../stage/weather.ts'
import { parallax, scenery, type Panel } from '../panel.ts'
import { six, workers, sort, cases, room, sentence } from './set.ts'

export const house: Panel = {
  size: [1240, 620],
  seconds: 5.4,
  view: [0.36, 0.6, 1.5, 0.54, 0.5, 1],
  prepare: (stage) => {
    const back = scenery(stage, 1320, 700, { scene: 'type_case', palette: six, y: 0.5, zoom: 1.1 })
    return (ctx, t, u) => {
      parallax(ctx, back, 40, u, [50, 20])
      glow(ctx, 620, 60, 520, '#ffdf9a', 0.35)
      motes(ctx, t, { width: 1240, height: 620, count: 26, colour: '#f4eee0', size: 2.4 })
    }
  },
  lines: [
    {
      who: null,
      ko: '납 글자 삼십만 개가 사는 집.',
      en: 'Home of three hundred thousand letters.',
      from: 0.6,
      at: [300, 80],
    },
    {
      who: null,
      ko: '올겨울, 문을 닫는다.',
      en: 'This winter, it closes.',
      from: 3.3,
      at: [960, 545],
    },
  ],
  noises: [
    { at: 0.4, sound: 'click', gain: 0.5, sdh: '활자가 부딪치는 소리' },
    { at: 1.4, sound: 'click', gain: 0.4 },
    { at: 2.6, sound: 'click', gain: 0.5 },
  ],
}

export const pick: Panel = {
  size: [609, 540],
  seconds: 4.2,
  view: [0.5, 0.5, 1, 0.56, 0.5, 1.16],
  prepare: (stage) => {
    const back = cases(stage, 609, 540, 92, 0.25)
    return (ctx, t) => {
      put(ctx, back)
      const turn = [
        [0.4, 140, 200],
        [1.6, 420, 300],
        [2.8, 300, 120],
      ] as const
      const now = turn.filter(([when]) => t > when).at(-1) ?? turn[0]
      const before = turn[Math.max(0, turn.indexOf(now) - 1)]!
      const u = smooth((t - now[0]) / 0.7)
      const [x, y] = [
        lerp(before[1], now[1], u),
        lerp(before[2], now[2], u) - 40 * Math.sin(u * Math.PI),
      ]
      sort(ctx, x, y, 84, [...'마지막'][turn.indexOf(now)]!, '#cf3b25')
      at(ctx, x + 20, y + 26, 1, 0, () => {
        round(ctx, -10, 0, 40, 120, 18, '#e8c3a2')
        round(ctx, 26, 14, 38, 120, 18, '#dfb592')
        poly(
          ctx,
          [
            [-14, 110],
            [90, 90],
            [230, 420],
            [60, 460],
          ],
          '#e8c3a2',
        )
        poly(
          ctx,
          [
            [40, 220],
            [140, 190],
            [300, 460],
            [120, 520],
          ],
          '#4a5a66',
        )
      })
    }
  },
  lines: [
    {
      who: null,
      ko: '문선공 세 사람이\n마지막 책을 뽑는다.',
      en: 'Three typesetters pick the last book.',
      from: 0.5,
      at: [180, 470],
    },
  ],
  noises: [
    {
      at: 0.5,
      sound: 'click',
      gain: 0.9,
      word: { words: '착', at: [110, 90], size: 76, colour: '#cf3b25' },
      sdh: '활자를 뽑는 소리',
    },
    {
      at: 1.7,
      sound: 'click',
      gain: 0.9,
      word: { words: '착', at: [500, 190], size: 76, colour: '#cf3b25' },
    },
    {
      at: 2.9,
      sound: 'click',
      gain: 0.9,
      word: { words: '착', at: [420, 60], size: 76, colour: '#cf3b25' },
    },
  ],
}

export const worn: Panel = {
  size: [609, 540],
  seconds: 4.8,
  prepare: (stage) => {
    const back = stage.layer(609, 540, (ctx) => wash(ctx, 0, 0, 609, 540, ['#f4eee0', '#d8cfbd']))
    return (ctx, t) => {
      put(ctx, back)
      sort(ctx, 190, 250, 210, '나', '#1b1a18', 1)
      sort(ctx, 430, 250, 210, '의', '#cf3b25', 1 - ramp(t, 1.8, 3.2))
      for (const [x, height, when] of [
        [190, 46, 0.6],
        [430, 104, 2],
      ] as const) {
        const tall = height * settle((t - when) / 0.8)
        box(ctx, x - 60, 510 - tall, 120, tall, x < 300 ? '#8c8577' : '#cf3b25')
      }
    }
  },
  lines: [
    {
      who: null,
      ko: '가장 많이 닳은 글자는\n‘나’가 아니라',
      en: 'The most worn letter was not "I"',
      from: 0.4,
      at: [240, 70],
    },
    { who: null, ko: '‘의’였다.', en: 'but "of".', from: 2.4, at: [310, 396] },
  ],
}

export const three: Panel = {
  size: [1240, 580],
  seconds: 5.2,
  view: [0.36, 0.52, 1.12, 0.64, 0.52, 1.12],
  prepare: (stage) => {
    const back = room(stage, 1320, 580)
    return (ctx, t, u) => {
      parallax(ctx, back, 40, u, [60, 0])
      for (const x of [330, 640, 950]) {
        line(
          ctx,
          [
            [x, 0],
            [x, 96],
          ],
          '#1b1a18',
          4,
        )
        poly(
          ctx,
          [
            [x - 46, 130],
            [x + 46, 130],
            [x + 16, 90],
            [x - 16, 90],
          ],
          '#2f5a50',
        )
        glow(ctx, x, 150, 220, '#ffdf9a', 0.55)
      }
      workers.forEach((worker, n) =>
        person(ctx, 330 + n * 310, 556, {
          ...worker,
          arm: 1.5 + 0.25 * wave(t + n * 0.4, 1.3),
          breath: wave(t, 2.4 + n * 0.3),
          nod: 0.12,
          facing: n === 2 ? -1 : 1,
        }),
      )
      for (const x of [380, 690, 870]) round(ctx, x, 408, 70, 16, 4, '#d8cfbd')
    }
  },
  lines: [
    {
      who: '김 문선공',
      ko: '마지막이라 그런가,\n손이 자꾸 느려지네.',
      en: 'It is the last one. My hands keep slowing down.',
      from: 0.5,
      at: [520, 96],
      tail: [360, 260],
    },
    {
      who: '최 문선공',
      ko: '천천히 해요. 오늘은.',
      en: 'Take your time. Today, take your time.',
      from: 3,
      at: [870, 190],
      tail: [680, 300],
    },
  ],
}

export const setting: Panel = {
  size: [1240, 560],
  seconds: 5.8,
  view: [0.3, 0.5, 1.3, 0.6, 0.5, 1.05],
  prepare: (stage) => {
    const back = stage.layer(1240, 560, (ctx) => {
      wash(ctx, 0, 0, 1240, 560, ['#5a4a38', '#3a2f24'])
      round(ctx, 60, 190, 1120, 210, 10, '#8c8577')
      round(ctx, 80, 210, 1080, 170, 6, '#2b2a28')
      box(ctx, 60, 380, 1120, 26, '#b9b09c')
    })
    return (ctx, t) => {
      put(ctx, back)
      sentence.forEach((letter, n) => {
        const come = clamp((t - 0.5 - n * 0.42) / 0.25)
        const x = 150 + n * 118
        if (n === 5) {
          if (t > 4.4) {
            ctx.lineWidth = 5
            ctx.setLineDash([12, 10])
            ctx.strokeStyle = '#cf3b25'
            ctx.strokeRect(x - 48, 247, 96, 96)
            ctx.setLineDash([])
          }
          return
        }
        if (come > 0) sort(ctx, x, lerp(60, 295, settle(come)), 104, letter)
      })
    }
  },
  lines: [
    {
      who: null,
      ko: '마지막 책의 마지막 줄.',
      en: 'The last line of the last book.',
      from: 0.3,
      at: [250, 84],
    },
    {
      who: '김 문선공',
      ko: '…한 글자가 모자라.',
      en: '...One letter is missing.',
      from: 4.3,
      at: [900, 120],
    },
  ],
  noises: sentence.map((_, n) => ({
    at: 0.7 + n * 0.42,
    sound: 'click' as const,
    gain: n === 5 ? 0 : 0.8,
    ...(n === 0 && { sdh: '활자를 심는 소리' }),
  })),
}
