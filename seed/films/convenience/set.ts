import type { Figure } from '../stage/figure.ts'
import { glow, haze } from '../stage/light.ts'
import { box, disc, oval, poly, round, wash } from '../stage/shapes.ts'
import { at, type Ctx, type Stage } from '../stage/stage.ts'
import { text } from '../stage/text.ts'
import { seeded } from '../stage/time.ts'

export const sodam: Figure = {
  height: 520,
  coat: '#22a08c',
  hair: '#2b2430',
  cut: 'bun',
  scarf: '#f6fff2',
}
export const guest: Figure = {
  height: 540,
  coat: '#4a5068',
  hair: '#1e1c26',
  legs: '#262a3a',
  bag: '#8b6b52',
}
const goods = ['#ff5c8a', '#ffd166', '#7fe0d0', '#f6fff2', '#8fb8ff', '#f4976c', '#b79cf0']

/** Rows of bright packages on a shelf. */
function shelf(ctx: Ctx, x: number, y: number, width: number, rows: number, seed: number): void {
  const random = seeded(seed)
  for (let row = 0; row < rows; row++) {
    const top = y + row * 92
    for (let left = x; left < x + width - 26;) {
      const w = 22 + random() * 26
      const h = 44 + random() * 30
      round(
        ctx,
        left,
        top + 78 - h,
        w,
        h,
        4,
        goods[Math.floor(random() * goods.length)] ?? '#ffffff',
      )
      box(ctx, left + 4, top + 78 - h * 0.6, w - 8, 5, 'rgba(255,255,255,0.55)')
      left += w + 5
    }
    box(ctx, x, top + 78, width, 8, '#dfeaf2')
    box(ctx, x, top + 84, width, 4, '#8fa7b8')
  }
}

export function storefront(stage: Stage) {
  return stage.layer(900, 1400, (ctx) => {
    wash(ctx, 0, 0, 900, 1400, ['#0a1330', '#15224e', '#1b2c66', '#101a3c'])
    for (const [x, w, top] of [
      [-20, 260, 240],
      [250, 300, 130],
      [560, 360, 300],
    ] as const) {
      box(ctx, x, top, w, 900, '#0e1836')
      for (let n = 0; n < 3; n++)
        if ((x + n) % 2 === 0) round(ctx, x + 40 + n * 70, top + 80 + n * 90, 24, 32, 3, '#2b3c77')
    }
    box(ctx, 90, 560, 720, 500, '#e9f6f6')
    wash(ctx, 110, 660, 680, 390, ['#f6fff2', '#cfeee8'])
    round(ctx, 70, 540, 760, 110, 12, '#22a08c')
    box(ctx, 70, 622, 760, 14, '#ff5c8a')
    text(ctx, '한모퉁이 편의점', 412, 582, { size: 52, weight: 900, colour: '#f6fff2', spacing: 4 })
    text(ctx, '24', 716, 582, { size: 48, weight: 900, colour: '#ffd166' })
    shelf(ctx, 140, 690, 240, 3, 3)
    round(ctx, 430, 870, 190, 180, 8, '#5c7f92')
    box(ctx, 420, 860, 210, 18, '#f6fff2')
    for (const x of [400, 640]) box(ctx, x, 660, 8, 390, '#8fb0b8')
    box(ctx, 648, 660, 142, 390, 'rgba(140,200,210,0.35)')
    wash(ctx, 0, 1060, 900, 340, ['#232f57', '#121a38'])
    haze(ctx, 440, 1110, 480, 90, '#bff0e6', 0.55)
    round(ctx, 30, 930, 60, 130, 8, '#31406e')
    oval(ctx, 60, 925, 34, 14, '#3d4d80')
    round(ctx, 690, 1010, 120, 60, 6, '#3c5fb0')
  })
}

export function inside(stage: Stage) {
  return stage.backdrop((ctx) => {
    wash(ctx, 0, 0, 720, 1280, ['#dff3ef', '#f6fff2', '#cfe6e6'])
    for (const y of [70, 150]) {
      round(ctx, 60, y, 600, 20, 10, '#ffffff')
      haze(ctx, 360, y + 10, 420, 60, '#ffffff', 0.8)
    }
    shelf(ctx, 20, 250, 330, 5, 12)
    round(ctx, 420, 240, 290, 480, 12, '#9fc3cc')
    box(ctx, 436, 258, 258, 444, '#dff6ff')
    shelf(ctx, 440, 280, 250, 4, 31)
    box(ctx, 562, 250, 6, 460, '#9fc3cc')
    wash(ctx, 0, 960, 720, 320, ['#b9cfd4', '#8fa9b5'])
  })
}

export function counter(ctx: Ctx, t: number, running: boolean, left: number): void {
  box(ctx, 0, 930, 720, 26, '#f6fff2')
  box(ctx, 0, 956, 720, 324, '#3f6f86')
  for (let n = 0; n < 6; n++) box(ctx, 20 + n * 120, 980, 90, 300, '#4a7d94')
  ctx.save()
  ctx.translate(230, 0)
  round(ctx, 30, 770, 250, 162, 14, '#2d3550')
  round(ctx, 46, 788, 160, 126, 10, running ? '#ffdf9a' : '#48527a')
  if (running) {
    at(ctx, 126, 868, 1, 0, () => {
      ctx.scale(Math.cos(t * 1.6) * 0.35 + 0.75, 1)
      poly(
        ctx,
        [
          [-34, 30],
          [0, -30],
          [34, 30],
        ],
        '#f7f4ea',
      )
      round(ctx, -14, 4, 28, 27, 2, '#263a3a')
    })
    glow(ctx, 126, 850, 190, '#ffc45a', 0.5)
  }
  round(ctx, 214, 790, 56, 34, 6, '#101425')
  text(ctx, running ? `0:${String(Math.ceil(left)).padStart(2, '0')}` : '0:00', 242, 808, {
    size: 22,
    weight: 700,
    colour: '#7fe0d0',
  })
  for (let n = 0; n < 4; n++)
    disc(ctx, 228 + (n % 2) * 28, 850 + Math.floor(n / 2) * 30, 9, '#5a668f')
  ctx.restore()
  round(ctx, 650, 850, 130, 82, 10, '#22a08c')
  round(ctx, 664, 800, 90, 56, 8, '#101425')
}
