import { box, disc, land, line, mix, oval, poly, ridge, round } from '../stage/shapes.ts'
import { at, type Ctx, type Stage } from '../stage/stage.ts'
import { seeded, wave } from '../stage/time.ts'

export const cream = '#f5f3dc'
export const fog = { width: 1280, height: 720, colour: '#eef4ea' }

/** Ridges one behind the other, paler the farther, each in its own layer. */
export function mountains(stage: Stage, seed: number, near: string, far: string) {
  const random = seeded(seed)
  return Array.from({ length: 5 }, (_, n) =>
    stage.layer(1500, 620, (ctx) => {
      const colour = mix(far, near, n / 4)
      land(ctx, ridge(random, 1500, 330 + n * 30, 250 - n * 30, 0.42, 760 - n * 60), 620, colour)
    }),
  )
}

/** A slope of tea: rounded rows that follow the hill, with light on their shoulders. */
export function terraces(stage: Stage, seed: number, rows = 9) {
  return stage.layer(1500, 560, (ctx) => {
    const random = seeded(seed)
    const phase = random() * 6
    for (let row = 0; row < rows; row++) {
      const u = row / (rows - 1)
      const y = 90 + u * u * 400 + u * 30
      const thick = 16 + u * 46
      const points = Array.from({ length: 64 }, (_, n) => {
        const x = n * 24
        return [
          x,
          y + Math.sin(x * 0.0042 + phase + u * 0.9) * (40 - u * 8) + Math.sin(x * 0.011 + row) * 5,
        ] as const
      })
      land(
        ctx,
        points.map(([x, top]) => [x, top - thick * 0.2] as const),
        560,
        mix('#1f5a42', '#0f3a33', u),
      )
      ctx.lineCap = 'round'
      line(
        ctx,
        points.map(([x, top]) => [x, top + thick * 0.3] as const),
        mix('#3d8052', '#1f5f40', u),
        thick,
      )
      line(
        ctx,
        points.map(([x, top]) => [x, top + thick * 0.06] as const),
        mix('#8fbf76', '#5b9a58', u),
        thick * 0.42,
      )
      for (let n = 0; n < 90; n++) {
        const [x, top] = points[Math.floor(random() * 64)] ?? [0, 0]
        oval(
          ctx,
          x + random() * 24,
          top + random() * thick * 0.5,
          2 + u * 4,
          1.5 + u * 2,
          random() > 0.5 ? '#c9d89b' : '#4d8f58',
          random() * 3,
        )
      }
    }
  })
}

/** Someone who picks: straw hat, bent back, basket. */
export function picker(
  ctx: Ctx,
  t: number,
  x: number,
  y: number,
  size: number,
  colour: string,
  phase: number,
): void {
  at(ctx, x, y, size / 100, 0, () => {
    const reach = 0.5 + 0.5 * wave(t, 2.6, phase)
    round(ctx, -26, -58, 30, 40, 8, '#b88a4f')
    for (let n = 0; n < 3; n++) box(ctx, -26, -50 + n * 11, 30, 3, '#8f6636')
    poly(
      ctx,
      [
        [-14, -66],
        [14, -72],
        [24, 0],
        [-18, 0],
      ],
      colour,
    )
    line(
      ctx,
      [
        [8, -62],
        [26 + reach * 8, -44 + reach * 14],
      ],
      colour,
      10,
    )
    disc(ctx, 28 + reach * 8, -42 + reach * 14, 5, '#e8c3a0')
    disc(ctx, 12, -80, 11, '#e8c3a0')
    poly(
      ctx,
      [
        [-16, -82],
        [40, -84],
        [14, -106],
      ],
      '#e2c58a',
    )
    poly(
      ctx,
      [
        [-16, -82],
        [40, -84],
        [12, -78],
      ],
      '#b8965a',
    )
  })
}
