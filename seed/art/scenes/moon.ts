/** The laundry on the moon as its films show it: the dome, the line of washing, 모카 with the red mitten. */
import { type Paint } from '../brush.ts'
import { glow } from '#seed/films/stage/light.ts'
import { at, put, Stage } from '#seed/films/stage/stage.ts'
import { bubbles, coat, mitten, washingLine } from '#seed/films/moon-laundry/things.ts'
import {
  dunes,
  earth,
  laundry,
  moon as colours,
  nightSky,
  rabbit,
  windowLight,
} from '#seed/films/moon-laundry/world.ts'

export const moon: Paint = ({ pen, x, y, k, w, h }) => {
  const unit = Math.min(w, h) / 720
  const stage = new Stage(w / unit, h / unit, unit)
  pen.scale(unit, unit)
  put(pen, nightSky(stage))
  const upright = h > w
  const base = y / unit + (upright ? 70 : 150)
  const middle = x / unit
  const [globeX, globeY] = upright ? [140, 260] : [middle + 210, 150]
  glow(pen, globeX, globeY, 250, '#7fc6e0', 0.3)
  put(pen, earth(stage, 130), globeX - 130, globeY - 130)
  put(pen, dunes(stage, 4, 1900, 340, colours.deep, '#6a5c96'), -300, base - 225)
  put(pen, dunes(stage, 6, 1900, 400, colours.far, colours.deep), -320, base - 150)
  put(pen, dunes(stage, 12, 2000, 460, colours.ground, colours.shade, 0.08), -360, base - 140)
  at(pen, middle, base, k, 0, () => {
    const house = upright ? -130 : -150
    washingLine(pen, 1.2, [house + 230, -170], [house + 560, -160], 5)
    put(pen, laundry(stage), house - 200, -370)
    windowLight(pen, house, 0)
    at(pen, house - 70, 12, 0.66, 0, () => coat(pen, 0, 0))
    const front = upright ? 128 : 110
    bubbles(pen, 2, house + 96, -300, 230, 40, 7)
    rabbit(pen, front, 34, {
      size: upright ? 232 : 190,
      facing: 1,
      arms: 1.5,
      eyes: 'happy',
      holding: (c) =>
        at(c, 0, -8, 0.95, 0.1, () => {
          glow(c, 0, 30, 120, '#ffd27a', 0.5)
          mitten(c)
        }),
    })
  })
}
