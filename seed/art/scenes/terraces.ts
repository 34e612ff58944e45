/** Tea pickers on their slope while the mist lifts. */
import { filmFrame } from '#seed/art/film-frame.ts'
import { glow } from '#seed/films/stage/light.ts'
import { disc, wash } from '#seed/films/stage/shapes.ts'
import { put } from '#seed/films/stage/stage.ts'
import { mist } from '#seed/films/stage/weather.ts'
import { fog, mountains, picker, terraces as slopes } from '#seed/films/tea-mountain/set.ts'
import type { Paint } from '../brush.ts'

export const terraces: Paint = (s) =>
  filmFrame(s, 640, (ctx, film, upright) => {
    wash(ctx, 0, 0, 1280, 720, ['#f3e0b4', '#f5f0d8', '#dfe8cc'])
    const sun = upright ? ([500, 262] as const) : ([760, 150] as const)
    glow(ctx, sun[0], sun[1], 330, '#ffe2a0', 0.8)
    disc(ctx, sun[0], sun[1], 42, '#fff6dc')
    const low = upright ? 130 : 30
    for (const [n, hill] of mountains(film, 15, '#2a6b4c', '#cfdfc8').slice(0, 3).entries()) {
      put(ctx, hill, -120, low + n * 30)
      mist(ctx, 20 + n * 9, {
        ...fog,
        count: 4,
        top: low + 250 + n * 40,
        bottom: low + 330 + n * 40,
        size: 280,
        alpha: 0.34,
        speed: 10,
        salt: n * 11,
      })
    }
    const slope = slopes(film, 7)
    put(ctx, slope, -110, low + 200)
    for (const [x, y, size, colour] of upright
      ? ([
          [470, 384, 84, '#c9704f'],
          [612, 372, 92, '#e2a03f'],
          [770, 386, 88, '#6f88b0'],
        ] as const)
      : ([
          [560, 372, 96, '#c9704f'],
          [760, 388, 108, '#e2a03f'],
          [960, 396, 116, '#6f88b0'],
          [1130, 380, 100, '#b0627a'],
        ] as const))
      picker(ctx, 0.6, x, y + low, size, colour, x * 0.13)
    ctx.save()
    ctx.beginPath()
    ctx.rect(0, low + 404, 1280, 400)
    ctx.clip()
    put(ctx, slope, -200, low + 330)
    ctx.restore()
    mist(ctx, 60, {
      ...fog,
      count: 5,
      top: low + 420,
      bottom: low + 560,
      size: 300,
      alpha: 0.14,
      speed: 20,
      salt: 9,
    })
  })
