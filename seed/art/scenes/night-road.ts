/** A car on a night road into the city. */
import { glow, Path2D, ramp, shape, wash, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'

export const nightRoad: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [
    p.deep,
    p.base,
    p.mid,
    [(y / h) * 0.97, p.soft],
    [y / h, mix(p.soft, p.glow, 0.5)],
    [1, p.deep],
  ])
  const sun = new Path2D()
  sun.arc(x, y - 60 * k, 300 * k, 0, 6.3)
  glow(s, x, y - 60 * k, 800 * k, p.soft, 0.6)
  pen.save()
  pen.beginPath()
  for (let i = 0; i < 12; i++)
    pen.rect(0, y - 380 * k + i * 48 * k - i * i * 1.2 * k, w, (44 - i * 2.3) * k)
  pen.clip()
  pen.fillStyle = ramp(
    pen,
    [0, y - 360 * k, 0, y + 60 * k],
    [p.glow, mix(p.soft, p.glow, 0.3), p.soft],
  )
  pen.fill(sun)
  pen.restore()
  for (let layer = 0; layer < 2; layer++)
    for (let bx = -10; bx < w;) {
      const bw = (36 + s.random() * 74) * k
      const d = Math.min(1, Math.abs(bx + bw / 2 - x) / (620 * k))
      const bh =
        (30 + s.random() * 90 + d * d * 440 * (0.6 + s.random() * 0.5)) * k * (layer ? 0.7 : 1)
      pen.fillStyle = mix(p.base, p.deep, 0.2 + layer * 0.6)
      pen.fillRect(bx, y - bh, bw - 3 * k, bh + 3)
      for (let wy = y - bh + 14 * k; wy < y - 14 * k; wy += 20 * k)
        for (let wx = bx + 8 * k; wx < bx + bw - 14 * k; wx += 16 * k)
          if (s.random() < 0.24) {
            pen.fillStyle = fade([p.glow, p.accent, p.soft][Math.floor(s.random() * 3)]!, 0.9)
            pen.fillRect(wx, wy, 7 * k, 9 * k)
          }
      bx += bw
    }
  pen.fillStyle = ramp(pen, [0, y, 0, h], [mix(p.base, p.soft, 0.35), p.base, p.deep])
  pen.fillRect(0, y, w, h - y)
  const bottom = y + 900 * k
  shape(
    s,
    [x - 16 * k, y, x + 16 * k, y, x + 900 * k, bottom, x - 900 * k, bottom],
    ramp(pen, [0, y, 0, bottom], [mix(p.base, p.deep, 0.4), mix(p.deep, '#000000', 0.3)]),
  )
  for (let i = 0; i < 9; i++) {
    const t0 = (i / 9) ** 2.2
    const t1 = ((i + 0.5) / 9) ** 2.2
    const [y0, y1] = [y + t0 * 900 * k, y + t1 * 900 * k]
    shape(
      s,
      [
        x - (1 + t0 * 24) * k,
        y0,
        x + (1 + t0 * 24) * k,
        y0,
        x + (1 + t1 * 24) * k,
        y1,
        x - (1 + t1 * 24) * k,
        y1,
      ],
      p.glow,
    )
  }
  pen.save()
  pen.globalCompositeOperation = 'screen'
  for (let i = 0; i < 26; i++) {
    const side = i % 2 ? 1 : -1
    const reach = (0.15 + s.random() * 0.85) * 900 * k * side
    const colour = side > 0 ? p.soft : p.accent
    pen.strokeStyle = ramp(pen, [x, y, x + reach, bottom], [fade(colour, 0), fade(colour, 0.75)])
    pen.lineWidth = (2 + s.random() * 7) * k
    pen.beginPath()
    pen.moveTo(x + reach * 0.02, y)
    pen.lineTo(x + reach, bottom)
    pen.stroke()
  }
  pen.restore()
  const cx = x
  const cy = y + 330 * k
  const u = 1.25 * k
  pen.fillStyle = fade('#000000', 0.55)
  pen.beginPath()
  pen.ellipse(cx, cy + 8 * u, 240 * u, 26 * u, 0, 0, 6.3)
  pen.fill()
  const body = new Path2D()
  body.moveTo(cx - 205 * u, cy - 20 * u)
  body.bezierCurveTo(
    cx - 214 * u,
    cy - 90 * u,
    cx - 196 * u,
    cy - 118 * u,
    cx - 150 * u,
    cy - 124 * u,
  )
  body.bezierCurveTo(cx - 122 * u, cy - 190 * u, cx - 104 * u, cy - 208 * u, cx, cy - 210 * u)
  body.bezierCurveTo(
    cx + 104 * u,
    cy - 208 * u,
    cx + 122 * u,
    cy - 190 * u,
    cx + 150 * u,
    cy - 124 * u,
  )
  body.bezierCurveTo(
    cx + 196 * u,
    cy - 118 * u,
    cx + 214 * u,
    cy - 90 * u,
    cx + 205 * u,
    cy - 20 * u,
  )
  body.closePath()
  pen.fillStyle = ramp(
    pen,
    [0, cy - 210 * u, 0, cy],
    [mix(p.base, p.deep, 0.3), mix(p.deep, '#000000', 0.4)],
  )
  pen.fill(body)
  shape(
    s,
    [
      cx - 130 * u,
      cy - 126 * u,
      cx - 98 * u,
      cy - 192 * u,
      cx + 98 * u,
      cy - 192 * u,
      cx + 130 * u,
      cy - 126 * u,
    ],
    ramp(pen, [0, cy - 192 * u, 0, cy - 126 * u], [p.soft, mix(p.base, p.deep, 0.2)]),
  )
  person(s, cx + 46 * u, cy - 60 * u, 118 * u, p.deep, { coat: 'short' })
  pen.fillStyle = mix(p.deep, '#000000', 0.4)
  pen.fillRect(cx - 150 * u, cy - 126 * u, 300 * u, 70 * u)
  for (const side of [-1, 1]) {
    pen.fillStyle = '#ff3355'
    pen.beginPath()
    pen.roundRect(cx + side * 150 * u - 50 * u, cy - 104 * u, 100 * u, 17 * u, 8 * u)
    pen.fill()
    glow(s, cx + side * 150 * u, cy - 96 * u, 190 * u, '#ff2448', 0.85)
    pen.fillStyle = '#000000'
    pen.fillRect(cx + side * 160 * u - 32 * u, cy - 24 * u, 64 * u, 36 * u)
  }
  pen.fillStyle = p.glow
  pen.fillRect(cx - 46 * u, cy - 74 * u, 92 * u, 24 * u)
  pen.fillStyle = p.accent
  pen.fillRect(cx - 190 * u, cy - 30 * u, 380 * u, 3 * u)
}
