/** Heads: one in a mirror, or two face to face. */
import { blob, disc, glow, Path2D, ramp, spray, wash, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { hair, profile } from '../figures.ts'

export const portrait: Paint = (s) => {
  const { pen, x, y, k, p, w } = s
  if (s.variant === 'mirror') {
    wash(s, [p.base, p.deep, p.deep])
    const [rx, ry] = [330 * k, 450 * k]
    glow(s, x, y, 800 * k, p.mid, 0.75)
    pen.fillStyle = mix(p.soft, p.deep, 0.45)
    pen.beginPath()
    pen.ellipse(x, y, rx + 34 * k, ry + 34 * k, 0, 0, 6.3)
    pen.fill()
    const glass = new Path2D()
    glass.ellipse(x, y, rx, ry, 0, 0, 6.3)
    pen.fillStyle = ramp(
      pen,
      [x - rx, y - ry, x + rx, y + ry],
      [p.accent, p.mid, mix(p.mid, p.deep, 0.7)],
    )
    pen.fill(glass)
    pen.save()
    pen.clip(glass)
    const size = 540 * k
    const face = profile(x + 96 * k, y + 210 * k, size, -1)
    pen.fillStyle = mix(p.soft, p.glow, 0.4)
    pen.fill(face)
    spray(s, face, [x + 330 * k, y + 200 * k, x - 130 * k, y - 60 * k], p.mid, 1)
    pen.fillStyle = p.deep
    pen.fill(hair(x + 96 * k, y + 210 * k, size, -1, 'bob'))
    pen.strokeStyle = p.deep
    pen.lineCap = 'round'
    pen.lineWidth = 6 * k
    pen.beginPath()
    pen.moveTo(x + 96 * k - 0.31 * size, y + 210 * k - 0.55 * size)
    pen.quadraticCurveTo(
      x + 96 * k - 0.24 * size,
      y + 210 * k - 0.57 * size,
      x + 96 * k - 0.19 * size,
      y + 210 * k - 0.53 * size,
    )
    pen.stroke()
    pen.strokeStyle = p.accent
    pen.lineWidth = 8 * k
    pen.beginPath()
    pen.moveTo(x + 96 * k - 0.355 * size, y + 210 * k - 0.235 * size)
    pen.quadraticCurveTo(
      x + 96 * k - 0.22 * size,
      y + 210 * k - 0.2 * size,
      x + 96 * k - 0.13 * size,
      y + 210 * k - 0.35 * size,
    )
    pen.stroke()
    pen.strokeStyle = fade('#ffffff', 0.75)
    pen.lineWidth = 2.4 * k
    const [cx, cy] = [x - 70 * k, y - 120 * k]
    for (let i = 0; i < 13; i++) {
      let a = (i / 13) * 6.28 + s.random() * 0.3
      let [px, py] = [cx, cy]
      pen.beginPath()
      pen.moveTo(px, py)
      for (let j = 0; j < 7; j++) {
        a += (s.random() - 0.5) * 0.6
        px += Math.cos(a) * 80 * k
        py += Math.sin(a) * 80 * k
        pen.lineTo(px, py)
      }
      pen.stroke()
    }
    for (let r = 1; r < 4; r++) {
      pen.beginPath()
      for (let i = 0; i <= 13; i++)
        pen.lineTo(
          cx + Math.cos((i / 13) * 6.28) * r * 66 * k * (0.8 + s.random() * 0.4),
          cy + Math.sin((i / 13) * 6.28) * r * 66 * k * (0.8 + s.random() * 0.4),
        )
      pen.stroke()
    }
    pen.restore()
    const front = 430 * k
    const self = profile(x - 236 * k, y + 470 * k, front, 1)
    pen.fillStyle = mix(p.deep, '#000000', 0.5)
    pen.fill(self)
    pen.fill(hair(x - 236 * k, y + 470 * k, front, 1, 'bob'))
    return
  }
  wash(s, [p.glow, mix(p.glow, p.soft, 0.35), p.soft, [1, p.mid]])
  const heart = (cx: number, cy: number, size: number, fill: string) => {
    const path = new Path2D()
    path.moveTo(cx, cy + size * 0.9)
    path.bezierCurveTo(
      cx - size * 1.5,
      cy - size * 0.1,
      cx - size * 0.9,
      cy - size * 1.1,
      cx,
      cy - size * 0.35,
    )
    path.bezierCurveTo(
      cx + size * 0.9,
      cy - size * 1.1,
      cx + size * 1.5,
      cy - size * 0.1,
      cx,
      cy + size * 0.9,
    )
    pen.fillStyle = fill
    pen.fill(path)
    return path
  }
  const big = heart(x, y - 70 * k, 430 * k, p.mid)
  spray(s, big, [x + 300 * k, y + 300 * k, x - 200 * k, y - 330 * k], p.base, 0.9)
  pen.strokeStyle = fade(p.glow, 0.75)
  pen.lineWidth = 3 * k
  pen.save()
  pen.clip(big)
  for (let i = 0; i < 16; i++) {
    pen.beginPath()
    pen.moveTo(x - 600 * k, y + (-420 + i * 58) * k)
    pen.lineTo(x + 600 * k, y + (-420 + i * 58) * k)
    pen.stroke()
  }
  pen.strokeStyle = p.glow
  pen.lineWidth = 11 * k
  pen.lineJoin = 'round'
  pen.beginPath()
  for (const [i, v] of [0.5, 0.42, 0.46, 0.2, 0.3, -0.04, 0.05, -0.3].entries())
    pen.lineTo(x + (-420 + i * 120) * k, y + (v * 420 - 60) * k)
  pen.stroke()
  pen.restore()
  const size = 440 * k
  const put = (side: -1 | 1, cut: 'bob' | 'short', skin: string, cloth: string, ink: string) => {
    const px = x - side * 262 * k
    const py = y + 330 * k
    const face = profile(px, py, size, side)
    pen.fillStyle = skin
    pen.fill(face)
    spray(
      s,
      face,
      [px - side * 260 * k, py + 100 * k, px + side * 130 * k, py - 200 * k],
      mix(skin, p.base, 0.5),
      0.8,
    )
    pen.save()
    pen.clip(face)
    pen.fillStyle = cloth
    pen.fill(
      blob([
        [px - side * 0.5 * size, py + 0.3 * size],
        [px - side * 0.1 * size, py + 0.26 * size],
        [px + side * 0.2 * size, py + 0.32 * size],
        [px + side * 0.9 * size, py + 0.5 * size],
        [px + side * 0.9 * size, py + 1.4 * size],
        [px - side * 1.1 * size, py + 1.4 * size],
        [px - side * 1.0 * size, py + 0.4 * size],
      ]),
    )
    pen.restore()
    pen.fillStyle = ink
    pen.fill(hair(px, py, size, side, cut))
    pen.strokeStyle = p.deep
    pen.lineWidth = 6 * k
    pen.lineCap = 'round'
    pen.beginPath()
    pen.moveTo(px + side * 0.3 * size, py - 0.55 * size)
    pen.quadraticCurveTo(
      px + side * 0.24 * size,
      py - 0.525 * size,
      px + side * 0.19 * size,
      py - 0.55 * size,
    )
    pen.moveTo(px + side * 0.31 * size, py - 0.66 * size)
    pen.lineTo(px + side * 0.17 * size, py - 0.665 * size)
    pen.stroke()
    disc(s, px + side * 0.1 * size, py - 0.34 * size, 40 * k, fade(p.mid, 0.55))
  }
  put(1, 'short', '#f7d3bd', p.accent, p.deep)
  put(-1, 'bob', '#fbe0cd', p.glow, mix(p.deep, p.base, 0.35))
  heart(x, y + 40 * k, 42 * k, p.glow)
  for (let i = 0; i < 16; i++)
    heart(
      s.random() * w,
      y - 380 * k + s.random() * 900 * k,
      (8 + s.random() * 14) * k,
      fade(i % 2 ? p.base : p.glow, 0.8),
    )
}
