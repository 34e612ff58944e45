/** Noah beside his lighthouse, and the light that answers. */
import { filmFrame } from '#seed/art/film-frame.ts'
import { deep, light, noah, planet, rock } from '#seed/films/far-lighthouse/set.ts'
import { person } from '#seed/films/stage/figure.ts'
import { beam, glow } from '#seed/films/stage/light.ts'
import { disc } from '#seed/films/stage/shapes.ts'
import { at, put } from '#seed/films/stage/stage.ts'
import type { Paint } from '../brush.ts'

export const beacon: Paint = (s) =>
  filmFrame(s, 640, (ctx, film, upright) => {
    put(ctx, deep(film, 3), -80, -80)
    const [x, y, scale] = upright ? [618, 570, 0.78] : [820, 560, 0.9]
    put(ctx, planet(film, upright ? 120 : 150), upright ? 232 : 380, upright ? 176 : 20)
    const answer = upright ? ([800, 400] as const) : ([1190, 190] as const)
    glow(ctx, answer[0], answer[1], upright ? 70 : 100, '#35d6d0', 0.95)
    disc(ctx, answer[0], answer[1], 3, '#d8fffd')
    at(ctx, x, y, scale, 0, () => {
      const aim = Math.atan2((answer[1] - y) / scale + 262, (answer[0] - x) / scale)
      beam(ctx, 0, -262, aim, 0.11, 900, light, 0.6)
      put(ctx, rock(film), -380, -380)
      glow(ctx, 0, -262, 190, light, 0.9)
      glow(ctx, 105, -20, 70, '#ffd98f', 0.5)
      person(ctx, 186, 26, { ...noah, height: 104, back: true, scarf: noah.scarf })
    })
  })
