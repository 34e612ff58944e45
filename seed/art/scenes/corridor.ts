/** A hospital corridor at night. */
import { glow, ramp, shape, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'

export const corridor: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  pen.fillStyle = p.deep
  pen.fillRect(0, 0, w, h)
  const far = 80 * k
  const vy = y - 30 * k
  const reach = Math.max(w, h) * 1.4
  const quad = (a: number, b: number, side: 'l' | 'r' | 't' | 'b') => {
    const at = (r: number) => ({
      l: x - r * 0.82,
      r: x + r * 0.82,
      t: vy - r * 1.0,
      b: vy + r * 1.0,
    })
    const [n, f] = [at(b), at(a)]
    if (side === 'l') return [f.l, f.t, n.l, n.t, n.l, n.b, f.l, f.b]
    if (side === 'r') return [f.r, f.t, n.r, n.t, n.r, n.b, f.r, f.b]
    if (side === 't') return [f.l, f.t, f.r, f.t, n.r, n.t, n.l, n.t]
    return [f.l, f.b, f.r, f.b, n.r, n.b, n.l, n.b]
  }
  const depth = Array.from({ length: 9 }, (_, i) => far * 1.5 ** i)
  for (let i = 7; i >= 0; i--) {
    const [a, b] = [depth[i]!, Math.min(reach, depth[i + 1]!)]
    const t = i / 8
    shape(s, quad(a, b, 'l'), mix(mix(p.soft, p.mid, 0.4), p.base, t + (i % 2) * 0.08))
    shape(s, quad(a, b, 'r'), mix(mix(p.soft, p.mid, 0.2), p.base, t * 0.9 + (i % 2) * 0.08))
    shape(s, quad(a, b, 't'), mix(mix(p.mid, p.base, 0.4), p.deep, t))
    shape(s, quad(a, b, 'b'), mix(mix(p.glow, p.soft, 0.5), p.base, Math.min(1, t * 1.1)))
    const m = a + (b - a) * 0.3
    const n = a + (b - a) * 0.7
    shape(
      s,
      [x - m * 0.3, vy - m, x + m * 0.3, vy - m, x + n * 0.3, vy - n, x - n * 0.3, vy - n],
      mix(p.glow, '#ffffff', 0.5),
    )
    for (const side of [-1, 1])
      if ((i + (side > 0 ? 1 : 0)) % 2 === 0) {
        const [d0, d1] = [a + (b - a) * 0.22, a + (b - a) * 0.74]
        shape(
          s,
          [
            x + side * d0 * 0.82,
            vy - d0 * 0.45,
            x + side * d1 * 0.82,
            vy - d1 * 0.45,
            x + side * d1 * 0.82,
            vy + d1,
            x + side * d0 * 0.82,
            vy + d0,
          ],
          mix(p.base, p.deep, 0.25 + t * 0.4),
        )
        shape(
          s,
          [
            x + side * d0 * 0.82,
            vy - d0 * 0.3,
            x + side * (d0 + (d1 - d0) * 0.6) * 0.82,
            vy - d1 * 0.28,
            x + side * (d0 + (d1 - d0) * 0.6) * 0.82,
            vy - d1 * 0.02,
            x + side * d0 * 0.82,
            vy,
          ],
          fade(p.glow, 0.8),
        )
      }
    shape(
      s,
      [
        x - a * 0.82,
        vy + a * 0.32,
        x - b * 0.82,
        vy + b * 0.32,
        x - b * 0.82,
        vy + b * 0.4,
        x - a * 0.82,
        vy + a * 0.4,
      ],
      fade(p.accent, 0.85),
    )
    shape(
      s,
      [
        x + a * 0.82,
        vy + a * 0.32,
        x + b * 0.82,
        vy + b * 0.32,
        x + b * 0.82,
        vy + b * 0.4,
        x + a * 0.82,
        vy + a * 0.4,
      ],
      fade(p.accent, 0.85),
    )
  }
  pen.fillStyle = ramp(pen, [0, vy - far, 0, vy + far], ['#ffffff', p.glow])
  pen.fillRect(x - far * 0.82, vy - far, far * 1.64, far * 2)
  glow(s, x, vy, 760 * k, p.glow, 0.85)
  pen.fillStyle = p.accent
  pen.fillRect(x - 15 * k, vy - far + 14 * k, 30 * k, 10 * k)
  pen.fillRect(x - 5 * k, vy - far + 4 * k, 10 * k, 30 * k)
  const white = mix(p.glow, '#ffffff', 0.6)
  person(s, x - 24 * k, y + 330 * k, 440 * k, white, {
    coat: 'long',
    hair: 'short',
    facing: 1,
    walking: true,
    headColour: '#d9ab8c',
    hairColour: p.deep,
  })
  person(s, x + 150 * k, y + 250 * k, 330 * k, mix(p.base, p.mid, 0.4), {
    coat: 'short',
    hair: 'bun',
    facing: -1,
    walking: true,
    headColour: '#e2b898',
    hairColour: p.deep,
  })
  person(s, x - 190 * k, y + 180 * k, 260 * k, mix(p.base, p.deep, 0.35), {
    coat: 'short',
    hair: 'bob',
    facing: 1,
    walking: true,
    headColour: '#e2b898',
    hairColour: p.deep,
  })
  pen.fillStyle = fade(p.deep, 0.35)
  pen.beginPath()
  pen.ellipse(x - 20 * k, y + 336 * k, 130 * k, 16 * k, 0, 0, 6.3)
  pen.fill()
}
