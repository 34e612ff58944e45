import { glow } from '../stage/light.ts'
import { disc, land, line, oval, poly, ridge, round, wash } from '../stage/shapes.ts'
import { at, type Ctx, type Layer, type Stage } from '../stage/stage.ts'
import { text } from '../stage/text.ts'
import { seeded } from '../stage/time.ts'

/** The colours of the moon and of those who live there. */
export const moon = {
  night: ['#11123a', '#241f5e', '#4a3a86', '#8a5f9c'],
  ground: '#eaddd0',
  shade: '#cbb9c4',
  far: '#a795bd',
  deep: '#7d6ea6',
  fur: '#fdf6ec',
  furShade: '#e2d5d3',
  apron: '#4e9c9c',
  lamp: '#ffd27a',
  red: '#e2564b',
  wood: '#8a5b4a',
} as const

/** Sky and the far dunes of the moon. `horizon` is the height of the ground. */
export function nightSky(stage: Stage, margin = 0): Layer {
  return stage.backdrop((ctx, width, height) => {
    wash(ctx, 0, 0, width, height, moon.night)
    const random = seeded(11)
    for (let n = 0; n < 150; n++) {
      const size = 0.8 + random() * random() * 2.6
      ctx.globalAlpha = 0.3 + random() * 0.6
      disc(ctx, random() * width, random() * height * 0.8, size, '#fff3dc')
    }
    ctx.globalAlpha = 1
  }, margin)
}

/** Land of the moon in one colour, with craters, `width` long; its left top is the layer's. */
export function dunes(
  stage: Stage,
  seed: number,
  width: number,
  height: number,
  colour: string,
  crater: string,
  rough = 0.15,
): Layer {
  return stage.layer(width, height, (ctx) => {
    const random = seeded(seed)
    const line = ridge(random, width, height * 0.4, height * 0.3, rough, 620)
    land(ctx, line, height, colour)
    ctx.save()
    ctx.clip()
    for (let n = 0; n < 9; n++) {
      const x = random() * width
      const y = height * (0.5 + random() * 0.5)
      const size = 14 + random() * 44
      oval(ctx, x, y, size, size * 0.26, crater)
      oval(ctx, x + size * 0.06, y + size * 0.07, size * 0.86, size * 0.18, colour)
    }
    ctx.restore()
  })
}

/** The earth in the sky, drawn once: seas, lands, clouds and the night side. */
export function earth(stage: Stage, radius: number): Layer {
  return stage.layer(radius * 2, radius * 2, (ctx) => {
    ctx.save()
    ctx.beginPath()
    ctx.arc(radius, radius, radius - 1, 0, Math.PI * 2)
    ctx.clip()
    wash(ctx, 0, 0, radius * 2, radius * 2, ['#7fc6e0', '#3f86c4', '#2a4f9c'])
    const random = seeded(5)
    for (const [x, y, size] of [
      [0.7, 0.55, 0.34],
      [1.25, 0.85, 0.4],
      [0.95, 1.4, 0.36],
      [0.4, 1.2, 0.22],
    ] as const)
      for (let n = 0; n < 5; n++)
        oval(
          ctx,
          (x + (random() - 0.5) * size) * radius,
          (y + (random() - 0.5) * size) * radius,
          size * radius * (0.3 + random() * 0.35),
          size * radius * (0.2 + random() * 0.25),
          '#8cc99a',
          random() * 3,
        )
    for (let n = 0; n < 7; n++) {
      ctx.globalAlpha = 0.8
      const y = (0.25 + n * 0.23) * radius
      round(
        ctx,
        (0.2 + random()) * radius,
        y,
        radius * (0.3 + random() * 0.5),
        radius * 0.06,
        99,
        '#f3fbff',
      )
    }
    ctx.globalAlpha = 0.5
    ctx.fillStyle = '#191a52'
    ctx.beginPath()
    ctx.arc(radius, radius, radius, -Math.PI / 2.6, Math.PI * 0.75)
    ctx.arc(radius * 0.62, radius * 0.78, radius * 0.98, Math.PI * 0.6, -Math.PI / 3.4, true)
    ctx.fill()
    ctx.restore()
  })
}

/** The laundry: a dome with a porthole like a washing machine's. Its door step is at (0, 0). */
export function laundry(stage: Stage): Layer {
  return stage.layer(420, 380, (ctx) => {
    ctx.translate(200, 370)
    oval(ctx, 10, 0, 200, 16, 'rgba(60,40,90,0.28)')
    // Chimney
    round(ctx, 78, -300, 34, 90, 4, '#b7695c')
    round(ctx, 72, -308, 46, 16, 5, '#8f4d49')
    ctx.fillStyle = '#f6ead9'
    ctx.beginPath()
    ctx.moveTo(-170, 0)
    ctx.bezierCurveTo(-180, -330, 180, -330, 170, 0)
    ctx.fill()
    ctx.fillStyle = '#ddc9c6'
    ctx.beginPath()
    ctx.moveTo(170, 0)
    ctx.bezierCurveTo(178, -260, 70, -262, 10, -247)
    ctx.bezierCurveTo(110, -230, 122, -110, 110, 0)
    ctx.fill()
    // A striped awning over the door
    for (let n = 0; n < 6; n++)
      poly(
        ctx,
        [
          [-146 + n * 20, -128],
          [-126 + n * 20, -128],
          [-124 + n * 22, -98],
          [-146 + n * 22, -98],
        ],
        n % 2 === 0 ? moon.red : '#fff7ea',
      )
    round(ctx, -134, -98, 92, 98, [40, 40, 0, 0], '#6d4a52')
    round(ctx, -127, -91, 78, 91, [36, 36, 0, 0], moon.wood)
    round(ctx, -106, -78, 36, 34, 16, moon.lamp)
    disc(ctx, -58, -42, 4, moon.lamp)
    // The porthole
    disc(ctx, 50, -122, 70, '#9a8fb5')
    disc(ctx, 50, -122, 62, '#fffaf0')
    disc(ctx, 50, -122, 54, '#ffdf9a')
    oval(ctx, 34, -140, 18, 26, 'rgba(255,255,255,0.5)', 0.6)
    round(ctx, 104, -134, 22, 24, 8, '#9a8fb5')
    // The sign
    line(
      ctx,
      [
        [-30, -262],
        [-30, -232],
      ],
      '#6d4a52',
      4,
    )
    round(ctx, -98, -238, 136, 46, 12, '#3f3a74')
    text(ctx, '달 세탁소', -30, -214, { size: 27, weight: 700, colour: '#ffe9bd', spacing: 2 })
  })
}

/** The pose of a rabbit: positions of its arms and ears, with its feet at (0, 0). */
export interface Pose {
  readonly size?: number
  readonly facing?: 1 | -1
  /** Arms: 0 down, 1 straight ahead, 2 up. */
  readonly arms?: number
  readonly ears?: number
  readonly eyes?: 'open' | 'closed' | 'happy'
  /** Height above the ground. */
  readonly hop?: number
  readonly tilt?: number
  readonly holding?: (ctx: Ctx) => void
}

/** Mocha, the rabbit who washes what people lose. */
export function rabbit(ctx: Ctx, x: number, y: number, pose: Pose = {}): void {
  const scale = (pose.size ?? 150) / 150
  const hop = pose.hop ?? 0
  oval(ctx, x, y, 42 * scale * (1 - hop / 300), 8 * scale, 'rgba(60,40,90,0.25)')
  ctx.save()
  ctx.translate(x, y - hop)
  ctx.scale(scale * (pose.facing ?? 1), scale)
  ctx.rotate(pose.tilt ?? 0)
  disc(ctx, -38, -26, 13, moon.furShade)
  oval(ctx, 17, -5, 20, 9, moon.fur)
  oval(ctx, -17, -5, 20, 9, moon.furShade)
  oval(ctx, 0, -42, 39, 44, moon.fur)
  ctx.fillStyle = moon.apron
  ctx.beginPath()
  ctx.moveTo(-6, -72)
  ctx.bezierCurveTo(28, -76, 42, -60, 39, -40)
  ctx.bezierCurveTo(39, -18, 26, -4, 8, -2)
  ctx.bezierCurveTo(-12, -8, -14, -50, -6, -72)
  ctx.fill()
  round(ctx, 8, -42, 21, 17, 6, '#3d8286')
  const ears = pose.ears ?? 0
  for (const [side, colour] of [
    [-0.34, moon.furShade],
    [0.12, moon.fur],
  ] as const)
    at(ctx, -4 + side * 30, -118, 1, side + ears, () => {
      oval(ctx, 0, -36, 13, 42, colour)
      oval(ctx, 2, -34, 6, 30, '#f3b9b3')
    })
  oval(ctx, 2, -100, 37, 33, moon.fur)
  oval(ctx, 27, -91, 8.5, 5.5, '#f6b7ae')
  oval(ctx, -7, -91, 8.5, 5.5, '#f6b7ae')
  const eyes = pose.eyes ?? 'open'
  for (const eye of [1, 25]) {
    if (eyes === 'open') {
      oval(ctx, eye, -102, 3.7, 5, '#33273f')
      disc(ctx, eye + 1.4, -104, 1.4, '#ffffff')
    } else {
      ctx.beginPath()
      ctx.arc(eye, -102, 5, eyes === 'happy' ? Math.PI : 0, eyes === 'happy' ? 0 : Math.PI)
      ctx.lineWidth = 2.6
      ctx.lineCap = 'round'
      ctx.strokeStyle = '#33273f'
      ctx.stroke()
    }
  }
  oval(ctx, 14, -94, 3.4, 2.5, '#d97b7b')
  const arms = (pose.arms ?? 0.25) * 1.35
  at(ctx, 12, -62, 1, 0.2 - arms, () => {
    round(ctx, -9, -6, 18, 44, 9, moon.furShade)
    round(ctx, -8, -6, 15, 43, 8, moon.fur)
    if (pose.holding) at(ctx, 0, 40, 1, arms - 0.2, () => pose.holding?.(ctx))
  })
  ctx.restore()
}

/** The light of the porthole on the ground before the laundry, whose step is at (x, y). */
export function windowLight(ctx: Ctx, x: number, y: number, strength = 1): void {
  glow(ctx, x + 50, y - 122, 190, moon.lamp, 0.4 * strength)
  glow(ctx, x + 70, y + 14, 190, moon.lamp, 0.26 * strength, 0.26)
}
