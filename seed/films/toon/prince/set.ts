import { palette } from '#seed/art/look.ts'
import { person } from '../../stage/figure.ts'
import { glow } from '../../stage/light.ts'
import { box, disc, oval, round, wash } from '../../stage/shapes.ts'
import { at, type Ctx, type Stage } from '../../stage/stage.ts'
import { text } from '../../stage/text.ts'
import { wave } from '../../stage/time.ts'

export const six = palette('#120a2c #2d1670 #7a2bd0 #ff5fb3 #fff0c9 #25e6c8')

export const royal = palette('#0a1030 #1d2a66 #3f5aa8 #9fb0e0 #fff0c9 #e0b45a')

export const prince = { hair: '#17141c', coat: '#a3202f' } as const

export const boss = { hair: '#3a2440', coat: '#25b89f', cut: 'bun', cap: '#ff5fb3' } as const

export function robe(
  ctx: Ctx,
  x: number,
  y: number,
  height: number,
  t: number,
  more: { arm?: number; facing?: 1 | -1; back?: boolean; step?: number; apron?: boolean } = {},
): void {
  const { apron, ...rest } = more
  person(ctx, x, y, {
    height,
    coat: '#a3202f',
    hair: '#17141c',
    legs: '#3a1520',
    breath: wave(t, 2.4),
    ...rest,
  })
  const s = height / 178
  if (apron) round(ctx, x - 14 * s, y - 122 * s, 30 * s, 62 * s, 6 * s, '#fff0c9')
  else disc(ctx, x + 2 * s, y - 104 * s, 10 * s, '#e0b45a')
  oval(ctx, x, y - 178 * s, 34 * s, 5 * s, '#17141c')
  round(ctx, x - 13 * s, y - 204 * s, 26 * s, 27 * s, 4 * s, '#221e2a')
}

export const shop = (stage: Stage, h: number) =>
  stage.layer(760, h, (ctx) => {
    wash(ctx, 0, 0, 760, h, ['#2d1670', '#4a2390'])
    for (let x = 0; x < 760; x += 76)
      for (let y = 0; y < h * 0.4; y += 76) round(ctx, x + 4, y + 4, 68, 68, 4, '#3a1c80')
    round(ctx, 190, 54, 380, 96, 20, '#120a2c')
    text(ctx, '달밤 치킨', 380, 102, { size: 58, weight: 900, colour: '#ff5fb3' })
    box(ctx, 0, h * 0.86, 760, h * 0.14, '#1c1048')
    glow(ctx, 380, 102, 320, '#ff5fb3', 0.35)
  })

export function fridge(
  ctx: Ctx,
  t: number,
  x: number,
  y: number,
  s: number,
  open: number,
  light: string,
): void {
  at(ctx, x, y, s, 0, () => {
    round(ctx, -150, -520, 300, 520, 18, '#cfd6ea')
    round(ctx, -134, -504, 268, 488, 10, light)
    for (let n = 0; n < 3; n++) {
      box(ctx, -134, -370 + n * 120, 268, 8, '#aeb8d6')
      for (let m = 0; m < 3; m++)
        round(ctx, -118 + m * 84, -430 + n * 120, 66, 56, 5, n === 1 ? '#ffb347' : '#ff5fb3')
    }
    if (open < 1) round(ctx, -150, -520, 300 * (1 - open), 520, 18, '#e6ebf7')
    round(ctx, -168 - 170 * open, -520, 40 + 170 * open, 520, 14, '#e6ebf7')
  })
}
