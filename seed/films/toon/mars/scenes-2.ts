import { palette } from '#seed/art/look.ts'
import { glow } from '../../stage/light.ts'
import { disc, oval, round, wash } from '../../stage/shapes.ts'
import { at, put } from '../../stage/stage.ts'
import { ramp, spring, wave, wrap } from '../../stage/time.ts'
import { drift } from '../../stage/weather.ts'
import { face } from '../face.ts'
import { scenery, type Panel } from '../panel.ts'
import { speedLines } from '../lettering.ts'
import { jun, vera, tomato, greenhouse, monitor, log } from './set.ts'

export const lie: Panel = {
  size: [609, 560],
  seconds: 5,
  prepare: (stage) => {
    const scene = stage.layer(609, 560, (ctx) => wash(ctx, 0, 0, 609, 560, ['#3a1a22', '#1a080e']))
    return (ctx, t) => {
      put(ctx, scene)
      monitor(ctx, 70, 60, 470, 250, () =>
        log(ctx, t, ['일지 88일째', '날씨 맑음', '모두 따뜻하게 잤음'], 0.3),
      )
      face(ctx, t, 300, 470, 92, { ...jun, mood: t > 3.4 ? 'smile' : 'sad' })
    }
  },
  lines: [
    {
      who: '준',
      ko: '일지: 날씨 맑음.\n모두 따뜻하게 잤음.',
      en: 'Log: clear sky. All slept warm.',
      from: 0.4,
      at: [-2000, 0],
    },
    {
      who: '준',
      ko: '(거짓말 하나.)',
      en: '(Lie number one.)',
      from: 3.4,
      at: [480, 400],
      tail: [390, 450],
      kind: 'think',
      size: 25,
    },
  ],
  noises: [
    { at: 0.4, sound: 'click', gain: 0.5, sdh: '타자 소리' },
    { at: 0.9, sound: 'click', gain: 0.5 },
    { at: 1.5, sound: 'click', gain: 0.5 },
    { at: 2.1, sound: 'click', gain: 0.5 },
  ],
}

export const lies: Panel = {
  size: [609, 560],
  seconds: 5,
  prepare: (stage) => {
    const scene = scenery(stage, 609, 560, {
      scene: 'desert',
      variant: 'mars',
      palette: palette('#2a1a24 #6d4a58 #b98a8a #e6c4b8 #fff6ee #58b7d6'),
      y: 0.3,
      zoom: 0.8,
      seed: 4,
    })
    return (ctx, t) => {
      put(ctx, scene)
      at(ctx, 150, 520, 1, 0.02 * wave(t, 3), () => {
        disc(ctx, 0, -52, 62, '#fff6ee')
        disc(ctx, 0, -144, 44, '#fff6ee')
        round(ctx, -46, -192, 92, 60, [46, 46, 8, 8], '#58b7d6')
        for (const x of [-14, 14]) disc(ctx, x, -146, 5, '#2a0d14')
        disc(ctx, 0, -132, 9, '#e6452f')
      })
      monitor(ctx, 230, 70, 340, 240, () =>
        log(ctx, t, ['일지 120일째', '눈사람은', '만들지 않았음'], 0.2),
      )
      drift(ctx, t, { width: 609, height: 560, count: 50, colour: '#ffffff', speed: 50, size: 4 })
    }
  },
  lines: [
    {
      who: '준',
      ko: '일지: 눈사람은\n만들지 않았음.',
      en: 'Log: we did not build a snowman.',
      from: 0.3,
      at: [-2000, 0],
    },
    {
      who: null,
      ko: '거짓말은 조금씩 늘었다.',
      en: 'The lies grew, little by little.',
      from: 3,
      at: [390, 510],
    },
  ],
  noises: [
    { at: 0.4, sound: 'click', gain: 0.5, sdh: '타자 소리' },
    { at: 1.1, sound: 'click', gain: 0.5 },
    { at: 1.9, sound: 'click', gain: 0.5 },
  ],
}

export const signal: Panel = {
  size: [1240, 600],
  seconds: 5.2,
  view: [0.44, 0.54, 1.2, 0.54, 0.5, 1.04],
  prepare: (stage) => {
    const scene = greenhouse(stage, 1240, 600)
    return (ctx, t) => {
      put(ctx, scene)
      glow(ctx, 330, 400, 400, '#ffcf8a', 0.7)
      tomato(ctx, t, 330, 470, 1.25, 0.3 + 0.7 * ramp(t, 0, 2))
      face(ctx, t, 760, 350, 100, { ...vera, facing: -1, mood: t > 2.4 ? 'wide' : 'smile' })
      face(ctx, t, 1000, 380, 100, { ...jun, facing: -1, mood: t > 2.4 ? 'wide' : 'smile' })
      if (t > 2.3 && t < 4) speedLines(ctx, t, 1240, 600, [880, 340], 'rgba(143,224,240,0.6)', 0.36)
    }
  },
  lines: [
    {
      who: null,
      ko: '154일째. 토마토가 익었다.',
      en: 'Day 154. The tomato turned red.',
      from: 0.3,
      at: [270, 70],
    },
    {
      who: '무전',
      ko: '…여기는 지구, 들립니까?',
      en: '...This is Earth. Do you read?',
      from: 2.4,
      at: [820, 120],
      kind: 'shout',
      size: 30,
    },
  ],
  noises: [
    {
      at: 2.2,
      sound: 'beep',
      gain: 0.8,
      word: { words: '삐빅', at: [1110, 210], size: 84, colour: '#58b7d6' },
      sdh: '무전이 켜진다',
    },
  ],
}

export const reply: Panel = {
  size: [1240, 600],
  seconds: 7.4,
  view: [0.5, 0.5, 1, 0.42, 0.5, 1.14],
  prepare: (stage) => {
    const scene = stage.layer(1240, 600, (ctx) =>
      wash(ctx, 0, 0, 1240, 600, ['#e68a5c', '#b9452f', '#6d1f22']),
    )
    return (ctx, t) => {
      put(ctx, scene)
      glow(ctx, 900, 260, 420, '#fbe0c8', 0.5)
      face(ctx, t, 400, 340, 132, {
        ...jun,
        mood: t < 2.8 ? 'wide' : t < 5 ? 'shut' : 'laugh',
        ...(t > 4.6 && { tear: wrap(t - 4.6, 1.4) }),
      })
      disc(ctx, 930, 270, 110, '#3f8fc9')
      oval(ctx, 900, 240, 52, 36, '#4fae6c', 0.4)
      oval(ctx, 970, 310, 44, 26, '#4fae6c', -0.3)
      if (t > 5)
        at(ctx, 930, 480, spring((t - 5) / 0.7), 0, () => {
          for (let n = 0; n < 3; n++)
            round(
              ctx,
              -130 + n * 6,
              20 - n * 34,
              260 - n * 12,
              34,
              12,
              ['#58b7d6', '#f29b4a', '#fbe0c8'][n]!,
            )
        })
    }
  },
  lines: [
    {
      who: '지구',
      ko: '고장 난 건 수신기뿐이었어요.\n일지는 매일 읽었습니다.',
      en: 'Only your receiver broke. We read your log every day.',
      from: 0.4,
      at: [860, 80],
      tail: [920, 170],
    },
    {
      who: '지구',
      ko: '모두 따뜻하게 잤다길래\n담요 열두 장 보냈어요.',
      en: 'All slept warm, you said. So we sent twelve blankets.',
      from: 3.8,
      at: [690, 460],
      tail: [860, 360],
    },
  ],
  noises: [{ at: 5, sound: 'sparkle', gain: 0.5, sdh: '웃음소리' }],
}
