/** A lit ferry on a night sea. */
import {
  glow,
  mist,
  Path2D,
  ramp,
  ridge,
  shape,
  spray,
  stars,
  wash,
  wave,
  glitter,
  type Paint,
} from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'

export const ferry: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.deep, p.deep, p.base, [(y / h) * 0.98, p.mid], [1, p.base]])
  stars(s, Math.round((w * h) / 9000), y * 0.8, p.soft)
  const mx = x + 210 * k
  const my = y - 300 * k
  glow(s, mx, my, 620 * k, p.soft, 0.55)
  const full = new Path2D()
  full.arc(mx, my, 150 * k, 0, 6.3)
  pen.fillStyle = ramp(
    pen,
    [mx, my - 150 * k, mx, my + 150 * k],
    [p.glow, mix(p.glow, p.soft, 0.6)],
  )
  pen.fill(full)
  spray(s, full, [mx - 140 * k, my + 150 * k, mx + 60 * k, my - 40 * k], p.mid, 0.6)
  for (let i = 0; i < 3; i++) mist(s, my + (40 + i * 110) * k, 90 * k, p.mid, 0.55)
  const isle = wave(s.random, 4)
  ridge(
    s,
    (px) => y - 26 * k - Math.max(0, isle(px / (1500 * k))) * 90 * k,
    [mix(p.base, p.mid, 0.45), mix(p.base, p.mid, 0.25)],
    120 * k,
  )
  pen.fillStyle = ramp(pen, [0, y, 0, h], [mix(p.mid, p.soft, 0.25), p.base, p.deep, p.deep])
  pen.fillRect(0, y, w, h - y)
  mist(s, y, 150 * k, p.soft, 0.35)
  glitter(s, mx, y + 6 * k, p.glow, 150 * k)
  const bx = x - 70 * k
  const by = y + 96 * k
  pen.fillStyle = fade(p.deep, 0.75)
  pen.beginPath()
  pen.ellipse(bx, by + 26 * k, 330 * k, 20 * k, 0, 0, 6.3)
  pen.fill()
  const hull = shape(
    s,
    [
      bx - 330 * k,
      by - 62 * k,
      bx + 318 * k,
      by - 62 * k,
      bx + 262 * k,
      by + 26 * k,
      bx - 280 * k,
      by + 26 * k,
    ],
    mix(p.deep, p.base, 0.2),
  )
  spray(s, hull, [bx + 300 * k, by - 70 * k, bx - 50 * k, by + 20 * k], p.mid, 0.5)
  shape(
    s,
    [
      bx - 318 * k,
      by - 34 * k,
      bx + 300 * k,
      by - 34 * k,
      bx + 294 * k,
      by - 22 * k,
      bx - 312 * k,
      by - 22 * k,
    ],
    p.accent,
  )
  pen.fillStyle = mix(p.soft, p.glow, 0.35)
  pen.fillRect(bx - 262 * k, by - 136 * k, 478 * k, 76 * k)
  pen.fillRect(bx - 212 * k, by - 202 * k, 352 * k, 68 * k)
  pen.fillRect(bx - 30 * k, by - 262 * k, 130 * k, 62 * k)
  const shade = new Path2D()
  shade.rect(bx - 262 * k, by - 262 * k, 478 * k, 200 * k)
  spray(s, shade, [bx - 262 * k, by, bx + 100 * k, by], p.base, 0.85)
  pen.fillStyle = p.accent
  shape(
    s,
    [
      bx - 150 * k,
      by - 202 * k,
      bx - 138 * k,
      by - 296 * k,
      bx - 78 * k,
      by - 296 * k,
      bx - 72 * k,
      by - 202 * k,
    ],
    p.accent,
  )
  pen.fillStyle = p.deep
  pen.fillRect(bx - 139 * k, by - 296 * k, 62 * k, 20 * k)
  for (let i = 0; i < 12; i++) {
    const wx = bx + (-244 + i * 38) * k
    const dark = i === 7
    pen.fillStyle = dark ? p.deep : p.glow
    pen.fillRect(wx, by - 116 * k, 23 * k, 27 * k)
    if (!dark) glow(s, wx + 12 * k, by - 102 * k, 64 * k, p.accent, 0.3)
  }
  for (let i = 0; i < 8; i++) {
    pen.fillStyle = i === 3 ? p.accent : p.glow
    pen.fillRect(bx + (-196 + i * 41) * k, by - 184 * k, 24 * k, 25 * k)
  }
  pen.fillStyle = p.deep
  pen.fillRect(bx - 20 * k, by - 248 * k, 110 * k, 24 * k)
  pen.fillRect(bx + 44 * k, by - 352 * k, 5 * k, 92 * k)
  glow(s, bx + 46 * k, by - 352 * k, 90 * k, p.accent, 0.95)
  person(s, bx + 262 * k, by - 62 * k, 92 * k, p.deep, { coat: 'long', hair: 'long' })
  for (let i = 0; i < 5; i++) glitter(s, bx + (-200 + i * 96) * k, by + 34 * k, p.glow, 20 * k, 0.5)
  for (let i = 0; i < 46; i++) {
    const wy = y + s.random() ** 1.6 * (h - y)
    const t = (wy - y) / (h - y)
    pen.strokeStyle = fade(p.soft, 0.22 * (1 - t))
    pen.lineWidth = (1.4 + t * 2.5) * k
    const wx = s.random() * w
    pen.beginPath()
    pen.moveTo(wx, wy)
    pen.quadraticCurveTo(wx + 60 * k, wy - 9 * k * t, wx + (80 + t * 160) * k, wy)
    pen.stroke()
  }
}
