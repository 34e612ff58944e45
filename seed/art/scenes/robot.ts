/** A robot grandmother among sunflowers. */
import { cloud, disc, Path2D, ridge, shape, spray, wash, wave, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'

export const robot: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.base, p.mid, [0.55, p.soft], [1, p.glow]])
  for (let i = 0; i < 4; i++)
    cloud(
      s,
      x + (-430 + i * 330) * k,
      y - (120 + (i % 2) * 130) * k,
      (190 + i * 40) * k,
      fade('#ffffff', 0.9),
    )
  pen.fillStyle = mix(p.base, p.mid, 0.4)
  pen.fillRect(0, y + 60 * k, w, 160 * k)
  for (let i = 0; i < 26; i++) {
    pen.fillStyle = fade('#ffffff', 0.6)
    pen.fillRect(s.random() * w, y + (70 + s.random() * 110) * k, (14 + s.random() * 46) * k, 4 * k)
  }
  const line = wave(s.random, 2)
  const at = (px: number) => y + 190 * k + line(px / (1700 * k)) * 30 * k
  const hill = ridge(s, at, ['#a8d86a', '#5fae57', '#2f7a4f'], 420 * k)
  spray(s, hill, [x, h, x, y + 150 * k], p.deep, 0.7)
  for (let i = 0; i < 26; i++) {
    const fx = ((i + s.random()) / 26) * w
    const fy = at(fx) + (40 + s.random() * 420) * k
    if (Math.abs(fx - x) < 270 * k && fy < y + 420 * k) continue
    const size = (26 + s.random() * 34) * k
    pen.strokeStyle = '#2f7a4f'
    pen.lineWidth = 7 * k
    pen.beginPath()
    pen.moveTo(fx, fy)
    pen.lineTo(fx, fy + size * 2.4)
    pen.stroke()
    for (let a = 0; a < 12; a++) {
      pen.fillStyle = '#ffc52e'
      pen.beginPath()
      pen.ellipse(
        fx + Math.cos(a * 0.5236) * size * 0.72,
        fy + Math.sin(a * 0.5236) * size * 0.72,
        size * 0.42,
        size * 0.2,
        a * 0.5236,
        0,
        6.3,
      )
      pen.fill()
    }
    disc(s, fx, fy, size * 0.5, '#7a4a1e')
  }
  const rx = x
  const ry = y + 130 * k
  const metal = mix(p.glow, '#ffffff', 0.2)
  const steel = mix(p.soft, p.mid, 0.5)
  const part = (px: number, py: number, pw: number, ph: number, radius: number, colour: string) => {
    const path = new Path2D()
    path.roundRect(rx + px * k, ry + py * k, pw * k, ph * k, radius * k)
    pen.fillStyle = colour
    pen.fill(path)
    spray(
      s,
      path,
      [rx + (px + pw) * k, ry + (py + ph) * k, rx + px * k, ry + py * k],
      mix(colour, p.deep, 0.6),
      0.65,
    )
  }
  for (const side of [-1, 1]) {
    part(side * 80 - 34, 170, 68, 130, 20, steel)
    part(side * 90 - 58, 280, 116, 46, 22, p.accent)
  }
  pen.strokeStyle = steel
  pen.lineWidth = 44 * k
  pen.lineCap = pen.lineJoin = 'round'
  pen.beginPath()
  pen.moveTo(rx - 150 * k, ry - 30 * k)
  pen.lineTo(rx - 226 * k, ry + 60 * k)
  pen.lineTo(rx - 210 * k, ry + 150 * k)
  pen.moveTo(rx + 150 * k, ry - 30 * k)
  pen.lineTo(rx + 236 * k, ry - 90 * k)
  pen.lineTo(rx + 240 * k, ry - 190 * k)
  pen.stroke()
  disc(s, rx - 208 * k, ry + 160 * k, 36 * k, p.accent)
  disc(s, rx + 240 * k, ry - 206 * k, 36 * k, p.accent)
  part(-160, -90, 320, 290, 60, metal)
  shape(
    s,
    [
      rx - 130 * k,
      ry + 40 * k,
      rx + 130 * k,
      ry + 40 * k,
      rx + 160 * k,
      ry + 230 * k,
      rx - 160 * k,
      ry + 230 * k,
    ],
    p.accent,
  )
  for (let i = 0; i < 26; i++)
    disc(
      s,
      rx + (s.random() - 0.5) * 250 * k,
      ry + (60 + s.random() * 150) * k,
      9 * k,
      fade('#ffffff', 0.9),
    )
  for (let i = 0; i < 5; i++) {
    pen.fillStyle = i < 3 ? '#5fd06a' : fade(p.deep, 0.25)
    pen.fillRect(rx + (-80 + i * 34) * k, ry - 40 * k, 24 * k, 36 * k)
  }
  part(-60, -130, 120, 50, 16, steel)
  part(-190, -390, 380, 270, 92, metal)
  part(-150, -340, 300, 170, 66, p.deep)
  for (const side of [-1, 1]) {
    pen.strokeStyle = p.soft
    pen.lineWidth = 15 * k
    pen.beginPath()
    pen.arc(rx + side * 70 * k, ry - 250 * k, 32 * k, Math.PI * 1.08, Math.PI * 1.92)
    pen.stroke()
    pen.strokeStyle = p.accent
    pen.lineWidth = 9 * k
    pen.beginPath()
    pen.arc(rx + side * 70 * k, ry - 256 * k, 58 * k, 0, 6.3)
    pen.stroke()
  }
  pen.beginPath()
  pen.moveTo(rx - 14 * k, ry - 256 * k)
  pen.lineTo(rx + 14 * k, ry - 256 * k)
  pen.stroke()
  pen.strokeStyle = p.soft
  pen.lineWidth = 11 * k
  pen.beginPath()
  pen.arc(rx, ry - 222 * k, 30 * k, 0.3, Math.PI - 0.3)
  pen.stroke()
  for (const [dx, dy, r] of [
    [-150, -400, 62],
    [-70, -436, 74],
    [30, -444, 76],
    [120, -416, 66],
    [180, -372, 44],
    [-196, -352, 42],
  ] as const)
    disc(s, rx + dx * k, ry + dy * k, r * k, mix('#d9dbe8', p.base, 0.12))
  disc(s, rx, ry - 520 * k, 48 * k, mix('#d9dbe8', p.base, 0.2))
  for (const [dx, tall, hue, cut] of [
    [-390, 190, p.accent, 'bob'],
    [-300, 160, '#ffc52e', 'short'],
    [350, 200, p.base, 'short'],
    [440, 150, '#ff9bb0', 'bun'],
  ] as const)
    person(s, rx + dx * k, ry + 330 * k, tall * k, hue, {
      coat: 'short',
      hair: cut,
      facing: dx < 0 ? 1 : -1,
      headColour: '#f6cfa8',
      hairColour: p.deep,
    })
}
