/** An elevator stuck with its doors open. */
import { glow, Path2D, ramp, shape, spray, wash, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { font } from '../fonts.ts'
import { her, him } from '#seed/films/elevator/car.ts'
import { person } from '#seed/films/stage/figure.ts'

const AMBER = '#ffb347'

export const elevator: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.deep, mix(p.deep, p.base, 0.7), p.base, [1, p.deep]])
  const [left, right, top, bottom] = [x - 330 * k, x + 330 * k, y - 400 * k, y + 400 * k]
  for (const side of [-1, 1])
    for (let i = 0; i < 7; i++) {
      pen.fillStyle = fade(p.mid, 0.1 + (i % 2) * 0.06)
      const edge = side < 0 ? left - (70 + i * 150) * k : right + (70 + i * 150) * k
      pen.fillRect(edge, 0, 4 * k, h)
    }
  glow(s, x, y, 900 * k, p.soft, 0.5)
  pen.fillStyle = mix(p.deep, '#000000', 0.35)
  pen.fillRect(left - 46 * k, top - 46 * k, right - left + 92 * k, bottom - top + 46 * k)
  pen.fillStyle = ramp(pen, [0, top, 0, bottom], [p.glow, p.soft, mix(p.soft, p.mid, 0.6), p.mid])
  pen.fillRect(left, top, right - left, bottom - top)
  shape(
    s,
    [
      left + 120 * k,
      top + 70 * k,
      right - 120 * k,
      top + 70 * k,
      right - 120 * k,
      bottom - 130 * k,
      left + 120 * k,
      bottom - 130 * k,
    ],
    ramp(
      pen,
      [0, top, 0, bottom],
      [mix(p.glow, '#ffffff', 0.5), mix(p.glow, p.soft, 0.5), mix(p.soft, p.mid, 0.4)],
    ),
  )
  shape(
    s,
    [
      left,
      bottom,
      left + 120 * k,
      bottom - 130 * k,
      right - 120 * k,
      bottom - 130 * k,
      right,
      bottom,
    ],
    mix(p.mid, p.base, 0.45),
  )
  shape(
    s,
    [left, top, left + 120 * k, top + 70 * k, right - 120 * k, top + 70 * k, right, top],
    mix(p.glow, '#ffffff', 0.7),
  )
  pen.fillStyle = fade(p.mid, 0.5)
  pen.fillRect(left + 120 * k, y + 70 * k, right - left - 240 * k, 12 * k)
  const seam = new Path2D()
  seam.rect(left, top, right - left, bottom - top)
  spray(s, seam, [left, y, x, y], p.base, 0.8)
  spray(s, seam, [right, y, x, y], p.base, 0.8)
  person(pen, x - 150 * k, bottom - 26 * k, { ...her, height: 500 * k, facing: -1 })
  person(pen, x + 150 * k, bottom - 26 * k, { ...him, height: 540 * k, facing: 1 })
  shape(
    s,
    [
      x - 220 * k,
      bottom - 24 * k,
      x - 130 * k,
      bottom - 24 * k,
      x - 210 * k,
      bottom,
      x - 330 * k,
      bottom,
    ],
    fade(p.deep, 0.5),
  )
  const door = 92 * k
  for (const side of [-1, 1]) {
    const dx = side < 0 ? left : right - door
    pen.fillStyle = ramp(
      pen,
      [dx, 0, dx + door, 0],
      side < 0 ? [mix(p.base, p.mid, 0.4), p.base] : [p.base, mix(p.base, p.mid, 0.4)],
    )
    pen.fillRect(dx, top, door, bottom - top)
    pen.fillStyle = fade(p.glow, 0.7)
    pen.fillRect(side < 0 ? dx + door - 5 * k : dx, top, 5 * k, bottom - top)
  }
  pen.fillStyle = mix(p.deep, '#000000', 0.5)
  pen.beginPath()
  pen.roundRect(x - 120 * k, top - 152 * k, 240 * k, 84 * k, 10 * k)
  pen.fill()
  pen.font = font('sans_black', 58 * k)
  pen.textAlign = 'center'
  pen.fillStyle = AMBER
  pen.fillText('13 ▲', x, top - 90 * k)
  pen.textAlign = 'left'
  glow(s, x, top - 110 * k, 220 * k, AMBER, 0.5)
  pen.fillStyle = ramp(pen, [0, bottom, 0, h], [mix(p.mid, p.soft, 0.3), p.base, p.deep])
  pen.fillRect(0, bottom, w, h - bottom)
  shape(
    s,
    [left, bottom, right, bottom, right + 240 * k, h, left - 240 * k, h],
    ramp(pen, [0, bottom, 0, h], [fade(p.glow, 0.85), fade(p.soft, 0)]),
  )
  pen.fillStyle = mix(p.deep, '#000000', 0.4)
  pen.fillRect(left - 46 * k, bottom, right - left + 92 * k, 12 * k)
}
