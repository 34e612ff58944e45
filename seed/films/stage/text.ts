import { join } from 'node:path'
import { GlobalFonts } from '@napi-rs/canvas'
import type { Ctx } from './stage.ts'

const family = 'Hanpyeon Film'
let ready = false

/** Registers Pretendard, once per process. The machine's own fonts are not used, so every machine draws the same. */
function fonts(): void {
  if (ready) return
  const folder = join(import.meta.dirname, '../../../fonts/pretendard')
  for (const weight of ['Light', 'Medium', 'Bold', 'Black'])
    if (!GlobalFonts.registerFromPath(join(folder, `Pretendard-${weight}.otf`), family))
      throw new Error(`The font Pretendard-${weight} could not be read from ${folder}`)
  ready = true
}

/** Typesetting of a line. `weight` is one of 300, 500, 700, 900. */
export interface Setting {
  readonly size: number
  readonly colour?: string
  readonly weight?: 300 | 500 | 700 | 900
  readonly spacing?: number
  readonly align?: 'left' | 'center' | 'right'
  readonly alpha?: number
  readonly shadow?: string
}

/** Sets one line of text with its middle height at y. */
export function text(ctx: Ctx, words: string, x: number, y: number, setting: Setting): void {
  const { size, colour = '#ffffff', weight = 500, spacing = 0, align = 'center' } = setting
  const alpha = setting.alpha ?? 1
  if (alpha <= 0.004) return
  fonts()
  ctx.save()
  ctx.lang = 'ko'
  ctx.font = `${weight} ${size}px "${family}"`
  ctx.letterSpacing = `${spacing}px`
  ctx.textAlign = align
  ctx.textBaseline = 'middle'
  ctx.globalAlpha = alpha
  if (setting.shadow) {
    ctx.shadowColor = setting.shadow
    ctx.shadowBlur = size * 0.4
  }
  ctx.fillStyle = colour
  // The space after the last letter would push a centred line to the left.
  ctx.fillText(words, align === 'center' ? x + spacing / 2 : x, y)
  ctx.restore()
}

/** A title whose letters come one after another, rising a little. `u` 0..1 is the arrival. */
export function arriving(
  ctx: Ctx,
  words: string,
  x: number,
  y: number,
  u: number,
  setting: Setting,
): void {
  fonts()
  const letters = [...words]
  ctx.save()
  ctx.font = `${setting.weight ?? 500} ${setting.size}px "${family}"`
  const widths = letters.map((letter) => ctx.measureText(letter).width + (setting.spacing ?? 0))
  ctx.restore()
  const total = widths.reduce((sum, width) => sum + width, 0) - (setting.spacing ?? 0)
  let left = x - total / 2
  letters.forEach((letter, index) => {
    const width = widths[index] ?? 0
    const start = (index / letters.length) * 0.55
    const own = Math.min(1, Math.max(0, (u - start) / 0.45))
    const eased = 1 - (1 - own) ** 3
    text(
      ctx,
      letter,
      left + (width - (setting.spacing ?? 0)) / 2,
      y + (1 - eased) * setting.size * 0.35,
      {
        ...setting,
        spacing: 0,
        align: 'center',
        alpha: (setting.alpha ?? 1) * eased,
      },
    )
    left += width
  })
}

/** The roll at the end: role and name, line under line, rising. `t` seconds since it began. */
export function roll(
  ctx: Ctx,
  width: number,
  top: number,
  lines: readonly (readonly [role: string, name: string])[],
  colour: string,
  alpha = 1,
  size = 24,
): void {
  lines.forEach(([role, name], index) => {
    const y = top + index * size * 1.9
    const gap = size * 0.7
    if (role === '') {
      text(ctx, name, width / 2, y, { size: size * 1.1, weight: 700, colour, alpha })
      return
    }
    text(ctx, role, width / 2 - gap, y, {
      size: size * 0.82,
      colour,
      align: 'right',
      weight: 300,
      alpha: alpha * 0.75,
    })
    text(ctx, name, width / 2 + gap, y, { size, colour, align: 'left', weight: 500, alpha })
  })
}
