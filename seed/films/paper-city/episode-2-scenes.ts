import { beam, glow, vignette } from '../stage/light.ts'
import { box, disc, poly, round, wash } from '../stage/shapes.ts'
import { at, plane, put, type Shot } from '../stage/stage.ts'
import { text } from '../stage/text.ts'
import { between, chance, lerp, ramp, settle, smooth, spring, wave, wrap } from '../stage/time.ts'
import { title } from '../stage/titles.ts'
import { motes } from '../stage/weather.ts'
import { card, cloud, paperSky, plan, street } from './world.ts'
import { banji, bird, inspector } from './characters.ts'

export const desk: Shot = {
  seconds: 19,
  prepare: (stage) => {
    const table = stage.backdrop((ctx) => {
      wash(ctx, 0, 0, 1280, 720, ['#5b1f2b', '#7f3330', '#4a1822'])
      for (let n = 0; n < 9; n++) box(ctx, 0, n * 84, 1280, 2, 'rgba(0,0,0,0.16)')
      round(ctx, 60, 520, 180, 130, 10, card.teal)
      for (let n = 0; n < 4; n++)
        poly(
          ctx,
          [
            [90 + n * 34, 520],
            [104 + n * 34, 520],
            [100 + n * 34, 390 - n * 14],
            [94 + n * 34, 390 - n * 14],
          ],
          [card.sand, card.orange, card.cream, card.blue][n] ?? card.sand,
        )
    })
    const dark = vignette(stage, 0.6)
    return (ctx, t) => {
      put(ctx, table)
      glow(ctx, 640, 330, 620, '#ffd98f', 0.4 + 0.02 * wave(t, 0.7))
      at(
        ctx,
        660,
        lerp(960, 400, settle((t - 6.2) / 2)),
        lerp(1, 1.24, smooth((t - 7) / 11)),
        -0.03,
        () => plan(ctx, ramp(t, 8, 11.4), ramp(t, 11.4, 16)),
      )
      for (const side of [-1, 1])
        at(ctx, 660 + side * 345, lerp(960, 620, ramp(t, 6, 8.2)), 1, side * -0.5, () => {
          poly(
            ctx,
            [
              [-30, 0],
              [30, 0],
              [40, 260],
              [-40, 260],
            ],
            card.orange,
          )
          round(ctx, -28, -60, 56, 76, 26, '#f5d0ae')
        })
      put(ctx, dark)
      title(ctx, t, {
        name: '종이 도시',
        below: '2화  젖지 않는 새',
        x: 640,
        y: 290,
        size: 116,
        colour: card.cream,
        from: 0.5,
        to: 7,
      })
    }
  },
}

export const forbidden: Shot = {
  seconds: 19,
  enter: 'melt',
  prepare: (stage) => {
    const sky = paperSky(stage, ['#3a4a52', '#2f5a5a', '#1f4a4a'], [980, 170])
    const back = street(stage, 71, 1600, 300, true)
    const dark = vignette(stage, 0.55)
    return (ctx, t, u) => {
      const view = { x: lerp(620, 790, smooth(u)), y: 360, zoom: 1.08 }
      plane(ctx, stage, view, 0.15, () => put(ctx, sky, -60, -60))
      plane(ctx, stage, view, 0.5, () => put(ctx, back, -160, 170))
      plane(ctx, stage, view, 1, () => {
        poly(
          ctx,
          [
            [-200, 620],
            [1600, 620],
            [1600, 800],
            [-200, 800],
          ],
          card.deep,
        )
        for (let n = 0; n < 22; n++)
          poly(
            ctx,
            [
              [-200 + n * 86, 620],
              [-170 + n * 86, 620],
              [-185 + n * 86, 646],
            ],
            '#0d3a3a',
          )
        box(ctx, 900, 330, 14, 300, card.sand)
        box(ctx, 1190, 330, 14, 300, card.sand)
        round(ctx, 880, 350, 350, 110, 6, card.cream)
        text(ctx, '가위질 금지 구역', 1055, 390, { size: 36, weight: 900, colour: card.brick })
        text(ctx, '여기서부터는 아무것도 자르지 마시오', 1055, 432, {
          size: 17,
          weight: 500,
          colour: card.night,
        })
        const walk = ramp(t, 1, 11)
        banji(ctx, lerp(230, 790, walk), 664, 180, {
          ...(walk > 0 && walk < 1 ? { step: t * 0.85 } : {}),
          arm: 1.3 * between(t, 12, 19.5, 0.8),
        })
        const shown = between(t, 12, 19.5, 0.8)
        if (shown > 0) at(ctx, 856, 576, 0.16 * shown, 0.1, () => plan(ctx, 1, 1))
        const flyBy = (t - 2) / 12
        if (flyBy > 0)
          bird(ctx, t, lerp(-120, 1560, smooth(flyBy)), 250 + 26 * wave(t, 2.6), 120, -0.05)
      })
      beam(ctx, 1240, -60, 2.2, 0.14, 1200, '#fff0c8', 0.28 * (0.7 + 0.3 * wave(t, 6)))
      put(ctx, dark)
    }
  },
}

export const chase: Shot = {
  seconds: 18,
  enter: 'melt',
  prepare: (stage) => {
    const sky = paperSky(stage, ['#8f3022', '#7a2a28', '#5b1f2b'], null)
    const back = street(stage, 91, 1700, 330, true)
    const dark = vignette(stage, 0.55)
    return (ctx, t) => {
      put(ctx, sky, -60, -60)
      const run = t * 190
      for (const copy of [0, 1]) put(ctx, back, -wrap(run * 0.5, 1600) + copy * 1600, 140)
      poly(
        ctx,
        [
          [0, 620],
          [1280, 620],
          [1280, 720],
          [0, 720],
        ],
        '#3a1018',
      )
      for (let n = 0; n < 12; n++)
        box(ctx, wrap(n * 130 - run, 1560) - 140, 660, 70, 6, 'rgba(255,244,220,0.25)')
      const snap = Math.max(0, wave(t, 0.7))
      inspector(ctx, t, 250 + 50 * wave(t, 5), 672 - 8 * snap, 330, snap)
      const runner = 760 + 30 * wave(t, 3.4)
      banji(ctx, runner, 672, 180, { step: t * 1.9, arm: 1.2 })
      at(ctx, runner + 74, 588, 0.15, 0.2 + 0.1 * wave(t, 0.5), () => plan(ctx, 1, 1))
      for (let n = 0; n < 16; n++) {
        const age = (t * 0.8 + chance(n, 2)) % 1
        at(ctx, 460 - age * 420, 520 + chance(n, 3) * 130 - age * 60, 1, t * 5 + n, () =>
          box(ctx, -7, -4, 14, 8, [card.sand, card.cream, card.orange][n % 3] ?? card.sand),
        )
      }
      bird(ctx, t * 1.4, 980 + 40 * wave(t, 2.2), 270 + 30 * wave(t, 1.7), 130, -0.08)
      put(ctx, dark)
    }
  },
}

export const below: Shot = {
  seconds: 19,
  enter: 'black',
  prepare: (stage) => {
    const cave = stage.backdrop((ctx) => {
      wash(ctx, 0, 0, 1280, 720, ['#14504f', '#1f6a66', '#0d3434'])
      for (let n = 0; n < 26; n++) {
        const x = chance(n, 1) * 1280
        const y = chance(n, 2) * 500
        const s = 40 + chance(n, 3) * 90
        poly(
          ctx,
          [
            [x, y],
            [x + s, y + s * 0.3],
            [x + s * 0.7, y + s],
            [x - s * 0.2, y + s * 0.8],
          ],
          n % 2 ? 'rgba(255,244,220,0.05)' : 'rgba(0,0,0,0.1)',
        )
      }
      poly(
        ctx,
        [
          [0, 600],
          [300, 570],
          [700, 596],
          [1280, 566],
          [1280, 720],
          [0, 720],
        ],
        '#0d2c2c',
      )
    })
    const dark = vignette(stage, 0.6)
    return (ctx, t) => {
      const zoom = lerp(1, 1.1, smooth(t / 19))
      at(ctx, 640 * (1 - zoom), 400 * (1 - zoom), zoom, 0, () => {
        put(ctx, cave)
        beam(ctx, 640, -60, Math.PI / 2, 0.24, 900, '#fff4dc', 0.4)
        // The crumpled people, each with a lamp.
        for (let n = 0; n < 9; n++) {
          const come = spring((t - 5 - n * 0.5) / 1.4)
          if (t < 5 + n * 0.5) continue
          const x = 130 + n * 128 + (n > 4 ? 30 : 0)
          at(ctx, x, 650 + (n % 3) * 14, Math.max(0.02, come), 0.05 * wave(t, 3, n * 0.2), () => {
            const tone = [card.sand, card.blue, card.orange, card.cream][n % 4] ?? card.sand
            poly(
              ctx,
              [
                [-30, 0],
                [-36, -34],
                [-20, -50],
                [-26, -82],
                [2, -96],
                [26, -80],
                [20, -52],
                [36, -30],
                [28, 0],
              ],
              tone,
            )
            poly(
              ctx,
              [
                [2, -96],
                [26, -80],
                [20, -52],
                [36, -30],
                [28, 0],
                [6, 0],
                [-4, -44],
              ],
              'rgba(60,16,20,0.18)',
            )
            disc(ctx, -6, -64, 3, card.night)
            disc(ctx, 10, -64, 3, card.night)
            disc(ctx, -38, -30, 8, '#ffe9a8')
          })
          glow(ctx, x - 38, 620 + (n % 3) * 14, 90, '#ffe9a8', 0.6 * come)
        }
        const fall = settle((t - 0.3) / 2.6)
        banji(ctx, 640, lerp(-60, 650, fall), 190, {
          arm: t < 3 ? 2.6 : 0.3,
          facing: t > 9 ? -1 : 1,
        })
        const land = settle((t - 11) / 4)
        if (t > 11)
          bird(
            ctx,
            t,
            lerp(1300, 850, land),
            lerp(100, 480, land),
            150,
            (1 - land) * 0.2,
            land > 0.98,
          )
      })
      motes(ctx, t, {
        width: 1280,
        height: 720,
        count: 40,
        colour: '#ffe9a8',
        size: 2.6,
        speed: -12,
      })
      put(ctx, dark)
    }
  },
}

export const sea: Shot = {
  seconds: 17,
  enter: 'white',
  prepare: (stage) => {
    const sky = paperSky(stage, ['#dff0ea', '#9fd0cc', '#5fa9a6', '#3f8f8c'], [640, 220])
    const white = cloud(stage, '#ffffff')
    const dark = vignette(stage, 0.3, card.deep)
    return (ctx, t, u) => {
      put(ctx, sky, -60 + 10 * wave(t, 8), -60)
      for (let n = 0; n < 5; n++)
        put(ctx, white, wrap(n * 330 + t * 14, 1650) - 260, 30 + (n % 3) * 60)
      const waves = (row: number): void => {
        const shift = wave(t, 4 + row, row * 0.3) * 26
        for (let n = -1; n < 12; n++)
          poly(
            ctx,
            [
              [n * 124 + shift + row * 50, 600 + row * 40],
              [n * 124 + 62 + shift + row * 50, 560 + row * 40],
              [n * 124 + 124 + shift + row * 50, 600 + row * 40],
              [n * 124 + 124 + shift + row * 50, 760],
              [n * 124 + shift + row * 50, 760],
            ],
            ['#3f8f8c', '#2f7a78', card.teal][row] ?? card.teal,
          )
      }
      waves(0)
      waves(1)
      const zoom = lerp(1.2, 0.9, smooth(u))
      at(ctx, 640 + 30 * wave(t, 5), 470 + 12 * wave(t, 3), zoom, 0.03 * wave(t, 4), () => {
        poly(
          ctx,
          [
            [-190, 60],
            [190, 60],
            [130, 130],
            [-130, 130],
          ],
          card.cream,
        )
        poly(
          ctx,
          [
            [0, 60],
            [190, 60],
            [130, 130],
            [0, 130],
          ],
          card.sand,
        )
        poly(
          ctx,
          [
            [-110, 60],
            [0, -110],
            [110, 60],
          ],
          '#ffffff',
        )
        poly(
          ctx,
          [
            [0, -110],
            [110, 60],
            [0, 60],
          ],
          '#e9e2d0',
        )
        banji(ctx, -120, 66, 120, { arm: 1.6 })
      })
      waves(2)
      const fly = u * 1.1
      bird(ctx, t, lerp(200, 1200, fly), lerp(330, 140, fly), 140, -0.12)
      put(ctx, dark)
    }
  },
}
