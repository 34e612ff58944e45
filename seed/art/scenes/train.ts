/** A train over a viaduct through the seasons. */
import {
  cloud,
  disc,
  mist,
  Path2D,
  ridge,
  spray,
  wash,
  wave,
  type Stage,
  type Paint,
} from '../brush.ts'
import { fade, mix } from '../colour.ts'

/** Round trees along a line, as cut from paper. */
function grove(
  s: Stage,
  line: (x: number) => number,
  count: number,
  size: number,
  colours: readonly string[],
) {
  for (let i = 0; i < count; i++) {
    const x = s.random() * s.w
    const r = size * (0.6 + s.random() * 0.7)
    const y = line(x) - r * 0.5
    const crown = new Path2D()
    crown.ellipse(x, y, r, r * 1.15, 0, 0, 6.3)
    s.pen.fillStyle = colours[Math.floor(s.random() * colours.length)]!
    s.pen.fill(crown)
  }
}

export const train: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [mix(p.glow, p.soft, 0.25), p.glow, [y / h, mix(p.soft, p.glow, 0.3)], [1, p.soft]])
  disc(s, x + 240 * k, y - 330 * k, 120 * k, mix(p.accent, p.soft, 0.25))
  const seasons = [p.soft, mix(p.mid, p.glow, 0.35), p.mid, mix(p.mid, p.base, 0.5)]
  for (let i = 0; i < 4; i++) {
    const line = wave(s.random, 4)
    const base = y - (250 - i * 76) * k
    const at = (px: number) => base + line(px / (1500 * k) + i) * (110 - i * 14) * k
    const path = ridge(s, at, [seasons[i]!, mix(seasons[i]!, p.glow, 0.35)], 260 * k)
    spray(s, path, [0, base - 90 * k, 0, base + 150 * k], mix(p.base, seasons[i]!, 0.4), 0.65)
    mist(s, base + 120 * k, 130 * k, p.glow, 0.45)
    if (i > 1)
      grove(s, at, 26, (13 + i * 4) * k, [
        mix(p.base, p.mid, 0.3),
        mix(p.accent, p.soft, 0.35),
        p.soft,
        mix(p.base, p.mid, 0.7),
      ])
  }
  const railY = y + 90 * k
  const deck = mix(p.deep, p.base, 0.25)
  pen.fillStyle = deck
  pen.fillRect(0, railY, w, 26 * k)
  const span = 190 * k
  for (let ax = (x % span) - span; ax < w + span; ax += span) {
    pen.fillStyle = deck
    pen.beginPath()
    pen.moveTo(ax, railY + 20 * k)
    pen.lineTo(ax + span, railY + 20 * k)
    pen.lineTo(ax + span, h)
    pen.lineTo(ax + span - 20 * k, h)
    pen.lineTo(ax + span - 20 * k, railY + 110 * k)
    pen.arc(ax + span / 2, railY + 110 * k, span / 2 - 20 * k, 0, Math.PI, true)
    pen.lineTo(ax + 20 * k, h)
    pen.lineTo(ax, h)
    pen.fill()
  }
  const cars = 4
  const len = 250 * k
  const front = x + 420 * k
  for (let i = 0; i < cars; i++) {
    const cx = front - (i + 1) * (len + 12 * k)
    const cy = railY - 108 * k
    const body = new Path2D()
    body.roundRect(cx, cy, len, 92 * k, i === 0 ? [14 * k, 62 * k, 14 * k, 8 * k] : 10 * k)
    pen.fillStyle = p.accent
    pen.fill(body)
    spray(s, body, [cx, cy + 92 * k, cx, cy], p.deep, 0.7)
    pen.fillStyle = p.glow
    pen.fillRect(cx + 8 * k, cy + 62 * k, len - 16 * k, 7 * k)
    for (let j = 0; j < 5; j++) {
      if (i === 0 && j === 4) continue
      pen.beginPath()
      pen.roundRect(cx + (18 + j * 45) * k, cy + 20 * k, 32 * k, 30 * k, 5 * k)
      pen.fill()
    }
    pen.fillStyle = p.deep
    for (const wx of [46, 84, 168, 206]) {
      pen.beginPath()
      pen.arc(cx + wx * k, railY - 10 * k, 14 * k, 0, 6.3)
      pen.fill()
    }
    if (i) pen.fillRect(cx + len, cy + 60 * k, 14 * k, 10 * k)
  }
  for (let i = 0; i < 5; i++)
    cloud(
      s,
      front - (500 + i * 190) * k,
      railY - (170 + i * 24) * k,
      (110 + i * 38) * k,
      fade('#ffffff', 0.75 - i * 0.1),
    )
  const near = wave(s.random, 3)
  const low = y + 330 * k
  const bank = (px: number) => low + near(px / (1400 * k)) * 60 * k
  const path = ridge(s, bank, [mix(p.base, p.mid, 0.35), p.base, p.deep], 480 * k)
  spray(s, path, [0, h, 0, low], p.deep, 0.8)
  for (let i = 0; i < 70; i++) {
    const fx = s.random() * w
    const fy = bank(fx) + s.random() ** 2 * 300 * k
    disc(s, fx, fy, (3 + s.random() * 6) * k, [p.soft, p.glow, p.accent][i % 3]!)
  }
}
