/** A lighthouse on an asteroid, a ringed planet, an answer in the dark. */
import {
  disc,
  glow,
  Path2D,
  ramp,
  ridge,
  shape,
  spray,
  stars,
  wash,
  wave,
  type Paint,
} from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'

export const beacon: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.deep, mix(p.deep, p.base, 0.8), p.mid, [0.92, mix(p.mid, p.soft, 0.6)], [1, p.soft]])
  stars(s, Math.round((w * h) / 4200), h, p.glow)
  const px = x - 230 * k
  const py = y - 330 * k
  glow(s, px, py, 620 * k, p.soft, 0.5)
  const planet = new Path2D()
  planet.arc(px, py, 270 * k, 0, 6.2832)
  pen.fillStyle = ramp(
    pen,
    [px - 200 * k, py - 230 * k, px + 190 * k, py + 240 * k],
    [p.glow, p.soft, p.mid, p.base],
  )
  pen.fill(planet)
  pen.save()
  pen.clip(planet)
  for (let i = 0; i < 7; i++) {
    pen.fillStyle = fade(i % 2 ? p.glow : p.mid, 0.16)
    pen.beginPath()
    pen.ellipse(px, py + (-210 + i * 66) * k, 330 * k, (14 + s.random() * 16) * k, -0.28, 0, 6.3)
    pen.fill()
  }
  pen.restore()
  spray(s, planet, [px + 250 * k, py + 180 * k, px - 90 * k, py - 70 * k], p.deep, 0.95)
  pen.save()
  pen.translate(px, py)
  pen.rotate(-0.28)
  for (const [r, width, colour] of [
    [430, 20, p.glow],
    [468, 9, p.soft],
    [500, 26, p.soft],
    [548, 5, p.glow],
  ] as const) {
    pen.strokeStyle = fade(colour, 0.6)
    pen.lineWidth = width * k * 0.55
    pen.beginPath()
    pen.ellipse(0, 0, r * k, r * 0.19 * k, 0, -0.12, Math.PI + 0.12)
    pen.stroke()
  }
  pen.restore()
  const tx = x
  const ty = y
  const lampY = ty - 330 * k
  pen.save()
  pen.globalCompositeOperation = 'screen'
  for (const [angle, spread, length] of [
    [-0.5, 0.1, 2200],
    [Math.PI - 0.5 + 0.0, 0.1, 2200],
  ] as const) {
    const beam = pen.createRadialGradient(tx, lampY, 0, tx, lampY, length * k)
    beam.addColorStop(0, fade(p.accent, 0.95))
    beam.addColorStop(0.25, fade(p.accent, 0.4))
    beam.addColorStop(1, fade(p.accent, 0))
    pen.fillStyle = beam
    pen.beginPath()
    pen.moveTo(tx, lampY)
    pen.arc(tx, lampY, length * k, angle - spread, angle + spread)
    pen.fill()
  }
  pen.restore()
  const line = wave(s.random, 5)
  const rock = ridge(
    s,
    (px2) =>
      ty +
      30 * k +
      ((px2 - tx) / (520 * k)) ** 2 * 130 * k +
      line(px2 / (900 * k)) * 26 * k * Math.min(1, Math.abs(px2 - tx) / (160 * k)),
    [mix(p.base, p.mid, 0.4), p.base, p.deep],
    420 * k,
  )
  spray(s, rock, [tx + 400 * k, h, tx - 200 * k, ty], p.deep, 0.9)
  const tower = shape(
    s,
    [
      tx - 46 * k,
      ty + 52 * k,
      tx - 28 * k,
      lampY + 46 * k,
      tx + 28 * k,
      lampY + 46 * k,
      tx + 46 * k,
      ty + 52 * k,
    ],
    p.glow,
  )
  for (const t of [0.2, 0.62]) {
    const a = 28 + 18 * t
    const b = 28 + 18 * (t + 0.19)
    const y0 = lampY + (46 + t * 336) * k
    shape(
      s,
      [tx - a * k, y0, tx + a * k, y0, tx + b * k, y0 + 64 * k, tx - b * k, y0 + 64 * k],
      mix(p.soft, p.mid, 0.35),
    )
  }
  spray(s, tower, [tx + 50 * k, ty, tx - 40 * k, ty], p.deep, 0.9)
  pen.fillStyle = p.deep
  pen.fillRect(tx - 42 * k, lampY + 34 * k, 84 * k, 13 * k)
  pen.beginPath()
  pen.arc(tx, lampY - 22 * k, 31 * k, Math.PI, 0)
  pen.fill()
  pen.fillStyle = mix(p.accent, '#ffffff', 0.6)
  pen.fillRect(tx - 24 * k, lampY - 23 * k, 48 * k, 58 * k)
  glow(s, tx, lampY, 330 * k, p.accent, 0.95)
  glow(s, w - 130 * k, h * 0.4, 120 * k, p.accent, 0.9)
  disc(s, w - 130 * k, h * 0.4, 4 * k, '#ffffff')
  person(s, tx - 130 * k, ty + 40 * k, 84 * k, p.deep, { coat: 'long', facing: 1 })
}
