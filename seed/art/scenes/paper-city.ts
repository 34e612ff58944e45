/** Banji on a roof that she mended, and the bird that nobody folded. */
import { filmFrame } from '#seed/art/film-frame.ts'
import { banji, bird } from '#seed/films/paper-city/characters.ts'
import { card, cloud, paperSky, rising } from '#seed/films/paper-city/world.ts'
import { line, poly } from '#seed/films/stage/shapes.ts'
import { put } from '#seed/films/stage/stage.ts'
import type { Paint } from '../brush.ts'

/** A second at which all houses stand. */
const standing = 90

export const paperCity: Paint = (s) =>
  filmFrame(s, 640, (ctx, film, upright) => {
    const middle = upright ? 640 : 880
    const horizon = upright ? 40 : 0
    const sky = paperSky(film, [card.cream, '#f9dcae', '#f3bd84'], [middle + 60, 330])
    put(ctx, sky, -60, -60 + horizon)
    const white = cloud(film, card.cream)
    const clouds = upright ? [430, 720] : [560, 1060]
    for (const [n, x] of clouds.entries()) {
      const y = (upright ? 300 : 60) + n * 36
      line(
        ctx,
        [
          [x + 120, -10],
          [x + 120, y + 30],
        ],
        'rgba(91,31,43,0.3)',
        2,
      )
      put(ctx, white, x, y)
    }
    for (let n = 0; n < 13; n++)
      rising(
        ctx,
        standing,
        0,
        -30 + n * 104,
        560 + horizon * 0.4,
        64 + ((n * 37) % 30),
        110 + ((n * 71) % 120),
        n * 13 + 5,
      )
    for (let n = 0; n < 11; n++)
      rising(
        ctx,
        standing,
        0,
        -50 + n * 128,
        650 + horizon * 0.3,
        78 + ((n * 29) % 32),
        70 + ((n * 53) % 80),
        n * 17 + 2,
        n % 3 === 0,
      )
    const left = middle - 210
    poly(
      ctx,
      [
        [left - 60, 760],
        [left + 40, 586],
        [left + 300, 586],
        [left + 400, 760],
      ],
      card.brick,
    )
    poly(
      ctx,
      [
        [left + 300, 586],
        [left + 400, 760],
        [left + 620, 760],
        [left + 470, 600],
      ],
      '#8f3022',
    )
    for (let n = 0; n < 3; n++)
      line(
        ctx,
        [
          [left + 20 - n * 18, 622 + n * 34],
          [left + 318 + n * 20, 622 + n * 34],
        ],
        'rgba(255,255,255,0.14)',
        2,
      )
    poly(
      ctx,
      [
        [left + 176, 640],
        [left + 276, 640],
        [left + 268, 606],
        [left + 172, 606],
      ],
      card.cream,
    )
    banji(ctx, left + 128, 628, 150, { facing: 1, arm: 2.3, tilt: -0.08 })
    bird(
      ctx,
      0.28,
      middle + (upright ? 76 : 150),
      upright ? 392 : 250,
      upright ? 128 : 190,
      0.1,
      false,
      true,
    )
  })
