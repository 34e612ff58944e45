import { glow } from '../stage/light.ts'
import { disc, oval, poly } from '../stage/shapes.ts'
import { at, type Ctx } from '../stage/stage.ts'
import { wave } from '../stage/time.ts'
import { card } from './world.ts'

/** Banji, who mends roofs: a paper doll with a ladder's patience. Feet at (x, y), `size` tall. */
export function banji(
  ctx: Ctx,
  x: number,
  y: number,
  size: number,
  look: { facing?: 1 | -1; step?: number; arm?: number; wet?: boolean; tilt?: number } = {},
): void {
  at(ctx, x, y, size / 150, 0, () => {
    ctx.scale(look.facing ?? 1, 1)
    const swing = look.step === undefined ? 0 : Math.sin(look.step * Math.PI * 2)
    ctx.rotate((look.tilt ?? 0) + swing * 0.03)
    const lift = Math.abs(swing) * 3
    poly(
      ctx,
      [
        [-12 - swing * 9, 0],
        [-2 - swing * 9, 0],
        [0, -46],
        [-12, -46],
      ],
      card.deep,
    )
    poly(
      ctx,
      [
        [4 + swing * 9, 0],
        [14 + swing * 9, 0],
        [12, -46],
        [0, -46],
      ],
      card.teal,
    )
    poly(
      ctx,
      [
        [-30, -40 - lift],
        [30, -40 - lift],
        [12, -104 - lift],
        [-12, -104 - lift],
      ],
      card.orange,
    )
    poly(
      ctx,
      [
        [0, -40 - lift],
        [30, -40 - lift],
        [12, -104 - lift],
        [0, -104 - lift],
      ],
      '#d9743a',
    )
    at(ctx, 8, -96 - lift, 1, -(look.arm ?? 0.15 + swing * 0.3), () => {
      poly(
        ctx,
        [
          [-6, 0],
          [7, 0],
          [5, 46],
          [-4, 46],
        ],
        card.orange,
      )
      disc(ctx, 1, 48, 6, '#f5d0ae')
    })
    disc(ctx, 0, -122 - lift, 22, '#f5d0ae')
    poly(
      ctx,
      [
        [-25, -122 - lift],
        [-22, -142 - lift],
        [0, -152 - lift],
        [24, -138 - lift],
        [22, -128 - lift],
        [-4, -132 - lift],
        [-14, -112 - lift],
      ],
      card.night,
    )
    poly(
      ctx,
      [
        [-28, -136 - lift],
        [28, -136 - lift],
        [14, -160 - lift],
        [-12, -160 - lift],
      ],
      card.cream,
    )
    poly(
      ctx,
      [
        [4, -136 - lift],
        [28, -136 - lift],
        [14, -160 - lift],
        [4, -160 - lift],
      ],
      card.sand,
    )
    oval(ctx, 11, -120 - lift, 2.4, 3.4, card.night)
    ctx.globalAlpha = 0.4
    oval(ctx, 7, -111 - lift, 4.5, 3, '#e2665a')
    ctx.globalAlpha = 1
  })
}

/** The bird that nobody folded: no crease, one white shape with wings that beat. */
export function bird(
  ctx: Ctx,
  t: number,
  x: number,
  y: number,
  size: number,
  turn = 0,
  glide = false,
  flip = false,
): void {
  at(ctx, x, y, size / 100, turn, () => {
    const beat = glide ? 0.3 : wave(t, 0.9)
    if (flip) ctx.scale(-1, 1)
    ctx.fillStyle = '#e8e2d4'
    ctx.beginPath()
    ctx.moveTo(-8, -4)
    ctx.quadraticCurveTo(-30, -60 * beat - 10, 34, -92 * beat)
    ctx.quadraticCurveTo(26, -30 * beat, 30, 2)
    ctx.fill()
    ctx.fillStyle = '#ffffff'
    ctx.beginPath()
    ctx.moveTo(-74, 6)
    ctx.quadraticCurveTo(-30, -18, 20, -14)
    ctx.quadraticCurveTo(50, -26, 70, -14)
    ctx.lineTo(88, -8)
    ctx.quadraticCurveTo(60, 14, 10, 16)
    ctx.quadraticCurveTo(-30, 16, -74, 6)
    ctx.fill()
    ctx.beginPath()
    ctx.moveTo(-14, 0)
    ctx.quadraticCurveTo(-60, -70 * beat, -26, -104 * beat)
    ctx.quadraticCurveTo(10, -50 * beat, 34, 0)
    ctx.fill()
    disc(ctx, 64, -14, 3, card.night)
    poly(
      ctx,
      [
        [84, -12],
        [102, -5],
        [82, -2],
      ],
      card.orange,
    )
  })
}

/** Inspector Scissors: two blades in a coat. */
export function inspector(
  ctx: Ctx,
  t: number,
  x: number,
  y: number,
  size: number,
  snap: number,
): void {
  at(ctx, x, y, size / 200, 0, () => {
    poly(
      ctx,
      [
        [-56, 0],
        [56, 0],
        [36, -130],
        [-36, -130],
      ],
      '#22262e',
    )
    poly(
      ctx,
      [
        [0, 0],
        [56, 0],
        [36, -130],
        [0, -130],
      ],
      '#161a20',
    )
    for (const side of [-1, 1])
      at(ctx, 0, -140, 1, side * (0.12 + snap * 0.3), () => {
        poly(
          ctx,
          [
            [-9, 0],
            [9, 0],
            [3, -150],
            [-1, -156],
          ],
          side < 0 ? '#cfd6da' : '#aab4ba',
        )
      })
    disc(ctx, 0, -140, 13, '#8a949a')
    for (const side of [-1, 1]) {
      ctx.beginPath()
      ctx.ellipse(side * 26, -112, 17, 20, side * 0.4, 0, 7)
      ctx.lineWidth = 9
      ctx.strokeStyle = card.brick
      ctx.stroke()
    }
    glow(ctx, 0, -214, 60, '#ffffff', 0.3 * Math.max(0, wave(t, 2.4)))
  })
}
