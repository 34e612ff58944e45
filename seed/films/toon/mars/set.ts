import { palette } from '#seed/art/look.ts'
import { box, disc, line, oval, poly, round, wash } from '../../stage/shapes.ts'
import { at, type Ctx, type Stage } from '../../stage/stage.ts'
import { text } from '../../stage/text.ts'
import { clamp, wave } from '../../stage/time.ts'

export const six = palette('#2a0d14 #6d1f22 #b9452f #e68a5c #fbe0c8 #58b7d6')

export const jun = { hair: '#2a2024', coat: '#dfe8ec' } as const

export const vera = { hair: '#a3522f', coat: '#f29b4a', skin: '#d8a27e', cut: 'bun' } as const

export const crew = ['#f29b4a', '#dfe8ec', '#58b7d6', '#b9452f', '#8fc7a4', '#e6c46a'] as const

export function tomato(ctx: Ctx, t: number, x: number, y: number, s: number, ripe: number): void {
  at(ctx, x, y, s, 0.02 * wave(t, 3), () => {
    poly(
      ctx,
      [
        [-60, 0],
        [60, 0],
        [48, 90],
        [-48, 90],
      ],
      '#e6ddd0',
    )
    line(
      ctx,
      [
        [0, 0],
        [-6, -90],
        [8, -190],
      ],
      '#3f8f5a',
      9,
    )
    for (const [lx, ly, turn] of [
      [-52, -70, -0.5],
      [54, -110, 0.5],
      [-44, -150, -0.3],
      [40, -190, 0.6],
    ] as const)
      oval(ctx, lx, ly, 44, 18, '#4fae6c', turn)
    line(
      ctx,
      [
        [2, -130],
        [40, -84],
      ],
      '#3f8f5a',
      5,
    )
    const red = `rgb(${Math.round(110 + 120 * ripe)},${Math.round(170 - 110 * ripe)},${Math.round(70 - 10 * ripe)})`
    disc(ctx, 44, -58, 30, red)
    disc(ctx, 34, -68, 8, 'rgba(255,255,255,0.6)')
    poly(
      ctx,
      [
        [44, -90],
        [30, -82],
        [44, -76],
        [58, -82],
      ],
      '#3f8f5a',
    )
  })
}

export const greenhouse = (stage: Stage, w: number, h: number) =>
  stage.layer(w, h, (ctx) => {
    wash(ctx, 0, 0, w, h, ['#3a1a22', '#6d2f2a', '#2a0d14'])
    ctx.lineWidth = 8
    ctx.strokeStyle = '#8a5a52'
    for (let n = 0; n < 5; n++) {
      ctx.beginPath()
      ctx.ellipse(w / 2, h * 0.82, (w / 2.1) * (1 - n * 0.22), h * 0.78, 0, Math.PI, Math.PI * 2)
      ctx.stroke()
    }
    line(
      ctx,
      [
        [0, h * 0.4],
        [w, h * 0.4],
      ],
      '#8a5a52',
      6,
    )
    box(ctx, 0, h * 0.82, w, h * 0.18, '#4a211f')
  })

export const monitor = (ctx: Ctx, x: number, y: number, w: number, h: number, draw: () => void) => {
  round(ctx, x - 14, y - 14, w + 28, h + 28, 18, '#3a2a2e')
  round(ctx, x, y, w, h, 10, '#0d2228')
  at(ctx, x, y, 1, 0, draw)
}

export const log = (ctx: Ctx, t: number, words: readonly string[], from: number) =>
  words.forEach((line2, n) => {
    const letters = [...line2]
    const shown = Math.floor(clamp((t - from - n * 1.1) / 1) * letters.length)
    text(ctx, letters.slice(0, shown).join(''), 26, 64 + n * 58, {
      size: 32,
      weight: 700,
      align: 'left',
      colour: '#8fe0f0',
    })
  })
