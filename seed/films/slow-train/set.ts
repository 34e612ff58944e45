import { glow, haze, vignette } from '../stage/light.ts'
import { box, disc, land, line, oval, poly, ridge, round, wash } from '../stage/shapes.ts'
import { at, put, type Ctx, type Layer, type Shot, type Stage } from '../stage/stage.ts'
import { text } from '../stage/text.ts'
import { between, chance, lerp, seeded, smooth, wave, wrap } from '../stage/time.ts'

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

export const spring: Season = {
  sky: ['#9fd3e0', '#d9eef0', '#fff3dd'],
  far: '#8fb98a',
  middle: '#7fb07c',
  near: '#5f9a6a',
  trunk: '#6a4b3f',
  crowns: ['#ffd0dc', '#ffbccd', '#fff0f3'],
  light: '#fff3dd',
}
export const summer: Season = {
  sky: ['#4f7f8f', '#86a9ac', '#c3d3cc'],
  far: '#4d8076',
  middle: '#3f7a6b',
  near: '#2c6152',
  trunk: '#3a3a32',
  crowns: ['#3f8a5e', '#57a06c', '#2f7454'],
  light: '#e7f3ec',
}
export const autumn: Season = {
  sky: ['#e89a62', '#f3c39b', '#fff3dd'],
  far: '#a9645a',
  middle: '#c0703f',
  near: '#8f5a34',
  trunk: '#4a332c',
  crowns: ['#e4572e', '#f0a03c', '#c93b2b'],
  light: '#ffe0b0',
}
export const winter: Season = {
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

/** Units above the near strip's horizon line that the crowns of its trees need. */
export const headroom = 140

/** The country in three strips that are longer than the picture and come round again. */
export function country(stage: Stage, season: Season, seed: number) {
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
      for (const round of [0, -1600])
        tree(
          ctx,
          60 + n * 104 + round,
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
  // `headroom` for the crowns; a tree at the end comes round at the beginning.
  const near = strip(560 + headroom, (ctx) => {
    ctx.translate(0, headroom)
    hill(430, 30, season.near, 0.2)(ctx)
    for (let n = 0; n < 6; n++)
      for (const round of [0, -1600])
        tree(
          ctx,
          120 + n * 262 + chance(n, seed + 5) * 60 + round,
          350,
          220 + chance(n, seed + 6) * 90,
          season,
          n * 3 + seed,
        )
  })
  return { sky, far, middle, near }
}

export function strips(ctx: Ctx, layer: Layer, travelled: number, y: number): void {
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

export type Outside = (ctx: Ctx, t: number, u: number) => void

export const none: Outside = () => {}

export function journey(
  seconds: number,
  season: Season,
  seed: number,
  speed: number,
  behind: Outside,
  before: Outside,
  words: string,
  sill: Outside = none,
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
        strips(ctx, place.near, way, 130 - headroom)
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
          // The coffee is cold by winter.
          for (let n = 0; n < 3 && !season.bare; n++) {
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
        sill(ctx, t, u)
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

export function locomotive(ctx: Ctx, x: number, y: number, t: number): void {
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

export const viaduct: Outside = (ctx, t) => {
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
