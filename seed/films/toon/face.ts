import { disc, line, oval, poly, round } from '../stage/shapes.ts'
import { at, type Ctx } from '../stage/stage.ts'
import { wave, wrap } from '../stage/time.ts'

export type Mood = 'calm' | 'smile' | 'wide' | 'sad' | 'angry' | 'shut' | 'laugh'

/** The head and shoulders of a person, for close pictures. */
export interface Face {
  readonly hair: string
  readonly coat: string
  readonly skin?: string
  readonly cut?: 'short' | 'long' | 'bun' | 'bald'
  readonly cap?: string
  readonly horns?: string
  readonly glasses?: boolean
  readonly beard?: string
  readonly mood?: Mood
  readonly facing?: 1 | -1
  /** Seconds by which the mouth moves. */
  readonly talks?: number | undefined
  readonly tear?: number
  readonly gat?: boolean
}

const ink = '#2b2026'

/** Draws a face whose chin is at (x, y + 100) when `size` is 100; `t` makes it blink and breathe. */
export function face(ctx: Ctx, t: number, x: number, y: number, size: number, look: Face): void {
  const skin = look.skin ?? '#f3d0b5'
  at(ctx, x, y + wave(t, 3.4) * size * 0.012, size / 100, 0, () => {
    ctx.scale(look.facing ?? 1, 1)
    const cut = look.cut ?? 'short'
    if (cut === 'long') round(ctx, -96, -92, 186, 250, [90, 90, 40, 40], look.hair)
    if (cut === 'bun') disc(ctx, -62, -92, 40, look.hair)
    poly(
      ctx,
      [
        [-150, 260],
        [-132, 160],
        [-60, 122],
        [60, 122],
        [132, 160],
        [150, 260],
      ],
      look.coat,
    )
    round(ctx, -28, 70, 56, 72, 24, mixed(skin))
    oval(ctx, 0, 0, 82, 98, skin)
    disc(ctx, -80, 8, 17, skin)
    if (cut !== 'bald') hairOf(ctx, look.hair)
    if (look.horns)
      for (const side of [-1, 1])
        poly(
          ctx,
          [
            [side * 22, -82],
            [side * 58, -70],
            [side * 56, -150],
          ],
          look.horns,
        )
    if (look.cap) {
      round(ctx, -88, -116, 176, 70, [70, 70, 6, 6], look.cap)
      round(ctx, 10, -60, 110, 18, 9, look.cap)
    }
    if (look.gat) {
      oval(ctx, 0, -72, 150, 18, '#17141c')
      round(ctx, -56, -168, 112, 100, [18, 18, 4, 4], '#221e2a')
    }
    features(ctx, t, look)
  })
}

const mixed = (skin: string): string => (skin === '#f3d0b5' ? '#e5b797' : skin)

function hairOf(ctx: Ctx, hair: string): void {
  ctx.fillStyle = hair
  ctx.beginPath()
  ctx.moveTo(84, -20)
  ctx.bezierCurveTo(96, -130, -92, -142, -92, -8)
  ctx.bezierCurveTo(-92, 24, -84, 34, -76, 30)
  ctx.bezierCurveTo(-74, -30, -40, -62, 6, -58)
  ctx.bezierCurveTo(40, -54, 66, -50, 84, -20)
  ctx.fill()
}

function features(ctx: Ctx, t: number, look: Face): void {
  const mood = look.mood ?? 'calm'
  const shut = mood === 'shut' || mood === 'laugh' || (mood !== 'wide' && wrap(t, 3.9) < 0.13)
  for (const x of [-18, 46]) {
    if (shut) {
      ctx.beginPath()
      ctx.arc(
        x,
        mood === 'laugh' ? 14 : 2,
        15,
        mood === 'laugh' ? Math.PI * 1.1 : 0.2,
        mood === 'laugh' ? Math.PI * 1.9 : 2.9,
      )
      ctx.lineWidth = 5
      ctx.lineCap = 'round'
      ctx.strokeStyle = ink
      ctx.stroke()
    } else {
      const tall = mood === 'wide' ? 21 : 15
      oval(ctx, x, 4, 12, tall, '#ffffff')
      oval(ctx, x + 3, 5, mood === 'wide' ? 6 : 9, mood === 'wide' ? 8 : 12, ink)
      disc(ctx, x + 6, 0, 3, '#ffffff')
    }
    const lift = mood === 'wide' ? -10 : 0
    const slope = mood === 'angry' ? 8 : mood === 'sad' ? -8 : 0
    const inner = x < 14 ? 1 : -1
    line(
      ctx,
      [
        [x - 15, -26 + lift - slope * inner],
        [x + 15, -26 + lift + slope * inner],
      ],
      ink,
      6,
    )
  }
  if (look.glasses)
    for (const x of [-18, 46]) {
      ctx.beginPath()
      ctx.arc(x, 4, 27, 0, Math.PI * 2)
      ctx.lineWidth = 4
      ctx.strokeStyle = ink
      ctx.stroke()
    }
  ctx.globalAlpha = 0.35
  oval(ctx, -30, 36, 17, 10, '#ec7f6d')
  oval(ctx, 56, 36, 15, 10, '#ec7f6d')
  ctx.globalAlpha = 1
  line(
    ctx,
    [
      [24, 12],
      [30, 30],
      [20, 32],
    ],
    '#c98e72',
    4,
  )
  if (look.beard) oval(ctx, 14, 84, 52, 40, look.beard)
  mouth(ctx, mood, look.talks)
  if (look.tear) oval(ctx, 58, 34 + look.tear * 46, 8, 12, '#9fd8ff')
}

function mouth(ctx: Ctx, mood: Mood, talks: number | undefined): void {
  if (talks !== undefined || mood === 'wide') {
    const gape = talks === undefined ? 17 : 4 + 11 * Math.abs(Math.sin(talks * 8))
    oval(ctx, 16, 62, mood === 'wide' ? 14 : 19, gape, '#8a2f33')
    return
  }
  ctx.beginPath()
  if (mood === 'laugh') {
    ctx.arc(16, 50, 28, 0, Math.PI)
    ctx.fillStyle = '#8a2f33'
    ctx.fill()
    return
  }
  if (mood === 'smile') ctx.arc(16, 44, 26, 0.35, Math.PI - 0.35)
  else if (mood === 'sad' || mood === 'angry') ctx.arc(16, 82, 22, Math.PI + 0.4, -0.4)
  else {
    ctx.moveTo(0, 62)
    ctx.lineTo(32, 61)
  }
  ctx.lineWidth = 5
  ctx.lineCap = 'round'
  ctx.strokeStyle = ink
  ctx.stroke()
}
