/** Sets a work's title, by its layout, and the small print, on a poster or alone as a logo. */
import type { Pen } from './brush.ts'
import { contrast, fade } from './colour.ts'
import { font } from './fonts.ts'
import type { Lettering, Look, Palette } from './look.ts'

/** One letter or line to be drawn: baseline-left at x, y, turned about there. */
export type Mark = {
  text: string
  x: number
  y: number
  size: number
  turn: number
  tracking: number
}
export type Setting = { marks: Mark[]; left: number; top: number; right: number; bottom: number }

export const inkOf = (look: Look): string => {
  const { color } = look.title
  return color.startsWith('#') ? color : look.palette[color as keyof Palette]
}

function widthOf(pen: Pen, text: string, l: Lettering, size: number) {
  pen.font = font(l.font, size)
  pen.letterSpacing = `${(l.tracking ?? 0) * size}px`
  const trailing = (l.tracking ?? 0) * size
  return pen.measureText(text).width - trailing
}

/** Cap of a Hangul letter above its baseline, in letter sizes; the faces differ. */
const RISE: Partial<Record<Lettering['font'], number>> = { brush: 0.66, black: 0.76, retro: 0.78 }
const riseOf = (l: Lettering) => RISE[l.font] ?? 0.82

/**
 * Computes where every letter stands on a field of `w` x `h` pixels; `unit` is pixels for each
 * design pixel of the 1080-wide poster. Lines too wide for the field are set smaller.
 */
export function setTitle(pen: Pen, l: Lettering, w: number, h: number, unit: number): Setting {
  const margin = 0.07 * w
  const room = w - margin * 2
  const marks: Mark[] = []
  const size = l.size * unit
  const [ax, ay] = [l.at[0] * w, l.at[1] * h]
  const rise = riseOf(l)
  let box = { left: ax, top: ay, right: ax, bottom: ay }

  if (l.layout === 'vertical') {
    const column = size * (l.leading ?? 1.12)
    const step = size * (1 + (l.tracking ?? 0))
    const width = column * (l.lines.length - 1) + size
    const left = l.align === 'left' ? ax : ax - width
    let bottom = ay
    for (const [i, line] of l.lines.entries()) {
      const x = left + width - size - i * column
      // The second column hangs a little lower, as on a scroll.
      let y = ay + (i > 0 && l.lines.length === 2 ? size * 0.55 : i * size * 0.32)
      for (const letter of line) {
        if (letter === ' ') {
          y += step * 0.38
          continue
        }
        const shift = (size - widthOf(pen, letter, { ...l, tracking: 0 }, size)) / 2
        marks.push({ text: letter, x: x + shift, y: y + size * rise, size, turn: 0, tracking: 0 })
        y += step
      }
      bottom = Math.max(bottom, y)
    }
    box = { left, top: ay, right: left + width, bottom }
  } else if (l.layout === 'corners') {
    for (const [row, line] of l.lines.entries()) {
      const letters = [...line]
      const y = row === 0 ? 0.055 * h + size * rise : h * 0.865
      for (const [i, text] of letters.entries()) {
        const own = widthOf(pen, text, { ...l, tracking: 0 }, size)
        const t = letters.length === 1 ? 0.5 : i / (letters.length - 1)
        marks.push({ text, x: margin + t * (room - own), y, size, turn: 0, tracking: 0 })
      }
    }
    box = { left: margin, top: 0.055 * h, right: w - margin, bottom: h * 0.88 }
  } else {
    let y = ay
    let left = w
    let right = 0
    const widest = Math.max(...l.lines.map((line) => widthOf(pen, line, l, size)))
    const all = Math.min(1, (l.layout === 'slant' ? room * 0.97 : room) / widest)
    for (const [row, line] of l.lines.entries()) {
      const natural = widthOf(pen, line, l, 100) / 100
      const own = l.layout === 'spread' ? Math.min(size, room / natural) : size * all
      const width = natural * own
      const x = l.align === 'left' ? ax : l.align === 'right' ? ax - width : ax - width / 2
      const baseline = y + own * rise
      const tracking = (l.tracking ?? 0) * own
      if (l.layout === 'tumble') {
        let at = x
        for (const [i, text] of [...line].entries()) {
          const swing = ((i * 5 + row * 3) % 4) - 1.5
          marks.push({
            text,
            x: at,
            y: baseline + swing * own * 0.035,
            size: own,
            turn: swing * 0.055,
            tracking: 0,
          })
          at += widthOf(pen, text, { ...l, tracking: 0 }, own) + tracking
        }
      } else marks.push({ text: line, x, y: baseline, size: own, turn: 0, tracking })
      left = Math.min(left, x)
      right = Math.max(right, x + width)
      y += own * (l.leading ?? 1.1)
    }
    box = { left, top: ay, right, bottom: y }
  }
  return { marks, ...box }
}

/** Draws a set title. A slanted one turns as a whole about its middle. */
export function drawTitle(pen: Pen, l: Lettering, setting: Setting, ink: string, under?: string) {
  pen.save()
  if (l.layout === 'slant') {
    const cx = (setting.left + setting.right) / 2
    const cy = (setting.top + setting.bottom) / 2
    pen.translate(cx, cy)
    pen.rotate(-0.1)
    pen.translate(-cx, -cy)
  }
  const each = (colour: string, dx: number, dy: number) => {
    pen.fillStyle = colour
    for (const mark of setting.marks) {
      pen.save()
      pen.translate(mark.x + dx * mark.size, mark.y + dy * mark.size)
      pen.rotate(mark.turn)
      pen.font = font(l.font, mark.size)
      pen.letterSpacing = `${mark.tracking}px`
      pen.fillText(mark.text, 0, 0)
      pen.restore()
    }
  }
  if (under) each(under, 0.022, 0.03)
  each(ink, 0, 0)
  pen.restore()
}

/** Mean colour of a part of the picture, as '#rrggbb'. */
export function meanColour(pen: Pen, x: number, y: number, width: number, height: number): string {
  const side = 12
  const sum = [0, 0, 0]
  for (let i = 0; i < side; i++) {
    const row = pen.getImageData(
      Math.round(x),
      Math.round(y + (height * (i + 0.5)) / side),
      Math.max(1, Math.round(width)),
      1,
    ).data
    for (let j = 0; j < side; j++) {
      const at = Math.floor(((j + 0.5) / side) * (row.length / 4)) * 4
      for (let c = 0; c < 3; c++) sum[c]! += row[at + c]!
    }
  }
  return `#${sum
    .map((v) =>
      Math.round(v / side / side)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** Veils the ground of a text softly where it would not stand out enough. */
export function veil(
  pen: Pen,
  box: Omit<Setting, 'marks'>,
  ink: string,
  ground: string,
  w: number,
  h: number,
) {
  const mean = meanColour(
    pen,
    Math.max(0, box.left),
    Math.max(0, box.top),
    Math.min(w, box.right) - Math.max(0, box.left),
    Math.min(h, box.bottom) - Math.max(0, box.top),
  )
  const lacking = Math.min(1, Math.max(0, (3.4 - contrast(mean, ink)) / 3))
  if (lacking === 0) return
  const pad = (box.bottom - box.top) * 0.3
  const [y0, y1] = [box.top - pad, box.bottom + pad]
  const gradient = pen.createLinearGradient(0, y0, 0, y1)
  const full = 0.8 * lacking
  const top = box.top < h * 0.2
  const bottom = box.bottom > h * 0.8
  gradient.addColorStop(0, fade(ground, top ? full : 0))
  gradient.addColorStop(0.3, fade(ground, full))
  gradient.addColorStop(0.6, fade(ground, full * 0.8))
  gradient.addColorStop(1, fade(ground, bottom ? full : 0))
  pen.fillStyle = gradient
  pen.fillRect(0, y0, w, y1 - y0)
}
