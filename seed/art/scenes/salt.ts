/** Salt pans that hold the sky. */
import { disc, glow, Path2D, ramp, ridge, shape, spray, wash, wave, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'

export const salt: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  const horizon = y
  wash(s, [
    p.base,
    p.mid,
    [(horizon / h) * 0.85, p.soft],
    [horizon / h, p.glow],
    [horizon / h + 0.001, mix(p.glow, p.soft, 0.3)],
    [0.8, p.mid],
    [1, p.base],
  ])
  const r = 150 * k
  glow(s, x, horizon - 60 * k, 520 * k, p.glow, 0.75)
  disc(s, x, horizon - 70 * k, r, mix(p.accent, p.soft, 0.15))
  const hills = wave(s.random, 5)
  const up = (px: number) => 14 * k + Math.max(0, hills(px / (1300 * k)) + 0.25) * 60 * k
  ridge(s, (px) => horizon - up(px), [mix(p.base, p.mid, 0.6), mix(p.base, p.mid, 0.75)], 90 * k)
  pen.fillStyle = ramp(pen, [0, horizon, 0, h], [mix(p.glow, p.soft, 0.4), p.soft, p.mid, p.base])
  pen.fillRect(0, horizon, w, h - horizon)
  pen.save()
  pen.beginPath()
  pen.rect(0, horizon, w, h - horizon)
  pen.clip()
  const mirrored = new Path2D()
  mirrored.moveTo(0, horizon)
  for (let px = 0; px <= w; px += 6) mirrored.lineTo(px, horizon + up(px) * 0.8)
  mirrored.lineTo(w, horizon)
  pen.fillStyle = fade(mix(p.base, p.mid, 0.7), 0.6)
  pen.fill(mirrored)
  pen.fillStyle = fade(mix(p.accent, p.soft, 0.35), 0.8)
  pen.beginPath()
  pen.ellipse(x, horizon + 80 * k, r * 0.95, r * 0.86, 0, 0, 6.3)
  pen.fill()
  for (let i = 0; i < 26; i++) {
    pen.fillStyle = fade(p.glow, 0.3)
    pen.fillRect(
      x - r * 1.2 + s.random() * r,
      horizon + (20 + i * 9) * k,
      r * (0.6 + s.random()),
      2.4 * k,
    )
  }
  pen.strokeStyle = fade(p.deep, 0.55)
  for (const t of [-2.4, -1.5, -0.8, -0.26, 0.26, 0.8, 1.5, 2.4]) {
    pen.lineWidth = 5 * k
    pen.beginPath()
    pen.moveTo(x + t * 150 * k, horizon)
    pen.lineTo(x + t * 900 * k, h)
    pen.stroke()
  }
  for (let i = 1; i < 8; i++) {
    const yy = horizon + (h - horizon) * (i / 8) ** 2.1
    pen.lineWidth = (1 + i * 1.1) * k
    pen.beginPath()
    pen.moveTo(0, yy)
    pen.lineTo(w, yy)
    pen.stroke()
  }
  pen.restore()
  for (const [dx, dy, size] of [
    [-330, 190, 62],
    [-190, 150, 40],
    [300, 240, 84],
    [180, 130, 34],
    [420, 150, 40],
    [-430, 330, 110],
  ] as const) {
    const px = x + dx * k
    const py = horizon + dy * k
    shape(s, [px - size * 1.5 * k, py, px, py - size * k, px + size * 1.5 * k, py], '#ffffff')
    const side = shape(
      s,
      [px, py - size * k, px + size * 1.5 * k, py, px + size * 0.2 * k, py],
      mix(p.mid, p.soft, 0.5),
    )
    spray(s, side, [px + size * k, py, px, py - size * k], p.base, 0.6)
    shape(
      s,
      [px - size * 1.5 * k, py, px, py + size * 0.62 * k, px + size * 1.5 * k, py],
      fade('#ffffff', 0.28),
    )
  }
  const fx = x - 20 * k
  const fy = horizon + 330 * k
  person(s, fx, fy, 250 * k, p.deep, { coat: 'short', hair: 'hat', walking: true })
  pen.strokeStyle = p.deep
  pen.lineWidth = 7 * k
  pen.beginPath()
  pen.moveTo(fx + 10 * k, fy - 150 * k)
  pen.lineTo(fx + 220 * k, fy - 8 * k)
  pen.moveTo(fx + 196 * k, fy - 34 * k)
  pen.lineTo(fx + 244 * k, fy + 10 * k)
  pen.stroke()
  pen.save()
  pen.globalAlpha = 0.22
  pen.translate(0, fy * 2)
  pen.scale(1, -1)
  person(s, fx, fy, 240 * k, p.deep, { coat: 'short', hair: 'hat', walking: true })
  pen.restore()
}
