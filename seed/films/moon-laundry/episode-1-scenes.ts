import { person } from '../stage/figure.ts'
import { glow } from '../stage/light.ts'
import { box, disc, land, line, oval, poly, ridge, round, wash } from '../stage/shapes.ts'
import { at, put, type Ctx, type Shot, type Stage } from '../stage/stage.ts'
import { between, depart, lerp, ramp, seeded, settle, smooth, wave } from '../stage/time.ts'
import { drift } from '../stage/weather.ts'
import { moonbeam, yard } from './frame.ts'
import { machine } from './machine.ts'
import { moon, rabbit } from './world.ts'
import { bubbles, coat, mitten } from './things.ts'

/** A village under snow, with lit windows. */
function village(stage: Stage, dawn = false) {
  return stage.backdrop((ctx, width) => {
    wash(
      ctx,
      0,
      0,
      width,
      720,
      dawn ? ['#f7c9b5', '#fbe3cf', '#fff4e6'] : ['#1a1f4f', '#3a3f7d', '#8c7bab'],
    )
    const random = seeded(31)
    land(ctx, ridge(random, width, 470, 150, 0.5, 700), 720, dawn ? '#e0b9c0' : '#4c4a86')
    land(ctx, ridge(random, width, 520, 90, 0.3, 500), 720, dawn ? '#ecd3d2' : '#6b66a3')
    for (const [x, y, size] of [
      [120, 560, 1],
      [330, 530, 0.8],
      [980, 540, 0.9],
      [1150, 580, 1.15],
    ] as const)
      at(ctx, x, y, size, 0, () => {
        box(ctx, -70, -90, 140, 110, dawn ? '#a9788a' : '#332f63')
        poly(
          ctx,
          [
            [-92, -86],
            [0, -160],
            [92, -86],
          ],
          '#fdf6ff',
        )
        round(ctx, -34, -64, 30, 34, 4, dawn ? '#fff0c9' : moon.lamp)
        round(ctx, 14, -64, 30, 34, 4, dawn ? '#c99aa6' : '#5a5490')
      })
    land(ctx, ridge(random, width, 610, 40, 0.2, 800), 720, dawn ? '#fff6f0' : '#dcd6f0')
  })
}

export const lost: Shot = {
  seconds: 12,
  enter: 'melt',
  prepare: (stage) => {
    const back = village(stage)
    return (ctx, t) => {
      put(ctx, back)
      glow(ctx, 640, 90, 240, '#fff0c4', 0.5)
      disc(ctx, 640, 90, 46, '#fff6dc')
      oval(ctx, 630, 84, 10, 8, '#eeddc0')
      oval(ctx, 655, 104, 7, 5, '#eeddc0')
      const x = lerp(430, 1020, t / 12)
      person(ctx, x, 668, {
        height: 150,
        coat: '#3f6fb0',
        hair: '#3a2a2a',
        scarf: '#f2c14e',
        legs: '#2c2b4f',
        step: t * 1.05,
      })
      const fall = ramp(t, 2, 3.1)
      const rise = depart((t - 6) / 5.6)
      if (t > 2)
        at(
          ctx,
          lerp(560, 640, rise),
          lerp(lerp(590, 640, fall), 90, rise),
          lerp(0.62, 0.2, rise),
          lerp(1.3, 0, rise) + 0.3 * wave(t, 2.6) * Math.min(1, rise * 9),
          () => {
            glow(ctx, 0, 30, 120, '#ffd27a', ramp(t, 5, 6.5) * 0.7)
            mitten(ctx)
          },
        )
      drift(ctx, t, { width: 1280, height: 720, count: 70, colour: '#ffffff', speed: 46, size: 4 })
    }
  },
}

export const arrival = yard(
  13,
  (ctx, t) => {
    const fall = smooth(t / 6.4)
    const caught = t > 6.2
    const x = lerp(880, 585, fall)
    const y = lerp(-40, 520, fall)
    rabbit(ctx, 540, 640, {
      size: 170,
      arms: lerp(0.3, 1.55, ramp(t, 2.5, 4.5)) - (caught ? 0.25 * ramp(t, 6.4, 7.4) : 0),
      ears: 0.06 * wave(t, 2) - 0.15 * ramp(t, 6.2, 6.8),
      eyes: t > 7.4 ? 'happy' : 'open',
      hop: caught ? Math.max(0, 26 * Math.sin((t - 6.2) * 5)) * (t < 7.5 ? 1 : 0) : 0,
      ...(caught && { holding: (c: Ctx) => at(c, 0, -6, 0.9, 0.15 * wave(t, 2), () => mitten(c)) }),
    })
    if (!caught)
      at(ctx, x, y, 0.9, 0.5 * wave(t, 2.4), () => {
        glow(ctx, 0, 30, 130, '#ffd27a', 0.55)
        mitten(ctx)
      })
  },
  { from: [700, 330, 1], to: [590, 400, 1.28] },
  3,
)

export const washing = machine(12, (ctx, t) => {
  wash(ctx, 360, 90, 560, 560, ['#bfe6ee', '#6fb3d6', '#3f74b8'])
  for (let n = 0; n < 4; n++) {
    ctx.beginPath()
    ctx.ellipse(640, 390, 70 + n * 52, 50 + n * 46, t * 1.5 + n * 0.5, 0.3, 4.4)
    ctx.lineWidth = 13 - n * 2
    ctx.lineCap = 'round'
    ctx.strokeStyle = 'rgba(255,255,255,0.3)'
    ctx.stroke()
  }
  const angle = t * 1.5
  at(ctx, 640 + Math.cos(angle) * 105, 390 + Math.sin(angle) * 84, 1.9, angle + 1, () =>
    mitten(ctx),
  )
  bubbles(ctx, t, 640, 650, 520, 210, 22)
  const mind = ramp(t, 8.6, 12)
  glow(ctx, 640, 372, 420, '#ffe3a8', mind)
})

export const memory: Shot = {
  seconds: 14,
  enter: 'melt',
  prepare: (stage) => {
    const room = stage.backdrop((ctx) => {
      wash(ctx, 0, 0, 1280, 720, ['#e8a96f', '#f3c78d', '#f8dcae'])
      round(ctx, 720, 90, 330, 330, 16, '#8a5b4a')
      wash(ctx, 740, 110, 290, 290, ['#27306b', '#5a5a9b'])
      land(
        ctx,
        ridge(seeded(4), 290, 350, 40).map(([x, y]) => [Math.min(1030, x + 740), y] as const),
        400,
        '#e9e3f7',
      )
      box(ctx, 880, 110, 8, 290, '#8a5b4a')
      box(ctx, 740, 250, 290, 8, '#8a5b4a')
      box(ctx, 0, 600, 1280, 120, '#b0704c')
      round(ctx, 180, 560, 920, 90, 45, '#c95f4e')
      round(ctx, 210, 575, 860, 58, 29, '#dd8062')
      // A stove with a kettle
      round(ctx, 1070, 430, 120, 180, 14, '#5d4450')
      round(ctx, 1090, 520, 80, 54, 10, '#ffb454')
      round(ctx, 1094, 384, 72, 48, 22, '#7d8fa6')
    })
    return (ctx, t) => {
      put(ctx, room)
      glow(ctx, 1130, 545, 230 + 10 * wave(t, 0.7), '#ffb454', 0.45)
      ctx.save()
      ctx.beginPath()
      ctx.rect(740, 110, 290, 290)
      ctx.clip()
      ctx.translate(740, 110)
      drift(ctx, t, { width: 290, height: 290, count: 26, colour: '#ffffff', speed: 34, size: 3.4 })
      ctx.restore()
      box(ctx, 880, 110, 8, 290, '#8a5b4a')
      box(ctx, 740, 250, 290, 8, '#8a5b4a')
      // Grandmother in her chair; the needles move.
      round(ctx, 330, 330, 190, 290, [90, 90, 20, 20], '#7b4b52')
      const knit = wave(t, 0.8)
      person(ctx, 430, 622, {
        height: 330,
        coat: '#8a6fae',
        hair: '#ded7d8',
        cut: 'bun',
        sitting: true,
        arm: 1.02 + 0.05 * knit,
        nod: 0.14 + 0.02 * wave(t, 3),
        eyes: 'closed',
        legs: '#4b3f63',
      })
      at(ctx, 512, 424, 1, 0, () => {
        line(
          ctx,
          [
            [-34 + knit * 5, -26],
            [24, 16],
          ],
          '#f7e7cf',
          4,
        )
        line(
          ctx,
          [
            [34 - knit * 5, -28],
            [-18, 16],
          ],
          '#f7e7cf',
          4,
        )
        at(ctx, 0, 4, lerp(0.5, 1.05, smooth(t / 12)), 0, () => mitten(ctx))
      })
      ctx.beginPath()
      ctx.moveTo(520, 470)
      ctx.bezierCurveTo(540, 600, 590, 560 + knit * 6, 640, 610)
      ctx.lineWidth = 3
      ctx.strokeStyle = moon.red
      ctx.stroke()
      disc(ctx, 656, 606, 28, moon.red)
      line(
        ctx,
        [
          [638, 598],
          [674, 614],
        ],
        '#f0867a',
        3,
      )
      line(
        ctx,
        [
          [644, 618],
          [668, 592],
        ],
        '#f0867a',
        3,
      )
      person(ctx, 770, 632, {
        height: 190,
        coat: '#3f6fb0',
        hair: '#3a2a2a',
        facing: -1,
        sitting: true,
        arm: 0.7,
        nod: -0.12,
        breath: wave(t, 3),
      })
      const glad = between(t, 0, 14, 3)
      glow(ctx, 560, 420, 520, '#ffdf9a', 0.18 + 0.06 * glad)
      ctx.globalAlpha = 0.5 * (1 - ramp(t, 0.2, 1.6))
      box(ctx, 0, 0, 1280, 720, '#fff3d6')
      ctx.globalAlpha = 1
    }
  },
}

export const drying = yard(
  12,
  (ctx, t) => {
    at(ctx, 908, 498, 0.95, 0.12 * wave(t, 3), () => {
      glow(ctx, 0, 28, 110, '#ffd27a', 0.35 + 0.12 * wave(t, 2.2))
      mitten(ctx)
    })
    rabbit(ctx, 800, 660, {
      size: 150,
      eyes: t > 6 ? 'closed' : 'open',
      tilt: -0.06,
      ears: -0.08 + 0.04 * wave(t, 3),
      arms: 0.1,
    })
    bubbles(ctx, t, 420, 600, 420, 120, 6)
  },
  { from: [880, 420, 1.35], to: [760, 340, 1.02] },
  3,
)

export const home: Shot = {
  seconds: 13,
  enter: 'melt',
  prepare: (stage) => {
    const night = village(stage)
    const morning = village(stage, true)
    const sill = stage.backdrop((ctx) => {
      for (const [x, y, w, h] of [
        [0, 0, 1280, 54],
        [0, 0, 110, 720],
        [1170, 0, 110, 720],
        [632, 0, 16, 560],
      ] as const)
        box(ctx, x, y, w, h, '#6d4a52')
      box(ctx, 0, 548, 1280, 172, '#8a5b4a')
      box(ctx, 0, 548, 1280, 14, '#b37e63')
      round(ctx, 180, 500, 70, 60, 10, '#c95f4e')
      oval(ctx, 215, 480, 34, 44, '#5f9c78')
      oval(ctx, 190, 494, 20, 30, '#77b48c')
    })
    return (ctx, t) => {
      const day = ramp(t, 5.6, 8)
      put(ctx, night)
      put(ctx, morning, 0, 0, day)
      moonbeam(ctx, 980, -40, 2.12, between(t, 0.3, 6.2, 1.4))
      drift(ctx, t, {
        width: 1280,
        height: 560,
        count: 30,
        colour: '#ffffff',
        speed: 30,
        size: 3.6,
      })
      put(ctx, sill)
      const down = settle((t - 0.8) / 5)
      at(
        ctx,
        lerp(960, 470, down),
        lerp(-60, 486, down),
        1.15,
        lerp(0.7, 0, down) + 0.2 * wave(t, 2) * (1 - down),
        () => {
          glow(ctx, 0, 30, 150, '#fff0c4', (1 - day) * 0.6)
          mitten(ctx)
        },
      )
      const come = ramp(t, 8, 10.2)
      person(ctx, lerp(1330, 628, come), 800, {
        height: 400,
        coat: '#f2c14e',
        hair: '#3a2a2a',
        facing: -1,
        arm: lerp(0.2, 1.2, ramp(t, 9.8, 11.4)),
        nod: -0.08 * ramp(t, 9.8, 11),
        ...(come < 1 && { step: t * 0.9 }),
        breath: wave(t, 2.5),
      })
      glow(ctx, 470, 500, 240, '#ffe3a8', 0.5 * between(t, 10.3, 13.5, 1.2))
    }
  },
}

/** The last scene: a white coat without a name lies before the door while everybody sleeps. */
export const found = yard(
  8,
  (ctx, t) => {
    glow(ctx, 215, 600, 130, '#ffffff', 0.4 + 0.1 * wave(t, 2.4))
    at(ctx, 215, 628, 0.8, 0, () => coat(ctx, 0, 0.1))
    const come = ramp(t, 1, 3.6)
    rabbit(ctx, lerp(620, 345, come), 640, {
      size: 165,
      facing: -1,
      hop: come < 1 ? Math.abs(Math.sin(t * 6)) * 22 : 0,
      ears: -0.1 * ramp(t, 4, 5) + 0.04 * wave(t, 2),
      arms: 0.25 + 0.5 * ramp(t, 4.4, 5.6),
      tilt: 0.06 * ramp(t, 4, 5),
    })
  },
  { from: [560, 400, 1.1], to: [330, 470, 1.55] },
  -1,
)
