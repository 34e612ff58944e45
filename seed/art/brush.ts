/**
 * The strokes all scenes share: gradients, light, ridges, grain and the small figures that give a
 * picture its scale. Everything is random only by the stage's own seeded generator.
 */
import { type Canvas, createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import { fade, mix } from './colour.ts'
import type { Palette } from './look.ts'

export type Pen = SKRSContext2D

/** One picture being painted. Lengths are pixels; multiply a design length by `k`. */
export type Stage = {
  pen: Pen
  w: number
  h: number
  /** Position of the subject. */
  x: number
  y: number
  /** Scale: 1 on the 1080-wide poster. */
  k: number
  p: Palette
  random: () => number
  variant: string
  /** Which moment of the scene, 0 for poster and backdrop, else 1.. for thumbnails. */
  moment: number
}

export type Paint = (stage: Stage) => void

/** Generator of 0..1 from a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** A linear gradient through colours mixed in OKLab, evenly spaced or as [offset, colour]. */
export function ramp(
  pen: Pen,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  colours: readonly (string | readonly [number, string])[],
) {
  const gradient = pen.createLinearGradient(x0, y0, x1, y1)
  const stops = colours.map((c, i) =>
    typeof c === 'string' ? ([i / Math.max(1, colours.length - 1), c] as const) : c,
  )
  stops.forEach(([at, colour], i) => {
    gradient.addColorStop(at, colour)
    const next = stops[i + 1]
    if (next && colour.length === 7 && next[1].length === 7)
      for (const t of [0.25, 0.5, 0.75])
        gradient.addColorStop(at + (next[0] - at) * t, mix(colour, next[1], t))
  })
  return gradient
}

/** Fills the whole picture from top to bottom. */
export function wash(s: Stage, colours: readonly (string | readonly [number, string])[]) {
  s.pen.fillStyle = ramp(s.pen, [0, 0, 0, s.h], colours)
  s.pen.fillRect(0, 0, s.w, s.h)
}

/** Light: a soft disc that falls off like a lamp in haze. */
export function glow(
  s: Stage,
  x: number,
  y: number,
  radius: number,
  colour: string,
  strength = 0.7,
  mode: 'screen' | 'source-over' | 'multiply' | 'overlay' = 'screen',
) {
  const gradient = s.pen.createRadialGradient(x, y, 0, x, y, radius)
  for (const [at, part] of [
    [0, 1],
    [0.15, 0.72],
    [0.35, 0.38],
    [0.6, 0.13],
    [0.8, 0.04],
    [1, 0],
  ] as const)
    gradient.addColorStop(at, fade(colour, strength * part))
  s.pen.save()
  s.pen.globalCompositeOperation = mode
  s.pen.fillStyle = gradient
  s.pen.fillRect(x - radius, y - radius, radius * 2, radius * 2)
  s.pen.restore()
}

export function disc(s: Stage, x: number, y: number, r: number, fill: string | CanvasGradientLike) {
  s.pen.fillStyle = fill
  s.pen.beginPath()
  s.pen.arc(x, y, Math.max(0, r), 0, Math.PI * 2)
  s.pen.fill()
}
type CanvasGradientLike = ReturnType<Pen['createLinearGradient']>

/** A closed shape through points; the numbers are x, y, x, y, … */
export function shape(s: Stage, points: readonly number[], fill?: string | CanvasGradientLike) {
  const path = new Path2D()
  for (let i = 0; i + 1 < points.length; i += 2) {
    if (i === 0) path.moveTo(points[0]!, points[1]!)
    else path.lineTo(points[i]!, points[i + 1]!)
  }
  path.closePath()
  if (fill !== undefined) {
    s.pen.fillStyle = fill
    s.pen.fill(path)
  }
  return path
}

/** A smooth closed curve through points (Catmull-Rom as Béziers). */
export function blob(points: readonly (readonly [number, number])[]): Path2D {
  const path = new Path2D()
  const at = (i: number) => points[(i + points.length) % points.length]!
  path.moveTo(at(0)[0], at(0)[1])
  for (let i = 0; i < points.length; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    path.bezierCurveTo(
      b[0] + (c[0] - a[0]) / 6,
      b[1] + (c[1] - a[1]) / 6,
      c[0] - (d[0] - b[0]) / 6,
      c[1] - (d[1] - b[1]) / 6,
      c[0],
      c[1],
    )
  }
  path.closePath()
  return path
}

/** Sum of sines with random phases: a smooth line around 0 with extremes near ±1. */
export function wave(random: () => number, octaves = 4): (t: number) => number {
  const parts = Array.from({ length: octaves }, (_, i) => ({
    f: (i + 1) * (0.7 + random() * 0.6),
    a: 1 / (i + 1.2),
    at: random() * Math.PI * 2,
  }))
  const sum = parts.reduce((total, part) => total + part.a, 0)
  return (t) =>
    parts.reduce((total, part) => total + Math.sin(t * part.f * 6.283 + part.at) * part.a, 0) / sum
}

/** Land from a line down to the bottom edge; answers the height of the line at an x. */
export function ridge(
  s: Stage,
  line: (x: number) => number,
  colours: readonly (string | readonly [number, string])[],
  depth = s.h * 0.4,
) {
  const step = Math.max(3, s.w / 240)
  const path = new Path2D()
  let top = s.h
  path.moveTo(-step, s.h + 2)
  for (let x = -step; x <= s.w + step; x += step) {
    const y = line(x)
    top = Math.min(top, y)
    path.lineTo(x, y)
  }
  path.lineTo(s.w + step, s.h + 2)
  path.closePath()
  s.pen.fillStyle = ramp(s.pen, [0, top, 0, top + depth], colours)
  s.pen.fill(path)
  return path
}

/** Stars, denser towards the top, a few of them larger. */
export function stars(s: Stage, count: number, bottom: number, colour: string) {
  for (let i = 0; i < count; i++) {
    const y = s.random() ** 1.4 * bottom
    const big = s.random() ** 9
    s.pen.fillStyle = fade(colour, 0.25 + 0.75 * s.random() * (1 - (y / bottom) * 0.6))
    s.pen.beginPath()
    s.pen.arc(s.random() * s.w, y, (0.9 + big * 3.4) * s.k, 0, 6.3)
    s.pen.fill()
  }
}

/** A flat bank of mist or cloud lying across the picture. */
export function mist(s: Stage, y: number, height: number, colour: string, opacity: number) {
  s.pen.fillStyle = ramp(
    s.pen,
    [0, y - height / 2, 0, y + height / 2],
    [fade(colour, 0), fade(colour, opacity), fade(colour, 0)],
  )
  s.pen.fillRect(0, y - height / 2, s.w, height)
}

/** A cloud of the paper kind: flat below, round above. */
export function cloud(s: Stage, x: number, y: number, width: number, fill: string) {
  const u = width / 6
  s.pen.fillStyle = fill
  s.pen.beginPath()
  s.pen.roundRect(x - u * 3, y - u * 0.9, u * 6, u * 0.9, u * 0.45)
  for (const [dx, dy, r] of [
    [-1.4, -0.7, 0.85],
    [-0.1, -1.05, 1.15],
    [1.3, -0.75, 0.8],
  ] as const) {
    s.pen.moveTo(x + u * (dx + r), y + u * dy)
    s.pen.arc(x + u * dx, y + u * dy, u * r, 0, 6.2832)
  }
  s.pen.fill()
}

const noiseTiles = new Map<string, Canvas>()

/** A tile of noise, made once: `speckle` is light and dark around mid grey, `dust` opaque dots. */
function noise(kind: 'speckle' | 'dust'): Canvas {
  const known = noiseTiles.get(kind)
  if (known) return known
  const size = 384
  const tile = createCanvas(size, size)
  const pen = tile.getContext('2d')
  const pixels = pen.createImageData(size, size)
  const random = seeded(kind === 'dust' ? 7 : 11)
  for (let i = 0; i < pixels.data.length; i += 4) {
    const v = (random() + random() + random()) / 3
    const grey = kind === 'speckle' ? Math.round(128 + (v - 0.5) * 330) : 0
    pixels.data[i] = pixels.data[i + 1] = pixels.data[i + 2] = grey
    pixels.data[i + 3] = kind === 'dust' ? Math.round(255 * random() ** 1.6) : 255
  }
  pen.putImageData(pixels, 0, 0)
  noiseTiles.set(kind, tile)
  return tile
}

/** Lays the grain of printed ink over the whole picture. */
export function grain(s: Stage, strength = 0.16) {
  s.pen.save()
  s.pen.globalCompositeOperation = 'soft-light'
  s.pen.globalAlpha = strength * 2.2
  s.pen.fillStyle = s.pen.createPattern(noise('speckle'), 'repeat')!
  s.pen.fillRect(0, 0, s.w, s.h)
  s.pen.restore()
}

let layerInUse: Canvas | undefined

/** One layer for all spraying: a new one each time would fill the memory faster than it is freed. */
function sprayLayer(w: number, h: number): Canvas {
  if (layerInUse?.width !== w || layerInUse.height !== h) layerInUse = createCanvas(w, h)
  return layerInUse
}

/**
 * Shades a shape with sprayed ink that thins out from the first point to the second: what makes
 * flat shapes look printed and round.
 */
export function spray(
  s: Stage,
  path: Path2D,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  colour: string,
  strength = 0.8,
) {
  const layer = sprayLayer(s.w, s.h)
  const pen = layer.getContext('2d')
  pen.reset()
  pen.clip(path)
  const gradient = pen.createLinearGradient(x0, y0, x1, y1)
  gradient.addColorStop(0, fade(colour, strength))
  gradient.addColorStop(0.5, fade(colour, strength * 0.4))
  gradient.addColorStop(1, fade(colour, 0))
  pen.fillStyle = gradient
  pen.fillRect(0, 0, s.w, s.h)
  pen.globalCompositeOperation = 'destination-in'
  pen.fillStyle = pen.createPattern(noise('dust'), 'repeat')!
  pen.fillRect(0, 0, s.w, s.h)
  s.pen.drawImage(layer, 0, 0)
}

/** Broken reflections of a light on water, widening towards the viewer. */
export function glitter(
  s: Stage,
  x: number,
  top: number,
  colour: string,
  width: number,
  strength = 0.8,
) {
  const { pen, k, h } = s
  for (let y = top; y < h; y += 9 * k) {
    const t = (y - top) / (h - top)
    const spread = width * (0.35 + t * 1.5)
    for (let i = 0; i < 3; i++) {
      const len = spread * (0.15 + s.random() * 0.75)
      pen.fillStyle = fade(colour, strength * (1 - t * 0.75) * s.random())
      pen.beginPath()
      pen.roundRect(x + (s.random() - 0.5) * spread - len / 2, y, len, (2.2 + t * 5) * k, 3 * k)
      pen.fill()
    }
  }
}

/** Dust in a shaft of light. */
export function motes(
  s: Stage,
  x: number,
  y: number,
  spread: number,
  count: number,
  colour: string,
) {
  for (let i = 0; i < count; i++)
    disc(
      s,
      x + (s.random() - 0.5) * spread,
      y + (s.random() - 0.5) * spread,
      (1 + s.random() ** 3 * 4) * s.k,
      fade(colour, 0.6 * s.random()),
    )
}

/** Rays from a point, every second one filled. */
export function rays(s: Stage, x: number, y: number, count: number, colour: string, turn = 0) {
  const reach = s.w + s.h
  s.pen.fillStyle = colour
  s.pen.beginPath()
  for (let i = 0; i < count; i++) {
    const a = (i / count) * 6.2832 + turn
    const b = ((i + 0.5) / count) * 6.2832 + turn
    s.pen.moveTo(x, y)
    s.pen.lineTo(x + Math.cos(a) * reach, y + Math.sin(a) * reach)
    s.pen.lineTo(x + Math.cos(b) * reach, y + Math.sin(b) * reach)
  }
  s.pen.fill()
}

export { Path2D }
