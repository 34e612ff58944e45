import { glow, vignette } from '../stage/light.ts'
import { box, line, poly, round } from '../stage/shapes.ts'
import { at, plane, put, type Shot } from '../stage/stage.ts'
import { between, lerp, ramp, settle, smooth, spring, wave, wrap } from '../stage/time.ts'
import { title } from '../stage/titles.ts'
import { rain } from '../stage/weather.ts'
import { card, cloud, paperSky, plan, rising, street } from './world.ts'
import { banji, bird } from './characters.ts'

export const unfolding: Shot = {
  seconds: 18,
  prepare: (stage) => {
    const sky = paperSky(stage, [card.sand, '#f3c48a', '#eea768'], [930, 210])
    const white = cloud(stage, card.cream)
    const dark = vignette(stage, 0.35, card.night)
    return (ctx, t, u) => {
      const view = { x: 640, y: 360, zoom: lerp(1, 1.14, smooth(u)) }
      plane(ctx, stage, view, 0.2, () => put(ctx, sky, -60, -60))
      for (let n = 0; n < 4; n++) {
        const x = wrap(n * 400 + t * 9, 1600) - 240
        line(
          ctx,
          [
            [x + 120, -10],
            [x + 120, 60 + (n % 2) * 70],
          ],
          'rgba(91,31,43,0.3)',
          2,
        )
        put(ctx, white, x, 30 + (n % 2) * 70 + 4 * wave(t, 4, n * 0.3))
      }
      plane(ctx, stage, view, 0.7, () => {
        for (let n = 0; n < 10; n++)
          rising(
            ctx,
            t,
            2.4 + n * 0.28,
            20 + n * 128,
            590,
            76 + ((n * 37) % 40),
            120 + ((n * 71) % 150),
            n * 13 + 5,
          )
      })
      plane(ctx, stage, view, 1, () => {
        poly(
          ctx,
          [
            [-60, 600],
            [1340, 590],
            [1340, 800],
            [-60, 800],
          ],
          card.orange,
        )
        for (let n = 0; n < 8; n++)
          rising(
            ctx,
            t,
            4.6 + n * 0.3,
            40 + n * 164,
            690,
            96 + ((n * 29) % 40),
            90 + ((n * 53) % 90),
            n * 17 + 2,
          )
      })
      put(ctx, dark)
      title(ctx, t, {
        name: '종이 도시',
        below: '1화  접힌 골목',
        x: 640,
        y: 112,
        size: 108,
        colour: card.night,
        from: 0.5,
        to: 7,
      })
    }
  },
}

export const storm: Shot = {
  seconds: 18,
  enter: 'melt',
  prepare: (stage) => {
    const sky = paperSky(stage, ['#4a5a66', '#3d4c5a', '#33404e'], null)
    const grey = cloud(stage, '#5f6e78')
    const back = street(stage, 31, 1500, 240, true)
    const dark = vignette(stage, 0.55)
    return (ctx, t, u) => {
      put(ctx, sky, -60, -60)
      for (let n = 0; n < 6; n++)
        put(ctx, grey, wrap(n * 270 + t * 30, 1620) - 260, 10 + (n % 3) * 44)
      const flash = between(t, 6, 6.5, 0.2) + between(t, 12, 12.4, 0.2)
      put(ctx, back, -60 - u * 60, 190)
      box(ctx, 0, 610, 1280, 110, '#3a3f4c')
      // People of paper run for the eaves; what is wet sags.
      for (let n = 0; n < 5; n++) {
        const x = wrap(n * 310 + t * (110 + n * 13), 1700) - 200
        at(ctx, x, 680 + (n % 2) * 18, 1.3, 0.12 + 0.08 * wave(t, 0.5, n * 0.2), () => {
          poly(
            ctx,
            [
              [-16, 0],
              [16, 0],
              [7, -56],
              [-7, -56],
            ],
            [card.brick, card.sand, card.teal, card.blue, card.orange][n] ?? card.sand,
          )
          poly(
            ctx,
            [
              [-10, -58],
              [10, -58],
              [10, -78],
              [-10, -78],
            ],
            '#f5d0ae',
          )
          poly(
            ctx,
            [
              [-40, -84],
              [40, -84],
              [0, -108],
            ],
            card.cream,
          )
        })
      }
      banji(ctx, lerp(500, 560, smooth(u)), 676, 170, {
        facing: 1,
        arm: 2.2 + 0.2 * wave(t, 0.8),
        tilt: -0.05,
      })
      poly(
        ctx,
        [
          [470, 470],
          [690, 470],
          [650, 420 + 6 * wave(t, 0.7)],
          [510, 420],
        ],
        card.sand,
      )
      rain(ctx, t, {
        width: 1280,
        height: 720,
        count: 230,
        colour: '#cfe0e6',
        wind: -260,
        speed: 1100,
        size: 40,
        alpha: 0.5,
      })
      ctx.globalAlpha = flash * 0.6
      box(ctx, 0, 0, 1280, 720, '#f4f8ff')
      ctx.globalAlpha = 1
      put(ctx, dark)
    }
  },
}

export const morning: Shot = {
  seconds: 22,
  enter: 'white',
  prepare: (stage) => {
    const sky = paperSky(stage, ['#f9e2bd', '#f6cf9e', '#f0b27c'], [300, 190])
    const back = street(stage, 12, 1600, 220, false)
    const dark = vignette(stage, 0.3, card.night)
    return (ctx, t, u) => {
      const view = { x: lerp(560, 720, smooth(u)), y: 360, zoom: lerp(1.05, 1.2, smooth(u)) }
      plane(ctx, stage, view, 0.15, () => put(ctx, sky, -60, -60))
      plane(ctx, stage, view, 0.45, () => put(ctx, back, -150, 250))
      plane(ctx, stage, view, 1, () => {
        poly(
          ctx,
          [
            [-100, 800],
            [120, 470],
            [820, 470],
            [1040, 800],
          ],
          card.brick,
        )
        poly(
          ctx,
          [
            [820, 470],
            [1040, 800],
            [1500, 800],
            [1240, 500],
          ],
          '#8f3022',
        )
        for (let n = 0; n < 6; n++)
          line(
            ctx,
            [
              [60 - n * 26, 560 + n * 40],
              [900 + n * 28, 560 + n * 40],
            ],
            'rgba(255,255,255,0.14)',
            3,
          )
        round(ctx, 640, 360, 70, 120, 3, card.sand)
        round(ctx, 630, 350, 90, 20, 3, card.cream)
        const mended = ramp(t, 2, 7)
        poly(
          ctx,
          [
            [380, 590],
            [380 + 150 * mended, 590],
            [370 + 150 * mended, 540],
            [376, 540],
          ],
          card.cream,
        )
        banji(ctx, 350, 590, 190, {
          facing: 1,
          arm: t < 7 ? 1.1 + 0.5 * wave(t, 0.9) : 0.3,
          tilt: t > 11 ? -0.12 : 0.05,
        })
        for (let n = 0; n < 5; n++) {
          const age = (t / 2.4 + n / 5) % 1
          glow(ctx, 130 + n * 160, 480 + age * 200, 9, '#ffffff', 1 - age)
        }
      })
      const fly = (t - 9) / 12
      if (fly > 0)
        bird(
          ctx,
          t,
          lerp(1400, 640, settle(fly)),
          lerp(60, 220, smooth(fly)) + 14 * wave(t, 2.4),
          130,
          -0.08,
          false,
          true,
        )
      put(ctx, dark)
    }
  },
}

export const face: Shot = {
  seconds: 16,
  enter: 'melt',
  prepare: (stage) => {
    const sky = paperSky(stage, ['#fbe8c8', '#f6d2a2', '#f0ba86'], null)
    const white = cloud(stage, card.cream)
    const dark = vignette(stage, 0.3, card.night)
    return (ctx, t) => {
      put(ctx, sky, -60, -60)
      for (let n = 0; n < 5; n++)
        put(ctx, white, wrap(n * 330 + t * 46, 1650) - 260, 60 + (n % 3) * 150)
      const x = 640 + 60 * wave(t, 6)
      const y = 330 + 30 * wave(t, 3.1)
      glow(ctx, x, y, 420, '#ffffff', 0.5)
      bird(ctx, t, x, y, 300, 0.04 + 0.05 * wave(t, 4), false, true)
      const drop = (t - 9) / 7
      if (drop > 0)
        at(
          ctx,
          lerp(640, 560, drop) + 60 * wave(t, 2.2),
          lerp(400, 800, drop ** 1.3),
          0.24,
          0.5 * wave(t, 1.8),
          () => {
            round(ctx, -270, -190, 540, 380, 4, '#e9f0ea')
            for (const px of [-90, 90])
              line(
                ctx,
                [
                  [px, -190],
                  [px, 190],
                ],
                card.teal,
                4,
              )
            line(
              ctx,
              [
                [-270, 0],
                [270, 0],
              ],
              card.teal,
              4,
            )
          },
        )
      put(ctx, dark)
    }
  },
}

export const alley: Shot = {
  seconds: 18,
  enter: 'melt',
  prepare: (stage) => {
    const sky = paperSky(stage, ['#f3b27a', '#d97f52', '#b5532f'], null)
    const left = street(stage, 44, 640, 430, true)
    const right = street(stage, 57, 640, 430, true)
    const dark = vignette(stage, 0.5, card.night)
    return (ctx, t, u) => {
      put(ctx, sky, -60, -60)
      const push = smooth(u)
      poly(
        ctx,
        [
          [560, 470],
          [720, 470],
          [1280, 760],
          [0, 760],
        ],
        card.sand,
      )
      line(
        ctx,
        [
          [640, 470],
          [640, 740],
        ],
        'rgba(91,31,43,0.2)',
        3,
      )
      at(ctx, 640, 470, 1 + push * 0.35, 0, () => {
        put(ctx, left, -680, -420)
        put(ctx, right, 90, -420)
      })
      banji(ctx, 610, lerp(700, 640, ramp(t, 1, 5)), 170, {
        facing: 1,
        ...(t > 1 && t < 5 ? { step: t * 0.8 } : {}),
        arm: 1.4 * between(t, 6, 18.5, 0.7),
        tilt: 0,
      })
      const open = spring((t - 7) / 2)
      if (t > 7)
        at(ctx, 790, 470, 0.5 * Math.max(0.02, open), 0.04 * wave(t, 3), () =>
          plan(ctx, 1, ramp(t, 9.5, 13)),
        )
      put(ctx, dark)
    }
  },
}
