import { palette } from '#seed/art/look.ts'
import { box, disc, poly, round, wash } from '../../stage/shapes.ts'
import { type Ctx, type Stage } from '../../stage/stage.ts'
import { text } from '../../stage/text.ts'

export const six = palette('#20304f #3566c9 #ffb703 #ffd98a #fff7e4 #ef4b3f')

export const me = { height: 300, coat: '#8ecae6', hair: '#3a2a22', legs: '#5a6b8a' }

export const myFace = { hair: '#3a2a22', coat: '#8ecae6' } as const

export const courier = { height: 310, coat: '#3566c9', hair: '#2a211f', legs: '#20304f' }

export function parcel(ctx: Ctx, x: number, y: number, w: number, h: number, open = 0): void {
  box(ctx, x - w / 2, y - h, w, h, '#d9a066')
  box(ctx, x - w / 2, y - h, w * 0.2, h, '#c58b50')
  box(ctx, x - w * 0.08, y - h, w * 0.16, h, '#efd9a8')
  round(ctx, x + w * 0.14, y - h * 0.42, w * 0.28, h * 0.26, 3, '#fff7e4')
  if (open > 0)
    for (const side of [-1, 1])
      poly(
        ctx,
        [
          [x + (side * w) / 2, y - h],
          [x + side * (w / 2 + w * 0.32 * open), y - h - h * 0.16 * (2 * open - 1)],
          [x + side * w * 0.1, y - h - 8],
        ],
        '#c58b50',
      )
}

export const corridor = (stage: Stage, w: number, h: number, wall = '#fff1cf', door = '#3566c9') =>
  stage.layer(w, h, (ctx) => {
    wash(ctx, 0, 0, w, h, [wall, '#ffe3a3'])
    box(ctx, 0, h * 0.84, w, h * 0.16, '#c9a66b')
    box(ctx, 0, h * 0.84, w, 7, '#a9854e')
    round(ctx, w * 0.24, h * 0.16, h * 0.4, h * 0.68, 6, '#20304f')
    round(ctx, w * 0.24 + 10, h * 0.16 + 10, h * 0.4 - 20, h * 0.68 - 10, 4, door)
    disc(ctx, w * 0.24 + h * 0.4 - 34, h * 0.52, 11, '#ffd98a')
    round(ctx, w * 0.24 + h * 0.13, h * 0.22, h * 0.14, 34, 4, '#fff7e4')
    text(ctx, '302', w * 0.24 + h * 0.2, h * 0.22 + 18, {
      size: 24,
      weight: 900,
      colour: '#20304f',
    })
  })

export const day = (words: string) => ({ who: null, ko: words, from: 0.3 })
