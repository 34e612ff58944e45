import { disc, poly, rope, ropePoint, round } from '../stage/shapes.ts'
import { at, type Ctx } from '../stage/stage.ts'
import { wave } from '../stage/time.ts'
import { moon } from './world.ts'

/** A mitten, its cuff at (0, 0), hanging down. */
export function mitten(ctx: Ctx, colour: string = moon.red, size = 1): void {
  at(ctx, 0, 0, size, 0, () => {
    round(ctx, -15, 0, 30, 15, 6, '#fff3e2')
    round(ctx, -17, 12, 34, 44, [6, 6, 18, 18], colour)
    at(ctx, 14, 24, 1, -0.6, () => round(ctx, -5, -4, 13, 27, 7, colour))
    poly(
      ctx,
      [
        [0, 24],
        [6, 33],
        [0, 42],
        [-6, 33],
      ],
      '#fff3e2',
    )
  })
}

/** A sock or a small shirt for the washing line. */
function garment(ctx: Ctx, kind: number, colour: string): void {
  if (kind % 3 === 0) {
    round(ctx, -9, 0, 18, 40, 4, colour)
    round(ctx, -9, 30, 34, 17, 8, colour)
    round(ctx, -10, 0, 20, 9, 4, '#fff3e2')
  } else if (kind % 3 === 1) {
    poly(
      ctx,
      [
        [-20, 0],
        [20, 0],
        [34, 18],
        [24, 28],
        [19, 22],
        [19, 52],
        [-19, 52],
        [-19, 22],
        [-24, 28],
        [-34, 18],
      ],
      colour,
    )
    disc(ctx, 0, 0, 8, '#3a2f6b')
  } else {
    round(ctx, -24, 0, 48, 44, 3, colour)
    for (let n = 0; n < 3; n++) round(ctx, -24, 8 + n * 13, 48, 4, 0, 'rgba(255,255,255,0.45)')
  }
}

const laundryColours = ['#f2c14e', '#7fb7be', '#f4978e', '#b8a1d9', '#fdf0d5', '#8ac6a0']

/** A washing line with poles and clothes that move in a wind the moon does not have. */
export function washingLine(
  ctx: Ctx,
  t: number,
  a: readonly [number, number],
  b: readonly [number, number],
  count: number,
  skip = -1,
  pole = 150,
): void {
  for (const end of [a, b]) {
    round(ctx, end[0] - 4, end[1] - 8, 8, pole, 4, moon.wood)
    disc(ctx, end[0], end[1] - 10, 7, moon.lamp)
  }
  rope(ctx, a, b, 16, '#fff3e2', 2.5)
  for (let index = 0; index < count; index++) {
    if (index === skip) continue
    const [x, y] = ropePoint(a, b, 16, (index + 1) / (count + 1))
    at(ctx, x, y, 1, 0.09 * wave(t, 3.4, index * 0.21), () => {
      garment(ctx, index * 7 + 1, laundryColours[index % laundryColours.length] ?? '#ffffff')
      round(ctx, -7, -5, 4, 12, 2, '#d8a35d')
      round(ctx, 4, -5, 4, 12, 2, '#d8a35d')
    })
  }
}

/** Soap bubbles that rise, sway and grow; `spread` units wide around x. */
export function bubbles(
  ctx: Ctx,
  t: number,
  x: number,
  bottom: number,
  rise: number,
  spread: number,
  count: number,
): void {
  for (let index = 0; index < count; index++) {
    const period = 4 + (index % 5) * 0.9
    const age = (t / period + index * 0.381) % 1
    const size = 5 + ((index * 7) % 11) * 1.5
    const bx = x + Math.sin(index * 2.4 + age * 5) * spread * (0.3 + age * 0.7)
    const by = bottom - age * rise
    ctx.globalAlpha = Math.min(1, age * 6, (1 - age) * 4) * 0.85
    ctx.beginPath()
    ctx.arc(bx, by, size * (0.5 + age * 0.5), 0, Math.PI * 2)
    ctx.fillStyle = 'rgba(190,225,255,0.22)'
    ctx.fill()
    ctx.lineWidth = 1.6
    ctx.strokeStyle = '#e9f6ff'
    ctx.stroke()
    disc(ctx, bx - size * 0.22, by - size * 0.25, size * 0.14, '#ffffff')
  }
  ctx.globalAlpha = 1
}

/** The white coat that nobody claims; feet of it at (0, 0). `stand` 0 lies folded, 1 stands as if worn. */
export function coat(ctx: Ctx, stand: number, wave: number): void {
  if (stand < 0.02) {
    round(ctx, -70, -26, 140, 26, 10, '#ffffff')
    round(ctx, -62, -44, 124, 24, 10, '#f1eef6')
    round(ctx, -30, -50, 60, 14, 7, '#dcd6e8')
    disc(ctx, 0, -12, 4, '#c9bfdc')
    return
  }
  ctx.save()
  ctx.scale(1, stand)
  at(ctx, -38, -150, 1, 0.35 + wave * 0.5, () => round(ctx, -14, -6, 26, 96, 13, '#e6e1ef'))
  poly(
    ctx,
    [
      [-40, -158],
      [40, -158],
      [62, 0],
      [-62, 0],
    ],
    '#ffffff',
  )
  poly(
    ctx,
    [
      [2, -158],
      [40, -158],
      [62, 0],
      [6, 0],
    ],
    '#f1eef6',
  )
  poly(
    ctx,
    [
      [-24, -160],
      [0, -128],
      [-30, -112],
    ],
    '#dcd6e8',
  )
  poly(
    ctx,
    [
      [24, -160],
      [0, -128],
      [30, -112],
    ],
    '#dcd6e8',
  )
  for (let n = 0; n < 3; n++) disc(ctx, 10, -100 + n * 32, 5, '#c9bfdc')
  at(ctx, 38, -150, 1, -0.35 - wave, () => round(ctx, -12, -6, 26, 98, 13, '#ffffff'))
  ctx.restore()
}

/** A handkerchief held by its upper corners, with a blue wave along its hem that never stands still. */
export function handkerchief(ctx: Ctx, t: number, size = 1): void {
  at(ctx, 0, 0, size, 0, () => {
    const sway = (x: number): number => Math.sin(x * 0.09 + t * 3) * 4
    ctx.beginPath()
    ctx.moveTo(-42, 0)
    for (let x = -42; x <= 42; x += 6) ctx.lineTo(x, sway(x) * 0.4)
    for (let x = 42; x >= -42; x -= 6) ctx.lineTo(x * 0.94, 74 + sway(x + 20))
    ctx.fillStyle = '#fdf8f0'
    ctx.fill()
    for (const [y, colour] of [
      [46, '#8cc4dc'],
      [58, '#4f8fc0'],
    ] as const) {
      ctx.beginPath()
      for (let x = -40; x <= 40; x += 4) ctx.lineTo(x, y + Math.sin(x * 0.22 + t * 4 + y) * 4)
      ctx.lineWidth = 6
      ctx.strokeStyle = colour
      ctx.stroke()
    }
  })
}
