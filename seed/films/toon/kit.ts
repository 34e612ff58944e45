/** Motion comics (무빙툰): panels on a page, a camera that goes from one to the next, bubbles, sound words and captions. */
import { drawLogo } from '#seed/art/draw.ts'
import { allWorks } from '#seed/works/index.ts'
import type { Cue, Script } from '../film.ts'
import { box } from '../stage/shapes.ts'
import { put, type Ctx, type Shot, type Stage } from '../stage/stage.ts'
import { text } from '../stage/text.ts'
import { clamp, lerp, ramp, settle, smooth } from '../stage/time.ts'
import { credits } from '../stage/titles.ts'
import { captions, deafCaptions, wrapped } from './captions.ts'
import { bubble, halftone, soundWord } from './lettering.ts'
import {
  ending,
  place,
  scenery,
  title,
  travel,
  type Placed,
  type Toon,
  type ToonScript,
} from './panel.ts'

interface View {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

function viewOf(
  stage: Stage,
  { size: [w, h], x, y, view = [0.5, 0.5, 1, 0.5, 0.5, 1.07] }: Placed,
  u: number,
): View {
  const fit = Math.min(stage.width / (w + 44), stage.height / (h + 44))
  const part = clamp(u)
  return {
    x: x + w * lerp(view[0], view[3], part),
    y: y + h * lerp(view[1], view[4], part),
    zoom: fit * lerp(view[2], view[5], part),
  }
}

function cameraAt(stage: Stage, placed: readonly Placed[], t: number): View {
  const index = Math.max(
    0,
    placed.findLastIndex(({ start }) => start <= t + 1e-6),
  )
  const panel = placed[index]!
  const local = t - panel.start
  const view = viewOf(stage, panel, local / panel.seconds)
  const before = placed[index - 1]
  let seen = view
  if (before && !panel.cut && local < travel) {
    const from = viewOf(stage, before, 1)
    const part = smooth(local / travel)
    seen = {
      x: lerp(from.x, view.x, part),
      y: lerp(from.y, view.y, part),
      zoom: lerp(from.zoom, view.zoom, part) * (1 - 0.08 * Math.sin(part * Math.PI)),
    }
  }
  let [dx, dy] = [0, 0]
  for (const { at: when, shakes } of panel.noises ?? []) {
    const since = local - when
    if (!shakes || since < 0 || since > 0.7) continue
    const force = 13 * Math.exp(-since * 6)
    dx += Math.sin(since * 71) * force
    dy += Math.cos(since * 57) * force
  }
  return { x: seen.x + dx, y: seen.y + dy, zoom: seen.zoom }
}

function pageShot(toon: Toon): Shot {
  const seconds = toon.panels.reduce((sum, panel) => sum + panel.seconds, 0)
  return {
    seconds,
    enter: 'black',
    prepare: (stage) => {
      const placed = place(toon.panels, stage.width - 40)
      const drawings = new Map<Placed, (ctx: Ctx, t: number, u: number) => void>()
      return (ctx, t) => {
        const { x, y, zoom } = cameraAt(stage, placed, t)
        box(ctx, 0, 0, stage.width, stage.height, toon.paper)
        ctx.save()
        ctx.translate(stage.width / 2, stage.height / 2)
        ctx.scale(zoom, zoom)
        ctx.translate(-x, -y)
        const [halfWidth, halfHeight] = [stage.width / 2 / zoom, stage.height / 2 / zoom]
        const visible = placed.filter(
          (panel) =>
            t > panel.start - 0.4 &&
            Math.abs(panel.x + panel.size[0] / 2 - x) < halfWidth + panel.size[0] / 2 + 60 &&
            Math.abs(panel.y + panel.size[1] / 2 - y) < halfHeight + panel.size[1] / 2 + 60,
        )
        for (const panel of visible) {
          let drawing = drawings.get(panel)
          if (!drawing) drawings.set(panel, (drawing = panel.prepare(stage, ...panel.size)))
          drawPanel(ctx, toon, panel, drawing, t - panel.start)
        }
        for (const panel of visible) letterPanel(ctx, toon, panel, t - panel.start)
        ctx.restore()
      }
    },
  }
}

function drawPanel(
  ctx: Ctx,
  toon: Toon,
  panel: Placed,
  drawing: (ctx: Ctx, t: number, u: number) => void,
  local: number,
): void {
  const [w, h] = panel.size
  const come = panel.cut ? 1 : settle((local + 0.4) / 0.7)
  ctx.save()
  ctx.translate(panel.x, panel.y + (1 - come) * 34)
  ctx.save()
  ctx.beginPath()
  ctx.rect(0, 0, w, h)
  ctx.clip()
  const t = Math.max(0, local)
  drawing(ctx, t, Math.min(1.3, t / panel.seconds))
  ctx.globalAlpha = 1 - come
  box(ctx, 0, 0, w, h, toon.paper)
  ctx.globalAlpha = 1
  ctx.restore()
  ctx.globalAlpha = come
  ctx.lineWidth = 5
  ctx.strokeStyle = toon.ink
  ctx.strokeRect(0, 0, w, h)
  ctx.globalAlpha = 1
  ctx.restore()
}

function letterPanel(ctx: Ctx, toon: Toon, panel: Placed, local: number): void {
  ctx.save()
  ctx.translate(panel.x, panel.y)
  for (const { at: when, word } of panel.noises ?? []) if (word) soundWord(ctx, local - when, word)
  for (const line of panel.lines ?? [])
    bubble(
      ctx,
      local - line.from,
      {
        words: line.ko,
        at: line.at,
        kind: line.kind ?? (line.who === null ? 'box' : 'say'),
        tail: line.tail,
        size: line.size ?? (toon.orientation ? 31 : 28),
      },
      toon.orientation ? '#fff3c9' : '#fff6d8',
    )
  ctx.restore()
}

function titleShot(toon: Toon): Shot {
  const work = allWorks.find(({ id }) => id === toon.work)!
  return {
    seconds: title.seconds,
    prepare: (stage) => {
      const { palette } = work.art
      const back = scenery(stage, stage.width + 80, stage.height + 80, { palette, ...toon.cover })
      const logo = drawLogo(work)
      const fit = Math.min((stage.width * 0.62) / logo.width, (stage.height * 0.36) / logo.height)
      const [w, h] = [logo.width * fit, logo.height * fit]
      const dots = stage.backdrop((ctx) =>
        halftone(ctx, stage.width, stage.height * 0.45, stage.height, palette.deep),
      )
      return (ctx, t) => {
        const slide = settle(t / 1.1)
        box(ctx, 0, 0, stage.width, stage.height, toon.paper)
        ctx.save()
        ctx.beginPath()
        ctx.rect(26, 26 + (1 - slide) * 90, stage.width - 52, stage.height - 52)
        ctx.clip()
        put(ctx, back, -40 - t * 9, -40 - t * 4)
        ctx.globalAlpha = 0.62
        box(ctx, 0, 0, stage.width, stage.height, palette.deep)
        put(ctx, dots, 0, 0, 0.7)
        ctx.restore()
        ctx.lineWidth = 6
        ctx.strokeStyle = toon.ink
        ctx.strokeRect(26, 26 + (1 - slide) * 90, stage.width - 52, stage.height - 52)
        const grown = 0.86 + 0.14 * settle((t - 0.35) / 0.8)
        const middle = stage.height * 0.45
        ctx.globalAlpha = ramp(t, 0.35, 0.8)
        ctx.drawImage(
          logo,
          stage.width / 2 - (w * grown) / 2,
          middle - (h * grown) / 2,
          w * grown,
          h * grown,
        )
        ctx.globalAlpha = 1
        const low = middle + h / 2 + 62
        text(ctx, toon.below, stage.width / 2, low, {
          size: 32,
          weight: 700,
          colour: palette.glow,
          alpha: ramp(t, 1, 1.6),
        })
        text(ctx, toon.kind ?? '무빙툰', stage.width / 2, low + 54, {
          size: 26,
          weight: 700,
          spacing: 8,
          colour: palette.glow,
          alpha: 0.8 * ramp(t, 1.4, 2),
        })
      }
    },
  }
}

/** Makes the script of a motion comic, with its captions from the words in its bubbles. */
export function motionComic(toon: Toon): ToonScript {
  const work = allWorks.find(({ id }) => id === toon.work)!
  const page = pageShot(toon)
  const ending_start = title.seconds + page.seconds
  const seconds = ending_start + ending.seconds
  const roles = { director: '연출', writer: '각본', cast: '목소리' } as const
  const names = work.people.map(({ role, character, name }): [string, string] => [
    character ?? roles[role],
    name,
  ])
  const { lines } = captions(toon)
  const happenings = place(toon.panels, 1e9).flatMap((panel) =>
    (panel.noises ?? []).flatMap(({ at: when, sound, gain = 0.5, pan = 0 }) =>
      sound ? [{ at: title.seconds + panel.start + when, sound, gain, pan }] : [],
    ),
  )
  return {
    key: toon.key,
    ...(toon.orientation && { orientation: toon.orientation }),
    still: toon.still,
    opening: { start: 0, end: title.seconds },
    ending_start,
    shots: [
      titleShot(toon),
      page,
      credits(
        ending.seconds,
        [['', work.title], ...names, ['그림', '한편 그림방'], ['', toon.closing]],
        work.art.palette.glow,
        (stage) => {
          const { deep, base } = work.art.palette
          return (ctx) => {
            box(ctx, 0, 0, stage.width, stage.height, deep)
            ctx.globalAlpha = 0.5
            halftone(ctx, stage.width, stage.height * 0.5, stage.height, base)
            ctx.globalAlpha = 1
          }
        },
      ),
    ],
    korean: lines.map(({ start, end, ko }): Cue => [start, end, wrapped(ko, 24)]),
    english: lines.map(({ start, end, en }): Cue => [start, end, wrapped(en, 40)]),
    sdh: deafCaptions(toon, seconds),
    soundtrack: () => ({ ...toon.music(seconds), happenings }),
  }
}

/** Makes a trailer: panels, then the title. It has no captions; its words stand in its pictures. */
export function teaser(toon: Toon): Script {
  const page = { ...pageShot(toon), enter: 'cut' as const }
  const name = { ...titleShot(toon), enter: 'white' as const }
  const happenings = place(toon.panels, 1e9).flatMap((panel) =>
    (panel.noises ?? []).flatMap(({ at: when, sound, gain = 0.5, pan = 0 }) =>
      sound ? [{ at: panel.start + when, sound, gain, pan }] : [],
    ),
  )
  const seconds = page.seconds + name.seconds
  return {
    key: toon.key,
    ...(toon.orientation && { orientation: toon.orientation }),
    shots: [page, name],
    korean: [],
    soundtrack: () => ({ ...toon.music(seconds), happenings }),
  }
}
