import { person } from '../../stage/figure.ts'
import { glow, haze } from '../../stage/light.ts'
import { box, line, poly, round, wash } from '../../stage/shapes.ts'
import { at, put } from '../../stage/stage.ts'
import { text } from '../../stage/text.ts'
import { lerp, ramp, spring, wave, wrap } from '../../stage/time.ts'
import { face } from '../face.ts'
import { parallax, type Panel } from '../panel.ts'
import { drop, halftone } from '../lettering.ts'
import { me, myFace, courier, parcel, corridor } from './set.ts'

export const doubt: Panel = {
  size: [1240, 580],
  seconds: 5.4,
  view: [0.36, 0.5, 1.14, 0.58, 0.5, 1.1],
  prepare: (stage) => {
    const back = stage.layer(1240, 580, (ctx) => {
      wash(ctx, 0, 0, 1240, 580, ['#20304f', '#3a4f7a'])
      halftone(ctx, 1240, 200, 580, '#1a2742')
    })
    return (ctx, t) => {
      put(ctx, back)
      glow(ctx, 860, 300, 420, '#ffb703', 0.4)
      const rattle = t > 2.4 ? 6 * wave(t, 0.09) : 0
      parcel(ctx, 860 + rattle, 560, 320, 440)
      face(ctx, t, 340, 340, 124, { ...myFace, mood: t > 2.4 ? 'wide' : 'sad' })
      drop(ctx, 442, 250 + wrap(t * 40, 60), 14)
      line(
        ctx,
        [
          [520, 470],
          [600, 420 + 10 * wave(t, 0.3)],
        ],
        '#c8d0dc',
        12,
      )
      round(ctx, 470, 460, 70, 26, 12, '#ef4b3f')
    }
  },
  lines: [
    {
      who: '도토리',
      ko: '열지 말까?\n살아 있으면 어떡해?',
      en: "Should I leave it shut? What if it's alive?",
      from: 0.5,
      at: [640, 100],
      tail: [440, 230],
      kind: 'think',
    },
    {
      who: '도토리',
      ko: '하나, 둘… 셋!',
      en: 'One, two... three!',
      from: 3.3,
      at: [600, 250],
      tail: [450, 350],
    },
  ],
  noises: [
    {
      at: 2.4,
      sound: 'click',
      gain: 1,
      word: { words: '덜컹', at: [1080, 180], size: 90, colour: '#ffb703' },
      sdh: '상자가 덜컹거린다',
    },
  ],
}

export const uniform: Panel = {
  size: [1240, 620],
  seconds: 6,
  view: [0.5, 0.5, 1.16, 0.5, 0.5, 1],
  prepare: (stage) => {
    const back = stage.layer(1240, 620, (ctx) => wash(ctx, 0, 0, 1240, 620, ['#ffb703', '#ffd98a']))
    return (ctx, t) => {
      put(ctx, back)
      for (let n = 0; n < 16; n++) {
        const a = n * 0.3927 + t * 0.1
        poly(
          ctx,
          [
            [620, 420],
            [620 + Math.cos(a) * 1100, 420 + Math.sin(a) * 1100],
            [620 + Math.cos(a + 0.2) * 1100, 420 + Math.sin(a + 0.2) * 1100],
          ],
          'rgba(255,247,228,0.45)',
        )
      }
      parcel(ctx, 620, 600, 330, 260, 1)
      const rise = spring((t - 0.3) / 0.9)
      at(ctx, 620, lerp(430, 220, Math.min(1.1, rise)), 1, 0.03 * wave(t, 2), () => {
        poly(
          ctx,
          [
            [-90, -70],
            [90, -70],
            [130, 10],
            [92, 26],
            [92, 130],
            [-92, 130],
            [-92, 26],
            [-130, 10],
          ],
          '#3566c9',
        )
        box(ctx, -6, -70, 12, 200, '#20304f')
        round(ctx, -78, -10, 66, 40, 4, '#fff7e4')
        text(ctx, '도토리', -45, 11, { size: 19, weight: 900, colour: '#20304f' })
        round(ctx, -64, -156, 128, 62, [60, 60, 6, 6], '#ef4b3f')
        round(ctx, 6, -106, 92, 15, 8, '#ef4b3f')
      })
      person(ctx, 250, 600, { ...me, height: 300, arm: 1.7, breath: wave(t, 1.4) })
      if (t > 2.8)
        at(ctx, 1000, 300, spring((t - 2.8) / 0.6), 0.06, () => {
          round(ctx, -170, -84, 340, 168, 18, '#fff7e4')
          text(ctx, '내일배송(주)', 0, -44, { size: 24, weight: 500, colour: '#3566c9' })
          text(ctx, '합격을 축하합니다', 0, 0, { size: 34, weight: 900, colour: '#20304f' })
          text(ctx, '내일부터 출근', 0, 44, { size: 24, weight: 500, colour: '#ef4b3f' })
        })
    }
  },
  lines: [
    {
      who: '도토리',
      ko: '…유니폼?\n내 이름이 있어.',
      en: '...A uniform? With my name on it.',
      from: 1.1,
      at: [290, 150],
      tail: [270, 300],
    },
    {
      who: '휴대폰',
      ko: '합격을 축하합니다.',
      en: 'Congratulations, you got the job.',
      from: 3,
      at: [-2000, 0],
    },
  ],
  noises: [
    {
      at: 0.2,
      sound: 'sparkle',
      gain: 0.7,
      word: { words: '짜잔', at: [930, 120], size: 86, colour: '#ef4b3f' },
      sdh: '상자가 열린다',
    },
    { at: 2.8, sound: 'ding', gain: 0.6 },
  ],
}

export const sender: Panel = {
  size: [1240, 620],
  seconds: 6.6,
  view: [0.5, 0.5, 1, 0.52, 0.48, 1.12],
  prepare: (stage) => {
    const back = corridor(stage, 1320, 620, '#d9ecf7', '#2fa36b')
    return (ctx, t, u) => {
      parallax(ctx, back, 40, u, [20, 0])
      box(ctx, 296, 100, 220, 420, '#fff7e4')
      person(ctx, 400, 540, {
        height: 320,
        coat: '#f2a7b5',
        hair: '#4a3328',
        cut: 'long',
        legs: '#6a5a78',
        breath: wave(t, 2),
        arm: 1.2,
      })
      person(ctx, 700, 570, {
        ...courier,
        height: 350,
        hair: '#3a2a22',
        facing: -1,
        arm: t < 4 ? 1.2 : 2.6,
        breath: wave(t, 1.3),
      })
      round(ctx, 662, 208, 74, 34, [20, 20, 2, 2], '#ef4b3f')
      parcel(ctx, 600, 460, 110, 80)
      person(ctx, 1010, 570, {
        ...courier,
        height: 345,
        facing: -1,
        breath: wave(t, 1.8),
        arm: 2.3,
      })
      round(ctx, 972, 212, 74, 34, [20, 20, 2, 2], '#ef4b3f')
      haze(ctx, 1180, 90, 160, 60, '#7b8796', ramp(t, 4, 5.4) * 0.8)
    }
  },
  lines: [
    {
      who: '손님',
      ko: '제가 시킨 적이\n없는데요?',
      en: 'I never ordered anything?',
      from: 0.4,
      at: [240, 110],
      tail: [390, 230],
    },
    {
      who: '도토리',
      ko: '내일 필요하실 거예요.',
      en: "You'll need it tomorrow.",
      from: 2.3,
      at: [660, 120],
      tail: [690, 210],
    },
    {
      who: '택배 기사',
      ko: '후배님, 다음 집!',
      en: 'Next door, rookie!',
      from: 4.4,
      at: [1030, 130],
      tail: [1010, 212],
    },
  ],
  noises: [
    { at: 0.1, sound: 'ding', gain: 0.6, sdh: '초인종 소리' },
    { at: 5, sound: 'thunder', gain: 0.4, sdh: '멀리서 천둥' },
  ],
}
