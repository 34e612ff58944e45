import { palette } from '#seed/art/look.ts'
import { box, disc, line, poly, round } from '../../stage/shapes.ts'
import { at, type Ctx } from '../../stage/stage.ts'
import { text } from '../../stage/text.ts'

export const six = palette('#4a2638 #b25a76 #ee9fae #fbd3cf #fff3e6 #3f8f7a')

export const young = { height: 300, coat: '#3f8f7a', hair: '#2b2226', legs: '#39445f' }

export const he = { height: 300, coat: '#5d6f57', hair: '#463a38', legs: '#3a3430' }

export const she = {
  height: 284,
  coat: '#f6f1ea',
  hair: '#33262c',
  cut: 'long',
  legs: '#6b5a6a',
} as const

export const hisFace = { hair: '#463a38', coat: '#5d6f57' } as const

export const herFace = { hair: '#33262c', coat: '#fbf7f1', cut: 'long' } as const

export const petals = (width: number, height: number, count = 40) => ({
  width,
  height,
  count,
  colour: '#ffd3dc',
  speed: 70,
  size: 5,
  wind: -40,
})

export function bicycle(ctx: Ctx, t: number, x: number, y: number, s: number): void {
  at(ctx, x, y, s, 0, () => {
    for (const wheel of [-78, 78]) {
      ctx.beginPath()
      ctx.arc(wheel, -46, 46, 0, Math.PI * 2)
      ctx.lineWidth = 6
      ctx.strokeStyle = '#3b2b33'
      ctx.stroke()
      for (let n = 0; n < 4; n++) {
        const turn = t * 9 + n * 0.785
        line(
          ctx,
          [
            [wheel - Math.cos(turn) * 44, -46 - Math.sin(turn) * 44],
            [wheel + Math.cos(turn) * 44, -46 + Math.sin(turn) * 44],
          ],
          '#8d7a80',
          2,
        )
      }
    }
    line(
      ctx,
      [
        [-78, -46],
        [-20, -46],
        [44, -118],
        [-36, -112],
        [-78, -46],
      ],
      '#b25a76',
      7,
    )
    line(
      ctx,
      [
        [-20, -46],
        [-40, -126],
      ],
      '#b25a76',
      7,
    )
    line(
      ctx,
      [
        [78, -46],
        [50, -140],
        [70, -148],
      ],
      '#b25a76',
      7,
    )
    round(ctx, -62, -136, 46, 12, 6, '#3b2b33')
  })
}

export function cassette(
  ctx: Ctx,
  t: number,
  x: number,
  y: number,
  s: number,
  turn: number,
  spins = 1,
): void {
  at(ctx, x, y, s, turn, () => {
    round(ctx, -150, -96, 300, 192, 16, '#3b2b33')
    round(ctx, -132, -82, 264, 118, 8, '#fff3e6')
    box(ctx, -132, -54, 264, 10, '#ee9fae')
    text(ctx, '선재에게, 스무 살 봄', 0, -66, { size: 20, weight: 700, colour: '#4a2638' })
    round(ctx, -96, -34, 192, 56, 28, '#4a2638')
    for (const hub of [-62, 62]) {
      disc(ctx, hub, -6, 22, '#fff3e6')
      for (let n = 0; n < 6; n++) {
        const a = t * 2.4 * spins + n * 1.047
        line(
          ctx,
          [
            [hub + Math.cos(a) * 12, -6 + Math.sin(a) * 12],
            [hub + Math.cos(a) * 21, -6 + Math.sin(a) * 21],
          ],
          '#4a2638',
          5,
        )
      }
    }
    poly(
      ctx,
      [
        [-90, 96],
        [-76, 52],
        [76, 52],
        [90, 96],
      ],
      '#5a4650',
    )
  })
}
