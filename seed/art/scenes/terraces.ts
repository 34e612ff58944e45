/** Tea terraces rising into mist. */
import { disc, glow, mist, ridge, spray, wash, wave, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'

export const terraces: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.glow, mix(p.glow, p.soft, 0.3), p.soft, [1, p.mid]])
  glow(s, x - 210 * k, y - 300 * k, 520 * k, p.accent, 0.6, 'source-over')
  disc(s, x - 210 * k, y - 300 * k, 110 * k, mix(p.accent, p.glow, 0.25))
  for (let i = 0; i < 4; i++) {
    const line = wave(s.random, 5)
    const base = y - (230 - i * 86) * k
    ridge(
      s,
      (px) => base - (0.4 + line(px / (1500 * k))) * (150 - i * 12) * k,
      [mix(p.soft, p.mid, 0.2 + i * 0.24), mix(p.soft, p.glow, 0.6)],
      230 * k,
    )
    mist(s, base + 96 * k, 140 * k, p.glow, 0.75)
  }
  for (let hill = 0; hill < 3; hill++) {
    const line = wave(s.random, 2)
    const base = y + (60 + hill * 190) * k
    const lean = hill % 2 ? 1 : -1
    const at = (px: number) => base + line(px / (1700 * k)) * 60 * k + lean * (px - x) * 0.16
    const colour = mix(p.mid, p.base, 0.15 + hill * 0.42)
    const path = ridge(s, at, [colour, mix(colour, p.deep, 0.45)], 420 * k)
    pen.save()
    pen.clip(path)
    pen.lineCap = 'round'
    for (let row = 0; row < 17; row++) {
      const depth = row / 17
      const gap = (14 + row * 21) * k * (1 + depth * 0.7)
      pen.strokeStyle =
        row % 2 ? fade(mix(p.soft, p.mid, 0.35), 0.85 - hill * 0.12) : fade(p.deep, 0.42)
      pen.lineWidth = (5 + depth * 17) * k
      pen.beginPath()
      for (let px = -30; px <= w + 30; px += 14)
        pen.lineTo(
          px,
          at(px) + gap + Math.sin(px / (190 * k) + row * 0.5 + hill) * (5 + depth * 22) * k,
        )
      pen.stroke()
    }
    pen.restore()
    spray(s, path, [lean > 0 ? w : 0, h, x, base], p.deep, 0.85)
    if (hill < 2) mist(s, base + 210 * k, 130 * k, p.glow, 0.42)
    if (hill === 1)
      for (const [dx, dy, tall] of [
        [-190, 70, 120],
        [40, 110, 132],
        [260, 130, 116],
      ] as const) {
        const px = x + dx * k
        person(s, px, at(px) + dy * k + 60 * k, tall * k, p.deep, {
          coat: 'dress',
          hair: 'hat',
          facing: dx > 0 ? -1 : 1,
          hairColour: p.glow,
        })
        disc(s, px + 16 * k, at(px) + (dy + 6) * k, 17 * k, p.accent)
      }
  }
}
