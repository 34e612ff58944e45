import { person } from '../../stage/figure.ts'
import { glow } from '../../stage/light.ts'
import { box, disc, line, poly, round, wash } from '../../stage/shapes.ts'
import { put } from '../../stage/stage.ts'
import { text } from '../../stage/text.ts'
import { lerp, ramp, settle, wave } from '../../stage/time.ts'
import { drift } from '../../stage/weather.ts'
import { face } from '../face.ts'
import { type Panel } from '../panel.ts'
import { kim, choi, workers, sort, cases, room } from './set.ts'

export const empty: Panel = {
  size: [609, 560],
  seconds: 4.6,
  view: [0.56, 0.56, 1.2, 0.46, 0.5, 1],
  prepare: (stage) => {
    const back = cases(stage, 609, 560, 112, 0.5)
    return (ctx, t) => {
      put(ctx, back)
      round(ctx, 360, 268, 190, 190, 8, '#12110f')
      text(ctx, '집', 455, 486, { size: 30, weight: 900, colour: '#f4eee0' })
      glow(ctx, 455, 360, 190, '#cf3b25', 0.3 + 0.15 * wave(t, 1.6))
      face(ctx, t, 170, 350, 112, { ...kim, mood: 'sad' })
    }
  },
  lines: [
    {
      who: '김 문선공',
      ko: '‘집’ 자가 없네.\n사십 년째 한 개가 비어.',
      en: '"Home" is gone. One has been missing forty years.',
      from: 0.5,
      at: [330, 100],
      tail: [210, 250],
    },
  ],
}

export const pocket: Panel = {
  size: [609, 560],
  seconds: 6,
  prepare: (stage) => {
    const back = stage.layer(609, 560, (ctx) =>
      wash(ctx, 0, 0, 609, 560, ['#f4eee0', '#e6c9a2', '#b98a62']),
    )
    return (ctx, t) => {
      put(ctx, back)
      face(ctx, t, 240, 300, 118, {
        ...choi,
        mood: t < 3.4 ? 'sad' : 'smile',
        talks: (t > 0.6 && t < 2.4) || (t > 3.2 && t < 4.6) ? t : undefined,
      })
      const up = settle((t - 1.4) / 0.8)
      glow(ctx, 450, lerp(640, 420, up), 170, '#ffdf9a', 0.8)
      round(ctx, 400, lerp(700, 462, up), 130, 180, 50, '#efcdb0')
      sort(ctx, 462, lerp(660, 424, up), 96, '집', '#cf3b25', 0.3)
    }
  },
  lines: [
    {
      who: '최 문선공',
      ko: '첫 출근 날\n하나 가져갔어요.',
      en: 'On my first day, I took one.',
      from: 0.5,
      at: [430, 90],
      tail: [310, 210],
      size: 27,
    },
    {
      who: '최 문선공',
      ko: '갈 데가 없던 때라.\n부적처럼 사십 년.',
      en: 'I had nowhere to go. My charm, for forty years.',
      from: 3.1,
      at: [440, 210],
      tail: [330, 290],
      size: 27,
    },
  ],
}

export const press: Panel = {
  size: [1240, 620],
  seconds: 6.6,
  view: [0.5, 0.5, 1.16, 0.5, 0.5, 1],
  prepare: (stage) => {
    const back = stage.layer(1240, 620, (ctx) => wash(ctx, 0, 0, 1240, 620, ['#3c3a36', '#1b1a18']))
    return (ctx, t) => {
      put(ctx, back)
      glow(ctx, 620, 330, 560, '#ffdf9a', 0.4)
      const lifted = ramp(t, 2.7, 3.8)
      round(ctx, 120, 250, 1000, 260, 6, '#fffaf0')
      if (lifted > 0) {
        text(ctx, '여기가 우리', 600, 380, {
          size: 92,
          weight: 700,
          colour: '#1b1a18',
          align: 'right',
        })
        text(ctx, '집', 630, 380, { size: 92, weight: 900, colour: '#cf3b25', align: 'left' })
        text(ctx, '이었다.', 724, 380, { size: 92, weight: 700, colour: '#1b1a18', align: 'left' })
      }
      const down = t < 1.9 ? settle((t - 0.7) / 1.2) * 0.9 : 1 - lifted
      const y = lerp(-330, 230, t < 1.9 ? down / 0.9 : down)
      round(ctx, 90, y - 60, 1060, 300, 14, '#6d6557')
      round(ctx, 110, y + 180, 1020, 60, 6, '#8c8577')
      box(ctx, 560, y - 400, 120, 350, '#4a463f')
    }
  },
  lines: [
    {
      who: null,
      ko: '빈칸에, 마지막 한 글자.',
      en: 'Into the gap, the last letter.',
      from: 0.3,
      at: [270, 560],
    },
    {
      who: null,
      ko: '“여기가 우리 집이었다.”',
      en: '"This was our home."',
      from: 3.4,
      at: [-2000, 0],
    },
  ],
  noises: [
    {
      at: 1.9,
      sound: 'thud',
      gain: 1,
      shakes: true,
      word: { words: '철컥, 쿵', at: [930, 150], size: 96, colour: '#cf3b25' },
      sdh: '인쇄기가 내려온다',
    },
    { at: 2, sound: 'door', gain: 0.6 },
  ],
}

export const back: Panel = {
  size: [1240, 580],
  seconds: 5.4,
  view: [0.5, 0.5, 1, 0.5, 0.5, 1.16],
  prepare: (stage) => {
    const wall = room(stage, 1240, 580)
    return (ctx, t) => {
      put(ctx, wall)
      workers.forEach((worker, n) =>
        person(ctx, 420 + n * 200, 560, {
          ...worker,
          back: true,
          breath: wave(t, 2.6),
          facing: n === 2 ? -1 : 1,
        }),
      )
      const off = [1.2, 2.2, 3.2]
      off.forEach((when, n) => {
        const x = 330 + n * 310
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
        if (t < when) glow(ctx, x, 150, 240, '#ffdf9a', 0.7)
      })
      ctx.globalAlpha = 0.22 * off.filter((when) => t > when).length
      box(ctx, 0, 0, 1240, 580, '#12110f')
      ctx.globalAlpha = 1
      disc(ctx, 1120, 120, 60, '#2b2a28')
      drift(ctx, t, {
        width: 1240,
        height: 580,
        count: 16,
        colour: '#f4eee0',
        size: 3,
        speed: 18,
        alpha: 0.4,
      })
    }
  },
  lines: [
    {
      who: null,
      ko: '다 찍은 글자는\n제자리로 돌아간다.',
      en: 'Printed letters go back to their places.',
      from: 0.5,
      at: [250, 500],
    },
  ],
  noises: [
    { at: 1.2, sound: 'click', gain: 0.9, sdh: '전등이 하나씩 꺼진다' },
    { at: 2.2, sound: 'click', gain: 0.9 },
    { at: 3.2, sound: 'click', gain: 0.9 },
  ],
}
