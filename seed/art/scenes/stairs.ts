/** Court stairs and an empty chair. */
import { glow, Path2D, ramp, shape, spray, wash, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'

export const stairs: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.base, p.mid, [0.6, p.soft], [1, p.soft]])
  for (let i = -6; i <= 6; i++) {
    const cx = x + i * 210 * k
    const column = new Path2D()
    column.rect(cx - 56 * k, 0, 112 * k, y + 130 * k)
    pen.fillStyle = ramp(
      pen,
      [cx - 56 * k, 0, cx + 56 * k, 0],
      [mix(p.soft, p.glow, 0.7), p.soft, mix(p.mid, p.soft, 0.3)],
    )
    pen.fill(column)
    for (let j = 0; j < 5; j++) {
      pen.fillStyle = fade(p.base, 0.22)
      pen.fillRect(cx + (-42 + j * 20) * k, 0, 6 * k, y + 120 * k)
    }
    spray(s, column, [cx + 60 * k, y, cx - 30 * k, y], p.base, 0.85)
    pen.fillStyle = mix(p.soft, p.glow, 0.4)
    pen.fillRect(cx - 76 * k, y + 90 * k, 152 * k, 44 * k)
  }
  pen.fillStyle = ramp(
    pen,
    [0, 0, 0, y + 130 * k],
    [fade(p.deep, 0.9), [0.45, fade(p.deep, 0.25)], [1, fade(p.deep, 0)]],
  )
  pen.fillRect(0, 0, w, y + 130 * k)
  const n = 11
  for (let i = 0; i < n; i++) {
    const t = i / n
    const y0 = y + 130 * k + (h - y - 130 * k) * t ** 1.15
    const y1 = y + 130 * k + (h - y - 130 * k) * ((i + 1) / n) ** 1.15
    pen.fillStyle = mix(p.glow, p.soft, 0.2 + t * 0.5)
    pen.fillRect(0, y0, w, (y1 - y0) * 0.5)
    pen.fillStyle = mix(p.mid, p.base, 0.15 + t * 0.6)
    pen.fillRect(0, y0 + (y1 - y0) * 0.5, w, (y1 - y0) * 0.5 + 1)
  }
  const carpet = shape(
    s,
    [x - 110 * k, y + 130 * k, x + 110 * k, y + 130 * k, x + 380 * k, h, x - 380 * k, h],
    fade(p.accent, 0.94),
  )
  spray(s, carpet, [x + 380 * k, h, x - 200 * k, y + 100 * k], p.deep, 0.8)
  const cx = x
  const seat = y + 60 * k
  glow(s, cx, seat - 120 * k, 460 * k, p.glow, 0.55)
  const ink = mix(p.deep, '#000000', 0.3)
  pen.fillStyle = ink
  pen.beginPath()
  pen.roundRect(cx - 94 * k, seat - 290 * k, 188 * k, 250 * k, [94 * k, 94 * k, 8 * k, 8 * k])
  pen.fill()
  pen.fillStyle = p.accent
  pen.beginPath()
  pen.roundRect(cx - 70 * k, seat - 262 * k, 140 * k, 210 * k, [70 * k, 70 * k, 6 * k, 6 * k])
  pen.fill()
  const cushion = new Path2D()
  cushion.roundRect(cx - 70 * k, seat - 262 * k, 140 * k, 210 * k, [70 * k, 70 * k, 6 * k, 6 * k])
  spray(s, cushion, [cx + 70 * k, seat, cx - 30 * k, seat - 220 * k], p.deep, 0.9)
  pen.fillStyle = ink
  pen.fillRect(cx - 120 * k, seat - 60 * k, 240 * k, 40 * k)
  pen.fillRect(cx - 128 * k, seat - 130 * k, 30 * k, 90 * k)
  pen.fillRect(cx + 98 * k, seat - 130 * k, 30 * k, 90 * k)
  pen.fillRect(cx - 110 * k, seat - 24 * k, 22 * k, 110 * k)
  pen.fillRect(cx + 88 * k, seat - 24 * k, 22 * k, 110 * k)
  shape(
    s,
    [
      cx - 110 * k,
      seat + 86 * k,
      cx + 110 * k,
      seat + 86 * k,
      cx + 330 * k,
      seat + 330 * k,
      cx + 60 * k,
      seat + 330 * k,
    ],
    fade(p.deep, 0.55),
  )
  person(s, cx - 300 * k, y + 420 * k, 260 * k, ink, { coat: 'long', facing: 1 })
  person(s, cx + 310 * k, y + 470 * k, 290 * k, ink, { coat: 'long', hair: 'bob', facing: -1 })
}
