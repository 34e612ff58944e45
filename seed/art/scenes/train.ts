/** The slow train crosses the four seasons of its film. */
import { filmFrame } from '#seed/art/film-frame.ts'
import {
  autumn,
  country,
  headroom,
  locomotive,
  spring,
  strips,
  summer,
  winter,
} from '#seed/films/slow-train/set.ts'
import { box, wash } from '#seed/films/stage/shapes.ts'
import { put } from '#seed/films/stage/stage.ts'
import { drift, rain } from '#seed/films/stage/weather.ts'
import type { Paint } from '../brush.ts'

export const train: Paint = (s) =>
  filmFrame(s, 760, (ctx, film, upright) => {
    // Pixels would show between two slanted clips, so each season is laid over the one before.
    const width = upright ? 120 : 250
    const first = upright ? 520 : 280
    const slant = upright ? 34 : 60
    for (const [n, season] of [spring, summer, autumn, winter].entries()) {
      const place = country(film, season, [2, 12, 23, 44][n] ?? 2)
      const x = n === 0 ? -200 : first + n * width
      ctx.save()
      ctx.beginPath()
      ctx.moveTo(x + slant, 0)
      ctx.lineTo(1500, 0)
      ctx.lineTo(1500, 720)
      ctx.lineTo(x - slant, 720)
      ctx.clip()
      put(ctx, place.sky)
      strips(ctx, place.far, 300, 180)
      strips(ctx, place.middle, 140, 280)
      box(ctx, 0, 590, 1280, 130, season.near)
      strips(ctx, place.near, 60 + n * 30, (upright ? 244 : 214) - headroom)
      if (n === 1)
        rain(ctx, 4, {
          width: 1280,
          height: 720,
          count: 160,
          colour: '#eaf6f6',
          wind: -200,
          speed: 900,
          size: 26,
        })
      else
        drift(
          ctx,
          4,
          {
            width: 1280,
            height: 720,
            count: 90,
            colour: ['#ffd0dc', '', '#e4572e', '#ffffff'][n] ?? '#ffffff',
            speed: 50,
            size: 4,
            wind: -60,
          },
          n !== 3,
        )
      ctx.restore()
    }
    // The title is set on the sky, which has four colours.
    if (upright)
      wash(ctx, 0, 0, 1280, 350, [
        'rgba(255,243,221,0.94)',
        'rgba(255,243,221,0.86)',
        'rgba(255,243,221,0)',
      ])
    box(ctx, 0, 606, 1280, 10, '#5a4438')
    for (let n = 0; n < 42; n++) box(ctx, n * 33, 615, 18, 6, '#4a372e')
    locomotive(ctx, upright ? 968 : 1220, 606, 0)
  })
