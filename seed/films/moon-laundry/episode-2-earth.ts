import { person } from '../stage/figure.ts'
import { glow, haze } from '../stage/light.ts'
import { box, disc, line, oval, poly, round, wash } from '../stage/shapes.ts'
import { at, put, type Shot } from '../stage/stage.ts'
import { between, lerp, ramp, seeded, settle, smooth, wave } from '../stage/time.ts'
import { drift } from '../stage/weather.ts'
import { moonbeam } from './frame.ts'
import { handkerchief } from './things.ts'

export const quay: Shot = {
  seconds: 15,
  enter: 'melt',
  prepare: (stage) => {
    const back = stage.backdrop((ctx) => {
      wash(ctx, 0, 0, 1280, 720, ['#f4978e', '#f8c49a', '#fdeccb', '#f8d7a8'])
      disc(ctx, 900, 380, 70, '#fff3d8')
      wash(ctx, 0, 400, 1280, 320, ['#f0b69a', '#b08aa8', '#6f6ea6'])
      for (let n = 0; n < 9; n++)
        round(
          ctx,
          830 - n * 8 + (n % 3) * 20,
          412 + n * 22,
          120 + n * 6,
          5,
          3,
          'rgba(255,243,216,0.7)',
        )
      poly(
        ctx,
        [
          [0, 560],
          [520, 560],
          [600, 720],
          [0, 720],
        ],
        '#6d4a52',
      )
      for (let n = 0; n < 7; n++) box(ctx, 30 + n * 76, 548, 12, 20, '#4e343f')
    })
    return (ctx, t) => {
      put(ctx, back)
      const sail = smooth(t / 15)
      at(
        ctx,
        lerp(700, 1060, sail),
        lerp(500, 420, sail),
        lerp(1, 0.45, sail),
        0.03 * wave(t, 3),
        () => {
          poly(
            ctx,
            [
              [-130, 0],
              [140, -6],
              [100, 46],
              [-100, 46],
            ],
            '#4f4a86',
          )
          round(ctx, -50, -50, 90, 50, 6, '#fdf0d5')
          line(
            ctx,
            [
              [10, -50],
              [10, -170],
            ],
            '#4e343f',
            6,
          )
          poly(
            ctx,
            [
              [16, -166],
              [96, -60],
              [16, -60],
            ],
            '#fdf8f0',
          )
          person(ctx, -84, 4, {
            height: 92,
            coat: '#3f6fb0',
            hair: '#3a2a2a',
            facing: -1,
            arm: 2.4 + 0.3 * wave(t, 1),
          })
        },
      )
      person(ctx, 330, 566, {
        height: 230,
        coat: '#e2564b',
        hair: '#3a2a2a',
        cut: 'long',
        facing: 1,
        arm: 2.2,
        breath: wave(t, 2),
      })
      at(ctx, 384, 360, 0.9, 0.5 * wave(t, 1), () => handkerchief(ctx, t * 1.5))
      for (let n = 0; n < 4; n++) {
        const x = 180 + n * 270 + t * 22
        const y = 150 + (n % 2) * 60 + 8 * wave(t, 3, n * 0.3)
        line(
          ctx,
          [
            [x - 22, y - 9 * wave(t, 0.9, n * 0.2)],
            [x, y],
            [x + 22, y - 9 * wave(t, 0.9, n * 0.2)],
          ],
          '#ffffff',
          4,
        )
      }
      ctx.globalAlpha = 0.5 * (1 - ramp(t, 0.2, 1.6))
      box(ctx, 0, 0, 1280, 720, '#fff3d6')
      ctx.globalAlpha = 1
    }
  },
}

export const shore: Shot = {
  seconds: 15,
  enter: 'melt',
  prepare: (stage) => {
    const back = stage.backdrop((ctx) => {
      wash(ctx, 0, 0, 1280, 720, ['#11123a', '#2a2a6e', '#4f5a9c'])
      const random = seeded(9)
      for (let n = 0; n < 90; n++)
        disc(ctx, random() * 1280, random() * 360, 0.8 + random() * 1.8, 'rgba(255,243,220,0.7)')
      disc(ctx, 930, 150, 62, '#fff6dc')
      oval(ctx, 912, 140, 14, 11, '#eeddc0')
      oval(ctx, 950, 170, 10, 8, '#eeddc0')
    })
    return (ctx, t) => {
      put(ctx, back)
      glow(ctx, 930, 150, 240, '#fff0c4', 0.5)
      for (let row = 0; row < 5; row++) {
        ctx.beginPath()
        ctx.moveTo(-10, 730)
        for (let x = -10; x <= 1290; x += 20)
          ctx.lineTo(
            x,
            420 + row * 44 + Math.sin(x * 0.012 + t * (0.8 + row * 0.12) + row * 2) * (5 + row * 2),
          )
        ctx.lineTo(1290, 730)
        ctx.fillStyle = ['#4f6fb0', '#43609f', '#37518e', '#2d447c', '#24386a'][row] ?? '#24386a'
        ctx.fill()
      }
      for (let n = 0; n < 10; n++)
        haze(ctx, 930 + 30 * wave(t, 3, n * 0.13), 430 + n * 22, 90 + n * 5, 6, '#fff0c4', 0.35)
      poly(
        ctx,
        [
          [0, 640],
          [520, 600],
          [900, 670],
          [1280, 700],
          [1280, 720],
          [0, 720],
        ],
        '#3a2f5c',
      )
      oval(ctx, 292, 640, 66, 34, '#3a2f5c')
      moonbeam(ctx, 900, 130, 2.5, between(t, 0.5, 9, 1.6) * 0.8)
      const down = settle((t - 1) / 6)
      const held = t > 7.2
      person(ctx, 300, 640, {
        height: 210,
        coat: '#8a6fae',
        hair: '#e4dee0',
        cut: 'bun',
        sitting: true,
        facing: 1,
        arm: lerp(0.4, 1.35, ramp(t, 5.4, 7)),
        nod: -0.12 * between(t, 3, 9, 1) + 0.16 * ramp(t, 10, 12),
        breath: wave(t, 3),
        eyes: t > 10 ? 'closed' : 'open',
      })
      at(
        ctx,
        held ? 372 : lerp(880, 372, down),
        held ? 534 : lerp(160, 530, down),
        0.8,
        held ? 0.08 * wave(t, 2.4) : 0.5 * wave(t, 2.2),
        () => {
          glow(ctx, 0, 36, 130, '#dff3f6', 0.5)
          handkerchief(ctx, t)
        },
      )
      drift(ctx, t, {
        width: 1280,
        height: 620,
        count: 20,
        colour: '#fff0c4',
        speed: -14,
        size: 2,
        alpha: 0.7,
      })
    }
  },
}
