/** A room with a window and the sun on its wall. */
import { blob, disc, ramp, shape, spray, wash, motes, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { sitter } from '../figures.ts'

export const room: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [mix(p.base, p.mid, 0.35), p.base, mix(p.base, p.deep, 0.35)])
  const floor = y + 260 * k
  const wx = x + 170 * k
  const wy = y - 420 * k
  const frame = mix(p.deep, p.base, 0.3)
  pen.fillStyle = frame
  pen.fillRect(wx - 22 * k, wy - 22 * k, 324 * k, 444 * k)
  pen.fillStyle = ramp(
    pen,
    [0, wy, 0, wy + 400 * k],
    [mix(p.accent, p.glow, 0.7), p.glow, '#ffffff'],
  )
  pen.fillRect(wx, wy, 280 * k, 400 * k)
  for (let i = 0; i < 7; i++) {
    pen.fillStyle = fade(mix(p.accent, p.soft, 0.3), 0.75)
    pen.beginPath()
    pen.ellipse(
      wx + s.random() * 280 * k,
      wy + (330 + s.random() * 80) * k,
      (30 + s.random() * 50) * k,
      (24 + s.random() * 34) * k,
      0,
      0,
      6.3,
    )
    pen.save()
    pen.clip()
    pen.restore()
  }
  pen.fillStyle = frame
  pen.fillRect(wx + 134 * k, wy, 12 * k, 400 * k)
  pen.fillRect(wx, wy + 190 * k, 280 * k, 12 * k)
  pen.fillStyle = ramp(
    pen,
    [0, floor, 0, h],
    [mix(p.base, p.mid, 0.55), mix(p.base, p.deep, 0.35), p.deep],
  )
  pen.fillRect(0, floor, w, h - floor)
  pen.strokeStyle = fade(p.deep, 0.3)
  pen.lineWidth = 3 * k
  for (let i = -12; i < 13; i++) {
    pen.beginPath()
    pen.moveTo(x + i * 90 * k, floor)
    pen.lineTo(x + i * 230 * k, h)
    pen.stroke()
  }
  for (let col = 0; col < 2; col++)
    for (let row = 0; row < 2; row++) {
      const tx = x - 420 * k + col * 205 * k
      const ty = y - 190 * k + row * 215 * k
      const pane = shape(
        s,
        [tx, ty + 44 * k, tx + 186 * k, ty, tx + 186 * k, ty + 190 * k, tx, ty + 234 * k],
        ramp(pen, [tx, ty, tx + 186 * k, ty + 234 * k], [p.glow, mix(p.soft, p.glow, 0.4)]),
      )
      spray(s, pane, [tx, ty + 234 * k, tx + 120 * k, ty], p.mid, 0.5)
    }
  for (let col = 0; col < 2; col++) {
    const tx = x - 330 * k + col * 250 * k
    shape(
      s,
      [
        tx,
        floor + 60 * k,
        tx + 220 * k,
        floor + 40 * k,
        tx + 330 * k,
        floor + 240 * k,
        tx + 60 * k,
        floor + 280 * k,
      ],
      fade(p.soft, 0.8),
    )
  }
  pen.save()
  pen.globalCompositeOperation = 'screen'
  shape(
    s,
    [wx, wy, wx, wy + 400 * k, x - 420 * k, floor + 200 * k, x - 420 * k, y - 150 * k],
    ramp(pen, [wx, 0, x - 420 * k, 0], [fade(p.glow, 0.36), fade(p.glow, 0.04)]),
  )
  pen.restore()
  motes(s, x - 80 * k, y - 60 * k, 560 * k, 110, '#ffffff')
  const seat = (cx: number, flip: 1 | -1, colour: string) => {
    pen.fillStyle = colour
    pen.fillRect(cx - 78 * k, floor + 20 * k, 156 * k, 18 * k)
    for (const lx of [-74, 62]) pen.fillRect(cx + lx * k, floor + 30 * k, 13 * k, 132 * k)
    pen.fillRect(cx - flip * 78 * k - (flip > 0 ? 0 : 14 * k), floor - 160 * k, 14 * k, 190 * k)
    for (const by of [-150, -100, -50])
      pen.fillRect(
        cx - flip * 78 * k - (flip > 0 ? 0 : 14 * k) - 3 * k,
        floor + by * k,
        20 * k,
        16 * k,
      )
  }
  seat(x - 210 * k, 1, p.accent)
  sitter(s, x - 230 * k, floor + 18 * k, 330 * k, p.deep, 1)
  pen.fillStyle = '#fffaf0'
  shape(
    s,
    [
      x - 150 * k,
      floor - 70 * k,
      x - 96 * k,
      floor - 84 * k,
      x - 90 * k,
      floor - 36 * k,
      x - 144 * k,
      floor - 22 * k,
    ],
    '#fffaf0',
  )
  seat(x + 130 * k, -1, mix(p.mid, p.soft, 0.3))
  const cat = blob([
    [x + 70 * k, floor + 18 * k],
    [x + 62 * k, floor - 20 * k],
    [x + 100 * k, floor - 44 * k],
    [x + 160 * k, floor - 38 * k],
    [x + 196 * k, floor - 6 * k],
    [x + 192 * k, floor + 20 * k],
  ])
  pen.fillStyle = p.deep
  pen.fill(cat)
  disc(s, x + 80 * k, floor - 34 * k, 26 * k, p.deep)
  shape(
    s,
    [x + 58 * k, floor - 46 * k, x + 62 * k, floor - 78 * k, x + 82 * k, floor - 56 * k],
    p.deep,
  )
  shape(
    s,
    [x + 82 * k, floor - 56 * k, x + 102 * k, floor - 76 * k, x + 104 * k, floor - 44 * k],
    p.deep,
  )
  const px = x + 400 * k
  pen.fillStyle = p.accent
  shape(
    s,
    [
      px - 50 * k,
      floor + 60 * k,
      px + 50 * k,
      floor + 60 * k,
      px + 36 * k,
      floor + 170 * k,
      px - 36 * k,
      floor + 170 * k,
    ],
    mix(p.accent, p.deep, 0.2),
  )
  for (let i = 0; i < 9; i++) {
    const a = -Math.PI * (0.08 + i * 0.105)
    pen.save()
    pen.translate(px, floor + 60 * k)
    pen.rotate(a)
    pen.fillStyle = mix(p.accent, i % 2 ? p.deep : p.soft, 0.35)
    pen.beginPath()
    pen.ellipse(120 * k, 0, 120 * k, 26 * k, 0, 0, 6.3)
    pen.fill()
    pen.restore()
  }
}
