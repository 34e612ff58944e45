import { palette } from '#seed/art/look.ts'
import { disc, line, poly, round } from '../../stage/shapes.ts'
import { at, type Ctx } from '../../stage/stage.ts'
import { wave } from '../../stage/time.ts'

export const six = palette('#1b2a2b #0f5a55 #2f9b7f #f0d48a #fff3cf #e2543d')

export const boy = {
  height: 300,
  coat: '#e2543d',
  hair: '#241d22',
  legs: '#27405a',
  bag: '#f0d48a',
}

export const boyFace = { hair: '#241d22', coat: '#e2543d' } as const

export const owner = {
  hair: '#3f6f5f',
  coat: '#4b2f6b',
  skin: '#8fc7a4',
  cut: 'bun',
  horns: '#e2543d',
  glasses: true,
} as const

export const old = { hair: '#e6e2d8', coat: '#7a6a55', skin: '#eec6a6', beard: '#efece4' } as const

export function dial(
  ctx: Ctx,
  x: number,
  y: number,
  r: number,
  hour: number,
  face2 = '#fff7df',
): void {
  disc(ctx, x, y, r, '#5a3a24')
  disc(ctx, x, y, r * 0.88, face2)
  for (let n = 0; n < 12; n++)
    disc(
      ctx,
      x + Math.sin(n * 0.5236) * r * 0.74,
      y - Math.cos(n * 0.5236) * r * 0.74,
      r * (n % 3 ? 0.03 : 0.055),
      '#2b2226',
    )
  const hand = (turn: number, length: number, width: number, colour: string) =>
    line(
      ctx,
      [
        [x, y],
        [x + Math.sin(turn) * r * length, y - Math.cos(turn) * r * length],
      ],
      colour,
      width,
    )
  hand((hour / 12) * Math.PI * 2, 0.46, r * 0.09, '#2b2226')
  hand(hour * Math.PI * 2, 0.68, r * 0.06, '#2b2226')
  disc(ctx, x, y, r * 0.07, '#e2543d')
}

/** The tall clock: case, dial and pendulum; `open` 0..1 opens its little door. */
export function tallClock(
  ctx: Ctx,
  t: number,
  x: number,
  y: number,
  s: number,
  hour: number,
  swing: number,
  open = 0,
): void {
  at(ctx, x, y, s, 0, () => {
    round(ctx, -90, -420, 180, 420, 14, '#6d4327')
    poly(
      ctx,
      [
        [-104, -412],
        [0, -480],
        [104, -412],
      ],
      '#8a5833',
    )
    round(ctx, -66, -220, 132, 190, 8, '#2c1a10')
    const turn = 0.28 * swing * wave(t, 1.5)
    line(
      ctx,
      [
        [0, -226],
        [Math.sin(turn) * 130, -226 + Math.cos(turn) * 130],
      ],
      '#d9b45a',
      7,
    )
    disc(ctx, Math.sin(turn) * 138, -226 + Math.cos(turn) * 138, 25, '#f0d48a')
    dial(ctx, 0, -318, 78, hour)
    if (open > 0) {
      round(ctx, -30, -466, 60, 46, 6, '#1b1009')
      round(ctx, -30 - 50 * open, -466, 60 * (1 - open * 0.6), 46, 6, '#a56c3e')
    }
  })
}
