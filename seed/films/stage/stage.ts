import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'

export type Ctx = SKRSContext2D

/** A picture drawn once and shown many times, measured in stage units. */
export interface Layer {
  readonly canvas: Canvas
  readonly width: number
  readonly height: number
}

/**
 * The size of the picture. Scenes are drawn in stage units (1280×720 lying, 720×1280 standing) whatever
 * the pixels are; `scale` is pixels per unit.
 */
export class Stage {
  readonly width: number
  readonly height: number
  readonly scale: number

  constructor(width: number, height: number, scale: number) {
    this.width = width
    this.height = height
    this.scale = scale
  }

  /** Draws once into a transparent layer of `width`×`height` units, for `put`. */
  layer(width: number, height: number, draw: (ctx: Ctx) => void): Layer {
    const canvas = createCanvas(Math.ceil(width * this.scale), Math.ceil(height * this.scale))
    const ctx = canvas.getContext('2d')
    ctx.scale(this.scale, this.scale)
    draw(ctx)
    return { canvas, width: canvas.width / this.scale, height: canvas.height / this.scale }
  }

  /** A layer as large as the picture, widened by `margin` units on every side for camera moves. */
  backdrop(draw: (ctx: Ctx, width: number, height: number) => void, margin = 0): Layer {
    const width = this.width + margin * 2
    const height = this.height + margin * 2
    return this.layer(width, height, (ctx) => draw(ctx, width, height))
  }
}

/** Shows a layer with its left top corner at (x, y). */
export function put(ctx: Ctx, layer: Layer, x = 0, y = 0, alpha = 1): void {
  if (alpha <= 0.004) return
  ctx.globalAlpha = Math.min(1, alpha)
  ctx.drawImage(layer.canvas, x, y, layer.width, layer.height)
  ctx.globalAlpha = 1
}

/** Draws inside a moved, turned and scaled frame, and restores. */
export function at(
  ctx: Ctx,
  x: number,
  y: number,
  scale: number,
  turn: number,
  draw: () => void,
): void {
  ctx.save()
  ctx.translate(x, y)
  if (turn !== 0) ctx.rotate(turn)
  if (scale !== 1) ctx.scale(scale, scale)
  draw()
  ctx.restore()
}

/** The camera: the point of the scene in the middle of the picture, and the zoom. */
export interface View {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

/**
 * Draws one plane of a scene as the camera sees it. `depth` 1 moves with the camera, 0 is painted on the
 * sky, above 1 passes in front; zoom is weakened by the same depth, which is what makes parallax.
 */
export function plane(ctx: Ctx, stage: Stage, view: View, depth: number, draw: () => void): void {
  const zoom = 1 + (view.zoom - 1) * depth
  const cx = stage.width / 2
  const cy = stage.height / 2
  ctx.save()
  ctx.translate(cx, cy)
  ctx.scale(zoom, zoom)
  ctx.translate(-cx - (view.x - cx) * depth, -cy - (view.y - cy) * depth)
  draw()
  ctx.restore()
}

/** Transition between two shots: a cut, a dissolve, or a fade through black or white. */
export type Transition = 'cut' | 'melt' | 'black' | 'white'

/** A drawn shot: `t` seconds since it began, `u` the part of it gone (past 1 while it melts away). */
export type Drawing = (ctx: Ctx, t: number, u: number) => void

/** A piece of film between two transitions. `prepare` paints its static layers once. */
export interface Shot {
  readonly seconds: number
  readonly enter?: Transition
  readonly prepare: (stage: Stage) => Drawing
}

const melting = 0.9

/**
 * A film's picture as a function of time. Shots are prepared when first needed and forgotten when the
 * film has gone past them, so that memory holds two shots and not the film.
 */
export class Reel {
  readonly stage: Stage
  readonly shots: readonly Shot[]
  readonly seconds: number
  #starts: number[] = []
  #prepared = new Map<number, Drawing>()
  #scratch: Canvas | undefined

  constructor(stage: Stage, shots: readonly Shot[]) {
    this.stage = stage
    this.shots = shots
    let start = 0
    for (const shot of shots) {
      this.#starts.push(start)
      start += shot.seconds
    }
    this.seconds = start
  }

  /** Draws the picture at second `t` over the whole of `ctx`, which is in pixels. */
  draw(ctx: Ctx, t: number): void {
    const index = this.#find(t)
    const shot = this.shots[index]
    const start = this.#starts[index]
    if (!shot || start === undefined) return
    const local = t - start
    const enter = shot.enter ?? 'cut'
    const next = this.shots[index + 1]
    if (enter === 'melt' && local < melting && index > 0) {
      const before = this.shots[index - 1]
      const beforeStart = this.#starts[index - 1] ?? 0
      if (before) this.#shot(ctx, index - 1, before, t - beforeStart)
      this.#scratch ??= createCanvas(ctx.canvas.width, ctx.canvas.height)
      const over = this.#scratch.getContext('2d')
      this.#shot(over, index, shot, local)
      ctx.globalAlpha = smooth01(local / melting)
      ctx.drawImage(this.#scratch, 0, 0)
      ctx.globalAlpha = 1
      return
    }
    this.#shot(ctx, index, shot, local)
    const half = 0.55
    if ((enter === 'black' || enter === 'white') && local < half)
      this.#veil(ctx, enter, 1 - smooth01(local / half))
    const left = shot.seconds - local
    if ((next?.enter === 'black' || next?.enter === 'white') && left < half)
      this.#veil(ctx, next.enter, 1 - smooth01(left / half))
  }

  #find(t: number): number {
    let index = 0
    while (index + 1 < this.#starts.length && (this.#starts[index + 1] ?? 0) <= t + 1e-6) index++
    return index
  }

  #shot(ctx: Ctx, index: number, shot: Shot, local: number): void {
    let drawing = this.#prepared.get(index)
    if (!drawing) {
      for (const known of this.#prepared.keys())
        if (Math.abs(known - index) > 1) this.#prepared.delete(known)
      drawing = shot.prepare(this.stage)
      this.#prepared.set(index, drawing)
    }
    ctx.save()
    ctx.scale(this.stage.scale, this.stage.scale)
    drawing(ctx, local, local / shot.seconds)
    ctx.restore()
  }

  #veil(ctx: Ctx, colour: 'black' | 'white', alpha: number): void {
    ctx.globalAlpha = alpha
    ctx.fillStyle = colour === 'black' ? '#000' : '#fff'
    ctx.fillRect(0, 0, ctx.canvas.width, ctx.canvas.height)
    ctx.globalAlpha = 1
  }
}

const smooth01 = (u: number): number => {
  const x = Math.min(1, Math.max(0, u))
  return x * x * (3 - 2 * x)
}
