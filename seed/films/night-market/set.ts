import { glow, haze } from '../stage/light.ts'
import { box, mix, oval, poly, rope, ropePoint, round } from '../stage/shapes.ts'
import { at, type Ctx, type Stage } from '../stage/stage.ts'
import { arriving, text } from '../stage/text.ts'
import { between, chance, lerp, ramp, spring, wave } from '../stage/time.ts'

export const hot = {
  night: '#1a0f2e',
  plum: '#43205e',
  rose: '#a12f5b',
  orange: '#ff7a3d',
  yellow: '#ffe08a',
  mint: '#22c1a6',
}
export const coats = ['#ff7a3d', '#22c1a6', '#a12f5b', '#6a4fb0', '#e0b050', '#3f7fb0', '#d9577a']

export function lanterns(
  ctx: Ctx,
  t: number,
  y: number,
  seed: number,
  reach = 1500,
  lit = 1,
): void {
  for (let n = 0; n < reach / 250; n++) {
    const a = [n * 250 - 60, y] as const
    const b = [n * 250 + 190, y + (n % 2) * 8] as const
    rope(ctx, a, b, 22, 'rgba(0,0,0,0.5)', 2)
    for (let k = 0; k < 4; k++) {
      const [x, top] = ropePoint(a, b, 22, k / 4 + 0.1)
      const colour = [hot.orange, hot.yellow, '#ff5c7a', hot.mint][(n + k + seed) % 4] ?? hot.orange
      const on = Math.min(1, Math.max(0, lit * 30 - n * 4 - k))
      at(ctx, x, top, 1, 0.08 * wave(t, 2.6, n * 0.3 + k * 0.2), () => {
        oval(ctx, 0, 20, 15, 19, mix('#4a3550', colour, on))
        box(ctx, -7, -1, 14, 4, '#2a1830')
        box(ctx, -5, 38, 10, 4, '#2a1830')
      })
      glow(ctx, x, top + 20, 60, colour, 0.55 * on)
    }
  }
}

/** A stall with its awning; the counter's top is at (0, 0), `w` wide. */
function stall(ctx: Ctx, w: number, name: string, a: string, b: string): void {
  box(ctx, 0, 0, w, 120, mix(a, hot.night, 0.55))
  box(ctx, -6, -6, w + 12, 12, mix(b, '#ffffff', 0.1))
  box(ctx, 6, -190, 8, 190, '#2a1830')
  box(ctx, w - 14, -190, 8, 190, '#2a1830')
  box(ctx, 12, -150, w - 24, 148, 'rgba(255,208,130,0.18)')
  const stripes = Math.round(w / 34)
  for (let n = 0; n < stripes; n++) {
    const x = (n * w) / stripes
    poly(
      ctx,
      [
        [x * 0.9 + w * 0.05, -236],
        [(x + w / stripes) * 0.9 + w * 0.05, -236],
        [x + w / stripes, -180],
        [x, -180],
      ],
      n % 2 ? a : b,
    )
    ctx.beginPath()
    ctx.arc(x + w / stripes / 2, -180, w / stripes / 2, 0, Math.PI)
    ctx.fill()
  }
  round(ctx, w / 2 - name.length * 17 - 20, -288, name.length * 34 + 40, 48, 8, hot.night)
  text(ctx, name, w / 2, -264, { size: 28, weight: 900, colour: hot.yellow })
}

export function steam(ctx: Ctx, t: number, x: number, y: number, width: number, count = 6): void {
  for (let n = 0; n < count; n++) {
    const age = (t / 2.8 + n / count) % 1
    haze(
      ctx,
      x + (chance(n, 3) - 0.5) * width + Math.sin(age * 5 + n) * 16,
      y - age * 150,
      24 + age * 44,
      22 + age * 34,
      '#fff0dc',
      0.3 * (1 - age),
    )
  }
}

const names = ['떡볶이', '호떡', '어묵', '만두', '전', '닭꼬치', '국수', '붕어빵'] as const

export function row(stage: Stage) {
  return stage.layer(2600, 460, (ctx) => {
    ctx.translate(0, 320)
    names.forEach((name, n) => {
      ctx.save()
      ctx.translate(40 + n * 320, 0)
      stall(ctx, 260, name, coats[(n * 3) % 7] ?? hot.orange, n % 2 ? hot.yellow : '#fff4dc')
      for (let k = 0; k < 6; k++) {
        round(
          ctx,
          24 + k * 36,
          -24 - (k % 3) * 5,
          28,
          22 + (k % 3) * 5,
          6,
          [hot.orange, '#fff4dc', '#c9573a', hot.mint][k % 4] ?? hot.orange,
        )
      }
      ctx.restore()
    })
  })
}

/** A number that falls from the purse, top right, whenever something is bought. */
export function purse(ctx: Ctx, t: number, before: number, after: number, when: number): void {
  const u = ramp(t, when, when + 0.7)
  round(ctx, 1010, 36, 230, 70, 35, 'rgba(20,10,34,0.75)')
  text(
    ctx,
    `${Math.round(lerp(before, after, u) / 100) * 100}`.replace(/\B(?=(\d{3})+$)/, ',') + '원',
    1125,
    72,
    { size: 34, weight: 700, colour: u > 0 && u < 1 ? hot.orange : hot.yellow },
  )
}

export function label(ctx: Ctx, t: number, name: string, price: string): void {
  const u = (t - 0.6) / 1.2
  if (u < 0) return
  const gone = 1 - ramp(t, 13, 14)
  at(ctx, 80, 96, Math.max(0.02, spring(u)), -0.05, () => {
    ctx.globalAlpha = gone
    round(ctx, -20, -50, 120 + [...name].length * 62, 110, 14, hot.orange)
    ctx.globalAlpha = 1
    arriving(ctx, name, 40 + [...name].length * 31, 0, u, {
      size: 60,
      weight: 900,
      colour: '#fff4dc',
      alpha: gone,
    })
  })
  text(ctx, price, 96, 190, {
    size: 30,
    weight: 700,
    colour: hot.yellow,
    align: 'left',
    alpha: between(t, 1.4, 14, 0.7),
  })
}
