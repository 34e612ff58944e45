import { palette } from '#seed/art/look.ts'
import { glow } from '../../stage/light.ts'
import { box, disc, poly, round, wash } from '../../stage/shapes.ts'
import { at, type Ctx, type Stage } from '../../stage/stage.ts'
import { seeded, wave, wrap } from '../../stage/time.ts'

export const six = palette('#080312 #2a0b45 #6a1570 #e2327d #ffd1a3 #29e0ff')

export const driver = { hair: '#14101c', coat: '#1d2740', skin: '#d9b39c' } as const

export const guest = { hair: '#2a2430', coat: '#3a1230', skin: '#c99f94', cut: 'short' } as const

export function phone(
  ctx: Ctx,
  x: number,
  y: number,
  s: number,
  turn: number,
  screen: () => void,
): void {
  at(ctx, x, y, s, turn, () => {
    round(ctx, -120, -220, 240, 440, 34, '#0c0716')
    round(ctx, -108, -206, 216, 412, 24, '#181030')
    screen()
  })
}

export function car(ctx: Ctx, x: number, y: number, s: number, t: number): void {
  at(ctx, x, y + wave(t, 0.3) * 1.6, s, 0, () => {
    poly(
      ctx,
      [
        [-150, -70],
        [-96, -124],
        [70, -124],
        [130, -72],
      ],
      '#1b0f2e',
    )
    poly(
      ctx,
      [
        [-136, -72],
        [-90, -114],
        [-10, -114],
        [-10, -72],
      ],
      '#3f2a66',
    )
    poly(
      ctx,
      [
        [4, -72],
        [4, -114],
        [64, -114],
        [112, -72],
      ],
      '#3f2a66',
    )
    round(ctx, -216, -78, 432, 66, [26, 30, 12, 12], '#150b26')
    round(ctx, -216, -58, 30, 18, 6, '#e2327d')
    round(ctx, 190, -58, 26, 18, 6, '#ffd1a3')
    for (const w of [-130, 130]) {
      disc(ctx, w, -14, 36, '#05030b')
      disc(ctx, w, -14, 17, '#5b4a7a')
    }
  })
  glow(ctx, x - 205 * s, y - 50 * s, 120 * s, '#e2327d', 0.8)
  glow(ctx, x + 205 * s, y - 50 * s, 130 * s, '#ffd1a3', 0.7)
}

export const lamps = (ctx: Ctx, t: number, width: number, y: number): void => {
  for (let n = 0; n < 6; n++) {
    const x = wrap(n * 320 - t * 700, 1920) - 260
    box(ctx, x, y, 8, 380, '#1b0f2e')
    box(ctx, x - 40, y, 84, 8, '#1b0f2e')
    glow(ctx, x - 30, y + 14, 130, '#ffd1a3', x < width + 200 ? 0.7 : 0)
  }
}

export const cabin = (stage: Stage, w: number, h: number) =>
  stage.layer(w, h, (ctx) => {
    wash(ctx, 0, 0, w, h, ['#1a0b30', '#0d0618'])
    poly(
      ctx,
      [
        [0, 60],
        [w, 20],
        [w, h * 0.5],
        [0, h * 0.56],
      ],
      '#2a0b45',
    )
    const random = seeded(9)
    for (let n = 0; n < 30; n++)
      glow(
        ctx,
        random() * w,
        80 + random() * h * 0.4,
        10 + random() * 34,
        ['#e2327d', '#29e0ff', '#ffd1a3'][n % 3]!,
        0.5,
      )
    round(ctx, -20, h * 0.78, w + 40, h * 0.3, 40, '#0a0512')
  })
