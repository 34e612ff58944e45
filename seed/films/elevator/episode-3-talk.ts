import { person } from '../stage/figure.ts'
import { glow, vignette } from '../stage/light.ts'
import { box, disc, oval, poly, round, wash } from '../stage/shapes.ts'
import { at, put, type Ctx, type Shot } from '../stage/stage.ts'
import { text } from '../stage/text.ts'
import { title } from '../stage/titles.ts'
import { between, lerp, ramp, smooth, wave } from '../stage/time.ts'
import { motes } from '../stage/weather.ts'
import { bench, car, her, him, indicator, lamplight } from './car.ts'

/** The intercom answers although nobody pressed; both hands draw back. */
export const intercom: Shot = {
  seconds: 14,
  prepare: (stage) => {
    const panel = stage.backdrop((ctx) => {
      wash(ctx, 0, 0, 720, 1280, ['#2b2631', '#4a4148', '#2a242c'])
      round(ctx, 110, 120, 500, 1040, 44, '#5d5352')
      round(ctx, 122, 132, 476, 1016, 38, '#46403f')
      round(ctx, 220, 200, 280, 230, 24, '#2e292b')
      for (let row = 0; row < 6; row++)
        for (let n = 0; n < 8; n++) disc(ctx, 252 + n * 31, 234 + row * 33, 7, '#161314')
      round(ctx, 250, 462, 220, 54, 27, '#2e292b')
      text(ctx, '경비실', 378, 489, { size: 30, weight: 700, colour: '#b8ab90' })
      disc(ctx, 360, 880, 150, '#2a2021')
      disc(ctx, 360, 880, 132, '#f2c230')
      disc(ctx, 360, 880, 108, '#8c1f1c')
      disc(ctx, 360, 870, 104, '#d93a33')
      text(ctx, '비상', 360, 868, { size: 64, weight: 900, colour: '#ffe9df' })
    })
    const dark = vignette(stage, 0.7)
    return (ctx, t) => {
      const zoom = lerp(1, 1.1, smooth(t / 14))
      at(ctx, 360 * (1 - zoom), 640 * (1 - zoom), zoom, 0, () => {
        put(ctx, panel)
        const lit = ramp(t, 6.3, 6.5)
        disc(ctx, 288, 489, 13, lit > 0.5 ? '#7fe0a0' : '#3c4a40')
        glow(ctx, 288, 489, 130, '#7fe0a0', lit * (0.7 + 0.25 * wave(t, 0.8)))
        for (let n = 0; n < 2; n++) {
          const age = (t * 0.9 + n * 0.5) % 1
          if (t < 6.5 || t > 10.2) continue
          ctx.globalAlpha = 0.5 * (1 - age)
          ctx.lineWidth = 4
          ctx.strokeStyle = '#bfe3cf'
          ctx.beginPath()
          ctx.arc(360, 315, 130 + age * 120, 0, Math.PI * 2)
          ctx.stroke()
          ctx.globalAlpha = 1
        }
        glow(ctx, 360, 870, 320, '#ff5648', 0.35 + 0.15 * wave(t, 1.7))
        const u = lerp(0.8 + 0.04 * wave(t, 2.2), 0.25, ramp(t, 6.6, 7.2))
        for (const side of [-1, 1])
          at(
            ctx,
            lerp(side * 620, side * 190, u) + 360,
            lerp(1360, 985, u),
            1,
            side * -0.85,
            () => {
              round(ctx, -46, 40, 92, 520, 40, side < 0 ? her.coat : him.coat)
              round(ctx, -38, -30, 76, 100, 34, '#f0cdb2')
              round(ctx, -34, -118, 26, 120, 13, '#f0cdb2')
              round(ctx, -4, -62, 24, 70, 12, '#e6bda0')
              round(ctx, 18, -50, 22, 62, 11, '#e6bda0')
            },
          )
      })
      put(ctx, dark)
      title(ctx, t, {
        name: '13층과 14층 사이',
        below: '3화  한 사람씩',
        x: 360,
        y: 620,
        size: 60,
        colour: '#fff3dc',
        from: 0.4,
        to: 6,
      })
    }
  },
}

/** The eye in the ceiling that has watched them all the time. */
function camera(ctx: Ctx, t: number): void {
  round(ctx, 560, 150, 20, 40, 4, '#2a2622')
  round(ctx, 508, 178, 92, 46, 20, '#3d372f')
  disc(ctx, 528, 201, 17, '#14110e')
  disc(ctx, 524, 197, 5, '#8fa0a0')
  if (t % 1.2 < 0.7) {
    disc(ctx, 582, 196, 5, '#ff5648')
    glow(ctx, 582, 196, 60, '#ff5648', 0.7)
  }
}

export const fiveMinutes: Shot = {
  seconds: 18,
  enter: 'melt',
  prepare: (stage) => {
    const inside = car(stage)
    const dark = vignette(stage, 0.55)
    return (ctx, t) => {
      const zoom = lerp(1, 1.12, smooth((t - 4) / 14))
      at(ctx, 360 * (1 - zoom), 1000 * (1 - zoom), zoom, 0, () => {
        put(ctx, inside)
        camera(ctx, t)
        bench(ctx)
        const up = between(t, 1.6, 5, 0.5)
        const near = 34 * ramp(t, 13, 16)
        person(ctx, 206 + near, 1180, {
          ...her,
          sitting: true,
          facing: t > 7.6 || up > 0.4 ? 1 : -1,
          breath: wave(t, 3),
          nod: -0.24 * up + 0.16 * between(t, 8.6, 12, 0.8),
        })
        person(ctx, 530 - near, 1186, {
          ...him,
          sitting: true,
          facing: up > 0.4 && t < 5 ? 1 : -1,
          breath: wave(t, 2.7),
          nod: -0.24 * up + 0.14 * between(t, 11.6, 15, 0.8),
        })
        lamplight(ctx, 0.76)
      })
      indicator(ctx, 300, 110, '--', null)
      put(ctx, dark)
    }
  },
}

/** Three years ago on the landing between the two floors, with the lift out of order. */
export const landing: Shot = {
  seconds: 20,
  enter: 'white',
  prepare: (stage) => {
    const stairs = stage.backdrop((ctx) => {
      wash(ctx, 0, 0, 720, 1280, ['#f3ead6', '#efe0c2', '#d9c4a0'])
      // Up to the fourteenth on the right, down to the thirteenth on the left.
      for (let n = 0; n < 8; n++) {
        box(ctx, 470 + n * 46, 880 - n * 62, 300, 70, n % 2 ? '#cdb896' : '#d6c3a3')
        box(ctx, 470 + n * 46, 880 - n * 62, 300, 8, '#b39d79')
      }
      round(ctx, 120, 250, 250, 340, 12, '#b9a07c')
      wash(ctx, 136, 266, 218, 308, ['#8fd0ee', '#c9ebf5', '#f4f7dc'])
      box(ctx, 240, 266, 10, 308, '#b9a07c')
      box(ctx, 136, 412, 218, 10, '#b9a07c')
      for (const [x, y, size] of [
        [176, 540, 46],
        [220, 556, 36],
        [320, 548, 42],
      ] as const)
        disc(ctx, x, y, size * 0.6, '#8ac6a0')
      box(ctx, 0, 950, 720, 330, '#b8a488')
      box(ctx, 0, 950, 720, 10, '#9a8668')
      for (let n = 0; n < 4; n++)
        box(ctx, 0, 1080 + n * 56, 190 - n * 40, 56, n % 2 ? '#a89376' : '#b09b7d')
      round(ctx, 500, 300, 130, 64, 10, '#3f6b66')
      text(ctx, '14 ↑', 565, 332, { size: 34, weight: 700, colour: '#fff7ea' })
      round(ctx, 46, 690, 130, 64, 10, '#3f6b66')
      text(ctx, '13 ↓', 111, 722, { size: 34, weight: 700, colour: '#fff7ea' })
      round(ctx, 196, 640, 150, 96, 6, '#fff7ea')
      text(ctx, '승강기', 271, 672, { size: 26, weight: 700, colour: '#d93a33' })
      text(ctx, '점검 중', 271, 706, { size: 26, weight: 700, colour: '#d93a33' })
    })
    const dark = vignette(stage, 0.3, '#7a5a34')
    return (ctx, t) => {
      const zoom = lerp(1, 1.1, smooth((t - 6) / 14))
      at(ctx, 360 * (1 - zoom), 900 * (1 - zoom), zoom, 0, () => {
        put(ctx, stairs)
        poly(
          ctx,
          [
            [136, 574],
            [354, 574],
            [560, 1150],
            [250, 1150],
          ],
          'rgba(255,250,220,0.22)',
        )
        const come = ramp(t, 0.6, 4)
        const down = ramp(t, 1.4, 4.8)
        const laugh = between(t, 17, 20.6, 0.8)
        at(ctx, lerp(690, 505, down), lerp(760, 1130, down), 1, 0, () => {
          person(ctx, 0, 0, {
            ...him,
            height: 520,
            coat: '#6f9cc4',
            scarf: '#fff7ea',
            facing: -1,
            arm: 0.95,
            ...(down < 1 ? { step: t * 0.9 } : { breath: wave(t, laugh > 0.3 ? 0.7 : 2.8) }),
            nod: -0.1 * laugh,
            eyes: laugh > 0.5 ? 'closed' : 'open',
          })
          round(ctx, -158, -300, 116, 92, 6, '#c99a62')
          box(ctx, -110, -300, 20, 92, '#e3c08d')
        })
        at(ctx, lerp(-120, 215, come), lerp(1260, 1130, come), 1, 0, () => {
          person(ctx, 0, 0, {
            ...her,
            height: 484,
            coat: '#e8927c',
            bag: '#f0d9b0',
            arm: 0.9,
            ...(come < 1 ? { step: t * 0.85 } : { breath: wave(t, laugh > 0.3 ? 0.75 : 3) }),
            nod: -0.08 * laugh,
            eyes: laugh > 0.5 ? 'closed' : 'open',
          })
          round(ctx, 96, -260, 48, 46, 8, '#b7695c')
          for (let n = 0; n < 5; n++)
            oval(
              ctx,
              120 + Math.cos(n * 1.2) * 24,
              -280 - Math.abs(Math.sin(n * 1.3)) * 34,
              9,
              20,
              n % 2 ? '#5f9c78' : '#77b48c',
              n * 0.9 + 0.05 * wave(t, 3),
            )
        })
        glow(ctx, 245, 420, 420, '#fff6d0', 0.4)
        motes(ctx, t, { width: 720, height: 1100, count: 22, colour: '#fff6d0', alpha: 0.6 })
      })
      put(ctx, dark)
    }
  },
}
