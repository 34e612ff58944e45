import { glow, haze, vignette } from '../stage/light.ts'
import { box, disc, line, mix, oval, poly, round, wash } from '../stage/shapes.ts'
import { at, plane, put, type Ctx, type Shot } from '../stage/stage.ts'
import { between, chance, lerp, ramp, seeded, smooth, wave } from '../stage/time.ts'
import { title } from '../stage/titles.ts'
import { mist, motes } from '../stage/weather.ts'
import { mountains, terraces, picker, fog } from './set.ts'

export const dawn: Shot = {
  seconds: 24,
  prepare: (stage) => {
    const hills = mountains(stage, 5, '#0f3a33', '#a9c4b4')
    const dark = vignette(stage, 0.35, '#0f2a26')
    return (ctx, t, u) => {
      wash(ctx, 0, 0, 1280, 720, [
        mix('#5f8078', '#f3c98a', smooth(u)),
        mix('#a9bfb0', '#f5ecd0', smooth(u)),
        '#e8ecd8',
      ])
      const sun = lerp(470, 250, smooth(u))
      glow(ctx, 860, sun, 330, '#ffe2a0', 0.3 + 0.5 * smooth(u))
      disc(ctx, 860, sun, 44, mix('#f5ecd0', '#fff6dc', u))
      const view = { x: 640 + 60 * smooth(u), y: 360 - 24 * smooth(u), zoom: 1 + 0.08 * u }
      hills.forEach((hill, n) => {
        plane(ctx, stage, view, 0.2 + n * 0.2, () => {
          ctx.globalAlpha = ramp(t, 3 + n * -0.4, 12 - n * 1.6) * 0.9 + 0.1
          put(ctx, hill, -100, 100 + n * 26, ctx.globalAlpha)
        })
        mist(ctx, t + n * 20, {
          ...fog,
          count: 4,
          top: 330 + n * 66,
          bottom: 400 + n * 70,
          size: 300,
          alpha: lerp(0.6, 0.22, smooth(u)),
          speed: 9 + n * 3,
          salt: n * 11,
        })
      })
      for (let n = 0; n < 5; n++) {
        const x = 300 + t * 26 + n * 34 - (n % 2) * 12
        const y = 170 + n * 12 + 6 * wave(t, 4, n * 0.2)
        const flap = 7 * wave(t, 0.8, n * 0.23)
        line(
          ctx,
          [
            [x - 11, y - flap],
            [x, y],
            [x + 11, y - flap],
          ],
          '#2a4a44',
          2.4,
        )
      }
      put(ctx, dark)
      title(ctx, t, {
        name: '안개를 따는 사람들',
        below: '해보다 먼저, 손보다 느리게',
        x: 640,
        y: 200,
        size: 82,
        colour: '#0f3a33',
        from: 0.8,
        to: 8,
      })
    }
  },
}

export const picking: Shot = {
  seconds: 22,
  enter: 'melt',
  prepare: (stage) => {
    const hills = mountains(stage, 15, '#2a6b4c', '#d6e2cc')
    const slope = terraces(stage, 7)
    const dark = vignette(stage, 0.35, '#0f2a26')
    return (ctx, t, u) => {
      wash(ctx, 0, 0, 1280, 720, ['#f3dca8', '#f5f0d8', '#dfe8cc'])
      glow(ctx, 260, 120, 420, '#fff0c0', 0.7)
      const view = { x: lerp(560, 760, smooth(u)), y: 360, zoom: lerp(1, 1.12, smooth(u)) }
      hills
        .slice(0, 3)
        .forEach((hill, n) =>
          plane(ctx, stage, view, 0.15 + n * 0.12, () => put(ctx, hill, -120, 20 + n * 30)),
        )
      mist(ctx, t, { ...fog, count: 6, top: 260, bottom: 360, size: 300, alpha: 0.4, speed: 10 })
      plane(ctx, stage, view, 1, () => {
        put(ctx, slope, -110, 200)
        for (const [x, y, size, colour] of [
          [330, 400, 84, '#c9704f'],
          [560, 372, 76, '#e2a03f'],
          [840, 410, 90, '#6f88b0'],
          [1040, 376, 78, '#b0627a'],
        ] as const)
          picker(ctx, t, x + t * 1.2, y, size, colour, x * 0.13)
      })
      ctx.save()
      ctx.beginPath()
      ctx.rect(0, 398, 1280, 322)
      ctx.clip()
      plane(ctx, stage, view, 1.25, () => put(ctx, slope, -160, 340))
      ctx.restore()
      mist(ctx, t + 40, {
        ...fog,
        count: 5,
        top: 480,
        bottom: 700,
        size: 320,
        alpha: 0.2,
        speed: 20,
        salt: 9,
      })
      put(ctx, dark)
    }
  },
}

export const leaf: Shot = {
  seconds: 15,
  enter: 'melt',
  prepare: (stage) => {
    const back = stage.backdrop((ctx) => {
      wash(ctx, 0, 0, 1280, 720, ['#dfe8b8', '#8fb96f', '#2f6b4a'])
      const random = seeded(2)
      for (let n = 0; n < 40; n++)
        haze(
          ctx,
          random() * 1280,
          random() * 720,
          60 + random() * 130,
          50 + random() * 100,
          n % 3 ? '#6fa35d' : '#eef4c8',
          0.3,
        )
    })
    const dark = vignette(stage, 0.4, '#0f2a26')
    const blade = (ctx: Ctx, length: number, turn: number, colour: string, rib: string): void =>
      at(ctx, 0, 0, 1, turn, () => {
        ctx.beginPath()
        ctx.moveTo(0, 0)
        ctx.bezierCurveTo(-length * 0.26, -length * 0.3, -length * 0.2, -length * 0.8, 0, -length)
        ctx.bezierCurveTo(length * 0.2, -length * 0.8, length * 0.26, -length * 0.3, 0, 0)
        ctx.fillStyle = colour
        ctx.fill()
        line(
          ctx,
          [
            [0, 0],
            [0, -length * 0.9],
          ],
          rib,
          3,
        )
        for (let n = 1; n < 6; n++)
          for (const side of [-1, 1])
            line(
              ctx,
              [
                [0, -length * n * 0.14],
                [side * length * 0.13, -length * (n * 0.14 + 0.09)],
              ],
              rib,
              1.4,
            )
      })
    return (ctx, t) => {
      put(ctx, back)
      const sway = 0.03 * wave(t, 4)
      const picked = ramp(t, 8.2, 9)
      const lift = smooth((t - 8.6) / 4)
      line(
        ctx,
        [
          [640, 760],
          [640 + sway * 300, 470],
        ],
        '#5f8f4a',
        16,
      )
      at(ctx, 640 + sway * 300, 480, 1, sway, () => {
        blade(ctx, 290, -1.15, '#4d8f50', '#8fc07a')
        blade(ctx, 290, 1.2, '#458548', '#83b870')
      })
      at(
        ctx,
        640 + sway * 300 + lift * 130,
        480 - lift * 330,
        1,
        sway * 1.5 + picked * 0.12 + lift * 0.3,
        () => {
          blade(ctx, 230, -0.42, '#9cc76a', '#d3e6a0')
          blade(ctx, 230, 0.46, '#8fbd60', '#c9de96')
          blade(ctx, 190, 0.02, '#bcdc85', '#e8f3c0')
        },
      )
      const hand = smooth((t - 5.4) / 3)
      at(
        ctx,
        lerp(1180, 690, hand) + lift * 130,
        lerp(300, 400, hand) - lift * 330,
        1,
        0.1 * wave(t, 3),
        () => {
          round(ctx, 40, -36, 820, 110, 50, '#e2a03f')
          round(ctx, -10, -34, 150, 96, 44, '#e8c3a0')
          at(ctx, 0, 0, 1, -0.2, () => round(ctx, -76, -22, 110, 32, 16, '#e8c3a0'))
          at(ctx, 0, 30, 1, 0.24, () => round(ctx, -66, 0, 100, 30, 15, '#d9af8b'))
        },
      )
      for (let n = 0; n < 4; n++) {
        const age = (t / 5 + n / 4) % 1
        const x = 560 + n * 56
        oval(
          ctx,
          x,
          360 + age * age * 300,
          5,
          8,
          `rgba(245,250,240,${(0.9 * (1 - age)).toFixed(2)})`,
        )
      }
      motes(ctx, t, { width: 1280, height: 720, count: 26, colour: '#fffbe0', size: 3, alpha: 0.6 })
      put(ctx, dark)
    }
  },
}

export const kettle: Shot = {
  seconds: 16,
  enter: 'melt',
  prepare: (stage) => {
    const room = stage.backdrop((ctx) => {
      wash(ctx, 0, 0, 1280, 720, ['#3a2c22', '#5a4230', '#2f241d'])
      round(ctx, 800, 90, 330, 260, 8, '#2a1f18')
      wash(ctx, 816, 106, 298, 228, ['#f5f0d8', '#b9d09a'])
      for (let n = 1; n < 4; n++) box(ctx, 816 + n * 74, 106, 5, 228, '#2a1f18')
      box(ctx, 816, 216, 298, 5, '#2a1f18')
      box(ctx, 0, 590, 1280, 130, '#241b15')
      poly(
        ctx,
        [
          [250, 470],
          [930, 470],
          [860, 720],
          [320, 720],
        ],
        '#6b5a4a',
      )
      oval(ctx, 590, 470, 340, 66, '#4a3c30')
      oval(ctx, 590, 468, 300, 54, '#15120f')
      round(ctx, 500, 590, 180, 90, 30, '#1a0f0a')
    })
    const dark = vignette(stage, 0.55)
    return (ctx, t) => {
      put(ctx, room)
      glow(ctx, 590, 640, 170 + 20 * wave(t, 0.5), '#ff8a3c', 0.9)
      glow(ctx, 960, 220, 420, '#f5f0d8', 0.25)
      const stir = t * 1.5
      for (let n = 0; n < 90; n++) {
        const angle = chance(n, 1) * 6.28 + stir * (0.6 + chance(n, 2) * 0.4)
        const reach = 60 + chance(n, 3) * 200
        const hop = Math.max(0, wave(t, 1.4, chance(n, 4))) * 26
        oval(
          ctx,
          590 + Math.cos(angle) * reach,
          468 + Math.sin(angle) * reach * 0.17 - hop,
          13,
          5,
          ['#7da356', '#5c8845', '#96b866'][n % 3] ?? '#7da356',
          angle * 2,
        )
      }
      for (const side of [-1, 1]) {
        const x = 590 + side * 150 + Math.cos(stir + (side > 0 ? 0 : 3.1)) * 90
        const y = 440 + Math.sin(stir) * 16
        at(ctx, x, y, 1, side * 0.5, () => {
          round(ctx, -34, -760, 68, 720, 30, '#dfe6d0')
          round(ctx, -26, -70, 52, 84, 26, '#e8c3a0')
          for (let f = 0; f < 4; f++) round(ctx, -26 + f * 13, 0, 11, 30, 6, '#e8c3a0')
        })
      }
      for (let n = 0; n < 9; n++) {
        const age = (t / 4 + n / 9) % 1
        haze(
          ctx,
          420 + n * 42 + Math.sin(age * 5 + n) * 34,
          440 - age * 380,
          50 + age * 90,
          40 + age * 60,
          '#f5f3e6',
          0.2 * (1 - age) * between(age, -0.1, 1.1, 0.2),
        )
      }
      put(ctx, dark)
    }
  },
}

export const cup: Shot = {
  seconds: 15,
  enter: 'melt',
  prepare: (stage) => {
    const hills = mountains(stage, 25, '#3f7f5a', '#e8ecd6')
    const dark = vignette(stage, 0.35, '#0f2a26')
    return (ctx, t, u) => {
      wash(ctx, 0, 0, 1280, 720, ['#dfe8d4', '#f5f3dc', '#e8ecd0'])
      hills.slice(0, 4).forEach((hill, n) => put(ctx, hill, -110 + u * 10 * n, 60 + n * 34))
      mist(ctx, t, { ...fog, count: 8, top: 330, bottom: 480, size: 320, alpha: 0.45, speed: 12 })
      box(ctx, 0, 560, 1280, 160, '#6b4a34')
      box(ctx, 0, 560, 1280, 10, '#8f6a4a')
      oval(ctx, 640, 612, 210, 26, 'rgba(0,0,0,0.25)')
      poly(
        ctx,
        [
          [510, 470],
          [770, 470],
          [716, 606],
          [564, 606],
        ],
        '#e9e4d2',
      )
      poly(
        ctx,
        [
          [680, 470],
          [770, 470],
          [716, 606],
          [670, 606],
        ],
        '#cfc9b4',
      )
      oval(ctx, 640, 470, 130, 30, '#f5f1e2')
      const level = lerp(0.92, 0.2, ramp(t, 6, 12))
      oval(
        ctx,
        640,
        474,
        118 * (0.8 + level * 0.2),
        25 * (0.7 + level * 0.3),
        mix('#cfc9b4', '#b7b648', level),
      )
      for (let n = 0; n < 6; n++) {
        const age = (t / 4.5 + n / 6) % 1
        haze(
          ctx,
          600 + n * 16 + Math.sin(age * 4 + n * 1.4) * 26,
          450 - age * 300,
          26 + age * 50,
          50 + age * 40,
          '#ffffff',
          0.4 * (1 - age) * level,
        )
      }
      put(ctx, dark)
    }
  },
}
