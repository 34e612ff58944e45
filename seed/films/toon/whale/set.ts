import { palette } from '#seed/art/look.ts'
import { beam, glow } from '../../stage/light.ts'
import { box, disc, line, poly, round, wash } from '../../stage/shapes.ts'
import { at, type Ctx, type Stage } from '../../stage/stage.ts'
import { wave, wrap } from '../../stage/time.ts'
import { stars } from '../../stage/weather.ts'

export const six = palette('#04203c #0a4a74 #1d8aa8 #8fd6d2 #f4f7dc #ffb86b')

export const girl = {
  height: 260,
  coat: '#ffb86b',
  hair: '#1b2a44',
  cut: 'long',
  legs: '#2a4a6a',
} as const

export const girlFace = { hair: '#1b2a44', coat: '#ffb86b', cut: 'long' } as const

export const keeper = {
  hair: '#e6ecea',
  coat: '#27506b',
  skin: '#e5bd9c',
  beard: '#f1f4f0',
  cap: '#163a54',
} as const

export function lighthouse(
  ctx: Ctx,
  t: number,
  x: number,
  y: number,
  s: number,
  lit: number,
): void {
  at(ctx, x, y, s, 0, () => {
    poly(
      ctx,
      [
        [-190, 20],
        [-120, -40],
        [110, -46],
        [210, 20],
      ],
      '#0a2338',
    )
    poly(
      ctx,
      [
        [-52, -30],
        [-34, -330],
        [34, -330],
        [52, -30],
      ],
      '#f4f7dc',
    )
    for (let n = 0; n < 3; n++)
      poly(
        ctx,
        [
          [-48 + n * 5, -90 - n * 90],
          [-45 + n * 5, -130 - n * 90],
          [45 - n * 5, -130 - n * 90],
          [48 - n * 5, -90 - n * 90],
        ],
        '#d65a4a',
      )
    round(ctx, -44, -346, 88, 16, 4, '#163a54')
    round(ctx, -28, -400, 56, 56, 4, lit > 0 ? '#fff3c4' : '#27506b')
    poly(
      ctx,
      [
        [-40, -400],
        [0, -440],
        [40, -400],
      ],
      '#163a54',
    )
    round(ctx, -14, -210, 26, 34, 12, '#ffdf95')
  })
  if (lit > 0) {
    glow(ctx, x, y - 372 * s, 190 * s, '#fff3c4', lit)
    beam(ctx, x, y - 372 * s, Math.sin(t * 0.9) * 0.5 - 0.1, 0.1, 900, '#fff3c4', 0.5 * lit)
  }
}

export function whale(ctx: Ctx, t: number, x: number, y: number, s: number, turn = 0): void {
  at(ctx, x, y, s, turn + 0.04 * wave(t, 3.4), () => {
    const tail = 0.26 * wave(t, 2.6)
    at(ctx, -300, 0, 1, tail, () =>
      poly(
        ctx,
        [
          [20, -22],
          [-130, -96],
          [-108, -6],
          [-150, 78],
          [20, 24],
        ],
        '#0d3a5c',
      ),
    )
    ctx.fillStyle = '#124a72'
    ctx.beginPath()
    ctx.moveTo(-320, 0)
    ctx.bezierCurveTo(-180, -120, 160, -190, 330, -40)
    ctx.bezierCurveTo(370, 20, 320, 70, 240, 84)
    ctx.bezierCurveTo(60, 120, -180, 70, -320, 0)
    ctx.fill()
    ctx.fillStyle = '#d7efe8'
    ctx.beginPath()
    ctx.moveTo(348, 16)
    ctx.bezierCurveTo(240, 40, 60, 50, -60, 66)
    ctx.bezierCurveTo(60, 112, 250, 104, 330, 50)
    ctx.fill()
    for (let n = 0; n < 6; n++)
      line(
        ctx,
        [
          [300 - n * 52, 42 + n * 3],
          [250 - n * 56, 82],
        ],
        '#9cc9c6',
        4,
      )
    at(ctx, 70, 70, 1, 0.3 + 0.25 * wave(t, 2.2), () =>
      poly(
        ctx,
        [
          [0, 0],
          [70, 10],
          [-40, 130],
          [-80, 120],
        ],
        '#0d3a5c',
      ),
    )
    disc(ctx, 262, -8, 9, '#04121f')
    disc(ctx, 265, -11, 3, '#ffffff')
  })
}

export const rings = (ctx: Ctx, t: number, x: number, y: number, reach: number, colour: string) => {
  for (let n = 0; n < 4; n++) {
    const age = wrap(t * 0.45 + n / 4, 1)
    ctx.beginPath()
    ctx.arc(x, y, 30 + age * reach, 0, Math.PI * 2)
    ctx.lineWidth = 5 * (1 - age) + 1
    ctx.globalAlpha = 0.6 * (1 - age)
    ctx.strokeStyle = colour
    ctx.stroke()
  }
  ctx.globalAlpha = 1
}

export const night = (stage: Stage, w: number, h: number, horizon: number) =>
  stage.layer(w, h, (ctx) => {
    wash(ctx, 0, 0, w, horizon, ['#061a33', '#0d3a5c', '#2a6f8f'])
    stars(ctx, 1, { width: w, height: horizon * 0.8, count: 140, colour: '#f4f7dc', size: 3 })
    wash(ctx, 0, horizon, w, h - horizon, ['#145273', '#04203c'])
    for (let n = 0; n < 26; n++)
      box(
        ctx,
        (n * 197) % w,
        horizon + 14 + ((n * 53) % Math.max(40, h - horizon - 20)),
        90,
        3,
        'rgba(143,214,210,0.25)',
      )
  })
