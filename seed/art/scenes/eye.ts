/** An eye behind a magnifying glass, detectives around it. */
import { blob, disc, Path2D, ramp, shape, wash, rays, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'

export const eye: Paint = (s) => {
  const { pen, x, y, k, p } = s
  wash(s, [p.base, mix(p.base, p.deep, 0.5), p.deep])
  rays(s, x, y, 26, fade(p.mid, 0.35), 0.05)
  for (let i = 0; i < 6; i++) {
    const a = (i / 6) * 6.2832 - 0.4
    const [px, py] = [x + Math.cos(a) * 430 * k, y + Math.sin(a) * 400 * k]
    const side = px < x ? 1 : -1
    const tone = [
      p.accent,
      p.soft,
      p.mid,
      '#e9d8b4',
      mix(p.accent, p.soft, 0.5),
      mix(p.mid, p.glow, 0.4),
    ][i]!
    pen.save()
    pen.translate(px, py)
    pen.fillStyle = mix(p.deep, p.base, 0.2)
    pen.fill(
      blob([
        [-120 * k, 150 * k],
        [-96 * k, 70 * k],
        [0, 50 * k],
        [96 * k, 70 * k],
        [120 * k, 150 * k],
      ]),
    )
    disc(s, 0, 0, 82 * k, tone)
    pen.fillStyle = p.deep
    pen.beginPath()
    pen.roundRect(-112 * k, -62 * k, 224 * k, 20 * k, 10 * k)
    pen.roundRect(-68 * k, -130 * k, 136 * k, 84 * k, [46 * k, 46 * k, 0, 0])
    pen.fill()
    pen.fillStyle = p.accent
    pen.fillRect(-68 * k, -78 * k, 136 * k, 16 * k)
    for (const e of [-30, 30]) {
      disc(s, e * k, -10 * k, 19 * k, '#ffffff')
      disc(s, e * k + side * 9 * k, -8 * k, 10 * k, p.deep)
    }
    pen.strokeStyle = p.deep
    pen.lineWidth = 7 * k
    pen.lineCap = 'round'
    pen.beginPath()
    if (i % 2) {
      pen.moveTo(-20 * k, 38 * k)
      pen.lineTo(22 * k, 34 * k)
    } else pen.arc(0, 26 * k, 20 * k, 0.2, Math.PI - 0.2)
    pen.stroke()
    pen.restore()
  }
  const r = 250 * k
  pen.save()
  pen.translate(x, y)
  pen.rotate(0.78)
  pen.fillStyle = p.deep
  pen.beginPath()
  pen.roundRect(r * 0.98, -36 * k, 330 * k, 72 * k, 30 * k)
  pen.fill()
  pen.fillStyle = p.accent
  pen.fillRect(r * 1.14, -36 * k, 40 * k, 72 * k)
  pen.restore()
  disc(s, x + 10 * k, y + 16 * k, r * 1.12, fade(p.deep, 0.5))
  disc(s, x, y, r * 1.1, p.deep)
  const lens = new Path2D()
  lens.arc(x, y, r * 0.95, 0, 6.3)
  pen.fillStyle = ramp(pen, [x - r, y - r, x + r, y + r], [p.glow, mix(p.glow, p.soft, 0.6)])
  pen.fill(lens)
  pen.save()
  pen.clip(lens)
  const white = blob([
    [x - r * 0.92, y],
    [x - r * 0.4, y - r * 0.5],
    [x, y - r * 0.6],
    [x + r * 0.4, y - r * 0.5],
    [x + r * 0.92, y],
    [x + r * 0.4, y + r * 0.45],
    [x, y + r * 0.54],
    [x - r * 0.4, y + r * 0.45],
  ])
  pen.fillStyle = '#ffffff'
  pen.fill(white)
  pen.save()
  pen.clip(white)
  disc(s, x + 20 * k, y, r * 0.46, p.mid)
  for (let i = 0; i < 40; i++) {
    const a = (i / 40) * 6.28
    pen.strokeStyle = fade(p.base, 0.6)
    pen.lineWidth = 4 * k
    pen.beginPath()
    pen.moveTo(x + 20 * k + Math.cos(a) * r * 0.2, y + Math.sin(a) * r * 0.2)
    pen.lineTo(x + 20 * k + Math.cos(a) * r * 0.44, y + Math.sin(a) * r * 0.44)
    pen.stroke()
  }
  disc(s, x + 20 * k, y, r * 0.23, p.deep)
  disc(s, x + 56 * k, y - 44 * k, r * 0.09, '#ffffff')
  pen.restore()
  pen.strokeStyle = p.deep
  pen.lineWidth = 15 * k
  pen.stroke(white)
  pen.restore()
  shape(
    s,
    [
      x - r * 0.7,
      y - r * 0.2,
      x - r * 0.3,
      y - r * 0.72,
      x - r * 0.18,
      y - r * 0.74,
      x - r * 0.66,
      y - r * 0.06,
    ],
    fade('#ffffff', 0.55),
  )
}
