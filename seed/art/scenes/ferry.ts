/** The last ferry without power, a light that goes by, and a woman in white on deck. */
import { filmFrame } from '#seed/art/film-frame.ts'
import { ferry as ship, lamp, names, night, reflection, sea } from '#seed/films/last-ferry/set.ts'
import { person } from '#seed/films/stage/figure.ts'
import { beam, glow } from '#seed/films/stage/light.ts'
import { at, put } from '#seed/films/stage/stage.ts'
import { mist, stars } from '#seed/films/stage/weather.ts'
import type { Paint } from '../brush.ts'

export const ferry: Paint = (s) =>
  filmFrame(s, 640, (ctx, film, upright) => {
    put(ctx, night(film))
    stars(ctx, 3, { width: 1280, height: 400, count: 160, colour: '#dcecee', size: 1.8 })
    sea(ctx, 5, 456, 5)
    const [x, y, scale] = upright ? [640, 520, 0.92] : [870, 520, 1.25]
    beam(
      ctx,
      upright ? 330 : -80,
      upright ? 300 : 240,
      upright ? 0.36 : 0.2,
      0.09,
      1500,
      lamp,
      0.34,
    )
    reflection(ctx, 2, x, y, 0.9)
    at(ctx, x, y, scale, 0, () => {
      person(ctx, 176, -56, {
        height: 62,
        coat: '#f4f1e6',
        hair: '#0b1015',
        cut: 'long',
        skin: '#dfe8e6',
        facing: -1,
      })
      glow(ctx, 176, -86, 70, '#dff0ee', 0.55)
      ship(ctx, 0, 0.8)
    })
    mist(ctx, 30, {
      ...names,
      count: 9,
      colour: '#8fb4b6',
      top: 470,
      bottom: 640,
      size: 260,
      alpha: 0.13,
      speed: 22,
    })
  })
