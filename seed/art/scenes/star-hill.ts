/** A courier riding a falling star above lit hills. */
import {
  blob,
  disc,
  glow,
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

export const starHill: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.deep, p.base, p.mid, [0.78, p.soft], [1, p.glow]])
  stars(s, Math.round((w * h) / 6000), h * 0.6, p.glow)
  for (let i = 0; i < 5; i++) {
    const sx = w * (0.15 + s.random() * 0.9)
    const sy = h * (0.02 + s.random() * 0.36)
    const len = (130 + s.random() * 200) * k
    pen.strokeStyle = ramp(
      pen,
      [sx, sy, sx - len, sy + len * 0.5],
      [fade(p.glow, 0), fade(p.glow, 0.8)],
    )
    pen.lineWidth = 3 * k
    pen.beginPath()
    pen.moveTo(sx, sy)
    pen.lineTo(sx - len, sy + len * 0.5)
    pen.stroke()
  }
  const bx = x
  const by = y - 150 * k
  const tail = pen.createLinearGradient(bx - 40 * k, by, bx + 760 * k, by - 470 * k)
  tail.addColorStop(0, fade(p.accent, 0.95))
  tail.addColorStop(0.4, fade(p.accent, 0.35))
  tail.addColorStop(1, fade(p.accent, 0))
  pen.fillStyle = tail
  pen.beginPath()
  pen.moveTo(bx - 40 * k, by + 60 * k)
  pen.quadraticCurveTo(bx + 400 * k, by - 120 * k, bx + 900 * k, by - 640 * k)
  pen.quadraticCurveTo(bx + 330 * k, by - 290 * k, bx - 40 * k, by + 60 * k)
  pen.fill()
  glow(s, bx, by, 320 * k, p.accent, 0.55)
  pen.strokeStyle = p.deep
  pen.lineWidth = 8 * k
  pen.lineCap = pen.lineJoin = 'round'
  pen.save()
  pen.translate(bx, by)
  pen.rotate(-0.2)
  for (const wx of [-92, 92]) {
    pen.lineWidth = 7 * k
    pen.beginPath()
    pen.arc(wx * k, 60 * k, 60 * k, 0, 6.3)
    pen.stroke()
    pen.lineWidth = 1.8 * k
    for (let a = 0; a < 6; a++) {
      pen.beginPath()
      pen.moveTo(wx * k + Math.cos(a * 1.047) * 58 * k, 60 * k + Math.sin(a * 1.047) * 58 * k)
      pen.lineTo(wx * k, 60 * k)
      pen.stroke()
    }
  }
  pen.lineWidth = 8 * k
  pen.beginPath()
  pen.moveTo(-92 * k, 60 * k)
  pen.lineTo(-40 * k, -28 * k)
  pen.lineTo(60 * k, -28 * k)
  pen.lineTo(92 * k, 60 * k)
  pen.moveTo(-40 * k, -28 * k)
  pen.lineTo(-4 * k, 58 * k)
  pen.lineTo(60 * k, -28 * k)
  pen.moveTo(-4 * k, 58 * k)
  pen.lineTo(-92 * k, 60 * k)
  pen.moveTo(60 * k, -28 * k)
  pen.lineTo(50 * k, -66 * k)
  pen.lineTo(24 * k, -70 * k)
  pen.stroke()
  pen.translate(-22 * k, -40 * k)
  pen.fillStyle = p.deep
  pen.fill(
    blob([
      [-22 * k, 0],
      [-30 * k, -60 * k],
      [-8 * k, -112 * k],
      [22 * k, -112 * k],
      [34 * k, -80 * k],
      [20 * k, -30 * k],
      [24 * k, 4 * k],
    ]),
  )
  pen.lineWidth = 18 * k
  pen.beginPath()
  pen.moveTo(16 * k, -92 * k)
  pen.lineTo(42 * k, -50 * k)
  pen.lineTo(68 * k, -34 * k)
  pen.moveTo(6 * k, -2 * k)
  pen.lineTo(40 * k, 36 * k)
  pen.lineTo(14 * k, 90 * k)
  pen.stroke()
  disc(s, 14 * k, -142 * k, 27 * k, mix(p.soft, p.glow, 0.6))
  pen.fillStyle = p.deep
  pen.beginPath()
  pen.arc(12 * k, -148 * k, 28 * k, Math.PI * 0.95, Math.PI * 2)
  pen.roundRect(14 * k, -154 * k, 40 * k, 8 * k, 4 * k)
  pen.fill()
  pen.fillStyle = p.accent
  pen.beginPath()
  pen.roundRect(-84 * k, -84 * k, 62 * k, 56 * k, 9 * k)
  pen.fill()
  pen.restore()
  for (let layer = 0; layer < 3; layer++) {
    const line = wave(s.random, 3)
    const base = y + (170 + layer * 120) * k
    const path = ridge(
      s,
      (px) => base + line(px / (1300 * k) + layer) * (90 - layer * 16) * k,
      [mix(p.mid, p.deep, 0.25 + layer * 0.3), mix(p.base, p.deep, 0.4 + layer * 0.3)],
      380 * k,
    )
    spray(s, path, [0, h, 0, base - 60 * k], p.deep, 0.7)
    if (layer < 2)
      for (let i = 0; i < 14; i++) {
        const hx = s.random() * w
        const hy =
          base + line(hx / (1300 * k) + layer) * (90 - layer * 16) * k + (14 + s.random() * 90) * k
        const size = (9 + s.random() * 9) * k
        shape(s, [hx - size * 1.5, hy, hx, hy - size * 1.2, hx + size * 1.5, hy], p.deep)
        pen.fillStyle = p.glow
        pen.fillRect(hx - size * 0.4, hy + size * 0.3, size * 0.8, size * 0.7)
        glow(s, hx, hy + size * 0.6, size * 5, p.glow, 0.35)
      }
  }
}
