import type { Ctx } from './stage.ts'
import type { Random } from './time.ts'

export type Point = readonly [x: number, y: number]
export type Stops = readonly (readonly [offset: number, colour: string])[]

/** A vertical wash from `top` to `bottom`. */
export function wash(
  ctx: Ctx,
  x: number,
  y: number,
  width: number,
  height: number,
  stops: Stops | readonly string[],
): void {
  const gradient = ctx.createLinearGradient(0, y, 0, y + height)
  stops.forEach((stop, index) => {
    if (typeof stop === 'string') gradient.addColorStop(index / (stops.length - 1), stop)
    else gradient.addColorStop(stop[0], stop[1])
  })
  ctx.fillStyle = gradient
  ctx.fillRect(x, y, width, height)
}

export function box(ctx: Ctx, x: number, y: number, w: number, h: number, fill: string): void {
  ctx.fillStyle = fill
  ctx.fillRect(x, y, w, h)
}

export function round(
  ctx: Ctx,
  x: number,
  y: number,
  w: number,
  h: number,
  radius: number | number[],
  fill: string,
): void {
  ctx.fillStyle = fill
  ctx.beginPath()
  ctx.roundRect(x, y, w, h, radius)
  ctx.fill()
}

export function disc(ctx: Ctx, x: number, y: number, radius: number, fill: string): void {
  ctx.fillStyle = fill
  ctx.beginPath()
  ctx.arc(x, y, radius, 0, Math.PI * 2)
  ctx.fill()
}

export function oval(
  ctx: Ctx,
  x: number,
  y: number,
  rx: number,
  ry: number,
  fill: string,
  turn = 0,
): void {
  ctx.fillStyle = fill
  ctx.beginPath()
  ctx.ellipse(x, y, rx, ry, turn, 0, Math.PI * 2)
  ctx.fill()
}

function trace(ctx: Ctx, points: readonly Point[]): void {
  ctx.beginPath()
  points.forEach(([x, y], index) => (index === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)))
}

export function poly(ctx: Ctx, points: readonly Point[], fill: string): void {
  trace(ctx, points)
  ctx.closePath()
  ctx.fillStyle = fill
  ctx.fill()
}

export function line(ctx: Ctx, points: readonly Point[], colour: string, width = 2): void {
  trace(ctx, points)
  ctx.lineWidth = width
  ctx.lineCap = 'round'
  ctx.lineJoin = 'round'
  ctx.strokeStyle = colour
  ctx.stroke()
}

/** A rope from a to b that hangs `sag` units low in the middle. */
export function rope(ctx: Ctx, a: Point, b: Point, sag: number, colour: string, width = 2): void {
  ctx.beginPath()
  ctx.moveTo(a[0], a[1])
  ctx.quadraticCurveTo((a[0] + b[0]) / 2, (a[1] + b[1]) / 2 + sag * 2, b[0], b[1])
  ctx.lineWidth = width
  ctx.strokeStyle = colour
  ctx.lineCap = 'round'
  ctx.stroke()
}

/** The point of that rope at `u` of its way. */
export function ropePoint(a: Point, b: Point, sag: number, u: number): Point {
  const cx = (a[0] + b[0]) / 2
  const cy = (a[1] + b[1]) / 2 + sag * 2
  const v = 1 - u
  return [
    v * v * a[0] + 2 * v * u * cx + u * u * b[0],
    v * v * a[1] + 2 * v * u * cy + u * u * b[1],
  ]
}

/** A ridge line over [0, width]: sums of sines with random phase, `rough` from 0 (dunes) to 1 (rocks). */
export function ridge(
  random: Random,
  width: number,
  base: number,
  height: number,
  rough = 0.4,
  wavelength = 520,
): Point[] {
  const phases = Array.from({ length: 5 }, () => random() * 6.283)
  const points: Point[] = []
  for (let x = 0; x <= width + 12; x += 12) {
    let y = 0
    phases.forEach((phase, octave) => {
      const weight = octave === 0 ? 1 : (0.5 + rough * 0.3) ** octave * (octave > 1 ? rough : 1)
      y += Math.sin((x / wavelength) * 6.283 * 1.9 ** octave + phase) * weight
    })
    points.push([x, base - (y * 0.5 + 0.5) * height])
  }
  return points
}

/** Fills the land under a ridge down to `floor`. */
export function land(ctx: Ctx, points: readonly Point[], floor: number, fill: string): void {
  const first = points[0]
  const last = points[points.length - 1]
  if (!first || !last) return
  poly(ctx, [...points, [last[0], floor], [first[0], floor]], fill)
}

/** Mixes two #rrggbb colours; `u` 0 is the first. */
export function mix(from: string, to: string, u: number): string {
  const a = Number.parseInt(from.slice(1), 16)
  const b = Number.parseInt(to.slice(1), 16)
  const part = (shift: number): number =>
    Math.round(((a >> shift) & 255) * (1 - u) + ((b >> shift) & 255) * u)
  return `#${((part(16) << 16) | (part(8) << 8) | part(0)).toString(16).padStart(6, '0')}`
}

/** A #rrggbb colour with an alpha. */
export function veil(colour: string, alpha: number): string {
  const value = Number.parseInt(colour.slice(1), 16)
  return `rgba(${(value >> 16) & 255},${(value >> 8) & 255},${value & 255},${alpha.toFixed(3)})`
}
