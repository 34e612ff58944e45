/** A clock with a face and twenty-five hours. */
import { blob, disc, glow, Path2D, shape, spray, wash, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { font } from '../fonts.ts'

export const clock: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.base, mix(p.base, p.deep, 0.4), p.deep])
  glow(s, x, y, 900 * k, p.mid, 0.65)
  const gear = (gx: number, gy: number, r: number, teeth: number, colour: string, turn: number) => {
    const path = new Path2D()
    for (let i = 0; i < teeth * 4; i++) {
      const a = (i / (teeth * 4)) * 6.2832 + turn
      const d = i % 4 < 2 ? r : r * 0.86
      path[i ? 'lineTo' : 'moveTo'](gx + Math.cos(a) * d, gy + Math.sin(a) * d)
    }
    path.closePath()
    pen.fillStyle = colour
    pen.fill(path)
    spray(s, path, [gx + r, gy + r, gx - r * 0.4, gy - r * 0.6], p.deep, 0.7)
    disc(s, gx, gy, r * 0.6, mix(p.base, p.deep, 0.45))
    pen.strokeStyle = colour
    pen.lineWidth = r * 0.13
    for (let i = 0; i < 3; i++) {
      pen.beginPath()
      pen.moveTo(
        gx + Math.cos(turn + i * 1.047) * r * 0.7,
        gy + Math.sin(turn + i * 1.047) * r * 0.7,
      )
      pen.lineTo(
        gx - Math.cos(turn + i * 1.047) * r * 0.7,
        gy - Math.sin(turn + i * 1.047) * r * 0.7,
      )
      pen.stroke()
    }
    disc(s, gx, gy, r * 0.2, colour)
  }
  gear(x - 410 * k, y - 250 * k, 190 * k, 14, mix(p.mid, p.base, 0.3), 0.1)
  gear(x + 430 * k, y + 270 * k, 240 * k, 18, mix(p.mid, p.base, 0.15), 0.4)
  gear(x + 420 * k, y - 240 * k, 120 * k, 11, mix(p.soft, p.base, 0.45), 0.2)
  gear(x - 430 * k, y + 330 * k, 150 * k, 12, mix(p.soft, p.base, 0.35), 0.7)
  const r = 360 * k
  for (const side of [-1, 1]) {
    const horn = blob([
      [x + side * 120 * k, y - 320 * k],
      [x + side * 150 * k, y - 400 * k],
      [x + side * 214 * k, y - 470 * k],
      [x + side * 226 * k, y - 390 * k],
      [x + side * 214 * k, y - 290 * k],
    ])
    pen.fillStyle = p.accent
    pen.fill(horn)
    spray(s, horn, [x + side * 130 * k, y - 300 * k, x + side * 210 * k, y - 450 * k], p.deep, 0.7)
  }
  disc(s, x + 14 * k, y + 18 * k, r * 1.14, fade(p.deep, 0.5))
  disc(s, x, y, r * 1.13, p.soft)
  disc(s, x, y, r * 1.04, mix(p.base, p.deep, 0.4))
  const face = new Path2D()
  face.arc(x, y, r, 0, 6.3)
  pen.fillStyle = p.glow
  pen.fill(face)
  spray(s, face, [x + r, y + r, x - r * 0.4, y - r * 0.6], p.soft, 1)
  pen.textAlign = 'center'
  pen.fillStyle = p.deep
  for (let i = 1; i <= 25; i++) {
    const a = (i / 25) * 6.2832
    const tx = x + Math.sin(a) * r * 0.86
    const ty = y - Math.cos(a) * r * 0.86
    pen.font = font(i === 25 ? 'heavy' : 'sans_bold', (i === 25 ? 74 : i % 5 === 0 ? 44 : 26) * k)
    pen.fillStyle = i === 25 ? p.accent : p.deep
    pen.fillText(String(i), tx, ty + (i === 25 ? 30 : 12) * k)
  }
  pen.textAlign = 'left'
  for (const side of [-1, 1]) {
    disc(s, x + side * 120 * k, y - 50 * k, 66 * k, '#ffffff')
    disc(s, x + side * 120 * k + 16 * k, y - 40 * k, 33 * k, p.deep)
    disc(s, x + side * 120 * k + 28 * k, y - 52 * k, 11 * k, '#ffffff')
    disc(s, x + side * 196 * k, y + 62 * k, 36 * k, fade(p.accent, 0.55))
  }
  pen.strokeStyle = p.deep
  pen.lineCap = 'round'
  pen.lineWidth = 13 * k
  pen.beginPath()
  pen.arc(x, y + 50 * k, 120 * k, 0.35, Math.PI - 0.35)
  pen.stroke()
  for (const side of [-1, 1])
    shape(
      s,
      [
        x + side * 84 * k,
        y + 136 * k,
        x + side * 60 * k,
        y + 154 * k,
        x + side * 66 * k,
        y + 106 * k,
      ],
      '#ffffff',
    )
  pen.lineWidth = 15 * k
  pen.beginPath()
  pen.moveTo(x, y)
  pen.lineTo(x, y - r * 0.62)
  pen.stroke()
  pen.strokeStyle = p.accent
  pen.lineWidth = 21 * k
  pen.beginPath()
  pen.moveTo(x, y)
  pen.lineTo(x - 116 * k, y - 200 * k)
  pen.stroke()
  disc(s, x, y, 26 * k, p.accent)
  for (let i = 0; i < 50; i++)
    disc(
      s,
      s.random() * w,
      s.random() * h,
      (1.5 + s.random() * 4) * k,
      fade(p.soft, 0.6 * s.random()),
    )
}
