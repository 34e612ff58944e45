import { box } from './shapes.ts'
import type { Ctx, Shot, Stage } from './stage.ts'
import { arriving, roll, text } from './text.ts'
import { between, lerp, ramp } from './time.ts'

/** A title with a thin rule and a line below it. */
export interface Title {
  readonly name: string
  readonly below: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly colour: string
  readonly from: number
  readonly to: number
}

/** Shows a title between its seconds: letters arrive, the rule draws itself, all leave together. */
export function title(ctx: Ctx, t: number, look: Title): void {
  if (t < look.from || t > look.to) return
  const leaving = 1 - ramp(t, look.to - 0.9, look.to)
  arriving(ctx, look.name, look.x, look.y, (t - look.from) / 1.9, {
    size: look.size,
    weight: 900,
    colour: look.colour,
    spacing: look.size * 0.08,
    alpha: leaving,
  })
  const length = look.size * 2.2 * ramp(t, look.from + 1.1, look.from + 2)
  ctx.globalAlpha = leaving
  box(ctx, look.x - length / 2, look.y + look.size * 0.82, length, 3, look.colour)
  ctx.globalAlpha = 1
  text(ctx, look.below, look.x, look.y + look.size * 0.82 + look.size * 0.46, {
    size: Math.max(24, look.size * 0.3),
    weight: 500,
    colour: look.colour,
    spacing: 2,
    alpha: between(t, look.from + 1.4, look.to, 0.9),
  })
}

/** The names at the end, over a picture that goes on. `names` begin with the title. */
export function credits(
  seconds: number,
  names: readonly (readonly [role: string, name: string])[],
  colour: string,
  prepare: (stage: Stage) => (ctx: Ctx, t: number, u: number) => void,
): Shot {
  return {
    seconds,
    enter: 'black',
    prepare: (stage) => {
      const picture = prepare(stage)
      const size = stage.width > stage.height ? 30 : 32
      return (ctx, t, u) => {
        picture(ctx, t, u)
        const middle = stage.height * 0.5 - names.length * size * 0.95
        roll(
          ctx,
          stage.width,
          lerp(middle + 130, middle, ramp(t, 0, 4.5)),
          names,
          colour,
          between(t, 0.4, seconds + 0.2, 1.2),
          size,
        )
      }
    },
  }
}
