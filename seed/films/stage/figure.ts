import { disc, line, oval, poly, round } from './shapes.ts'
import { at, type Ctx } from './stage.ts'

/** A person reduced to a coat, a head of hair and two legs; feet at (0, 0), facing right when `facing` is 1. */
export interface Figure {
  readonly height: number
  readonly coat: string
  readonly hair: string
  readonly skin?: string
  readonly legs?: string
  readonly shoes?: string
  readonly scarf?: string
  readonly bag?: string
  /** Long hair falls to the shoulders, short is a cap, bun has a knot. */
  readonly cut?: 'short' | 'long' | 'bun'
  readonly facing?: 1 | -1
  /** Walking phase in turns, or none when standing. */
  readonly step?: number
  /** Angle of the front arm: 0 hangs, 1.5 points forward, 2.6 raised. */
  readonly arm?: number
  readonly breath?: number
  /** Bow of the head, radians. */
  readonly nod?: number
  readonly sitting?: boolean
  /** Seen from behind: no face. */
  readonly back?: boolean
  readonly eyes?: 'open' | 'closed'
}

const tau = Math.PI * 2

function legs(ctx: Ctx, figure: Figure, hip: number): void {
  const colour = figure.legs ?? '#22242e'
  const shoe = figure.shoes ?? '#15161c'
  for (const side of [0, 0.5]) {
    let footX = side === 0 ? 5 : -5
    let lift = 0
    if (figure.step !== undefined) {
      const phase = (figure.step + side) * tau
      footX = Math.sin(phase) * 15
      lift = Math.max(0, Math.cos(phase)) * 6
    }
    if (figure.sitting) {
      line(
        ctx,
        [
          [0, hip],
          [24, hip + 2],
          [26 + (side === 0 ? 3 : -2), -3],
        ],
        colour,
        10,
      )
      round(ctx, 19 + (side === 0 ? 3 : -2), -6, 17, 7, 3.5, shoe)
      continue
    }
    const base = side === 0 ? 3 : -3
    line(
      ctx,
      [
        [base, hip],
        [(base + footX) / 2 + lift * 0.6, hip / 2 - lift * 0.3],
        [footX, -4 - lift],
      ],
      colour,
      9,
    )
    round(ctx, footX - 5, -7 - lift, 17, 7, 3.5, shoe)
  }
}

/** Draws a figure standing at (x, y). All proportions hang on its height of 100 units, scaled. */
export function person(ctx: Ctx, x: number, y: number, figure: Figure): void {
  const skin = figure.skin ?? '#f0cdb2'
  const scale = figure.height / 178
  const lift =
    figure.step === undefined
      ? (figure.breath ?? 0) * 1.4
      : Math.abs(Math.sin(figure.step * tau)) * 2.5
  ctx.save()
  ctx.translate(x, y)
  ctx.scale(scale * (figure.facing ?? 1), scale)
  const hip = figure.sitting ? -40 : -66
  legs(ctx, figure, hip)
  ctx.translate(0, -lift + (figure.sitting ? 26 : 0))
  // Back arm, behind the coat.
  at(ctx, -9, -128, 1, figure.step === undefined ? 0.08 : Math.sin(figure.step * tau) * 0.4, () =>
    round(ctx, -6, -3, 11, 56, 5.5, figure.coat),
  )
  poly(
    ctx,
    [
      [-15, -137],
      [13, -137],
      [19, -120],
      [23, -58],
      [-23, -58],
      [-20, -120],
    ],
    figure.coat,
  )
  round(ctx, -19, -141, 37, 28, 13, figure.coat)
  if (figure.bag) {
    line(
      ctx,
      [
        [-12, -136],
        [16, -84],
      ],
      figure.bag,
      3,
    )
    round(ctx, 6, -88, 26, 22, 5, figure.bag)
  }
  const swing = figure.arm ?? (figure.step === undefined ? 0.04 : Math.sin(figure.step * tau) * 0.4)
  at(ctx, 7, -129, 1, -swing, () => {
    round(ctx, -6.5, -4, 13, 50, 6.5, figure.coat)
    ctx.globalAlpha = 0.12
    round(ctx, -6.5, -4, 13, 50, 6.5, '#000000')
    ctx.globalAlpha = 1
    disc(ctx, 0, 49, 6, skin)
  })
  at(ctx, 0, -140, 1, figure.nod ?? 0, () => head(ctx, figure, skin))
  if (figure.scarf) round(ctx, -14, -146, 28, 12, 6, figure.scarf)
  ctx.restore()
}

function head(ctx: Ctx, figure: Figure, skin: string): void {
  round(ctx, -5, -12, 11, 16, 4, skin)
  const cut = figure.cut ?? 'short'
  if (cut === 'long') round(ctx, -20, -42, 33, 52, [17, 14, 8, 12], figure.hair)
  if (cut === 'bun') disc(ctx, -15, -36, 9, figure.hair)
  if (figure.back) {
    disc(ctx, 0, -25, 18, figure.hair)
    return
  }
  disc(ctx, 1, -24, 17, skin)
  ctx.fillStyle = figure.hair
  ctx.beginPath()
  ctx.moveTo(17, -30)
  ctx.bezierCurveTo(16, -48, -18, -50, -19, -24)
  ctx.bezierCurveTo(-19, -16, -14, -12, -10, -14)
  ctx.bezierCurveTo(-9, -26, -2, -31, 17, -30)
  ctx.fill()
  if (figure.eyes === 'closed') {
    line(
      ctx,
      [
        [6, -22],
        [11, -22],
      ],
      '#3a2a2a',
      1.6,
    )
  } else oval(ctx, 9.5, -23, 1.7, 2.4, '#2b2226')
  ctx.globalAlpha = 0.35
  oval(ctx, 6, -15.5, 4, 2.4, '#e2836f')
  ctx.globalAlpha = 1
}

/** An open umbrella whose handle is held at (x, y). */
export function umbrella(
  ctx: Ctx,
  x: number,
  y: number,
  size: number,
  colour: string,
  shade: string,
  turn = 0,
): void {
  at(ctx, x, y, size / 100, turn, () => {
    line(
      ctx,
      [
        [0, 6],
        [0, -96],
      ],
      '#30303a',
      3.5,
    )
    ctx.fillStyle = colour
    ctx.beginPath()
    ctx.moveTo(-78, -70)
    ctx.bezierCurveTo(-70, -124, 70, -124, 78, -70)
    for (let index = 0; index < 4; index++)
      ctx.quadraticCurveTo(58.5 - index * 39, -82, 39 - index * 39, -70)
    ctx.fill()
    ctx.fillStyle = shade
    ctx.beginPath()
    ctx.moveTo(0, -111)
    ctx.bezierCurveTo(-20, -104, -38, -92, -39, -70)
    ctx.quadraticCurveTo(-20, -82, 0, -70)
    ctx.quadraticCurveTo(20, -82, 39, -70)
    ctx.bezierCurveTo(38, -92, 20, -104, 0, -111)
    ctx.fill()
    line(
      ctx,
      [
        [0, -109],
        [0, -118],
      ],
      '#30303a',
      3,
    )
  })
}
