/** A night market under lanterns. */
import { glow, mist, Path2D, ramp, wash, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'
import { font } from '../fonts.ts'

export const market: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.deep, p.deep, p.base, [0.62, p.mid], [1, p.base]])
  glow(s, x, y - 20 * k, 760 * k, p.accent, 0.7)
  for (let row = 0; row < 4; row++) {
    const sag = (60 + row * 26) * k
    const level = y - (500 - row * 100) * k
    pen.strokeStyle = fade(p.deep, 0.8)
    pen.lineWidth = 3 * k
    const rope = (t: number) =>
      level + Math.sin(t * Math.PI) * sag + (row % 2 ? 20 : -20) * k * (t - 0.5)
    pen.beginPath()
    for (let t = 0; t <= 1.01; t += 0.05) pen.lineTo(t * w, rope(t))
    pen.stroke()
    const count = Math.round((w / (150 * k)) * (1 - row * 0.06))
    for (let i = 0; i <= count; i++) {
      const t = (i + (row % 2) * 0.5) / count
      const lx = t * w
      const r = (36 - row * 4.5) * k
      const ly = rope(t) + r * 1.25
      const colour = [p.accent, p.soft, mix(p.soft, '#ff2d55', 0.6), p.glow][(i + row) % 4]!
      glow(s, lx, ly, r * 4, colour, 0.5)
      const body = new Path2D()
      body.ellipse(lx, ly, r, r * 1.12, 0, 0, 6.3)
      pen.fillStyle = ramp(
        pen,
        [lx, ly - r, lx, ly + r],
        [colour, mix(colour, p.glow, 0.55), colour],
      )
      pen.fill(body)
      pen.strokeStyle = fade(p.deep, 0.25)
      pen.lineWidth = 1.8 * k
      for (const e of [0.3, 0.72]) {
        pen.beginPath()
        pen.ellipse(lx, ly, r * e, r * 1.12, 0, 0, 6.3)
        pen.stroke()
      }
      pen.fillStyle = p.deep
      pen.fillRect(lx - r * 0.4, ly - r * 1.26, r * 0.8, r * 0.2)
      pen.fillRect(lx - r * 0.4, ly + r * 1.04, r * 0.8, r * 0.2)
      pen.fillRect(lx - k, ly + r * 1.2, 2 * k, r * 0.7)
    }
  }
  const words = ['국수', '만두', '호떡', '어묵', '파전', '꼬치']
  const stall = (cx: number, ground: number, u: number, i: number) => {
    const half = 165 * u
    const colour = [p.accent, '#ef4565', p.soft, p.mid][i % 4]!
    glow(s, cx, ground - 130 * u, 330 * u, p.glow, 0.55)
    pen.fillStyle = mix(p.glow, p.soft, 0.35)
    pen.fillRect(cx - half * 0.92, ground - 240 * u, half * 1.84, 150 * u)
    pen.fillStyle = mix(p.base, p.deep, 0.5)
    pen.fillRect(cx - half, ground - 96 * u, half * 2, 96 * u)
    pen.fillStyle = fade(colour, 0.9)
    pen.fillRect(cx - half, ground - 100 * u, half * 2, 16 * u)
    person(s, cx - 60 * u, ground - 84 * u, 150 * u, p.deep, {
      coat: 'short',
      hair: i % 2 ? 'bun' : 'hat',
      headColour: '#f2c6a0',
    })
    for (let steam = 0; steam < 3; steam++) {
      pen.strokeStyle = fade('#ffffff', 0.4)
      pen.lineWidth = 6 * u
      pen.lineCap = 'round'
      pen.beginPath()
      const sx = cx + (30 + steam * 30) * u
      pen.moveTo(sx, ground - 130 * u)
      pen.bezierCurveTo(
        sx + 18 * u,
        ground - 160 * u,
        sx - 18 * u,
        ground - 180 * u,
        sx + 6 * u,
        ground - 214 * u,
      )
      pen.stroke()
    }
    pen.fillStyle = p.deep
    pen.beginPath()
    pen.roundRect(cx + 16 * u, ground - 126 * u, 96 * u, 30 * u, [4 * u, 4 * u, 16 * u, 16 * u])
    pen.fill()
    const n = 8
    for (let j = 0; j < n; j++) {
      const ax = cx - half * 1.12 + (j / n) * half * 2.24
      const bw = (half * 2.24) / n
      pen.fillStyle = j % 2 ? '#fff6e6' : colour
      pen.beginPath()
      pen.moveTo(ax + (cx - ax) * 0.12, ground - 300 * u)
      pen.lineTo(ax + bw + (cx - ax - bw) * 0.12, ground - 300 * u)
      pen.lineTo(ax + bw, ground - 232 * u)
      pen.arc(ax + bw / 2, ground - 232 * u, bw / 2, 0, Math.PI)
      pen.fill()
    }
    pen.fillStyle = p.glow
    pen.font = font('black', 62 * u)
    pen.textAlign = 'center'
    pen.fillText(words[i % words.length]!, cx, ground - 26 * u)
    pen.textAlign = 'left'
  }
  pen.fillStyle = ramp(pen, [0, y + 90 * k, 0, h], [mix(p.mid, p.soft, 0.3), p.base, p.deep])
  pen.fillRect(0, y + 90 * k, w, h)
  for (let i = -3; i <= 3; i++) stall(x + i * 300 * k, y + 110 * k, 0.72 * k, i + 9)
  mist(s, y + 110 * k, 90 * k, p.soft, 0.3)
  for (let i = -3; i <= 3; i += 2) stall(x + i * 250 * k, y + 240 * k, 1.06 * k, i + 4)
  const crowd = (level: number, tall: number, count: number, colour: string) => {
    for (let i = 0; i < count; i++)
      person(
        s,
        ((i + 0.2 + s.random() * 0.6) / count) * w,
        level + s.random() * 30 * k,
        tall * (0.86 + s.random() * 0.3),
        colour,
        {
          coat: (['long', 'short', 'dress'] as const)[i % 3]!,
          hair: (['short', 'bob', 'long', 'bun', 'hat'] as const)[(i * 3) % 5]!,
          facing: i % 2 ? 1 : -1,
          walking: i % 3 === 0,
        },
      )
  }
  crowd(y + 370 * k, 210 * k, Math.round(w / (130 * k)), mix(p.deep, p.base, 0.45))
  crowd(y + 520 * k, 290 * k, Math.round(w / (170 * k)), p.deep)
}
