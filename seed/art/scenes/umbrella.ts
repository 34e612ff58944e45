/** Two people, one umbrella, rain. */
import { disc, glow, ramp, wash, wave, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'

export const umbrella: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.deep, p.base, p.mid, [0.72, p.soft], [1, p.mid]])
  for (let layer = 0; layer < 2; layer++)
    for (let bx = -20; bx < w;) {
      const bw = (90 + s.random() * 120) * k
      const bh = (420 + s.random() * 420) * k * (layer ? 0.7 : 1)
      pen.fillStyle = fade(mix(p.mid, p.base, 0.35 + layer * 0.35), 0.7)
      pen.fillRect(bx, y + 330 * k - bh, bw - 8 * k, bh)
      for (let i = 0; i < 6; i++)
        if (s.random() < 0.5)
          glow(s, bx + s.random() * bw, y + 330 * k - s.random() * bh, 46 * k, p.accent, 0.6)
      bx += bw
    }
  const ground = y + 330 * k
  pen.fillStyle = ramp(pen, [0, ground, 0, h], [mix(p.mid, p.soft, 0.5), p.base, p.deep])
  pen.fillRect(0, ground, w, h - ground)
  glow(s, x, y + 40 * k, 620 * k, p.glow, 0.4)
  pen.strokeStyle = fade(p.glow, 0.4)
  pen.lineCap = 'round'
  for (let i = 0; i < 210; i++) {
    const rx = s.random() * (w + 200 * k) - 100 * k
    const ry = s.random() * h
    if (Math.abs(rx - x) < 310 * k && ry > y - 150 * k && ry < ground) continue
    const len = (30 + s.random() * 90) * k
    pen.lineWidth = (1 + s.random() * 2) * k
    pen.beginPath()
    pen.moveTo(rx, ry)
    pen.lineTo(rx - len * 0.14, ry + len)
    pen.stroke()
  }
  const couple = (flip: boolean) => {
    const c1 = flip ? fade(p.deep, 0.5) : p.deep
    person(s, x - 74 * k, ground + 40 * k, 430 * k, c1, {
      coat: 'long',
      hair: 'short',
      facing: 1,
      headColour: flip ? c1 : '#e9c3a4',
      hairColour: c1,
    })
    person(s, x + 92 * k, ground + 48 * k, 396 * k, flip ? c1 : mix(p.base, p.deep, 0.3), {
      coat: 'dress',
      hair: 'long',
      facing: -1,
      headColour: flip ? c1 : '#f0d0b6',
      hairColour: c1,
    })
    const ux = x + 6 * k
    const uy = y - 96 * k
    pen.strokeStyle = c1
    pen.lineWidth = 8 * k
    pen.beginPath()
    pen.moveTo(ux, uy - 30 * k)
    pen.lineTo(ux, uy + 230 * k)
    pen.stroke()
    const n = 6
    const half = 320 * k
    for (let i = 0; i < n; i++) {
      const a = -1 + (i / n) * 2
      const b = -1 + ((i + 1) / n) * 2
      pen.fillStyle = flip
        ? fade(p.accent, 0.35)
        : i % 2
          ? p.accent
          : mix(p.accent, '#ffffff', 0.28)
      pen.beginPath()
      pen.moveTo(ux, uy - 180 * k)
      pen.quadraticCurveTo(ux + a * half * 0.86, uy - 150 * k, ux + a * half, uy + 10 * k)
      pen.quadraticCurveTo(ux + ((a + b) / 2) * half, uy - 34 * k, ux + b * half, uy + 10 * k)
      pen.quadraticCurveTo(ux + b * half * 0.86, uy - 150 * k, ux, uy - 180 * k)
      pen.fill()
    }
    pen.strokeStyle = c1
    pen.beginPath()
    pen.moveTo(ux, uy - 180 * k)
    pen.lineTo(ux, uy - 208 * k)
    pen.stroke()
  }
  pen.save()
  pen.translate(0, (ground + 44 * k) * 2)
  pen.scale(1, -1)
  couple(true)
  pen.restore()
  pen.fillStyle = ramp(pen, [0, ground + 40 * k, 0, h], [fade(p.base, 0.2), fade(p.deep, 0.85)])
  pen.fillRect(0, ground + 44 * k, w, h)
  couple(false)
  for (let i = 0; i < 30; i++) {
    const rx = s.random() * w
    const ry = ground + (60 + s.random() * 400) * k
    pen.strokeStyle = fade(p.glow, 0.35)
    pen.lineWidth = 2.4 * k
    pen.beginPath()
    pen.ellipse(rx, ry, (14 + s.random() * 34) * k, (4 + s.random() * 8) * k, 0, 0, 6.3)
    pen.stroke()
  }
  const splash = wave(s.random, 4)
  for (let a = -1; a <= 1; a += 0.08)
    disc(
      s,
      x + a * 330 * k,
      y - 96 * k - Math.sqrt(Math.max(0, 1 - a * a)) * 196 * k + splash(a) * 10 * k,
      (2 + s.random() * 3) * k,
      fade(p.glow, 0.8),
    )
}
