import { beam, glow, haze } from '../stage/light.ts'
import { box, disc, line, oval, poly, round, wash } from '../stage/shapes.ts'
import { at, put, type Ctx, type Stage } from '../stage/stage.ts'
import { between, seeded, wave } from '../stage/time.ts'

export const light = '#ffe7c2'
export const noah = { coat: '#e8dcc8', hair: '#d8d2dc', scarf: '#c65b9a', legs: '#4a4468' } as const

/** Deep space in violet with a band of dust and a ringed planet. */
export function deep(stage: Stage, seed: number, margin = 80) {
  return stage.backdrop((ctx, width, height) => {
    wash(ctx, 0, 0, width, height, ['#0a0a1f', '#17123a', '#24194f', '#14102e'])
    const random = seeded(seed)
    for (let n = 0; n < 46; n++) {
      const u = random()
      haze(
        ctx,
        u * width,
        height * (0.75 - u * 0.55) + (random() - 0.5) * 190,
        90 + random() * 190,
        50 + random() * 70,
        ['#5b2f86', '#c65b9a', '#35557f', '#7a4a9c'][n % 4] ?? '#5b2f86',
        0.13,
      )
    }
    for (let n = 0; n < 420; n++) {
      ctx.globalAlpha = 0.25 + random() * 0.7
      disc(
        ctx,
        random() * width,
        random() * height,
        0.5 + random() * random() * 1.9,
        random() > 0.8 ? '#ffd9ec' : '#eaf2ff',
      )
    }
    ctx.globalAlpha = 1
  }, margin)
}

export function planet(stage: Stage, radius: number) {
  return stage.layer(radius * 4, radius * 2.4, (ctx) => {
    ctx.translate(radius * 2, radius * 1.2)
    const ring = (from: number, to: number): void => {
      for (const [size, colour] of [
        [1.85, 'rgba(255,231,194,0.35)'],
        [1.66, 'rgba(198,91,154,0.5)'],
        [1.5, 'rgba(255,231,194,0.25)'],
      ] as const) {
        ctx.beginPath()
        ctx.ellipse(0, 0, radius * size, radius * size * 0.24, -0.22, from, to)
        ctx.lineWidth = radius * 0.09
        ctx.strokeStyle = colour
        ctx.stroke()
      }
    }
    ring(Math.PI, Math.PI * 2)
    ctx.save()
    ctx.beginPath()
    ctx.arc(0, 0, radius, 0, 7)
    ctx.clip()
    ctx.rotate(-0.22)
    wash(ctx, -radius, -radius, radius * 2, radius * 2, [
      '#e79bb8',
      '#c65b9a',
      '#a0509c',
      '#6a3a86',
      '#3c2466',
    ])
    for (let n = 0; n < 8; n++)
      box(
        ctx,
        -radius,
        -radius + n * radius * 0.27,
        radius * 2,
        radius * 0.06,
        'rgba(255,231,194,0.13)',
      )
    disc(ctx, radius * 0.55, radius * 0.4, radius * 1.1, 'rgba(15,8,40,0.45)')
    ctx.restore()
    ring(0, Math.PI)
  })
}

/** The asteroid and its lighthouse; the lamp is at (0, -262) of the layer's middle. */
export function rock(stage: Stage) {
  return stage.layer(760, 760, (ctx) => {
    ctx.translate(380, 380)
    const random = seeded(6)
    const points = Array.from({ length: 26 }, (_, n) => {
      const angle = (n / 26) * Math.PI * 2
      const reach = 205 + (random() - 0.5) * 46
      return [Math.cos(angle) * reach * 1.35, Math.sin(angle) * reach * 0.8 + 140] as const
    })
    poly(ctx, points, '#4a3a72')
    ctx.save()
    ctx.clip()
    oval(ctx, 70, 240, 300, 170, '#33275a')
    for (let n = 0; n < 12; n++) {
      const x = (random() - 0.5) * 480
      const y = 20 + random() * 240
      const size = 16 + random() * 34
      oval(ctx, x, y, size, size * 0.5, '#3b2d62')
      oval(ctx, x + 3, y + 4, size * 0.8, size * 0.36, '#57468a')
    }
    ctx.restore()
    poly(
      ctx,
      [
        [-46, -10],
        [46, -10],
        [30, -222],
        [-30, -222],
      ],
      '#f2e8dc',
    )
    poly(
      ctx,
      [
        [8, -10],
        [46, -10],
        [30, -222],
        [6, -222],
      ],
      '#cdbcc8',
    )
    const half = (y: number): number => 46 + ((y + 10) * 16) / 212
    for (const y of [-60, -132])
      poly(
        ctx,
        [
          [-half(y), y],
          [half(y), y],
          [half(y - 34), y - 34],
          [-half(y - 34), y - 34],
        ],
        '#c65b9a',
      )
    round(ctx, -42, -232, 84, 12, 4, '#5b4a78')
    round(ctx, -26, -290, 52, 58, 6, 'rgba(255,243,220,0.9)')
    poly(
      ctx,
      [
        [-36, -290],
        [36, -290],
        [0, -326],
      ],
      '#5b4a78',
    )
    round(ctx, -14, -46, 28, 38, [14, 14, 0, 0], '#6a3a52')
    round(ctx, 62, -52, 92, 60, [30, 30, 0, 0], '#cdbcc8')
    round(ctx, 92, -34, 26, 26, 13, '#ffd98f')
    line(
      ctx,
      [
        [130, -50],
        [142, -104],
      ],
      '#cdbcc8',
      4,
    )
    oval(ctx, 146, -110, 22, 9, '#cdbcc8', 0.6)
  })
}

/** The rhythm that both lights know: long, short, short; 1 when lit. */
export function blink(t: number): number {
  const s = ((t % 4) + 4) % 4
  return Math.max(between(s, 0, 1.2, 0.3), between(s, 1.7, 2.2, 0.2), between(s, 2.6, 3.1, 0.2))
}

export function asteroid(
  ctx: Ctx,
  t: number,
  layer: ReturnType<typeof rock>,
  x: number,
  y: number,
  scale: number,
  lit: number,
  turning = true,
): void {
  at(ctx, x, y, scale, 0.02 * wave(t, 9), () => {
    const angle = turning ? -Math.PI / 2 + wave(t, 8) * 1.35 : -0.25
    if (lit > 0) beam(ctx, 0, -262, angle, 0.1, 1500, light, 0.6 * lit)
    put(ctx, layer, -380, -380)
    glow(ctx, 0, -262, 130 + 60 * lit, light, 0.35 + 0.55 * lit)
    glow(ctx, 105, -20, 70, '#ffd98f', 0.5)
  })
}

export function room(stage: Stage) {
  return stage.backdrop((ctx) => {
    wash(ctx, 0, 0, 1280, 720, ['#2c2350', '#3d2f66', '#2a2048'])
    disc(ctx, 640, 300, 268, '#6a5a94')
    disc(ctx, 640, 300, 248, '#100c28')
    for (let n = 0; n < 24; n++)
      disc(ctx, 640 + Math.cos(n * 0.2618) * 258, 300 + Math.sin(n * 0.2618) * 258, 6, '#a596c8')
    box(ctx, 0, 600, 1280, 120, '#1d1638')
    round(ctx, 60, 420, 330, 190, 14, '#4f4280')
    round(ctx, 84, 440, 180, 90, 8, '#0e1a2c')
    for (let n = 0; n < 10; n++)
      disc(
        ctx,
        290 + (n % 4) * 24,
        456 + Math.floor(n / 4) * 28,
        7,
        ['#35d6d0', '#ff8fb8', '#ffd98f'][n % 3] ?? '#ffffff',
      )
    round(ctx, 980, 250, 220, 360, 12, '#4f4280')
    for (let row = 0; row < 3; row++) {
      box(ctx, 996, 350 + row * 92, 188, 8, '#2c2350')
      for (let n = 0; n < 7; n++)
        round(
          ctx,
          1002 + n * 26,
          288 + row * 92 + (n % 3) * 6,
          18,
          62 - (n % 3) * 6,
          2,
          ['#c65b9a', '#35d6d0', '#ffe7c2', '#8f7ac0'][(n + row) % 4] ?? '#ffffff',
        )
    }
    round(ctx, 1110, 560, 60, 44, 8, '#b5697c')
    oval(ctx, 1140, 536, 34, 36, '#5fae8c')
  })
}
