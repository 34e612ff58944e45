import { person } from '../stage/figure.ts'
import type { Ctx } from '../stage/stage.ts'
import { wave } from '../stage/time.ts'
import { hot } from './set.ts'

/** Minjae, who has twenty thousand won to spend. */
export function minjae(
  ctx: Ctx,
  x: number,
  y: number,
  look: { step?: number; breath?: number; nod?: number; arm?: number },
): void {
  person(ctx, x, y, { height: 264, coat: hot.orange, hair: '#1c1220', bag: hot.mint, ...look })
}

/** Dallae, who knows the market. */
export function dallae(ctx: Ctx, x: number, y: number, t: number, walking: boolean): void {
  person(ctx, x, y, {
    height: 248,
    coat: '#3f7fb0',
    hair: '#2a1a22',
    cut: 'bun',
    scarf: hot.yellow,
    ...(walking ? { step: t * 0.9 + 0.4 } : { breath: wave(t, 3.4) }),
  })
}
