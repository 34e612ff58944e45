import { person } from '../stage/figure.ts'
import { beam, glow, vignette } from '../stage/light.ts'
import { box, disc, line, poly, round, wash } from '../stage/shapes.ts'
import { at, plane, put, type Shot } from '../stage/stage.ts'
import { text } from '../stage/text.ts'
import { between, lerp, ramp, smooth, wave } from '../stage/time.ts'
import { title } from '../stage/titles.ts'
import { mist, stars } from '../stage/weather.ts'
import { lamp, sea, night, ferry, reflection, coats, names } from './set.ts'

export const leaving: Shot = {
  seconds: 20,
  prepare: (stage) => {
    const sky = night(stage)
    const dark = vignette(stage, 0.5)
    return (ctx, t, u) => {
      const view = { x: 640 + 40 * smooth(u), y: 360, zoom: lerp(1.12, 1, smooth(u)) }
      put(ctx, sky)
      stars(ctx, t, { width: 1280, height: 330, count: 120, colour: '#dcecee', size: 2 })
      plane(ctx, stage, view, 0.3, () => {
        ctx.fillStyle = '#07202f'
        ctx.beginPath()
        ctx.moveTo(-80, 470)
        ctx.bezierCurveTo(60, 330, 220, 300, 420, 470)
        ctx.fill()
        for (let n = 0; n < 11; n++) {
          const x = 60 + n * 30
          disc(ctx, x, 448 + (n % 3) * 5, 2.6, lamp)
          glow(ctx, x, 448, 26, lamp, 0.5)
        }
        round(ctx, 330, 372, 14, 92, 3, '#dfe3da')
        box(ctx, 328, 388, 18, 12, '#c4553a')
        const turn = wave(t, 5)
        glow(ctx, 337, 368, 60 + 40 * Math.max(0, turn), lamp, 0.9)
        beam(ctx, 337, 368, turn * 0.6, 0.07, 900, lamp, 0.35)
      })
      sea(ctx, t, 456, 6, 2)
      plane(ctx, stage, view, 0.8, () => {
        const x = lerp(430, 800, smooth(t / 20))
        reflection(ctx, t, x, 560, 1)
        at(ctx, x, 556, 1.05, 0, () => ferry(ctx, t, 1))
      })
      ctx.save()
      ctx.translate(0, 92)
      sea(ctx, t + 3, 500, 8, 5)
      ctx.restore()
      reflection(ctx, t, lerp(470, 790, smooth(t / 20)), 590, 0.6)
      put(ctx, dark)
      title(ctx, t, {
        name: '막배',
        below: '열한 명이 탔고, 열두 명이 내린다',
        x: 900,
        y: 150,
        size: 120,
        colour: '#f6e3b4',
        from: 0.6,
        to: 7,
      })
    }
  },
}

export const cabin: Shot = {
  seconds: 19,
  enter: 'melt',
  prepare: (stage) => {
    const room = stage.layer(1900, 720, (ctx) => {
      wash(ctx, 0, 0, 1900, 720, ['#2a2a28', '#5b4c38', '#43392e'])
      for (let n = 0; n < 8; n++) {
        const x = 70 + n * 232
        disc(ctx, x + 80, 230, 84, '#8a7650')
        disc(ctx, x + 80, 230, 72, '#071a28')
        disc(ctx, x + 80, 258, 60, '#0d2c40')
      }
      box(ctx, 0, 60, 1900, 14, '#6b5a40')
      for (let n = 0; n < 16; n++) round(ctx, 40 + n * 118, 60, 60, 12, 6, '#ffe2a0')
      box(ctx, 0, 600, 1900, 120, '#2a231d')
      for (let n = 0; n < 6; n++) round(ctx, 60 + n * 310, 500, 260, 120, [20, 20, 0, 0], '#6d3b33')
    })
    const dark = vignette(stage, 0.6)
    return (ctx, t) => {
      const x = lerp(0, -610, ramp(t, 1, 12))
      const count = Math.min(11, Math.floor(t))
      const sway = 5 * wave(t, 4.4)
      const flick = t > 14.6 && t < 16 ? (Math.sin(t * 14) > 0 ? 1 : 0.45) : t > 16 ? 0.3 : 1
      at(ctx, x, sway, 1, 0, () => {
        put(ctx, room, 0, -10)
        coats.forEach((coat, n) => {
          const seat = 150 + n * 152
          if (n + 1 === count && t < 12) glow(ctx, seat, 430, 150, lamp, 0.5)
          person(ctx, seat, 640, {
            height: 300 + (n % 3) * 14,
            coat,
            hair: n % 4 === 0 ? '#c9c4bc' : '#241f24',
            cut: n % 3 === 1 ? 'long' : n % 3 === 2 ? 'bun' : 'short',
            sitting: true,
            facing: n % 2 ? -1 : 1,
            nod: n % 4 === 3 ? 0.3 : 0.05,
            eyes: n % 4 === 3 ? 'closed' : 'open',
            breath: wave(t, 3 + (n % 3) * 0.4, n * 0.2),
          })
        })
      })
      if (count > 0 && t < 15)
        text(ctx, String(count), 1130, 150, { size: 120, weight: 300, colour: lamp, alpha: 0.85 })
      ctx.globalAlpha = 1 - flick
      box(ctx, 0, 0, 1280, 720, '#02080e')
      ctx.globalAlpha = 1
      put(ctx, dark)
    }
  },
}

export const stopped: Shot = {
  seconds: 16,
  enter: 'melt',
  prepare: (stage) => {
    const sky = night(stage)
    const dark = vignette(stage, 0.65)
    return (ctx, t) => {
      put(ctx, sky)
      sea(ctx, t * 0.5, 440, 4)
      const lights = t < 3 ? 0.8 : t < 4 ? (Math.sin(t * 14) > 0 ? 0.8 : 0.25) : 0
      reflection(ctx, t, 640, 540, lights)
      at(ctx, 640, 540, 1.3, 0, () => ferry(ctx, t * 0.5, lights))
      mist(ctx, t, {
        ...names,
        count: 16,
        colour: '#8fb4b6',
        top: 380,
        bottom: 690,
        size: 300,
        alpha: 0.34 * ramp(t, 0, 8) + 0.08,
        speed: 22,
      })
      const sweep = (t - 6) / 2.4
      if (sweep > 0 && sweep < 3.4)
        for (const pass of [0, 1, 2]) {
          const s = sweep - pass * 1.2
          if (s > 0 && s < 1)
            beam(
              ctx,
              -60,
              330,
              lerp(-0.5, 0.55, smooth(s)),
              0.08,
              1600,
              lamp,
              0.55 * Math.sin(s * Math.PI),
            )
        }
      put(ctx, dark)
    }
  },
}

export const twelve: Shot = {
  seconds: 19,
  enter: 'black',
  prepare: (stage) => {
    const deck = stage.backdrop((ctx) => {
      wash(ctx, 0, 0, 1280, 720, ['#0d2836', '#2a5563', '#3c6b76', '#14303c'])
      box(ctx, 0, 560, 1280, 160, '#15242c')
      for (let n = 0; n < 12; n++)
        line(
          ctx,
          [
            [640 + (n - 6) * 60, 560],
            [640 + (n - 6) * 210, 720],
          ],
          'rgba(0,0,0,0.35)',
          3,
        )
    })
    const dark = vignette(stage, 0.6)
    return (ctx, t) => {
      const zoom = lerp(1, 1.18, smooth(t / 19))
      at(ctx, 640 * (1 - zoom), 420 * (1 - zoom), zoom, 0, () => {
        put(ctx, deck)
        mist(ctx, t, {
          ...names,
          count: 10,
          colour: '#b7d0d0',
          top: 200,
          bottom: 520,
          size: 300,
          alpha: 0.3,
          speed: 16,
        })
        for (const y of [430, 480, 530]) box(ctx, 0, y, 1280, 6, '#cfd8d2')
        for (let n = 0; n < 9; n++) box(ctx, 40 + n * 150, 425, 8, 140, '#cfd8d2')
        const shine = Math.max(0, wave(t, 4.8)) ** 6
        // When the light comes round, everybody stands somewhere else.
        const turn = Math.floor(t / 4.8 + 0.75)
        coats.forEach((coat, n) => {
          const spot = (n * 5 + turn * 4) % 12
          const x = 130 + spot * 92
          person(ctx, x, 640 + (spot % 3) * 12, {
            height: 250,
            coat,
            hair: n % 4 === 0 ? '#c9c4bc' : '#241f24',
            cut: n % 3 === 1 ? 'long' : n % 3 === 2 ? 'bun' : 'short',
            back: true,
            breath: wave(t, 3, n * 0.17),
          })
        })
        const free =
          Array.from({ length: 12 }, (_, spot) => spot).find((spot) =>
            coats.every((_, n) => (n * 5 + turn * 4) % 12 !== spot),
          ) ?? 0
        person(ctx, 130 + free * 92, 640 + (free % 3) * 12, {
          height: 262,
          coat: '#e9e6da',
          hair: '#0b1015',
          cut: 'long',
          skin: '#dfe8e6',
          breath: wave(t, 5),
          facing: free > 5 ? -1 : 1,
          eyes: 'open',
        })
        glow(ctx, 130 + free * 92, 520, 150, '#dff0ee', 0.3 + 0.4 * shine)
        ctx.globalAlpha = shine * 0.75
        box(ctx, 0, 0, 1280, 720, '#f6f0d8')
        ctx.globalAlpha = 1
      })
      put(ctx, dark)
    }
  },
}

export const arriving: Shot = {
  seconds: 18,
  enter: 'melt',
  prepare: (stage) => {
    const dark = vignette(stage, 0.5)
    const pier = stage.backdrop((ctx) => {
      wash(ctx, 0, 0, 1280, 460, ['#16384a', '#4f7f8c', '#d9b48f', '#f2d8b0'])
      box(ctx, 0, 456, 1280, 264, '#2b5a68')
    })
    return (ctx, t) => {
      put(ctx, pier)
      glow(ctx, 1000, 450, 420, '#ffdca8', 0.6)
      sea(ctx, t * 0.6, 480, 4, 4)
      at(ctx, 300, 560, 1.25, 0, () => ferry(ctx, t * 0.6, 0.5))
      poly(
        ctx,
        [
          [420, 600],
          [1280, 560],
          [1280, 720],
          [380, 720],
        ],
        '#4a4038',
      )
      for (let n = 0; n < 9; n++) box(ctx, 470 + n * 95, 606 - n * 5, 10, 120, '#332b25')
      for (let n = 0; n < 12; n++) {
        const start = 1.2 + n * 0.92
        const u = (t - start) / 7.5
        if (u < 0 || u > 1) continue
        const last = n === 11
        const figure = {
          height: 138,
          coat: last ? '#f4f1e6' : (coats[n] ?? '#555555'),
          hair: last ? '#0b1015' : n % 4 === 0 ? '#c9c4bc' : '#241f24',
          cut: last || n % 3 === 1 ? 'long' : 'short',
          step: t * 1.1 + n * 0.3,
        } as const
        const x = lerp(440, 1320, u)
        const y = 652 - u * 34
        const alpha = ramp(t, start, start + 0.5) * (last ? 1 - ramp(t, 15.4, 17.2) : 1)
        if (alpha < 1) {
          const faint = stage.layer(160, 180, (layer) => person(layer, 80, 160, figure))
          put(ctx, faint, x - 80, y - 160, alpha)
        } else person(ctx, x, y, figure)
      }
      const count = clampCount(Math.floor((t - 1.2) / 0.92) + 1)
      text(ctx, String(count), 1130, 130, {
        size: 96,
        weight: 300,
        colour: '#16384a',
        alpha: between(t, 1.2, 18, 0.8),
      })
      mist(ctx, t, {
        ...names,
        count: 7,
        colour: '#f4e3cc',
        top: 420,
        bottom: 640,
        size: 260,
        alpha: 0.22,
        speed: 12,
      })
      put(ctx, dark)
    }
  },
}
const clampCount = (count: number): number => Math.min(12, Math.max(1, count))
