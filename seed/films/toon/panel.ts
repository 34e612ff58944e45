import { createCanvas } from '@napi-rs/canvas'
import { seeded } from '#seed/art/brush.ts'
import type { Palette, SceneName } from '#seed/art/look.ts'
import { scenes } from '#seed/art/scenes/index.ts'
import type { Cue, Script } from '../film.ts'
import type { Event } from '../sound/ambience.ts'
import type { Soundtrack } from '../sound/mix.ts'
import type { Point } from '../stage/shapes.ts'
import { put, type Ctx, type Layer, type Stage } from '../stage/stage.ts'
import type { BubbleKind, SoundWord } from './lettering.ts'

/** Words in a panel: a bubble of a person, or a narration box where `who` is null. They are the captions, too. */
export interface Line {
  readonly who: string | null
  readonly ko: string
  readonly en: string
  /** Seconds since the panel began. */
  readonly from: number
  readonly at: Point
  readonly kind?: BubbleKind
  readonly tail?: Point
  readonly size?: number
}

/** A sound of a panel, its written form in the picture and its caption for deaf viewers. */
export interface Noise {
  readonly at: number
  readonly sound?: Event
  readonly gain?: number
  readonly pan?: number
  readonly word?: SoundWord
  readonly sdh?: string
  readonly shakes?: true
}

export interface Panel {
  readonly size: readonly [width: number, height: number]
  readonly seconds: number
  /** Where the camera looks at the beginning and at the end: middle in parts of the panel, zoom 1 fits it. */
  readonly view?: readonly [
    x0: number,
    y0: number,
    zoom0: number,
    x1: number,
    y1: number,
    zoom1: number,
  ]
  /** The camera jumps instead of travelling. */
  readonly cut?: true
  readonly prepare: (
    stage: Stage,
    width: number,
    height: number,
  ) => (ctx: Ctx, t: number, u: number) => void
  readonly lines?: readonly Line[]
  readonly noises?: readonly Noise[]
}

export interface Toon {
  readonly key: string
  readonly work: number
  readonly orientation?: 'vertical'
  readonly paper: string
  readonly ink: string
  /** Words under the title. */
  readonly below: string
  /** What it is, 무빙툰 unless said. */
  readonly kind?: string
  readonly cover: Omit<Scenery, 'palette'>
  readonly panels: readonly Panel[]
  readonly closing: string
  /** Description of the music in captions for deaf viewers. */
  readonly mood: string
  /** Second of the episode's picture. */
  readonly still: number
  readonly music: (seconds: number) => Omit<Soundtrack, 'happenings'>
}

export type ToonScript = Script & { readonly sdh: readonly Cue[]; readonly still: number }

/** A place painted by a scene of the artwork, anywhere in the picture and at any size. */
export interface Scenery {
  readonly scene: SceneName
  readonly palette: Palette
  readonly x?: number
  readonly y?: number
  readonly zoom?: number
  readonly variant?: string
  readonly moment?: number
  readonly seed?: number
  readonly mirrored?: boolean
}

/** Pixels a unit of backgrounds: the camera comes nearer than 1. */
const density = 1.2

/** Paints a scene as a layer of `width`×`height` units. */
export function scenery(stage: Stage, width: number, height: number, look: Scenery): Layer {
  const [w, h] = [width, height].map((side) => Math.ceil(side * stage.scale * density)) as [
    number,
    number,
  ]
  const canvas = createCanvas(w, h)
  const pen = canvas.getContext('2d')
  pen.lang = 'ko'
  if (look.mirrored) {
    pen.translate(w, 0)
    pen.scale(-1, 1)
  }
  const { x = 0.5, y = 0.6, zoom = 1, variant = '', moment = 1, seed = 7 } = look
  const k = (Math.min(w, h) / 1080) * zoom
  scenes[look.scene]({
    pen,
    w,
    h,
    x: w * x,
    y: h * y,
    k,
    p: look.palette,
    random: seeded(seed),
    variant,
    moment,
  })
  return { canvas, width, height }
}

/** Shows a layer that is `margin` units larger than its panel on the sides to which `amount` of it moves with the camera. */
export function parallax(ctx: Ctx, layer: Layer, margin: number, u: number, amount: Point): void {
  const [dx, dy] = amount.map((reach) => (reach === 0 ? 0 : reach * (u - 0.5) - margin))
  put(ctx, layer, dx, dy)
}

export const title = { seconds: 4 } as const
export const ending = { seconds: 5 } as const
const gutter = 22
export const travel = 0.75

export type Placed = Panel & { readonly x: number; readonly y: number; readonly start: number }

export function place(panels: readonly Panel[], width: number): Placed[] {
  let [x, y, row, start] = [0, 0, 0, 0]
  return panels.map((panel) => {
    const [w, h] = panel.size
    if (x > 0 && x + w > width + 1) {
      x = 0
      y += row + gutter
      row = 0
    }
    const placed = { ...panel, x, y, start }
    x += w + gutter
    row = Math.max(row, h)
    start += panel.seconds
    return placed
  })
}
