/** Northern lights over a snowed-in cabin. */
import { disc, glow, mist, ridge, shape, spray, stars, wash, wave, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'

export const aurora: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.deep, p.deep, p.base, [0.75, p.mid], [1, p.base]])
  stars(s, Math.round((w * h) / 4500), h * 0.7, p.glow)
  pen.save()
  pen.globalCompositeOperation = 'screen'
  for (let band = 0; band < 4; band++) {
    const line = wave(s.random, 3)
    const level = h * (0.26 + band * 0.09)
    const colour =
      band === 2 ? mix(p.soft, '#7b5cff', 0.55) : band === 3 ? mix(p.soft, p.glow, 0.4) : p.soft
    const step = 5 * k
    for (let px = -20; px < w + 20; px += step) {
      const t = px / (1500 * k)
      const yy = level + line(t) * 150 * k
      const tall = (260 + 190 * Math.sin(t * 9 + band * 2) + 60 * Math.sin(t * 61 + band)) * k
      const strength = 0.34 + 0.2 * Math.sin(t * 23 + band * 1.7)
      const column = pen.createLinearGradient(0, yy - tall, 0, yy + 46 * k)
      column.addColorStop(0, fade(colour, 0))
      column.addColorStop(0.75, fade(colour, strength * 0.6))
      column.addColorStop(0.93, fade(mix(colour, p.glow, 0.35), strength))
      column.addColorStop(1, fade(colour, 0))
      pen.fillStyle = column
      pen.fillRect(px, yy - tall, step + 0.6, tall + 46 * k)
    }
  }
  pen.restore()
  const far = wave(s.random, 4)
  ridge(
    s,
    (px) => y - 30 * k + far(px / (1000 * k)) * 46 * k,
    [mix(p.base, p.mid, 0.5), p.base],
    200 * k,
  )
  mist(s, y + 40 * k, 160 * k, p.mid, 0.6)
  const snow = wave(s.random, 3)
  const ground = (px: number) => y + 90 * k + snow(px / (1500 * k)) * 26 * k
  const field = ridge(
    s,
    ground,
    [mix(p.glow, p.soft, 0.45), mix(p.mid, p.soft, 0.35), p.base, p.deep],
    520 * k,
  )
  spray(s, field, [w, h, x, y], p.deep, 0.8)
  const fir = (fx: number, fy: number, tall: number, colour: string) => {
    pen.fillStyle = colour
    pen.beginPath()
    for (let i = 0; i < 5; i++) {
      const t = i / 5
      const half = tall * (0.06 + t * 0.16)
      const top = fy - tall + t * tall * 0.82
      pen.moveTo(fx, top)
      pen.lineTo(fx + half * 1.1, top + tall * 0.32)
      pen.quadraticCurveTo(fx, top + tall * 0.26, fx - half * 1.1, top + tall * 0.32)
    }
    pen.rect(fx - tall * 0.02, fy - tall * 0.1, tall * 0.04, tall * 0.12)
    pen.fill()
  }
  for (let i = 0; i < 26; i++) {
    const fx = s.random() * w
    if (Math.abs(fx - x) < 190 * k) continue
    fir(
      fx,
      ground(fx) + 12 * k,
      (130 + s.random() * 190) * k,
      mix(p.deep, p.base, s.random() * 0.5),
    )
  }
  const hx = x + 20 * k
  const hy = ground(hx) + 14 * k
  shape(
    s,
    [
      hx - 78 * k,
      hy,
      hx - 78 * k,
      hy - 70 * k,
      hx,
      hy - 134 * k,
      hx + 78 * k,
      hy - 70 * k,
      hx + 78 * k,
      hy,
    ],
    mix(p.deep, '#5a1c16', 0.55),
  )
  shape(
    s,
    [
      hx - 96 * k,
      hy - 56 * k,
      hx,
      hy - 146 * k,
      hx + 96 * k,
      hy - 56 * k,
      hx + 80 * k,
      hy - 52 * k,
      hx,
      hy - 120 * k,
      hx - 80 * k,
      hy - 52 * k,
    ],
    p.glow,
  )
  pen.fillStyle = p.accent
  pen.fillRect(hx - 44 * k, hy - 60 * k, 36 * k, 34 * k)
  glow(s, hx - 26 * k, hy - 42 * k, 250 * k, p.accent, 0.8)
  pen.fillStyle = p.deep
  pen.fillRect(hx - 28 * k, hy - 60 * k, 3 * k, 34 * k)
  person(s, x - 130 * k, ground(x - 130 * k) + 130 * k, 120 * k, p.deep, {
    coat: 'long',
    hair: 'hat',
    walking: true,
  })
  for (let i = 0; i < 12; i++)
    disc(
      s,
      x - (150 + i * 15) * k,
      ground(x) + (134 + i * 15) * k,
      (4 + i * 0.3) * k,
      fade(p.deep, 0.5),
    )
}
