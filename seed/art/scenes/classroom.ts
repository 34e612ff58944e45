/** A classroom after the last day of school. */
import { blob, disc, glow, ramp, shape, spray, wash, motes, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'

export const classroom: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.base, mix(p.base, p.mid, 0.5), p.base, [1, p.deep]])
  const floor = y + 130 * k
  const sky = ramp(
    pen,
    [0, y - 420 * k, 0, floor],
    [p.accent, mix(p.accent, p.soft, 0.6), p.soft, p.glow],
  )
  const span = 330 * k
  for (let i = -4; i <= 4; i++) {
    const wx = x + i * span - 140 * k
    pen.fillStyle = sky
    pen.fillRect(wx, y - 390 * k, 280 * k, 420 * k)
    if (i === 0 || i === 1) disc(s, x + 215 * k, y - 90 * k, i === 0 ? 0 : 92 * k, p.glow)
    for (let j = 0; j < 6; j++) {
      pen.fillStyle = fade(mix(p.accent, p.base, 0.55), 0.75)
      const bw = 280 / 6
      pen.fillRect(wx + j * bw * k, y + (30 - 30 - s.random() * 96) * k, bw * k + 1, 200 * k)
    }
    pen.fillStyle = mix(p.base, p.deep, 0.35)
    pen.fillRect(wx, y + 30 * k, 280 * k, 100 * k)
    pen.fillStyle = mix(p.mid, p.glow, 0.35)
    pen.fillRect(wx + 134 * k, y - 390 * k, 12 * k, 420 * k)
    pen.fillRect(wx, y - 196 * k, 280 * k, 9 * k)
    pen.fillRect(wx - 10 * k, y + 22 * k, 300 * k, 16 * k)
    const curtain = blob([
      [wx - 26 * k, y - 410 * k],
      [wx + 44 * k, y - 410 * k],
      [wx + 26 * k, y - 200 * k],
      [wx + 62 * k, y + 10 * k],
      [wx + 20 * k, y + 40 * k],
      [wx - 30 * k, y + 30 * k],
    ])
    pen.fillStyle = fade(p.glow, 0.85)
    pen.fill(curtain)
    spray(s, curtain, [wx + 60 * k, y, wx - 20 * k, y], p.mid, 0.7)
  }
  glow(s, x + 215 * k, y - 90 * k, 720 * k, p.glow, 0.75)
  pen.fillStyle = ramp(pen, [0, floor, 0, h], [mix(p.mid, p.soft, 0.3), p.base, p.deep])
  pen.fillRect(0, floor, w, h - floor)
  for (let i = -4; i <= 4; i++) {
    const wx = x + i * span
    shape(
      s,
      [wx - 130 * k, floor, wx + 110 * k, floor, wx - 200 * k, h, wx - 640 * k, h],
      ramp(pen, [0, floor, 0, h], [fade(p.soft, 0.7), fade(p.soft, 0.12)]),
    )
  }
  const desk = (dx: number, dy: number, u: number, dark: string) => {
    const bx = x + dx * k
    const by = y + dy * k
    pen.fillStyle = dark
    for (const lx of [-78, 70]) pen.fillRect(bx + lx * u, by, 9 * u, 120 * u)
    pen.fillStyle = mix(dark, p.accent, 0.2)
    pen.fillRect(bx - 92 * u, by - 12 * u, 184 * u, 20 * u)
    pen.fillStyle = fade(p.glow, 0.75)
    pen.fillRect(bx - 92 * u, by - 14 * u, 184 * u, 4 * u)
    pen.fillStyle = dark
    pen.fillRect(bx - 60 * u, by - 66 * u, 120 * u, 12 * u)
    pen.fillRect(bx - 60 * u, by - 120 * u, 120 * u, 30 * u)
    for (const lx of [-58, 50]) pen.fillRect(bx + lx * u, by - 110 * u, 8 * u, 120 * u)
  }
  for (const dx of [-420, -150, 120, 390, 660, -690])
    desk(dx, 190, 0.8 * k, mix(p.deep, p.base, 0.35))
  person(s, x - 290 * k, y + 300 * k, 300 * k, p.deep, { coat: 'dress', hair: 'long', facing: 1 })
  person(s, x - 20 * k, y + 300 * k, 320 * k, p.deep, { coat: 'short', facing: 1 })
  person(s, x + 250 * k, y + 290 * k, 296 * k, p.deep, { coat: 'dress', hair: 'bob', facing: -1 })
  for (const dx of [-560, -170, 220, 600]) desk(dx, 400, 1.25 * k, p.deep)
  motes(s, x + 60 * k, y, 800 * k, 90, p.glow)
}
