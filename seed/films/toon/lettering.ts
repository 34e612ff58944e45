import { font } from '#seed/art/fonts.ts'
import { disc, oval, poly, type Point } from '../stage/shapes.ts'
import { at, type Ctx } from '../stage/stage.ts'
import { text } from '../stage/text.ts'
import { clamp, spring, wave } from '../stage/time.ts'

export type BubbleKind = 'say' | 'shout' | 'think' | 'box'

/** A speech bubble or a narration box with its middle at `at`, in units of the panel. */
export interface Bubble {
  readonly words: string
  readonly at: Point
  readonly kind: BubbleKind
  readonly tail?: Point | undefined
  readonly size: number
}

const ink = '#17161c'

/** Draws a bubble; `age` is seconds since it came, with which it pops open. */
export function bubble(ctx: Ctx, age: number, look: Bubble, paper: string): void {
  if (age <= 0) return
  const lines = look.words.split('\n')
  const { size, kind } = look
  const longest = Math.max(
    ...lines.map((line) => [...line].reduce((sum, c) => sum + widthOf(c), 0)),
  )
  const rx = (longest * size) / 2 + size * (kind === 'box' ? 0.7 : 1.05)
  const ry = (lines.length * size * 1.32) / 2 + size * (kind === 'box' ? 0.42 : 0.7)
  const [x, y] = look.at
  const grown = 0.6 + 0.4 * spring(age / 0.55)
  at(ctx, x, y, grown, 0, () => {
    ctx.lineWidth = 4
    ctx.lineJoin = 'round'
    ctx.strokeStyle = ink
    if (look.tail) tail(ctx, [look.tail[0] - x, look.tail[1] - y], kind, Math.min(rx, ry))
    outline(ctx, kind, rx, ry)
    ctx.fillStyle = kind === 'box' ? paper : '#ffffff'
    ctx.stroke()
    ctx.fill()
    if (look.tail && kind !== 'think')
      cover(ctx, [look.tail[0] - x, look.tail[1] - y], Math.min(rx, ry))
    lines.forEach((line, index) =>
      text(ctx, line, 0, (index - (lines.length - 1) / 2) * size * 1.32 + 1, {
        size,
        weight: kind === 'shout' ? 900 : 700,
        colour: ink,
        alpha: clamp(age * 5),
      }),
    )
  })
}

const widthOf = (letter: string): number =>
  letter === ' ' ? 0.26 : /[ -~…·]/.test(letter) ? 0.52 : 0.88

function outline(ctx: Ctx, kind: BubbleKind, rx: number, ry: number): void {
  ctx.beginPath()
  if (kind === 'box') ctx.roundRect(-rx, -ry, rx * 2, ry * 2, 4)
  else if (kind === 'shout')
    for (let n = 0; n <= 36; n++) {
      const reach = n % 2 === 0 ? 1.22 : 1.02
      const angle = (n / 36) * Math.PI * 2
      ctx.lineTo(Math.cos(angle) * rx * reach * 1.04, Math.sin(angle) * ry * reach * 1.16)
    }
  else ctx.roundRect(-rx, -ry, rx * 2, ry * 2, Math.min(rx, ry) * 0.92)
}

/** The root of a tail: two points across its direction. */
function root([dx, dy]: Point, width: number): [Point, Point] {
  const length = Math.hypot(dx, dy) || 1
  const [nx, ny] = [-dy / length, dx / length]
  const from = 0.25
  return [
    [dx * from + nx * width, dy * from + ny * width],
    [dx * from - nx * width, dy * from - ny * width],
  ]
}

function tail(ctx: Ctx, end: Point, kind: BubbleKind, room: number): void {
  if (kind === 'think') {
    for (const [u, r] of [
      [0.62, 13],
      [0.8, 9],
      [0.95, 6],
    ] as const) {
      disc(ctx, end[0] * u, end[1] * u, r + 2, ink)
      disc(ctx, end[0] * u, end[1] * u, r - 2, '#ffffff')
    }
    return
  }
  const [a, b] = root(end, room * 0.34)
  poly(ctx, [a, end, b], '#ffffff')
  ctx.strokeStyle = ink
  ctx.lineWidth = 4
  ctx.stroke()
}

/** Hides the outline where the tail leaves the bubble. */
function cover(ctx: Ctx, end: Point, room: number): void {
  const [a, b] = root(end, room * 0.34 - 3)
  const near: Point = [end[0] * 0.93, end[1] * 0.93]
  poly(ctx, [a, near, b], '#ffffff')
}

/** A word that is a sound, in the middle of the picture. */
export interface SoundWord {
  readonly words: string
  readonly at: Point
  readonly size: number
  readonly colour: string
  readonly turn?: number
  /** Seconds that it stays; 1.6 unless said. */
  readonly stays?: number
}

/** Draws a sound word that strikes, trembles and leaves. */
export function soundWord(ctx: Ctx, age: number, look: SoundWord): void {
  const stays = look.stays ?? 1.6
  if (age <= 0 || age > stays) return
  const grown = 0.5 + 0.5 * spring(age / 0.5) + 0.02 * wave(age, 0.12)
  at(ctx, look.at[0], look.at[1], grown, (look.turn ?? -0.12) + 0.012 * wave(age, 0.17), () => {
    ctx.save()
    ctx.font = font('black', look.size)
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    ctx.lineJoin = 'round'
    ctx.globalAlpha = clamp((stays - age) * 4)
    ctx.lineWidth = look.size * 0.2
    ctx.strokeStyle = ink
    ctx.strokeText(look.words, 0, 0)
    ctx.lineWidth = look.size * 0.09
    ctx.strokeStyle = '#ffffff'
    ctx.strokeText(look.words, 0, 0)
    ctx.fillStyle = look.colour
    ctx.fillText(look.words, 0, 0)
    ctx.restore()
  })
}

/** Rays towards (x, y) that jump twelve times a second: speed or fright. */
export function speedLines(
  ctx: Ctx,
  t: number,
  width: number,
  height: number,
  [x, y]: Point,
  colour: string,
  free = 0.42,
): void {
  const beat = Math.floor(t * 12)
  const reach = Math.hypot(width, height)
  ctx.fillStyle = colour
  ctx.beginPath()
  for (let n = 0; n < 46; n++) {
    const chance = Math.abs(Math.sin((n + 1) * 12.9898 + beat * 78.233) * 43758.5453) % 1
    const angle = ((n + chance * 0.8) / 46) * Math.PI * 2
    const near = reach * free * (0.75 + chance * 0.5)
    const half = 0.006 + chance * 0.014
    ctx.moveTo(x + Math.cos(angle) * near, y + Math.sin(angle) * near)
    ctx.lineTo(x + Math.cos(angle - half) * reach, y + Math.sin(angle - half) * reach)
    ctx.lineTo(x + Math.cos(angle + half) * reach, y + Math.sin(angle + half) * reach)
  }
  ctx.fill()
}

/** Printed dots that grow from `top` to `bottom`. */
export function halftone(
  ctx: Ctx,
  width: number,
  top: number,
  bottom: number,
  colour: string,
): void {
  const step = 16
  ctx.fillStyle = colour
  ctx.beginPath()
  for (let y = top, row = 0; y < bottom; y += step, row++)
    for (let x = (row % 2) * (step / 2); x < width; x += step) {
      const r = ((y - top) / (bottom - top)) * step * 0.42
      ctx.moveTo(x + r, y)
      ctx.arc(x, y, r, 0, Math.PI * 2)
    }
  ctx.fill()
}

/** A drop of sweat at the temple, or a tear with `fall`. */
export function drop(ctx: Ctx, x: number, y: number, size: number, colour = '#bfe6ff'): void {
  oval(ctx, x, y, size * 0.6, size, ink)
  oval(ctx, x, y, size * 0.6 - 2.5, size - 2.5, colour)
}
