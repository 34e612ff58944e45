import { glow } from '../stage/light.ts'
import { disc, land, line, oval, poly, ridge, round, wash } from '../stage/shapes.ts'
import { at, put, type Ctx, type Shot } from '../stage/stage.ts'
import { text } from '../stage/text.ts'
import { chance, lerp, ramp, seeded, settle, smooth, wave } from '../stage/time.ts'
import { yard } from './frame.ts'
import { machine } from './machine.ts'
import { handkerchief, bubbles } from './things.ts'
import { rabbit } from './world.ts'

export const arrival = yard(
  13,
  (ctx, t) => {
    const fall = smooth(t / 6)
    if (t < 6.2)
      at(ctx, lerp(980, 600, fall), lerp(-70, 500, fall), 1, 0.3 * wave(t, 2.6), () => {
        glow(ctx, 0, 36, 120, '#8cc4dc', 0.5)
        handkerchief(ctx, t)
      })
    rabbit(ctx, 540, 640, {
      size: 170,
      arms: lerp(0.4, 1.5, ramp(t, 3, 5)),
      ears: t > 7 ? -0.2 + 0.15 * wave(t, 1.2) : 0.05 * wave(t, 2),
      ...(t >= 6.2 && { holding: (c: Ctx) => at(c, 6, -4, 0.85, 0, () => handkerchief(c, t)) }),
    })
    if (t > 7)
      for (let n = 0; n < 3; n++) {
        const age = ((t - 7) / 2.4 + n / 3) % 1
        ctx.globalAlpha = 1 - age
        ctx.lineWidth = 3
        ctx.strokeStyle = '#bfe3f2'
        ctx.beginPath()
        ctx.arc(612, 590, 30 + age * 110, -0.9, 0.9)
        ctx.stroke()
        ctx.globalAlpha = 1
      }
  },
  { from: [700, 330, 1], to: [590, 420, 1.35] },
)

export const rinsing = machine(13, (ctx, t) => {
  wash(ctx, 360, 90, 560, 560, ['#bfe6ee', '#5fb0d0', '#2f6fb0'])
  for (let row = 0; row < 6; row++) {
    ctx.beginPath()
    ctx.moveTo(360, 660)
    for (let x = 360; x <= 920; x += 14)
      ctx.lineTo(
        x,
        250 + row * 66 - ramp(t, 0, 9) * 60 + Math.sin(x * 0.02 + t * 1.8 + row * 1.3) * 22,
      )
    ctx.lineTo(920, 660)
    ctx.fillStyle = `rgba(${70 - row * 8},${150 - row * 14},${200 - row * 12},0.5)`
    ctx.fill()
  }
  at(ctx, 640 + 90 * wave(t, 4), 330 + 30 * wave(t, 2.2), 1.7, 0.4 * wave(t, 3), () =>
    handkerchief(ctx, t),
  )
  for (let n = 0; n < 3; n++) {
    const x = 470 + ((t * 60 + n * 190) % 420)
    at(ctx, x, 480 + 40 * wave(t, 3, n * 0.3), 1, 0.1 * wave(t, 1), () => {
      oval(ctx, 0, 0, 24, 12, ['#f4978e', '#f2c14e', '#fdf0d5'][n] ?? '#ffffff')
      poly(
        ctx,
        [
          [-20, 0],
          [-38, -11],
          [-38, 11],
        ],
        ['#f4978e', '#f2c14e', '#fdf0d5'][n] ?? '#ffffff',
      )
      disc(ctx, 12, -3, 2.4, '#33273f')
    })
  }
  bubbles(ctx, t, 640, 650, 480, 210, 18)
})

export const listening: Shot = {
  seconds: 16,
  enter: 'melt',
  prepare: (stage) => {
    const deep = stage.backdrop((ctx) => {
      wash(ctx, 0, 0, 1280, 720, ['#8fd4dc', '#3f8fc0', '#1f4f94', '#18306e'])
      const random = seeded(6)
      for (let n = 0; n < 5; n++)
        poly(
          ctx,
          [
            [120 + n * 250, 0],
            [220 + n * 250, 0],
            [120 + n * 230, 720],
            [-60 + n * 230, 720],
          ],
          'rgba(255,255,255,0.05)',
        )
      land(ctx, ridge(random, 1280, 660, 70, 0.5, 460), 720, '#16285e')
      for (let n = 0; n < 16; n++) {
        const x = random() * 1280
        const h = 60 + random() * 130
        for (const side of [-1, 0, 1])
          line(
            ctx,
            [
              [x, 700],
              [x + side * 18, 700 - h * 0.6],
              [x + side * 26, 700 - h],
            ],
            ['#3f9c8c', '#e2777f', '#5fb0a0'][n % 3] ?? '#3f9c8c',
            9,
          )
      }
    })
    return (ctx, t) => {
      put(ctx, deep)
      // A woman who dives for a living, long ago, going down and up.
      const x = lerp(240, 900, t / 16)
      const y = 330 + 120 * Math.sin(t * 0.42)
      at(ctx, x, y, 1.15, 0.25 * Math.cos(t * 0.42), () => {
        const kick = wave(t, 1.2) * 10
        line(
          ctx,
          [
            [-50, 4],
            [-96, 12 + kick],
            [-138, 6 - kick],
          ],
          '#20253f',
          13,
        )
        line(
          ctx,
          [
            [-50, -2],
            [-96, -10 - kick],
            [-138, -2 + kick],
          ],
          '#2a3050',
          13,
        )
        oval(ctx, -14, 0, 48, 22, '#20253f')
        oval(ctx, -4, 2, 26, 19, '#f2efe6')
        line(
          ctx,
          [
            [20, 4],
            [56, 22 + kick * 0.4],
            [84, 12],
          ],
          '#20253f',
          10,
        )
        disc(ctx, 44, -12, 20, '#f0cdb2')
        ctx.beginPath()
        ctx.arc(44, -14, 21, 2.4, 6.2)
        ctx.fillStyle = '#20253f'
        ctx.fill()
        round(ctx, 46, -20, 18, 13, 5, '#bfe3f2')
        disc(ctx, -40, 44, 25, '#e08a4a')
        line(
          ctx,
          [
            [-40, 22],
            [-16, 6],
          ],
          '#f2efe6',
          2,
        )
      })
      bubbles(ctx, t, x + 40, y - 10, 330, 40, 7)
      for (let n = 0; n < 14; n++) {
        const fx = ((chance(n, 1) * 1500 + t * (34 + (n % 4) * 9)) % 1500) - 100
        const fy = 200 + chance(n, 2) * 380 + 12 * wave(t, 3, chance(n, 3))
        oval(ctx, fx, fy, 15, 7, ['#ffd27a', '#f4978e', '#dff3f6'][n % 3] ?? '#ffffff')
        poly(
          ctx,
          [
            [fx - 12, fy],
            [fx - 24, fy - 7],
            [fx - 24, fy + 7],
          ],
          ['#ffd27a', '#f4978e', '#dff3f6'][n % 3] ?? '#ffffff',
        )
      }
      ;['순', '이'].forEach((letter, n) => {
        const up = settle((t - 9 - n * 1.1) / 2.4)
        if (up <= 0) return
        const ly = lerp(640, 270, up) + 8 * wave(t, 3, n * 0.3)
        const lx = 300 + n * 160
        glow(ctx, lx, ly, 130, '#dff3f6', 0.5 * up)
        ctx.globalAlpha = up
        ctx.lineWidth = 4
        ctx.strokeStyle = '#e9f6ff'
        ctx.beginPath()
        ctx.arc(lx, ly, 66, 0, 7)
        ctx.stroke()
        ctx.globalAlpha = 1
        text(ctx, letter, lx, ly, { size: 72, weight: 700, colour: '#ffffff', alpha: up })
      })
    }
  },
}

export const drying = yard(
  10,
  (ctx, t) => {
    at(ctx, 905, 500, 0.95, 0.06 * wave(t, 3), () => {
      glow(ctx, 0, 36, 110, '#8cc4dc', 0.4)
      handkerchief(ctx, t)
    })
    rabbit(ctx, 790, 660, {
      size: 150,
      eyes: 'closed',
      ears: -0.2 + 0.08 * wave(t, 2.4),
      tilt: 0.07,
      arms: 0.1,
    })
  },
  { from: [880, 430, 1.4], to: [780, 350, 1.05] },
  3,
)
