import { disc, line, mix, oval, poly, round, veil, wash, type Point } from '../stage/shapes.ts'
import { type Ctx, type Layer, type Stage } from '../stage/stage.ts'
import { chance, lerp, seeded, spring } from '../stage/time.ts'

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
function cut(ctx: Ctx, points: readonly Point[], fill: string, lift = 10): void {
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
function house(ctx: Ctx, w: number, h: number, seed: number, lit: boolean): void {
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
    const reach = (path.length - 1) * strange
    const whole = path.slice(0, Math.floor(reach) + 1)
    const [from, to] = [path[Math.floor(reach)], path[Math.floor(reach) + 1]]
    const part = reach % 1
    const end: Point | undefined =
      from && to ? [lerp(from[0], to[0], part), lerp(from[1], to[1], part)] : from
    ctx.setLineDash([10, 8])
    line(ctx, end ? [...whole, end] : whole, card.brick, 6)
    ctx.setLineDash([])
    if (end) disc(ctx, end[0], end[1], 10, card.brick)
  }
}
