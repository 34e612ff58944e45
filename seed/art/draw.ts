/**
 * The pictures of a work: poster, backdrop, thumbnails, logo. Each is a pure function of the work,
 * so drawing again anywhere gives the same picture. Answers a canvas; encode it with
 * `await canvas.encode('webp', 82)` or hand `canvas.data()` (RGBA) to an encoder, one picture after the
 * other: a canvas holds 7 MB outside the heap until it is collected.
 */
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Work, WorkEpisode, WorkSeason } from '#seed/works/index.ts'
import { grain, type Pen, ramp, seeded, type Stage } from './brush.ts'
import { contrast, fade, lightness, mix, turn } from './colour.ts'
import { font } from './fonts.ts'
import { drawTitle, inkOf, meanColour, setTitle, veil } from './lettering.ts'
import type { Lettering, Look, Palette } from './look.ts'
import { scenes } from './scenes/index.ts'

const POSTER = { width: 1080, height: 1620 } as const
const BACKDROP = { width: 1920, height: 1080 } as const
const THUMBNAIL = { width: 1280, height: 720 } as const

function easel(width: number, height: number): { canvas: Canvas; pen: Pen } {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  // The language decides glyph variants; 'inherit' would follow the machine.
  pen.lang = 'ko'
  return { canvas, pen }
}

/** A drawing cannot fail half way because of one scene's forgotten state: each gets its own. */
function paint(look: Look, stage: Stage) {
  stage.pen.save()
  scenes[look.scene](stage)
  stage.pen.restore()
}

/** The 2:3 poster with its lettering, 1080 x 1620. */
export function drawPoster(work: Work): Canvas {
  const { width: w, height: h } = POSTER
  const { canvas, pen } = easel(w, h)
  const look = work.art
  const [x, y, k] = look.at ?? [0.5, 0.55, 1]
  const stage: Stage = {
    pen,
    w,
    h,
    x: x * w,
    y: y * h,
    k,
    p: look.palette,
    random: seeded(work.id),
    variant: look.variant ?? '',
    moment: 0,
  }
  paint(look, stage)
  grain(stage, 0.17)
  smallPrint(pen, work, w, h)
  const ink = inkOf(look)
  const setting = setTitle(pen, look.title, w, h, 1)
  if (look.title.layout !== 'corners' && look.title.layout !== 'vertical')
    veil(pen, setting, ink, lightness(ink) > 0.6 ? look.palette.deep : look.palette.glow, w, h)
  drawTitle(pen, look.title, setting, ink)
  return canvas
}

function smallPrint(pen: Pen, work: Work, w: number, h: number) {
  const { palette: p, small, tagline } = work.art
  const atTop = small === 'top'
  const base = atTop ? h * 0.045 : h * 0.9
  const strip = meanColour(pen, w * 0.1, atTop ? h * 0.02 : h * 0.9, w * 0.8, h * 0.08)
  const ink = contrast(strip, p.glow) > contrast(strip, p.deep) ? p.glow : p.deep
  const ground = ink === p.glow ? p.deep : p.glow
  const need = Math.min(1, Math.max(0.62, (9 - contrast(strip, ink)) / 4))
  pen.fillStyle = ramp(pen, atTop ? [0, h * 0.2, 0, 0] : [0, h * 0.78, 0, h], [
    fade(ground, 0),
    [0.5, fade(ground, 0.62 * need)],
    [1, fade(ground, 0.92 * need)],
  ])
  pen.fillRect(0, atTop ? 0 : h * 0.78, w, h * 0.22)
  pen.fillStyle = ink
  pen.textAlign = 'center'
  pen.font = font('sans_bold', 37)
  pen.letterSpacing = '1px'
  pen.fillText(tagline, w / 2, base + 26)
  pen.font = font('sans', 21)
  pen.letterSpacing = '5px'
  pen.globalAlpha = 0.85
  const names = [...new Set(work.people.map((credit) => credit.name))].slice(0, 4)
  pen.fillText(names.join('  ·  '), w / 2, base + 78)
  pen.font = font('sans_bold', 19)
  pen.letterSpacing = '7px'
  pen.fillText(`${(work.title_original ?? '').toUpperCase()}`, w / 2, base + 114)
  pen.globalAlpha = 1
  pen.textAlign = 'left'
}

/** The scene alone, 1920 x 1080: its subject right of the middle, calm and darker on the left and below. */
export function drawBackdrop(work: Work): Canvas {
  const { width: w, height: h } = BACKDROP
  const { canvas, pen } = easel(w, h)
  const look = work.art
  const k = (look.at?.[2] ?? 1) * 0.92
  const stage: Stage = {
    pen,
    w,
    h,
    x: w * 0.68,
    y: h * backdropLevel(look),
    k,
    p: look.palette,
    random: seeded(work.id),
    variant: look.variant ?? '',
    moment: 0,
  }
  paint(look, stage)
  // Multiplied, not laid over, so that pale skies turn into their own deep colour and not grey.
  const tone = mix(look.palette.deep, look.palette.base, 0.3)
  const eased = (strength: number) =>
    [1, 0.9, 0.68, 0.4, 0.18, 0.05, 0].map((part) => fade(tone, strength * part))
  pen.globalCompositeOperation = 'multiply'
  pen.fillStyle = ramp(pen, [0, 0, w * 0.72, 0], eased(0.9))
  pen.fillRect(0, 0, w, h)
  pen.fillStyle = ramp(pen, [0, h, 0, h * 0.5], eased(0.85))
  pen.fillRect(0, h * 0.5, w, h * 0.5)
  pen.globalCompositeOperation = 'source-over'
  grain(stage, 0.13)
  return canvas
}

const backdropLevel = (look: Look) => Math.min(0.66, Math.max(0.46, look.at?.[1] ?? 0.55))

/**
 * The palette at another hour: hues turned together, so that they keep their harmony, and darker
 * towards the night. A tint laid over all would only grey them.
 */
function atHour(p: Palette, hour: number): Palette {
  const [degrees, light] = (
    [
      [0, 1],
      [15, 1],
      [-20, 0.8],
      [26, 0.95],
      [-34, 0.9],
    ] as const
  )[hour % 5]!
  const dim = (1 - light) * 1.6
  return {
    deep: turn(p.deep, degrees, light),
    base: turn(p.base, degrees, light),
    mid: turn(p.mid, degrees, light),
    soft: turn(mix(p.soft, p.mid, dim), degrees, light),
    glow: turn(mix(p.glow, p.soft, dim * 1.3), degrees, 1 - (1 - light) * 0.5),
    accent: turn(p.accent, degrees, 1),
  }
}

/** A still of an episode: the work's scene nearer or from the side, at another hour. */
export function drawThumbnail(work: Work, season: WorkSeason, episode: WorkEpisode): Canvas {
  const upright = episode.orientation === 'vertical'
  const [w, h] = upright ? [THUMBNAIL.height, THUMBNAIL.width] : [THUMBNAIL.width, THUMBNAIL.height]
  const moment = (season.number - 1) * 7 + episode.number
  const { canvas, stage } = paintMoment(work, moment, w, h)
  grain(stage, 0.13)
  return canvas
}

/** A still without grain, which would move with a camera. `moment` counts from 1 like episodes. */
export const drawStill = (work: Work, moment: number, w: number, h: number): Canvas =>
  paintMoment(work, moment, w, h).canvas

function paintMoment(work: Work, moment: number, w: number, h: number) {
  const upright = h > w
  const { canvas, pen } = easel(w, h)
  const look = work.art
  const random = seeded(work.id * 131 + moment)
  const zoom = [1.12, 1.5, 0.95, 1.85, 1.25, 1.6][(moment - 1) % 6]!
  const across = [0.5, 0.36, 0.62, 0.52, 0.3, 0.66][(moment - 1) % 6]!
  const stage: Stage = {
    pen,
    w,
    h,
    x: w * across,
    y: h * (backdropLevel(look) + (upright ? -0.06 : 0.02) + (zoom - 1) * 0.12),
    k: (Math.min(w, h) / 1080) * (look.at?.[2] ?? 1) * zoom * (upright ? 1.08 : 0.98),
    p: atHour(look.palette, moment - 1),
    random,
    variant: look.variant ?? '',
    moment,
  }
  if (moment % 2 === 0 && !HAS_LETTERS.has(look.scene)) {
    pen.translate(w, 0)
    pen.scale(-1, 1)
  }
  paint(look, stage)
  pen.resetTransform()
  return { canvas, stage }
}

/** Scenes with writing in them are not mirrored. */
const HAS_LETTERS = new Set([
  'storefront',
  'type_case',
  'elevator',
  'clock',
  'subway_map',
  'market',
  'truck',
  'tram',
  'paper_plane',
])

/** The title for a wide place: one line when short, else two, broken where the poster breaks too. */
function wideLines(title: string, lines: readonly string[]): string[] {
  if (title.length <= 6 || lines.length === 1) return [title]
  const longest = (two: string[]) => Math.max(...two.map((line) => line.length))
  return lines
    .slice(1)
    .map((_, i) => [lines.slice(0, i + 1).join(' '), lines.slice(i + 1).join(' ')])
    .sort((a, b) => longest(a) - longest(b))[0]!
}

/** The title's lettering alone on transparent ground, cropped to its ink; at most 920 x 420. */
export function drawLogo(work: Work): Canvas {
  const { title, palette: p } = work.art
  const tossed = title.layout === 'tumble' || title.layout === 'slant'
  const set: Lettering = {
    ...title,
    lines: wideLines(work.title, title.lines),
    layout: tossed ? title.layout : 'stack',
    align: 'left',
    at: [0.1, 0.2],
    size: 300,
    leading: Math.min(1.1, title.leading ?? 1.1),
    tracking: Math.min(0.06, title.tracking ?? 0),
  }
  const rough = easel(1200, 1000)
  const ink = lightness(inkOf(work.art)) > 0.6 ? inkOf(work.art) : p.glow
  drawTitle(rough.pen, set, setTitle(rough.pen, set, 1200, 1000, 1), ink)
  const { data } = rough.pen.getImageData(0, 0, 1200, 1000)
  let [left, top, right, bottom] = [1200, 1000, 0, 0]
  for (let y = 0; y < 1000; y++)
    for (let x = 0; x < 1200; x++)
      if (data[(y * 1200 + x) * 4 + 3]! > 8) {
        left = Math.min(left, x)
        right = Math.max(right, x)
        top = Math.min(top, y)
        bottom = Math.max(bottom, y)
      }
  const [w, h] = [right - left + 1, bottom - top + 1]
  const fit = Math.min(920 / w, 420 / h)
  const { canvas, pen } = easel(Math.round(w * fit), Math.round(h * fit))
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(rough.canvas, left, top, w, h, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** A colour that stands for a picture until it is loaded: its mean, a little richer. '#rrggbb' */
export function dominantColor(canvas: Canvas): string {
  const small = createCanvas(16, 16)
  const pen = small.getContext('2d')
  pen.drawImage(canvas, 0, 0, 16, 16)
  const { data } = pen.getImageData(0, 0, 16, 16)
  const sum = [0, 0, 0]
  let total = 0
  for (let i = 0; i < data.length; i += 4) {
    const [r, g, b] = [data[i]!, data[i + 1]!, data[i + 2]!]
    const weight = 12 + Math.max(r, g, b) - Math.min(r, g, b)
    total += weight
    for (const [c, v] of [r, g, b].entries()) sum[c]! += v * weight
  }
  return `#${sum
    .map((v) =>
      Math.round(v / total)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
