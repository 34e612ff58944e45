import { disc, line, mix, oval, poly, round, veil, wash, type Point } from '../stage/shapes.ts'
import { at, type Ctx, type Layer, type Stage } from '../stage/stage.ts'
import { chance, seeded, spring, wave } from '../stage/time.ts'

/** The colours of card in the city. */
export const card = {
  night: '#5b1f2b',
  brick: '#b5432f',
  orange: '#ee8a4a',
  sand: '#f7d9a8',
  cream: '#fff4dc',
  teal: '#1f7a78',
  deep: '#14504f',
  blue: '#6fa9a6',
} as const

const tones = [card.brick, card.orange, card.sand, card.cream, card.teal, card.blue]

/** A cut of paper that throws a soft shadow; for layers drawn once, because the blur is dear. */
export function cut(ctx: Ctx, points: readonly Point[], fill: string, lift = 10): void {
  ctx.save()
  ctx.shadowColor = 'rgba(60,16,20,0.45)'
  ctx.shadowBlur = lift * 1.6
  ctx.shadowOffsetX = lift * 0.3
  ctx.shadowOffsetY = lift * 0.5
  poly(ctx, points, fill)
  ctx.restore()
}

/** A sky of layered paper: wavy sheets one over the other, the sun a cut disc. */
export function paperSky(stage: Stage, colours: readonly string[], sun: Point | null): Layer {
  return stage.backdrop((ctx, width) => {
    wash(ctx, 0, 0, width, 860, [
      colours[0] ?? '#ffffff',
      mix(colours[0] ?? '#ffffff', '#ffffff', 0.1),
    ])
    if (sun) {
      for (const [size, alpha] of [
        [190, 0.25],
        [140, 0.4],
      ] as const)
        disc(ctx, sun[0], sun[1], size, veil(card.cream, alpha))
      ctx.save()
      ctx.shadowColor = 'rgba(60,16,20,0.35)'
      ctx.shadowBlur = 18
      disc(ctx, sun[0], sun[1], 92, card.cream)
      ctx.restore()
    }
    colours.slice(1).forEach((colour, n) => {
      const points: Point[] = []
      for (let x = -20; x <= width + 20; x += 16)
        points.push([x, 330 + n * 90 + Math.sin(x * (0.008 + n * 0.002) + n * 2.1) * (46 - n * 6)])
      cut(ctx, [...points, [width + 20, 880], [-20, 880]], colour, 14)
    })
  }, 60)
}

/** A folded house, `w`×`h`, standing on (0, 0): two faces, a roof with its flap, cut-out windows. */
export function house(ctx: Ctx, w: number, h: number, seed: number, lit: boolean): void {
  const random = seeded(seed)
  const face = tones[Math.floor(random() * tones.length)] ?? card.sand
  const roof = tones[(Math.floor(random() * tones.length) + 2) % tones.length] ?? card.brick
  const side = w * 0.3
  poly(
    ctx,
    [
      [w, 0],
      [w + side, -side * 0.35],
      [w + side, -h - side * 0.1],
      [w, -h],
    ],
    mix(face, card.night, 0.32),
  )
  poly(
    ctx,
    [
      [0, 0],
      [w, 0],
      [w, -h],
      [0, -h],
    ],
    face,
  )
  if (seed % 3 !== 0) {
    poly(
      ctx,
      [
        [-10, -h],
        [w * 0.5, -h - w * 0.5],
        [w + 4, -h],
      ],
      roof,
    )
    poly(
      ctx,
      [
        [w * 0.5, -h - w * 0.5],
        [w + side, -h - side * 0.1 - w * 0.2],
        [w + side + 8, -h - side * 0.1],
        [w, -h],
      ],
      mix(roof, card.night, 0.25),
    )
  } else
    poly(
      ctx,
      [
        [-6, -h],
        [w + 6, -h],
        [w + side, -h - side * 0.5],
        [side * 0.7, -h - side * 0.5],
      ],
      roof,
    )
  const columns = Math.max(1, Math.floor(w / 44))
  for (let row = 0; row * 54 + 60 < h; row++)
    for (let column = 0; column < columns; column++) {
      const x = 16 + column * ((w - 20) / columns)
      const y = -h + 24 + row * 54
      const on = lit && chance(row * 7 + column, seed) > 0.35
      box2(ctx, x, y, on ? '#ffe9a8' : mix(face, card.night, 0.55))
    }
  line(
    ctx,
    [
      [w, 0],
      [w, -h],
    ],
    'rgba(255,255,255,0.35)',
    1.5,
  )
}

function box2(ctx: Ctx, x: number, y: number, fill: string): void {
  ctx.fillStyle = fill
  ctx.fillRect(x, y, 22, 28)
  ctx.fillStyle = 'rgba(255,255,255,0.4)'
  ctx.fillRect(x + 22, y, 5, 28)
}

/** A street of houses as a layer, base line at its bottom less 40. */
export function street(
  stage: Stage,
  seed: number,
  width: number,
  tallest: number,
  lit: boolean,
): Layer {
  return stage.layer(width, tallest + 240, (ctx) => {
    const random = seeded(seed)
    ctx.shadowColor = 'rgba(60,16,20,0.4)'
    for (let x = 10; x < width - 130;) {
      const w = 70 + random() * 80
      const h = tallest * (0.45 + random() * 0.55)
      ctx.save()
      ctx.translate(x, tallest + 200)
      house(ctx, w, h, Math.floor(random() * 900) + 1, lit)
      ctx.restore()
      x += w + 26 + random() * 30
    }
  })
}

/** A house that stands up out of the page between second `start` and a second later. */
export function rising(
  ctx: Ctx,
  t: number,
  start: number,
  x: number,
  y: number,
  w: number,
  h: number,
  seed: number,
  lit = false,
): void {
  const u = spring((t - start) / 1.3)
  if (t < start) return
  oval(ctx, x + w * 0.65, y + 2, w * 0.9, 10, 'rgba(60,16,20,0.22)')
  ctx.save()
  ctx.translate(x, y)
  ctx.transform(1, 0, (1 - u) * 0.7, Math.max(0.02, u), 0, 0)
  house(ctx, w, h, seed, lit)
  ctx.restore()
}

/** Banji, who mends roofs: a paper doll with a ladder's patience. Feet at (x, y), `size` tall. */
export function banji(
  ctx: Ctx,
  x: number,
  y: number,
  size: number,
  look: { facing?: 1 | -1; step?: number; arm?: number; wet?: boolean; tilt?: number } = {},
): void {
  at(ctx, x, y, size / 150, 0, () => {
    ctx.scale(look.facing ?? 1, 1)
    const swing = look.step === undefined ? 0 : Math.sin(look.step * Math.PI * 2)
    ctx.rotate((look.tilt ?? 0) + swing * 0.03)
    const lift = Math.abs(swing) * 3
    poly(
      ctx,
      [
        [-12 - swing * 9, 0],
        [-2 - swing * 9, 0],
        [0, -46],
        [-12, -46],
      ],
      card.deep,
    )
    poly(
      ctx,
      [
        [4 + swing * 9, 0],
        [14 + swing * 9, 0],
        [12, -46],
        [0, -46],
      ],
      card.teal,
    )
    poly(
      ctx,
      [
        [-30, -40 - lift],
        [30, -40 - lift],
        [12, -104 - lift],
        [-12, -104 - lift],
      ],
      card.orange,
    )
    poly(
      ctx,
      [
        [0, -40 - lift],
        [30, -40 - lift],
        [12, -104 - lift],
        [0, -104 - lift],
      ],
      '#d9743a',
    )
    at(ctx, 8, -96 - lift, 1, -(look.arm ?? 0.15 + swing * 0.3), () => {
      poly(
        ctx,
        [
          [-6, 0],
          [7, 0],
          [5, 46],
          [-4, 46],
        ],
        card.orange,
      )
      disc(ctx, 1, 48, 6, '#f5d0ae')
    })
    disc(ctx, 0, -122 - lift, 22, '#f5d0ae')
    poly(
      ctx,
      [
        [-25, -122 - lift],
        [-22, -142 - lift],
        [0, -152 - lift],
        [24, -138 - lift],
        [22, -128 - lift],
        [-4, -132 - lift],
        [-14, -112 - lift],
      ],
      card.night,
    )
    poly(
      ctx,
      [
        [-28, -136 - lift],
        [28, -136 - lift],
        [14, -160 - lift],
        [-12, -160 - lift],
      ],
      card.cream,
    )
    poly(
      ctx,
      [
        [4, -136 - lift],
        [28, -136 - lift],
        [14, -160 - lift],
        [4, -160 - lift],
      ],
      card.sand,
    )
    oval(ctx, 11, -120 - lift, 2.4, 3.4, card.night)
    ctx.globalAlpha = 0.4
    oval(ctx, 7, -111 - lift, 4.5, 3, '#e2665a')
    ctx.globalAlpha = 1
  })
}

/** The bird that nobody folded: no crease, one white shape with wings that beat. */
export function bird(
  ctx: Ctx,
  t: number,
  x: number,
  y: number,
  size: number,
  turn = 0,
  glide = false,
  flip = false,
): void {
  at(ctx, x, y, size / 100, turn, () => {
    const beat = glide ? 0.3 : wave(t, 0.9)
    if (flip) ctx.scale(-1, 1)
    ctx.fillStyle = '#e8e2d4'
    ctx.beginPath()
    ctx.moveTo(-8, -4)
    ctx.quadraticCurveTo(-30, -60 * beat - 10, 34, -92 * beat)
    ctx.quadraticCurveTo(26, -30 * beat, 30, 2)
    ctx.fill()
    ctx.fillStyle = '#ffffff'
    ctx.beginPath()
    ctx.moveTo(-74, 6)
    ctx.quadraticCurveTo(-30, -18, 20, -14)
    ctx.quadraticCurveTo(50, -26, 70, -14)
    ctx.lineTo(88, -8)
    ctx.quadraticCurveTo(60, 14, 10, 16)
    ctx.quadraticCurveTo(-30, 16, -74, 6)
    ctx.fill()
    ctx.beginPath()
    ctx.moveTo(-14, 0)
    ctx.quadraticCurveTo(-60, -70 * beat, -26, -104 * beat)
    ctx.quadraticCurveTo(10, -50 * beat, 34, 0)
    ctx.fill()
    disc(ctx, 64, -14, 3, card.night)
    poly(
      ctx,
      [
        [84, -12],
        [102, -5],
        [82, -2],
      ],
      card.orange,
    )
  })
}

/** Clouds of cut paper on strings. */
export function cloud(stage: Stage, colour: string): Layer {
  return stage.layer(260, 130, (ctx) => {
    ctx.shadowColor = 'rgba(60,16,20,0.4)'
    ctx.shadowBlur = 14
    ctx.shadowOffsetY = 7
    ctx.fillStyle = colour
    ctx.beginPath()
    ctx.moveTo(30, 96)
    ctx.arc(64, 78, 32, Math.PI * 0.8, Math.PI * 1.6)
    ctx.arc(118, 58, 40, Math.PI * 1.1, Math.PI * 1.8)
    ctx.arc(176, 76, 34, Math.PI * 1.4, Math.PI * 2.2)
    ctx.lineTo(210, 96)
    ctx.fill()
  })
}

/** A sheet of plan: lines of a city, drawn as far as `u`. The last line is the one that is not there. */
export function plan(ctx: Ctx, u: number, strange: number): void {
  round(ctx, -270, -190, 540, 380, 4, '#e9f0ea')
  poly(
    ctx,
    [
      [270, 150],
      [230, 190],
      [270, 190],
    ],
    '#b9ccc6',
  )
  for (const x of [-90, 90])
    line(
      ctx,
      [
        [x, -190],
        [x, 190],
      ],
      'rgba(20,80,79,0.15)',
      2,
    )
  line(
    ctx,
    [
      [-270, 0],
      [270, 0],
    ],
    'rgba(20,80,79,0.15)',
    2,
  )
  for (let n = 0; n < 22; n++) {
    if (n / 22 > u) break
    const x = -230 + (n % 7) * 66
    const y = -140 + Math.floor(n / 7) * 84
    ctx.lineWidth = 2.4
    ctx.strokeStyle = card.teal
    ctx.strokeRect(x, y, 30 + (n % 3) * 9, 30 + (n % 4) * 7)
  }
  if (strange > 0) {
    const path: Point[] = [
      [-240, 150],
      [-150, 110],
      [-110, 20],
      [10, 0],
      [60, -80],
      [170, -110],
      [220, -160],
    ]
    const count = Math.max(2, Math.ceil(path.length * strange))
    ctx.setLineDash([10, 8])
    line(ctx, path.slice(0, count), card.brick, 6)
    ctx.setLineDash([])
    const end = path[count - 1]
    if (end) disc(ctx, end[0], end[1], 10, card.brick)
  }
}
