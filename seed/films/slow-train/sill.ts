import { person } from '../stage/figure.ts'
import { disc, oval, round } from '../stage/shapes.ts'
import { at, type Ctx } from '../stage/stage.ts'
import { lerp, smooth, wave } from '../stage/time.ts'
import type { Outside } from './set.ts'

/** A petal that lands on the pane and travels along. */
export const petalOnPane: Outside = (ctx, t) => {
  const landing = smooth((t - 3.6) / 1.2)
  at(
    ctx,
    lerp(1180, 900, landing),
    lerp(60, 136, landing),
    1,
    0.5 + (1 - landing) * 2 + 0.12 * wave(t, 0.7),
    () => {
      oval(ctx, 0, 0, 22, 13, '#f0809c')
      oval(ctx, -4, -3, 13, 7, '#ffc3d0')
    },
  )
}

function tangerine(ctx: Ctx, x: number, y: number, size: number, halved: boolean): void {
  disc(ctx, x, y, size, '#ee8a2e')
  if (!halved) {
    oval(ctx, x, y - size * 0.9, size * 0.22, size * 0.14, '#4f8a4a')
    return
  }
  oval(ctx, x, y - size * 0.34, size * 0.98, size * 0.6, '#fbd9a0')
  oval(ctx, x, y - size * 0.34, size * 0.84, size * 0.48, '#f5a24a')
}

/** The grandmother opposite halves a tangerine and puts one half beside the cup. */
export const sharedTangerine: Outside = (ctx, t) => {
  const reach = smooth((t - 7) / 1.6)
  const back = smooth((t - 11) / 1.6)
  const arm = lerp(0.5, 1.66, reach - back)
  person(ctx, 330, 818, {
    height: 430,
    coat: '#7d6a94',
    hair: '#d8d2cc',
    cut: 'bun',
    scarf: '#f3c39b',
    sitting: true,
    facing: 1,
    arm,
    breath: wave(t, 4),
    nod: 0.1 - 0.08 * reach,
    eyes: t > 13 ? 'closed' : 'open',
  })
  const hand = [347 + Math.sin(arm) * 118, 569 + Math.cos(arm) * 118] as const
  if (t < 7) tangerine(ctx, hand[0] + 6, hand[1] - 8, 22, false)
  else if (back <= 0) tangerine(ctx, hand[0] + 6, hand[1] - 8, 22, true)
  else tangerine(ctx, 476, 536, 22, true)
  if (t > 7 && back > 0) tangerine(ctx, hand[0] + 2, hand[1] - 6, 20, true)
  round(ctx, 60, 640, 470, 120, 30, '#2f6b5c')
}

/** The petal of spring, dry beside the cup. */
export const petalOnSill: Outside = (ctx) => {
  at(ctx, 584, 552, 1, 0.3, () => oval(ctx, 0, 0, 15, 6, '#e8a9b8'))
}
