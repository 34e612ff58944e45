/** A truck that opens into a stage. */
import {
  disc,
  glow,
  Path2D,
  ramp,
  ridge,
  shape,
  spray,
  wash,
  wave,
  rays,
  type Paint,
} from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'

export const truck: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.base, mix(p.base, p.mid, 0.35), p.mid, [(y / h) * 1.04, p.soft], [1, p.soft]])
  rays(s, x + 30 * k, y + 90 * k, 24, fade(p.soft, 0.3), 0.06)
  for (let i = 0; i < 3; i++) {
    const line = wave(s.random, 3)
    const base = y + (20 + i * 74) * k
    const path = ridge(
      s,
      (px) => base + line(px / (1300 * k)) * (76 - i * 16) * k,
      [mix(p.base, p.mid, 0.5 - i * 0.24), mix(p.base, p.deep, i * 0.24)],
      300 * k,
    )
    spray(s, path, [0, base + 200 * k, 0, base - 80 * k], p.deep, 0.5)
  }
  const road = y + 250 * k
  pen.fillStyle = p.deep
  pen.fillRect(0, road, w, h - road)
  pen.fillStyle = p.soft
  for (let i = -1; i < w / (170 * k) + 1; i++)
    pen.fillRect(i * 170 * k + (x % (170 * k)), road + 90 * k, 96 * k, 13 * k)
  const [bx, by] = [x - 60 * k, road + 10 * k]
  shape(
    s,
    [
      bx - 330 * k,
      by - 400 * k,
      bx + 150 * k,
      by - 400 * k,
      bx + 190 * k,
      by - 480 * k,
      bx - 370 * k,
      by - 480 * k,
    ],
    p.accent,
  )
  for (let i = 0; i < 14; i++)
    disc(s, bx + (-352 + i * 40) * k, by - 440 * k, 12 * k, i % 2 ? p.glow : p.mid)
  const bed = new Path2D()
  bed.rect(bx - 330 * k, by - 400 * k, 480 * k, 330 * k)
  pen.fillStyle = ramp(
    pen,
    [0, by - 400 * k, 0, by - 70 * k],
    [mix(p.deep, p.accent, 0.4), mix(p.mid, p.accent, 0.35)],
  )
  pen.fill(bed)
  glow(s, bx - 90 * k, by - 250 * k, 330 * k, p.glow, 0.6)
  for (const side of [-1, 1]) {
    const cx = bx - 90 * k + side * 190 * k
    pen.fillStyle = p.deep
    pen.fillRect(cx - 44 * k, by - 250 * k, 88 * k, 180 * k)
    disc(s, cx, by - 120 * k, 34 * k, p.base)
    disc(s, cx, by - 200 * k, 24 * k, p.base)
  }
  person(s, bx - 150 * k, by - 72 * k, 240 * k, p.deep, {
    coat: 'dress',
    hair: 'long',
    facing: 1,
    headColour: '#f2c8a4',
    hairColour: p.deep,
  })
  person(s, bx - 20 * k, by - 72 * k, 250 * k, p.deep, {
    coat: 'short',
    hair: 'hat',
    facing: -1,
    headColour: '#e8b48c',
    hairColour: p.accent,
  })
  pen.save()
  pen.translate(bx - 14 * k, by - 190 * k)
  pen.rotate(-0.4)
  pen.fillStyle = p.mid
  pen.beginPath()
  pen.ellipse(-30 * k, 0, 42 * k, 32 * k, 0, 0, 6.3)
  pen.ellipse(10 * k, 0, 28 * k, 24 * k, 0, 0, 6.3)
  pen.fill()
  pen.fillRect(20 * k, -6 * k, 110 * k, 12 * k)
  disc(s, -20 * k, 0, 11 * k, p.deep)
  pen.restore()
  pen.strokeStyle = p.glow
  pen.lineWidth = 6 * k
  pen.beginPath()
  pen.moveTo(bx - 108 * k, by - 70 * k)
  pen.lineTo(bx - 104 * k, by - 250 * k)
  pen.stroke()
  disc(s, bx - 104 * k, by - 256 * k, 13 * k, p.glow)
  pen.fillStyle = '#fffaf0'
  pen.fillRect(bx - 350 * k, by - 76 * k, 520 * k, 40 * k)
  const cab = new Path2D()
  cab.moveTo(bx + 170 * k, by - 36 * k)
  cab.lineTo(bx + 170 * k, by - 290 * k)
  cab.quadraticCurveTo(bx + 172 * k, by - 306 * k, bx + 190 * k, by - 306 * k)
  cab.lineTo(bx + 300 * k, by - 306 * k)
  cab.quadraticCurveTo(bx + 330 * k, by - 300 * k, bx + 346 * k, by - 200 * k)
  cab.lineTo(bx + 390 * k, by - 176 * k)
  cab.lineTo(bx + 394 * k, by - 36 * k)
  cab.closePath()
  pen.fillStyle = p.accent
  pen.fill(cab)
  spray(s, cab, [bx + 390 * k, by, bx + 180 * k, by - 280 * k], p.deep, 0.7)
  shape(
    s,
    [
      bx + 216 * k,
      by - 276 * k,
      bx + 292 * k,
      by - 276 * k,
      bx + 318 * k,
      by - 188 * k,
      bx + 216 * k,
      by - 188 * k,
    ],
    mix(p.glow, p.base, 0.2),
  )
  disc(s, bx + 386 * k, by - 96 * k, 20 * k, p.glow)
  glow(s, bx + 410 * k, by - 92 * k, 190 * k, p.glow, 0.8)
  for (const wx of [-250, -150, 270]) {
    disc(s, bx + wx * k, by - 14 * k, 54 * k, mix(p.deep, '#000000', 0.5))
    disc(s, bx + wx * k, by - 14 * k, 24 * k, p.soft)
  }
  for (let i = 0; i < 11; i++) {
    const nx = bx - 330 * k + s.random() * 560 * k
    const ny = by - (500 + s.random() * 110) * k
    pen.fillStyle = i % 2 ? p.glow : p.accent
    pen.beginPath()
    pen.ellipse(nx, ny, 19 * k, 14 * k, -0.4, 0, 6.3)
    pen.rect(nx + 13 * k, ny - 70 * k, 6 * k, 70 * k)
    pen.fill()
  }
  for (let i = 0; i < w / (86 * k); i++)
    person(
      s,
      (i + 0.5) * 86 * k + (s.random() - 0.5) * 30 * k,
      h + (60 + s.random() * 46) * k,
      330 * k,
      mix(p.deep, '#000000', 0.55),
      { coat: 'short', hair: (['short', 'bob', 'bun', 'hat'] as const)[i % 4]! },
    )
}
