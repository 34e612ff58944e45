import type { Script } from './film.ts'
import { bass, flute, keys, pad, piano, pluck, strings } from './sound/instruments.ts'
import { beat, broken, held, progression, tune, walking, type Harmony } from './sound/score.ts'
import { glow, haze, vignette } from './stage/light.ts'
import { box, disc, land, line, oval, poly, ridge, round, wash } from './stage/shapes.ts'
import { at, put, type Ctx, type Layer, type Shot, type Stage } from './stage/stage.ts'
import { text } from './stage/text.ts'
import { credits, title } from './stage/titles.ts'
import { between, chance, lerp, seeded, smooth, wave, wrap } from './stage/time.ts'
import { drift, mist, rain } from './stage/weather.ts'

/** One season outside the window. */
interface Season {
  readonly sky: readonly string[]
  readonly far: string
  readonly middle: string
  readonly near: string
  readonly trunk: string
  readonly crowns: readonly string[]
  readonly light: string
  readonly bare?: boolean
}

const spring: Season = {
  sky: ['#9fd3e0', '#d9eef0', '#fff3dd'],
  far: '#8fb98a',
  middle: '#7fb07c',
  near: '#5f9a6a',
  trunk: '#6a4b3f',
  crowns: ['#ffd0dc', '#ffbccd', '#fff0f3'],
  light: '#fff3dd',
}
const summer: Season = {
  sky: ['#4f7f8f', '#86a9ac', '#c3d3cc'],
  far: '#4d8076',
  middle: '#3f7a6b',
  near: '#2c6152',
  trunk: '#3a3a32',
  crowns: ['#3f8a5e', '#57a06c', '#2f7454'],
  light: '#e7f3ec',
}
const autumn: Season = {
  sky: ['#e89a62', '#f3c39b', '#fff3dd'],
  far: '#a9645a',
  middle: '#c0703f',
  near: '#8f5a34',
  trunk: '#4a332c',
  crowns: ['#e4572e', '#f0a03c', '#c93b2b'],
  light: '#ffe0b0',
}
const winter: Season = {
  sky: ['#8fa3bd', '#c3cfdc', '#eef1f4'],
  far: '#b7c4d4',
  middle: '#d3dce6',
  near: '#f4f7fa',
  trunk: '#5a5560',
  crowns: ['#ffffff', '#e8eef4', '#f7fafc'],
  light: '#ffffff',
  bare: true,
}

function tree(ctx: Ctx, x: number, y: number, size: number, season: Season, seed: number): void {
  const random = seeded(seed)
  poly(
    ctx,
    [
      [x - size * 0.05, y],
      [x + size * 0.05, y],
      [x + size * 0.02, y - size * 0.6],
      [x - size * 0.02, y - size * 0.6],
    ],
    season.trunk,
  )
  if (season.bare) {
    for (let n = 0; n < 7; n++) {
      const from = y - size * (0.3 + n * 0.06)
      const side = n % 2 ? 1 : -1
      line(
        ctx,
        [
          [x, from],
          [x + side * size * (0.3 - n * 0.02), from - size * 0.26],
        ],
        season.trunk,
        size * 0.018,
      )
      oval(ctx, x + side * size * 0.26, from - size * 0.26, size * 0.1, size * 0.035, '#ffffff')
    }
    return
  }
  for (let n = 0; n < 11; n++)
    disc(
      ctx,
      x + (random() - 0.5) * size * 0.66,
      y - size * (0.58 + random() * 0.42),
      size * (0.14 + random() * 0.14),
      season.crowns[n % season.crowns.length] ?? '#ffffff',
    )
}

/** The country in three strips that are longer than the picture and come round again. */
function country(stage: Stage, season: Season, seed: number) {
  const random = seeded(seed)
  const sky = stage.backdrop((ctx) => {
    wash(ctx, 0, 0, 1280, 720, season.sky)
    for (let n = 0; n < 7; n++)
      haze(
        ctx,
        random() * 1280,
        60 + random() * 190,
        140 + random() * 120,
        26 + random() * 20,
        '#ffffff',
        0.5,
      )
  })
  const strip = (height: number, draw: (ctx: Ctx) => void): Layer => stage.layer(1600, height, draw)
  const hill =
    (base: number, rise: number, colour: string, rough: number) =>
    (ctx: Ctx): void => {
      const points = ridge(random, 1600, base, rise, rough, 533)
      // Bend the right end to the height of the left one: the strip comes round.
      const gap = (points[0]?.[1] ?? 0) - (points[points.length - 1]?.[1] ?? 0)
      land(
        ctx,
        points.map(([x, y]) => [x, y + gap * smooth((x - 1200) / 400)] as const),
        600,
        colour,
      )
    }
  const far = strip(400, hill(290, 150, season.far, 0.4))
  const middle = strip(400, (ctx) => {
    hill(190, 90, season.middle, 0.3)(ctx)
    for (let n = 0; n < 15; n++)
      tree(
        ctx,
        60 + n * 104,
        200 + chance(n, seed) * 60,
        60 + chance(n, seed + 1) * 40,
        season,
        n + seed,
      )
    for (const x of [380, 1120]) {
      round(ctx, x, 190, 74, 46, 3, '#f4ead9')
      poly(
        ctx,
        [
          [x - 14, 194],
          [x + 37, 152],
          [x + 88, 194],
        ],
        season.bare ? '#ffffff' : '#b7553f',
      )
      box(ctx, x + 14, 206, 16, 16, '#ffd98f')
    }
  })
  const near = strip(560, (ctx) => {
    hill(430, 30, season.near, 0.2)(ctx)
    for (let n = 0; n < 6; n++)
      tree(
        ctx,
        120 + n * 262 + chance(n, seed + 5) * 60,
        350,
        220 + chance(n, seed + 6) * 90,
        season,
        n * 3 + seed,
      )
  })
  return { sky, far, middle, near }
}

function strips(ctx: Ctx, layer: Layer, travelled: number, y: number): void {
  const x = -wrap(travelled, 1600)
  put(ctx, layer, x, y)
  if (x + 1600 < 1280) put(ctx, layer, x + 1600, y)
}

/** The compartment around the window, with a cup that trembles. */
function compartment(stage: Stage, dusk = 0) {
  return stage.backdrop((ctx) => {
    ctx.beginPath()
    ctx.rect(0, 0, 1280, 720)
    ctx.roundRect(130, 70, 1020, 470, 36)
    ctx.fillStyle = '#5a3d33'
    ctx.fill('evenodd')
    ctx.lineWidth = 16
    ctx.strokeStyle = '#7d5847'
    ctx.beginPath()
    ctx.roundRect(130, 70, 1020, 470, 36)
    ctx.stroke()
    for (let n = 0; n < 16; n++) box(ctx, n * 84, 590, 2, 130, 'rgba(0,0,0,0.2)')
    box(ctx, 130, 556, 1020, 22, '#8f6a52')
    poly(
      ctx,
      [
        [20, 0],
        [112, 0],
        [96, 560],
        [40, 580],
      ],
      '#c8a06a',
    )
    poly(
      ctx,
      [
        [1260, 0],
        [1168, 0],
        [1184, 560],
        [1240, 580],
      ],
      '#c8a06a',
    )
    for (let n = 0; n < 3; n++) {
      line(
        ctx,
        [
          [40 + n * 22, 0],
          [50 + n * 16, 560],
        ],
        '#a9824f',
        3,
      )
      line(
        ctx,
        [
          [1240 - n * 22, 0],
          [1230 - n * 16, 560],
        ],
        '#a9824f',
        3,
      )
    }
    round(ctx, 60, 640, 470, 120, 30, '#2f6b5c')
    round(ctx, 750, 640, 470, 120, 30, '#2f6b5c')
    ctx.globalAlpha = dusk
    box(ctx, 0, 0, 1280, 720, '#1a1420')
    ctx.globalAlpha = 1
  })
}

type Outside = (ctx: Ctx, t: number, u: number) => void

function journey(
  seconds: number,
  season: Season,
  seed: number,
  speed: number,
  behind: Outside,
  before: Outside,
  words: string,
): Shot {
  return {
    seconds,
    enter: 'melt',
    prepare: (stage) => {
      const place = country(stage, season, seed)
      const walls = compartment(stage)
      const dark = vignette(stage, 0.4)
      return (ctx, t, u) => {
        const way = t * speed
        const jolt = Math.abs(wave(t, 1.2)) > 0.97 ? 1.2 : 0
        put(ctx, place.sky)
        strips(ctx, place.far, way * 0.06, 180)
        behind(ctx, t, u)
        strips(ctx, place.middle, way * 0.28, 270)
        strips(ctx, place.near, way, 130)
        before(ctx, t, u)
        for (let n = 0; n < 2; n++) {
          const x = wrap(n * 900 - way * 1.6, 1800) - 200
          box(ctx, x, 60, 12, 500, season.trunk)
          box(ctx, x - 34, 110, 80, 7, season.trunk)
        }
        const wire = 96 + 10 * Math.abs(Math.sin((way * 1.6 * Math.PI) / 900))
        line(
          ctx,
          [
            [0, wire],
            [1280, wire],
          ],
          'rgba(40,30,30,0.5)',
          2,
        )
        ctx.globalAlpha = 0.1
        poly(
          ctx,
          [
            [300, 70],
            [520, 70],
            [280, 540],
            [130, 540],
            [130, 420],
          ],
          '#ffffff',
        )
        ctx.globalAlpha = 1
        put(ctx, walls, 0, jolt)
        at(ctx, 640, 554 + jolt * 1.5, 1, 0, () => {
          round(ctx, -28, -56, 56, 58, [6, 6, 16, 16], '#fff3dd')
          oval(ctx, 0, -54, 26, 6, '#8a5a34')
          for (let n = 0; n < 3; n++) {
            const age = (t / 3 + n / 3) % 1
            haze(
              ctx,
              Math.sin(age * 4 + n * 2) * 12,
              -64 - age * 80,
              12 + age * 14,
              18,
              '#ffffff',
              0.35 * (1 - age),
            )
          }
        })
        glow(ctx, 640, 250, 760, season.light, 0.16)
        put(ctx, dark)
        text(ctx, words, 1100, 655, {
          size: 34,
          weight: 300,
          colour: '#fff3dd',
          spacing: 8,
          align: 'right',
          alpha: between(t, 1.2, 7, 1),
        })
      }
    },
  }
}

const none: Outside = () => {}

function locomotive(ctx: Ctx, x: number, y: number, t: number): void {
  for (let car = 0; car < 4; car++) {
    const left = x - car * 212
    round(
      ctx,
      left - 200,
      y - 84,
      196,
      76,
      car === 0 ? [12, 40, 6, 6] : 10,
      car === 0 ? '#e4572e' : '#2f6b5c',
    )
    box(ctx, left - 200, y - 34, 196, 7, '#fff3dd')
    for (let n = 0; n < 4; n++) round(ctx, left - 184 + n * 44, y - 70, 30, 28, 5, '#ffe2a0')
    for (let n = 0; n < 4; n++) disc(ctx, left - 170 + n * 46, y - 4, 11, '#2a2228')
  }
  glow(ctx, x + 10, y - 40, 120 + 10 * wave(t, 0.6), '#ffe2a0', 0.6)
}

const departing: Shot = {
  seconds: 14,
  prepare: (stage) => {
    const place = country(stage, spring, 2)
    const dark = vignette(stage, 0.35)
    return (ctx, t) => {
      put(ctx, place.sky)
      strips(ctx, place.far, t * 4, 180)
      strips(ctx, place.middle, t * 9, 280)
      box(ctx, 0, 600, 1280, 120, '#7fae74')
      box(ctx, 0, 596, 1280, 12, '#6a5648')
      for (let n = 0; n < 40; n++) box(ctx, n * 33, 606, 18, 7, '#5a4438')
      locomotive(ctx, lerp(-60, 1500, smooth(t / 15)), 596, t)
      strips(ctx, place.near, t * 30, 230)
      drift(
        ctx,
        t,
        { width: 1280, height: 720, count: 90, colour: '#ffd0dc', speed: 46, size: 5, wind: -50 },
        true,
      )
      put(ctx, dark)
      title(ctx, t, {
        name: '느린 기차',
        below: '네 계절을 건너는 창',
        x: 640,
        y: 190,
        size: 110,
        colour: '#20343d',
        from: 0.6,
        to: 7,
      })
    }
  },
}

const terminus: Shot = {
  seconds: 13,
  enter: 'melt',
  prepare: (stage) => {
    const place = country(stage, winter, 44)
    const dark = vignette(stage, 0.5, '#1c2a44')
    return (ctx, t) => {
      put(ctx, place.sky)
      ctx.globalAlpha = 0.55
      box(ctx, 0, 0, 1280, 720, '#33406a')
      ctx.globalAlpha = 1
      strips(ctx, place.far, 300, 190)
      strips(ctx, place.middle, 100, 290)
      box(ctx, 0, 600, 1280, 120, '#e8eef4')
      locomotive(ctx, lerp(300, 760, smooth(t / 6) ** 0.8), 604, t)
      round(ctx, 850, 400, 330, 204, 6, '#7d5847')
      poly(
        ctx,
        [
          [810, 410],
          [1015, 310],
          [1220, 410],
        ],
        '#ffffff',
      )
      for (const x of [890, 1000, 1110]) round(ctx, x, 450, 44, 66, 4, '#ffe2a0')
      glow(ctx, 1010, 480, 330, '#ffd98f', 0.4)
      round(ctx, 930, 350, 170, 40, 6, '#fff3dd')
      text(ctx, '종착역', 1015, 371, { size: 26, weight: 700, colour: '#5a3d33', spacing: 4 })
      box(ctx, 780, 400, 7, 200, '#3a3a44')
      glow(ctx, 783, 396, 130, '#ffe2a0', 0.8)
      drift(ctx, t, {
        width: 1280,
        height: 720,
        count: 130,
        colour: '#ffffff',
        speed: 52,
        size: 4.2,
        wind: 16,
      })
      put(ctx, dark)
    }
  },
}

const viaduct: Outside = (ctx, t) => {
  const x = lerp(1500, -1500, t / 17)
  for (let n = 0; n < 8; n++) {
    box(ctx, x + n * 180, 400, 22, 160, '#8a8f8c')
    ctx.beginPath()
    ctx.arc(x + 101 + n * 180, 410, 79, Math.PI, 0)
    ctx.lineWidth = 14
    ctx.strokeStyle = '#8a8f8c'
    ctx.stroke()
  }
  box(ctx, x - 20, 318, 1500, 22, '#747a78')
}

/** Four seasons through one window, on the slowest train. */
export const slowTrain: Script = {
  key: 'slow-train',
  opening: { start: 0, end: 7.5 },
  ending_start: 92,
  shots: [
    departing,
    journey(
      16,
      spring,
      2,
      150,
      none,
      (ctx, t) =>
        drift(
          ctx,
          t,
          {
            width: 1280,
            height: 560,
            count: 110,
            colour: '#ffd0dc',
            speed: 50,
            size: 5.5,
            wind: -330,
          },
          true,
        ),
      '봄',
    ),
    journey(
      17,
      summer,
      12,
      170,
      viaduct,
      (ctx, t) => {
        mist(ctx, t, {
          width: 1280,
          height: 0,
          count: 8,
          colour: '#dfeaea',
          top: 300,
          bottom: 470,
          size: 230,
          alpha: 0.3,
          speed: -60,
        })
        rain(ctx, t, {
          width: 1280,
          height: 560,
          count: 190,
          colour: '#eaf6f6',
          wind: -420,
          speed: 900,
          size: 34,
        })
        for (let n = 0; n < 26; n++) {
          const run = (t * (0.05 + chance(n, 3) * 0.08) + chance(n, 1)) % 1
          oval(
            ctx,
            150 + chance(n, 2) * 980 - run * 120,
            80 + run * 450,
            3,
            5,
            'rgba(240,250,250,0.6)',
          )
        }
      },
      '여름',
    ),
    journey(
      17,
      autumn,
      23,
      150,
      (ctx) => glow(ctx, 860, 250, 260, '#fff0c0', 0.8),
      (ctx, t) =>
        drift(
          ctx,
          t,
          {
            width: 1280,
            height: 560,
            count: 70,
            colour: '#e4572e',
            speed: 60,
            size: 6,
            wind: -300,
          },
          true,
        ),
      '가을',
    ),
    journey(
      15,
      winter,
      44,
      130,
      none,
      (ctx, t) =>
        drift(ctx, t, {
          width: 1280,
          height: 560,
          count: 150,
          colour: '#ffffff',
          speed: 70,
          size: 4,
          wind: -260,
        }),
      '겨울',
    ),
    terminus,
    credits(
      10,
      [
        ['', '느린 기차'],
        ['목소리', '황보선'],
        ['그림', '한편 그림방'],
        ['음악', '한편 소리방'],
        ['바퀴 소리', '느린 기차'],
      ],
      '#fff3dd',
      (stage) => {
        const place = country(stage, winter, 44)
        return (ctx, t) => {
          put(ctx, place.sky)
          strips(ctx, place.far, 300, 240)
          ctx.globalAlpha = 0.72
          box(ctx, 0, 0, 1280, 720, '#1c2a44')
          ctx.globalAlpha = 1
          drift(ctx, t, {
            width: 1280,
            height: 720,
            count: 90,
            colour: '#ffffff',
            speed: 46,
            size: 4,
            wind: 12,
          })
        }
      },
    ),
  ],
  korean: [
    [8, 11, '가장 늦게 도착하는 기차가 있다.'],
    [11.4, 14.2, '서두르는 사람은 아무도 타지 않는다.'],
    [16, 19.6, '봄에는 터널이 꽃으로 되어 있다.'],
    [21, 25.4, '창에 붙은 꽃잎 하나가\n세 정거장을 함께 갔다.'],
    [32, 35.6, '여름, 철교 위에서 비를 만났다.'],
    [37, 41.6, '기차는 더 느려졌고\n아무도 불평하지 않았다.'],
    [43, 46.4, '빗소리에도 박자가 있다는 걸 알았다.'],
    [49, 52.6, '가을의 협곡은 불이 난 것 같았다.'],
    [54, 58.6, '마주 앉은 할머니가\n귤 하나를 반으로 나눴다.'],
    [60, 63.2, '내리실 때까지 우리는 이름을 묻지 않았다.'],
    [66, 69.4, '그리고 겨울. 소리가 하나씩 줄어든다.'],
    [71, 75.2, '식은 커피에서 아직 봄 냄새가 났다.'],
    [81, 84.6, '종착역입니다. 두고 내리는 물건이 없는지'],
    [85, 89, '천천히, 한 번 더 살펴보세요.'],
  ],
  soundtrack: (duration) => {
    const bars = Math.floor((duration * 100) / 180)
    const h: Harmony = {
      chords: progression('Gadd9 D/F# Em7 Bm7 Cmaj7 G/B Am7 D7sus4'),
      bars,
      meter: 3,
    }
    const melody = `B4/1 D5/1 G5/1 F#5/2 D5/1 E5/1 G5/1 B5/1 A5/3 G5/1 E5/1 C5/1 D5/2 B4/1 C5/1 B4/1 A4/1 D5/3`
    return {
      tempo: 100,
      room: 0.6,
      beds: [
        { place: 'train', gain: 0.34, to: 84, fade: 4 },
        { place: 'birds', gain: 0.5, to: 31, fade: 2 },
        { place: 'rain', gain: 0.34, from: 29, to: 48, fade: 2 },
        { place: 'crickets', gain: 0.4, from: 46, to: 65, fade: 2 },
        { place: 'wind', gain: 0.22, from: 62, fade: 3 },
      ],
      happenings: [
        { at: 2, sound: 'horn', gain: 0.2, pan: -0.6 },
        { at: 79.6, sound: 'horn', gain: 0.16, pan: 0.5 },
        { at: 84.6, sound: 'ding', gain: 0.2 },
      ],
      parts: [
        {
          play: pluck,
          gain: 0.24,
          pan: -0.25,
          send: 0.3,
          notes: broken(h, 0, bars - 2, '0 2 3 4 3 2', 50, 0.6),
        },
        { play: pad, gain: 0.09, send: 0.4, notes: held(h, 0, bars, 55, 0.5) },
        { play: flute, gain: 0.15, pan: 0.2, send: 0.5, notes: tune(melody, 24, 0.55) },
        {
          play: piano,
          gain: 0.24,
          pan: 0.1,
          send: 0.4,
          notes: [...tune(melody, 54, 0.55), ...tune(melody, 132, 0.5)],
        },
        {
          play: strings,
          gain: 0.13,
          pan: -0.1,
          send: 0.6,
          notes: [...tune(melody, 84, 0.5), ...held(h, 27, 40, 60, 0.28)],
        },
        {
          play: keys,
          gain: 0.12,
          pan: 0.3,
          send: 0.5,
          notes: [...tune(melody, 108, 0.5), ...broken(h, 36, bars - 2, '. 3 4', 67, 0.35)],
        },
        { play: bass, gain: 0.22, notes: walking(h, 4, bars - 1, '1 - 5', 31, 0.6) },
        { play: 'brush', gain: 0.1, send: 0.2, notes: beat(3, 10, 44, '..x.xo', 0.5) },
        { play: 'kick', gain: 0.18, notes: beat(3, 10, 44, 'x.....', 0.5) },
      ],
    }
  },
}
