import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { veil } from './shapes.ts'
import type { Ctx, Layer, Stage } from './stage.ts'

const sprites = new Map<string, Canvas>()

/** A soft round light, drawn once a colour: a gradient sprite is far cheaper than a blur. */
function sprite(colour: string): Canvas {
  let canvas = sprites.get(colour)
  if (!canvas) {
    canvas = createCanvas(256, 256)
    const ctx = canvas.getContext('2d')
    const gradient = ctx.createRadialGradient(128, 128, 0, 128, 128, 128)
    // Near to the falloff of a gaussian, with an edge that is truly zero.
    for (const [offset, alpha] of [
      [0, 1],
      [0.15, 0.78],
      [0.35, 0.38],
      [0.6, 0.11],
      [0.8, 0.03],
      [1, 0],
    ] as const)
      gradient.addColorStop(offset, veil(colour, alpha))
    ctx.fillStyle = gradient
    ctx.fillRect(0, 0, 256, 256)
    sprites.set(colour, canvas)
  }
  return canvas
}

/** Adds light around a point. `squash` below 1 flattens it, as on water or a floor. */
export function glow(
  ctx: Ctx,
  x: number,
  y: number,
  radius: number,
  colour: string,
  alpha = 1,
  squash = 1,
): void {
  if (alpha <= 0.004) return
  const before = ctx.globalCompositeOperation
  ctx.globalCompositeOperation = 'screen'
  ctx.globalAlpha = Math.min(1, alpha)
  ctx.drawImage(sprite(colour), x - radius, y - radius * squash, radius * 2, radius * 2 * squash)
  ctx.globalAlpha = 1
  ctx.globalCompositeOperation = before
}

/** A soft patch of colour that covers rather than shines: mist, shadow, steam. */
export function haze(
  ctx: Ctx,
  x: number,
  y: number,
  rx: number,
  ry: number,
  colour: string,
  alpha: number,
): void {
  if (alpha <= 0.004) return
  ctx.globalAlpha = Math.min(1, alpha)
  ctx.drawImage(sprite(colour), x - rx, y - ry, rx * 2, ry * 2)
  ctx.globalAlpha = 1
}

/** Darkens towards the edges, to hold the eye in the picture. */
export function vignette(stage: Stage, strength = 0.45, colour = '#000000'): Layer {
  return stage.backdrop((ctx, width, height) => {
    const radius = Math.hypot(width, height) / 2
    const gradient = ctx.createRadialGradient(
      width / 2,
      height / 2,
      radius * 0.45,
      width / 2,
      height / 2,
      radius,
    )
    gradient.addColorStop(0, veil(colour, 0))
    gradient.addColorStop(0.6, veil(colour, strength * 0.35))
    gradient.addColorStop(1, veil(colour, strength))
    ctx.fillStyle = gradient
    ctx.fillRect(0, 0, width, height)
  })
}

/** A cone of light from (x, y) in direction `angle`, `spread` radians wide. */
export function beam(
  ctx: Ctx,
  x: number,
  y: number,
  angle: number,
  spread: number,
  length: number,
  colour: string,
  alpha: number,
): void {
  if (alpha <= 0.004) return
  const before = ctx.globalCompositeOperation
  ctx.globalCompositeOperation = 'screen'
  const gradient = ctx.createRadialGradient(x, y, 0, x, y, length)
  gradient.addColorStop(0, veil(colour, alpha))
  gradient.addColorStop(0.5, veil(colour, alpha * 0.35))
  gradient.addColorStop(1, veil(colour, 0))
  ctx.fillStyle = gradient
  for (const width of [spread, spread * 0.55]) {
    ctx.beginPath()
    ctx.moveTo(x, y)
    ctx.lineTo(x + Math.cos(angle - width) * length, y + Math.sin(angle - width) * length)
    ctx.lineTo(x + Math.cos(angle + width) * length, y + Math.sin(angle + width) * length)
    ctx.closePath()
    ctx.fill()
  }
  ctx.globalCompositeOperation = before
}
