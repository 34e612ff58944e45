/** A drawbridge opening at dusk. */
import { disc, glow, Path2D, ramp, shape, spray, wash, glitter, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'

export const bridge: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.deep, p.base, p.mid, [(y / h) * 0.98, p.soft], [y / h, p.glow], [1, p.glow]])
  glow(s, x, y - 30 * k, 700 * k, p.glow, 0.6)
  disc(s, x, y - 120 * k, 185 * k, mix(p.accent, p.soft, 0.2))
  const sun = new Path2D()
  sun.arc(x, y - 120 * k, 185 * k, 0, 6.3)
  spray(s, sun, [x, y + 60 * k, x, y - 200 * k], p.glow, 0.6)
  for (let layer = 0; layer < 2; layer++) {
    for (let bx = -20 * k; bx < w;) {
      const bw = (28 + s.random() * 56) * k
      const d = Math.abs(bx - x) / w
      const bh = (40 + s.random() * 110 + d * 190) * k * (layer ? 0.62 : 1)
      pen.fillStyle = mix(p.mid, p.base, 0.35 + layer * 0.45)
      pen.fillRect(bx, y - bh, bw + 1, bh)
      for (let i = 0; i < 5; i++) {
        pen.fillStyle = fade(p.glow, s.random() < 0.45 ? 0.9 : 0)
        pen.fillRect(bx + (5 + s.random() * 20) * k, y - bh + (10 + i * 18) * k, 6 * k, 8 * k)
      }
      bx += bw
    }
  }
  pen.fillStyle = ramp(pen, [0, y, 0, h], [mix(p.soft, p.accent, 0.2), p.mid, p.base, p.deep])
  pen.fillRect(0, y, w, h - y)
  glitter(s, x, y + 4 * k, p.glow, 220 * k, 0.85)
  const deck = y - 40 * k
  const leaf = (side: -1 | 1) => {
    const px = x + side * 330 * k
    pen.fillStyle = p.deep
    pen.fillRect(px - 52 * k, deck - 150 * k, 104 * k, 320 * k)
    pen.fillRect(px - 66 * k, deck - 160 * k, 132 * k, 22 * k)
    shape(
      s,
      [px - 40 * k, deck - 160 * k, px, deck - 214 * k, px + 40 * k, deck - 160 * k],
      p.accent,
    )
    pen.fillStyle = p.glow
    pen.fillRect(px - 20 * k, deck - 118 * k, 40 * k, 34 * k)
    glow(s, px, deck - 100 * k, 110 * k, p.glow, 0.5)
    pen.fillStyle = p.deep
    pen.fillRect(side < 0 ? -10 : px, deck, side < 0 ? px + 10 : w - px + 10, 32 * k)
    for (let i = 0; i < 12; i++)
      pen.fillRect(px + side * (60 + i * 60) * k, deck - 34 * k, 5 * k, 36 * k)
    pen.fillRect(side < 0 ? -10 : px, deck - 36 * k, side < 0 ? px + 10 : w - px + 10, 5 * k)
    pen.save()
    pen.translate(px - side * 30 * k, deck + 10 * k)
    pen.rotate(side < 0 ? -0.82 : 0.82)
    pen.fillStyle = p.deep
    const len = -side * 310 * k
    pen.fillRect(Math.min(0, len), -16 * k, Math.abs(len), 34 * k)
    pen.strokeStyle = p.deep
    pen.lineWidth = 6 * k
    pen.beginPath()
    for (let i = 0; i <= 6; i++) {
      pen.moveTo((len * i) / 6, -16 * k)
      pen.lineTo((len * i) / 6, -58 * k)
      if (i < 6) pen.lineTo((len * (i + 1)) / 6, -16 * k)
    }
    pen.moveTo(0, -58 * k)
    pen.lineTo(len, -58 * k)
    pen.stroke()
    pen.restore()
  }
  leaf(-1)
  leaf(1)
  const by = y + 130 * k
  shape(
    s,
    [
      x - 120 * k,
      by - 30 * k,
      x + 140 * k,
      by - 30 * k,
      x + 104 * k,
      by + 26 * k,
      x - 96 * k,
      by + 26 * k,
    ],
    p.deep,
  )
  shape(
    s,
    [
      x - 60 * k,
      by - 30 * k,
      x - 60 * k,
      by - 82 * k,
      x + 40 * k,
      by - 82 * k,
      x + 52 * k,
      by - 30 * k,
    ],
    mix(p.deep, p.base, 0.6),
  )
  pen.fillStyle = p.glow
  for (let i = 0; i < 3; i++) pen.fillRect(x + (-46 + i * 32) * k, by - 70 * k, 18 * k, 18 * k)
  pen.fillStyle = p.accent
  pen.fillRect(x - 116 * k, by - 12 * k, 248 * k, 8 * k)
  const qy = h - 60 * k
  shape(s, [0, qy, w, qy - 30 * k, w, h, 0, h], p.deep)
  person(s, x - 180 * k, qy + 4 * k, 330 * k, p.deep, { coat: 'long', hair: 'hat', facing: 1 })
  pen.fillStyle = mix(p.soft, p.glow, 0.4)
  pen.save()
  pen.translate(x - 138 * k, qy - 190 * k)
  pen.rotate(0.5)
  pen.beginPath()
  pen.rect(0, -4 * k, 108 * k, 8 * k)
  pen.moveTo(100 * k, -4 * k)
  pen.lineTo(146 * k, -28 * k)
  pen.lineTo(146 * k, 28 * k)
  pen.lineTo(100 * k, 4 * k)
  pen.roundRect(14 * k, 2 * k, 58 * k, 22 * k, 11 * k)
  pen.fill()
  pen.restore()
}
