import { haze } from './light.ts'
import { veil } from './shapes.ts'
import type { Ctx } from './stage.ts'
import { chance, wave, wrap } from './time.ts'

/** Position and amount of the weather. Every field is a function of time, without memory of the previous frame. */
export interface Field {
  readonly width: number
  readonly height: number
  readonly count: number
  readonly colour: string
  readonly speed?: number
  readonly size?: number
  /** Sideways drift in units a second. */
  readonly wind?: number
  readonly alpha?: number
  readonly salt?: number
}

/** Slanted streaks of rain, one path a depth so that two hundred drops cost one stroke. */
export function rain(ctx: Ctx, t: number, field: Field): void {
  const { width, height, count, colour, speed = 900, size = 26, wind = -120, salt = 0 } = field
  ctx.lineCap = 'round'
  for (let depth = 0; depth < 3; depth++) {
    const near = 0.55 + depth * 0.35
    ctx.beginPath()
    for (let index = depth; index < count; index += 3) {
      const pace = speed * near * (0.9 + chance(index, salt + 3) * 0.2)
      const y = wrap(chance(index, salt) * (height + 80) + t * pace, height + 80) - 40
      const x = wrap(chance(index, salt + 1) * (width + 200) + t * wind * near, width + 200) - 100
      const length = size * near
      ctx.moveTo(x, y)
      ctx.lineTo(x - (wind / speed) * length, y - length)
    }
    ctx.lineWidth = 0.8 + depth * 0.6
    ctx.strokeStyle = veil(colour, (field.alpha ?? 0.35) * (0.5 + depth * 0.25))
    ctx.stroke()
  }
}

/** Rings where drops meet water or asphalt, between `top` and the field's height. */
export function ripples(ctx: Ctx, t: number, top: number, field: Field): void {
  const { width, height, count, colour, size = 22, alpha = 0.4, salt = 0 } = field
  ctx.lineWidth = 1.4
  for (let index = 0; index < count; index++) {
    const period = 0.7 + chance(index, salt + 2) * 0.9
    const turn = Math.floor(t / period + chance(index, salt))
    const age = t / period + chance(index, salt) - turn
    const x = chance(index * 31 + turn, salt + 4) * width
    const far = chance(index * 17 + turn, salt + 5)
    const y = top + far * (height - top)
    const grown = size * (0.35 + far) * age
    ctx.beginPath()
    ctx.ellipse(x, y, grown, grown * 0.32, 0, 0, Math.PI * 2)
    ctx.strokeStyle = veil(colour, alpha * (1 - age))
    ctx.stroke()
  }
}

/** Snow, petals or ash: discs (or leaves, when `leaf`) that sway as they fall. */
export function drift(ctx: Ctx, t: number, field: Field, leaf = false): void {
  const { width, height, count, colour, speed = 40, size = 4, wind = 12, salt = 0 } = field
  ctx.fillStyle = colour
  ctx.globalAlpha = field.alpha ?? 0.85
  ctx.beginPath()
  for (let index = 0; index < count; index++) {
    const near = 0.4 + chance(index, salt + 2) * 0.9
    const sway = wave(t, 3 + chance(index, salt + 3) * 3, chance(index, salt + 4)) * 18 * near
    const y = wrap(chance(index, salt) * (height + 40) + t * speed * near, height + 40) - 20
    const x = wrap(chance(index, salt + 1) * (width + 80) + t * wind * near + sway, width + 80) - 40
    const radius = size * near
    if (leaf) {
      const turn = t * (0.6 + near) + index
      ctx.moveTo(x + radius, y)
      ctx.ellipse(
        x,
        y,
        radius * 1.5,
        radius * (0.35 + 0.45 * Math.abs(Math.cos(turn))),
        turn,
        0,
        6.29,
      )
    } else {
      ctx.moveTo(x + radius, y)
      ctx.arc(x, y, radius, 0, Math.PI * 2)
    }
  }
  ctx.fill()
  ctx.globalAlpha = 1
}

/** Stars that breathe; four groups share their brightness, so a thousand of them are four fills. */
export function stars(ctx: Ctx, t: number, field: Field): void {
  const { width, height, count, colour, size = 1.5, salt = 0 } = field
  ctx.fillStyle = colour
  for (let group = 0; group < 4; group++) {
    ctx.globalAlpha = (field.alpha ?? 0.9) * (0.55 + 0.35 * wave(t, 3.1 + group * 1.3, group * 0.3))
    ctx.beginPath()
    for (let index = group; index < count; index += 4) {
      const x = chance(index, salt) * width
      const y = chance(index, salt + 1) * height
      const bright = chance(index, salt + 2)
      const side = size * (0.5 + bright * bright * 1.2)
      ctx.rect(x - side / 2, y - side / 2, side, side)
    }
    ctx.fill()
  }
  ctx.globalAlpha = 1
}

/** Banks of mist that slide past each other between `top` and `bottom`. */
export function mist(
  ctx: Ctx,
  t: number,
  field: Field & { readonly top: number; readonly bottom: number },
): void {
  const { width, count, colour, top, bottom, speed = 10, size = 260, salt = 0 } = field
  for (let index = 0; index < count; index++) {
    const near = 0.6 + chance(index, salt) * 0.8
    const reach = size * near * 2
    const x =
      wrap(chance(index, salt + 1) * (width + reach * 2) + t * speed * near, width + reach * 2) -
      reach
    const y = top + chance(index, salt + 2) * (bottom - top) + wave(t, 17, index * 0.37) * 6
    haze(ctx, x, y, reach, size * near * 0.34, colour, (field.alpha ?? 0.3) * (0.7 + near * 0.3))
  }
}

/** Motes that wander and glow: fireflies, dust in a beam, sparks when `speed` is negative and large. */
export function motes(ctx: Ctx, t: number, field: Field): void {
  const { width, height, count, colour, speed = -8, size = 2.4, wind = 4, salt = 0 } = field
  ctx.fillStyle = colour
  for (let index = 0; index < count; index++) {
    const life = 0.5 + 0.5 * wave(t, 2.4 + chance(index, salt + 4) * 3, chance(index, salt + 5))
    const x = wrap(
      chance(index, salt) * width + t * wind + wave(t, 5, chance(index, salt + 2)) * 22,
      width,
    )
    const y = wrap(chance(index, salt + 1) * height + t * speed * (0.5 + chance(index, 9)), height)
    ctx.globalAlpha = (field.alpha ?? 0.8) * life
    ctx.beginPath()
    ctx.arc(x, y, size * (0.5 + chance(index, salt + 3)), 0, Math.PI * 2)
    ctx.fill()
  }
  ctx.globalAlpha = 1
}
