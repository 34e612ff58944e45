import { glow, haze } from '../stage/light.ts'
import { box, disc, line, poly, round, wash } from '../stage/shapes.ts'
import type { Ctx, Layer, Stage } from '../stage/stage.ts'
import { text } from '../stage/text.ts'
import { clamp } from '../stage/time.ts'

/** The two who parted yesterday and live on the same floor: Yuna and Hajun. */
export const her = {
  height: 640,
  coat: '#d9694f',
  hair: '#33222a',
  cut: 'long',
  bag: '#f0d9b0',
  legs: '#3a2f45',
} as const
export const him = {
  height: 690,
  coat: '#38557a',
  hair: '#1f1d24',
  legs: '#252838',
  scarf: '#c9b27c',
} as const

/** The inside of the lift seen from the door: mirror, rail, lamp. */
export function car(stage: Stage): Layer {
  return stage.backdrop((ctx) => {
    wash(ctx, 0, 0, 720, 1280, ['#4a4338', '#8b7a5e', '#6f5e48'])
    wash(ctx, 110, 150, 500, 900, ['#c8b48d', '#a58d66', '#7d684c'])
    poly(
      ctx,
      [
        [0, 0],
        [720, 0],
        [610, 150],
        [110, 150],
      ],
      '#3b352d',
    )
    poly(
      ctx,
      [
        [0, 1280],
        [720, 1280],
        [610, 1050],
        [110, 1050],
      ],
      '#45392f',
    )
    for (let n = 1; n < 5; n++)
      line(
        ctx,
        [
          [110 + n * 100, 1050],
          [n * 144, 1280],
        ],
        'rgba(0,0,0,0.16)',
        2,
      )
    round(ctx, 250, 88, 220, 34, 17, '#fff3d0')
    wash(ctx, 150, 230, 420, 420, ['#8fa0a0', '#6b7a80'])
    poly(
      ctx,
      [
        [150, 540],
        [380, 230],
        [450, 230],
        [150, 620],
      ],
      'rgba(255,255,255,0.14)',
    )
    round(ctx, 120, 690, 480, 14, 7, '#e0d0a6')
    round(ctx, 120, 700, 480, 5, 2, '#5d4b36')
    for (const x of [180, 360, 540]) box(ctx, x - 4, 696, 8, 26, '#8d7852')
    // The folding bench, shut.
    round(ctx, 160, 868, 400, 122, 10, '#6b573f')
    round(ctx, 166, 874, 388, 110, 8, '#8d7352')
    box(ctx, 180, 926, 360, 3, 'rgba(0,0,0,0.18)')
    round(ctx, 30, 560, 56, 330, 10, '#3d372f')
    for (let n = 0; n < 12; n++)
      disc(ctx, 46 + (n % 2) * 24, 850 - Math.floor(n / 2) * 48, 9, '#cfc09a')
  })
}

/** The bench of the lift, folded down for those who wait. */
export function bench(ctx: Ctx): void {
  round(ctx, 160, 868, 400, 122, 10, '#5d4b36')
  for (const x of [176, 520]) box(ctx, x, 1070, 16, 76, '#4a3a2c')
  poly(
    ctx,
    [
      [150, 1020],
      [570, 1020],
      [612, 1062],
      [108, 1062],
    ],
    '#9c805a',
  )
  round(ctx, 104, 1060, 512, 20, 6, '#7a6244')
}

/** The number above the door and the direction, as an amber display. */
export function indicator(ctx: Ctx, x: number, y: number, floor: string, up: boolean | null): void {
  round(ctx, x - 86, y - 42, 172, 84, 14, '#14110e')
  text(ctx, floor, x + 22, y, { size: 56, weight: 700, colour: '#ffb347' })
  glow(ctx, x + 22, y, 90, '#ff9a2e', 0.3)
  if (up === null) return
  const tip = up ? -18 : 18
  poly(
    ctx,
    [
      [x - 66, y - tip * 0.6],
      [x - 30, y - tip * 0.6],
      [x - 48, y + tip],
    ],
    '#ffb347',
  )
}

/** Two steel doors; `open` 0 shut, 1 open. What is behind must be drawn before. */
export function doors(ctx: Ctx, stage: Stage, open: number, top = 190, bottom = 1090): void {
  const half = 235
  const gone = half * clamp(open)
  for (const side of [-1, 1]) {
    ctx.save()
    ctx.beginPath()
    ctx.rect(side < 0 ? 125 : 360, top, half, bottom - top)
    ctx.clip()
    ctx.translate(side * gone, 0)
    const x = side < 0 ? 125 : 360
    wash(ctx, x, top, half, bottom - top, ['#b9b3a8', '#8f8a83', '#a7a198'])
    for (let n = 0; n < 6; n++)
      box(ctx, x + 18 + n * 36, top, 2, bottom - top, 'rgba(255,255,255,0.12)')
    box(ctx, side < 0 ? x + half - 5 : x, top, 5, bottom - top, '#5b574f')
    ctx.restore()
  }
  box(ctx, 0, 0, 125, stage.height, '#6c4c44')
  box(ctx, 595, 0, 125, stage.height, '#6c4c44')
  box(ctx, 125, 0, 470, top, '#6c4c44')
  box(ctx, 105, top - 22, 510, 22, '#8a6a5b')
  box(ctx, 105, top - 22, 20, bottom - top + 22, '#8a6a5b')
  box(ctx, 595, top - 22, 20, bottom - top + 22, '#8a6a5b')
  wash(ctx, 0, bottom, 720, stage.height - bottom, ['#4b3a38', '#2c2326'])
  round(ctx, 640, 600, 44, 96, 14, '#3a2b2a')
}

/** Light of the lamp, or the red one when the power is gone. `power` 0..1. */
export function lamplight(ctx: Ctx, power: number): void {
  ctx.globalAlpha = (1 - power) * 0.8
  box(ctx, 0, 0, 720, 1280, '#0d0a18')
  ctx.globalAlpha = 1
  glow(ctx, 360, 110, 560, '#fff0c8', 0.36 * power)
  glow(ctx, 360, 110, 460, '#e0453c', 0.55 * (1 - power))
}

/** The building cut open: floors with lives in them and the shaft; the lift at `floor` (may lie between). */
export function section(stage: Stage): Layer {
  return stage.layer(720, 2200, (ctx) => {
    wash(ctx, 0, 0, 720, 2200, ['#171a3a', '#232a55'])
    const warm = ['#f4c98b', '#e8a878', '#f2d8a7', '#d9a0a0', '#b8c4a8']
    for (let floor = 1; floor <= 12; floor++) {
      const y = 2120 - floor * 170
      box(ctx, 40, y - 12, 640, 12, '#5c4a55')
      for (const [side, x] of [
        [0, 52],
        [1, 428],
      ] as const) {
        const lit = (floor * 5 + side * 3) % 4 !== 0
        box(ctx, x, y, 240, 158, lit ? (warm[(floor + side * 2) % 5] ?? '#f4c98b') : '#2c3058')
        if (!lit) {
          round(ctx, x + 150, y + 100, 60, 58, 6, '#232748')
          continue
        }
        disc(ctx, x + 120, y + 26, 13, '#fff6d8')
        line(
          ctx,
          [
            [x + 120, y],
            [x + 120, y + 16],
          ],
          '#5c4a55',
          2,
        )
        const kind = (floor + side) % 4
        if (kind === 0) {
          round(ctx, x + 30, y + 104, 110, 54, 12, '#7a5a8a')
          round(ctx, x + 180, y + 70, 44, 88, 4, '#6b4c3c')
        } else if (kind === 1) {
          round(ctx, x + 40, y + 118, 130, 8, 3, '#6b4c3c')
          box(ctx, x + 52, y + 124, 6, 34, '#6b4c3c')
          box(ctx, x + 152, y + 124, 6, 34, '#6b4c3c')
          round(ctx, x + 94, y + 96, 20, 22, 5, '#d9694f')
        } else if (kind === 2) {
          round(ctx, x + 150, y + 60, 66, 40, 4, '#8fc0cf')
          round(ctx, x + 24, y + 116, 80, 42, 10, '#5f8f78')
          disc(ctx, x + 64, y + 96, 24, '#6fae84')
        } else {
          round(ctx, x + 26, y + 50, 60, 108, 5, '#8a6a5b')
          for (let n = 0; n < 3; n++) box(ctx, x + 32, y + 78 + n * 26, 48, 3, '#5c4a55')
          round(ctx, x + 120, y + 122, 96, 36, 10, '#c9837a')
        }
      }
      box(ctx, 300, y, 120, 158, '#14152e')
      text(ctx, String(floor + 7), 52 + 14, y + 16, {
        size: 17,
        weight: 700,
        colour: 'rgba(60,40,60,0.55)',
      })
    }
    line(
      ctx,
      [
        [345, 0],
        [345, 2200],
      ],
      '#3a3d66',
      3,
    )
    line(
      ctx,
      [
        [375, 0],
        [375, 2200],
      ],
      '#3a3d66',
      3,
    )
    haze(ctx, 360, 2200, 500, 140, '#10122c', 0.9)
  })
}

/** The small lift in the shaft of the section, at a floor's height; the section shows 8 to 19. */
export function smallCar(ctx: Ctx, floor: number, power: number, people: boolean): void {
  const y = 2120 - (floor - 7) * 170
  round(ctx, 304, y + 6, 112, 150, 8, '#8f8a83')
  round(ctx, 312, y + 14, 96, 134, 5, power > 0.5 ? '#ffe7b0' : '#5a2430')
  if (people) {
    round(ctx, 326, y + 74, 26, 74, 12, her.coat)
    disc(ctx, 339, y + 64, 13, her.hair)
    round(ctx, 368, y + 66, 28, 82, 12, him.coat)
    disc(ctx, 382, y + 56, 13, him.hair)
  }
  glow(ctx, 360, y + 80, 150, power > 0.5 ? '#ffe0a0' : '#e0453c', 0.4)
}
