/** Two people, one umbrella, rain. */
import { glow, ramp, wash, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { couple } from '#seed/films/umbrella/set.ts'
import { at } from '#seed/films/stage/stage.ts'

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
  const two = () =>
    at(pen, x, ground + 44 * k, 1.24 * k, 0, () => couple(pen, 0, 0, 0, false, 0.6, undefined))
  pen.save()
  pen.translate(0, (ground + 44 * k) * 2)
  pen.scale(1, -1)
  pen.globalAlpha = 1
  two()
  pen.restore()
  pen.fillStyle = ramp(pen, [0, ground + 40 * k, 0, h], [fade(p.base, 0.62), fade(p.deep, 0.94)])
  pen.fillRect(0, ground + 44 * k, w, h)
  two()
  for (let i = 0; i < 30; i++) {
    const rx = s.random() * w
    const ry = ground + (60 + s.random() * 400) * k
    pen.strokeStyle = fade(p.glow, 0.35)
    pen.lineWidth = 2.4 * k
    pen.beginPath()
    pen.ellipse(rx, ry, (14 + s.random() * 34) * k, (4 + s.random() * 8) * k, 0, 0, 6.3)
    pen.stroke()
  }
}
