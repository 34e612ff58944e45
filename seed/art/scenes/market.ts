/** Minjae and Dallae under the lanterns, before the lap begins. */
import { filmFrame } from '#seed/art/film-frame.ts'
import { dallae, minjae } from '#seed/films/night-market/people.ts'
import { hot, lanterns, row, steam } from '#seed/films/night-market/set.ts'
import { glow } from '#seed/films/stage/light.ts'
import { box, mix, wash } from '#seed/films/stage/shapes.ts'
import { put } from '#seed/films/stage/stage.ts'
import { chance } from '#seed/films/stage/time.ts'
import type { Paint } from '../brush.ts'

export const market: Paint = (s) =>
  filmFrame(s, 640, (ctx, film, upright) => {
    wash(ctx, 0, 0, 1280, 720, [hot.night, '#3a1a58', '#a1405f'])
    for (let n = 0; n < 14; n++)
      box(ctx, -80 + n * 118, 230 + chance(n, 6) * 140, 104, 500, mix(hot.night, hot.plum, 0.5))
    const drop = upright ? 78 : 0
    const shift = upright ? 216 : 40
    put(ctx, row(film), -shift, 250 + drop)
    for (let n = 0; n < 8; n++) {
      glow(ctx, 170 + n * 320 - shift, 510 + drop, 200, '#ffc46a', 0.5)
      steam(ctx, 1.3 + n, 170 + n * 320 - shift, 520 + drop, 160, 3)
    }
    box(ctx, 0, 690 + drop, 1280, 60, '#140a22')
    for (const [n, y] of (upright ? [312, 272] : [150, 70]).entries())
      lanterns(ctx, n * 0.8, y, n + 1, 1500)
    const x = upright ? 560 : 800
    dallae(ctx, x, upright ? 700 : 724, 0, false)
    minjae(ctx, x + 150, upright ? 700 : 724, { step: 0.12, arm: 0.7 })
  })
