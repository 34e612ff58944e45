/** A restaurant on a desert island. */
import { blob, cloud, disc, Path2D, ramp, shape, spray, wash, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person, sitter } from '../figures.ts'

export const island: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [mix(p.mid, p.glow, 0.15), mix(p.mid, p.glow, 0.5), [y / h, p.glow], [1, p.glow]])
  const sun = new Path2D()
  sun.arc(x, y - 170 * k, 330 * k, 0, 6.3)
  pen.fillStyle = ramp(pen, [0, y - 500 * k, 0, y + 100 * k], [p.soft, mix(p.soft, p.accent, 0.55)])
  pen.fill(sun)
  spray(s, sun, [x, y + 40 * k, x, y - 260 * k], p.accent, 0.85)
  cloud(s, x - 380 * k, y - 330 * k, 270 * k, fade('#ffffff', 0.92))
  cloud(s, x + 420 * k, y - 180 * k, 330 * k, fade('#ffffff', 0.92))
  pen.fillStyle = ramp(pen, [0, y, 0, h], [p.base, mix(p.base, p.deep, 0.5), p.deep])
  pen.fillRect(0, y, w, h - y)
  for (let i = 0; i < 34; i++) {
    const wy = y + 20 * k + s.random() * (h - y)
    const t = (wy - y) / (h - y)
    const len = (50 + s.random() * 130) * k * (0.5 + t)
    pen.strokeStyle = fade(i % 3 ? p.mid : p.glow, 0.6)
    pen.lineWidth = (3 + t * 6) * k
    pen.lineCap = 'round'
    const wx = s.random() * w
    pen.beginPath()
    pen.moveTo(wx, wy)
    pen.lineTo(wx + len, wy)
    pen.stroke()
  }
  const sand = blob([
    [x - 400 * k, y + 96 * k],
    [x - 300 * k, y + 20 * k],
    [x - 60 * k, y - 34 * k],
    [x + 190 * k, y - 10 * k],
    [x + 390 * k, y + 70 * k],
    [x + 420 * k, y + 110 * k],
    [x + 80 * k, y + 150 * k],
    [x - 280 * k, y + 140 * k],
  ])
  pen.fillStyle = fade(p.mid, 0.85)
  pen.beginPath()
  pen.ellipse(x, y + 112 * k, 500 * k, 62 * k, 0, 0, 6.3)
  pen.fill()
  pen.fillStyle = p.soft
  pen.fill(sand)
  spray(
    s,
    sand,
    [x + 300 * k, y + 150 * k, x - 60 * k, y - 30 * k],
    mix(p.accent, p.deep, 0.2),
    0.75,
  )
  pen.strokeStyle = mix(p.deep, '#5a3a20', 0.6)
  pen.lineCap = 'round'
  const palm = (px: number, py: number, tall: number, lean: number) => {
    pen.strokeStyle = mix(p.deep, '#5a3a20', 0.6)
    pen.lineWidth = 20 * k
    pen.beginPath()
    pen.moveTo(px, py)
    pen.quadraticCurveTo(px + lean * 0.2, py - tall * 0.6, px + lean, py - tall)
    pen.stroke()
    for (let i = 0; i < 7; i++) {
      const a = -Math.PI * (0.02 + i * 0.16)
      const len = 170 * k * (0.85 + s.random() * 0.3)
      const ex = px + lean + Math.cos(a) * len
      const ey = py - tall + Math.sin(a) * len * 0.5 + 76 * k
      pen.fillStyle = mix(p.deep, p.mid, i % 2 ? 0.35 : 0.6)
      pen.beginPath()
      pen.moveTo(px + lean, py - tall)
      pen.quadraticCurveTo(
        px + lean + Math.cos(a) * len * 0.6,
        py - tall + Math.sin(a) * len * 0.95 - 40 * k,
        ex,
        ey,
      )
      pen.quadraticCurveTo(
        px + lean + Math.cos(a) * len * 0.5,
        py - tall + Math.sin(a) * len * 0.6,
        px + lean,
        py - tall,
      )
      pen.fill()
    }
  }
  palm(x - 210 * k, y + 30 * k, 360 * k, -70 * k)
  palm(x - 150 * k, y + 40 * k, 260 * k, 50 * k)
  const tx = x + 110 * k
  const ty = y + 60 * k
  pen.fillStyle = p.deep
  pen.fillRect(tx - 4 * k, ty - 250 * k, 8 * k, 250 * k)
  for (let i = 0; i < 6; i++) {
    const a0 = Math.PI + (i / 6) * Math.PI
    const a1 = Math.PI + ((i + 1) / 6) * Math.PI
    pen.fillStyle = i % 2 ? '#fffaf0' : p.accent
    pen.beginPath()
    pen.moveTo(tx, ty - 330 * k)
    pen.lineTo(tx + Math.cos(a0) * 190 * k, ty - 225 * k)
    pen.quadraticCurveTo(
      tx + Math.cos((a0 + a1) / 2) * 190 * k,
      ty - 250 * k,
      tx + Math.cos(a1) * 190 * k,
      ty - 225 * k,
    )
    pen.fill()
  }
  pen.fillStyle = '#fffaf0'
  pen.fillRect(tx - 110 * k, ty - 92 * k, 220 * k, 14 * k)
  shape(
    s,
    [
      tx - 106 * k,
      ty - 78 * k,
      tx + 106 * k,
      ty - 78 * k,
      tx + 92 * k,
      ty - 20 * k,
      tx - 92 * k,
      ty - 20 * k,
    ],
    p.accent,
  )
  pen.fillStyle = p.deep
  pen.fillRect(tx - 92 * k, ty - 26 * k, 9 * k, 46 * k)
  pen.fillRect(tx + 83 * k, ty - 26 * k, 9 * k, 46 * k)
  disc(s, tx - 30 * k, ty - 100 * k, 22 * k, p.mid)
  pen.fillStyle = p.deep
  pen.fillRect(tx + 40 * k, ty - 128 * k, 20 * k, 36 * k)
  sitter(s, tx + 190 * k, ty - 12 * k, 170 * k, p.deep, -1)
  person(s, x - 60 * k, y + 74 * k, 150 * k, p.deep, { coat: 'short', hair: 'hat', facing: 1 })
}
