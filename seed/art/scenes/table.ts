/** Seen on a table: a bowl of rice, or a record. */
import { blob, disc, glow, Path2D, spray, wash, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'

export const table: Paint = (s) => {
  const { pen, x, y, k, p } = s
  if (s.variant === 'record') {
    wash(s, [p.base, mix(p.base, p.deep, 0.5), p.deep])
    const r = 440 * k
    glow(s, x, y, 900 * k, p.accent, 0.35)
    for (let i = 0; i < 5; i++) {
      pen.strokeStyle = fade([p.soft, p.mid, p.accent][i % 3]!, 0.9 - i * 0.16)
      pen.lineWidth = (9 - i) * k
      pen.beginPath()
      pen.arc(x, y, r * (1.1 + i * 0.1), 0.5 + i * 0.22, 2.2 + i * 0.12)
      pen.stroke()
    }
    const disk = new Path2D()
    disk.arc(x, y, r, 0, 6.3)
    pen.fillStyle = mix(p.deep, '#000000', 0.4)
    pen.fill(disk)
    for (let i = 0; i < 34; i++) {
      pen.strokeStyle = fade(i % 6 === 0 ? p.soft : '#ffffff', i % 6 === 0 ? 0.22 : 0.06)
      pen.lineWidth = 2 * k
      pen.beginPath()
      pen.arc(x, y, r * (0.42 + (i / 34) * 0.56), 0, 6.3)
      pen.stroke()
    }
    pen.save()
    pen.clip(disk)
    for (const a of [0.5, 3.64]) {
      const shine = pen.createConicGradient(a, x, y)
      shine.addColorStop(0, fade(p.glow, 0))
      shine.addColorStop(0.06, fade(p.glow, 0.34))
      shine.addColorStop(0.12, fade(p.glow, 0))
      shine.addColorStop(1, fade(p.glow, 0))
      pen.fillStyle = shine
      pen.fillRect(x - r, y - r, r * 2, r * 2)
    }
    pen.restore()
    disc(s, x, y, r * 0.36, p.mid)
    disc(s, x, y, r * 0.33, p.soft)
    disc(s, x, y, r * 0.2, p.mid)
    const hand = (a: number, len: number, width: number) => {
      pen.strokeStyle = p.glow
      pen.lineCap = 'round'
      pen.lineWidth = width * k
      pen.beginPath()
      pen.moveTo(x, y)
      pen.lineTo(x + Math.sin(a) * len, y - Math.cos(a) * len)
      pen.stroke()
    }
    hand(-0.5236, r * 0.72, 16)
    hand(0, r * 0.9, 9)
    for (let i = 0; i < 12; i++)
      disc(
        s,
        x + Math.sin((i * Math.PI) / 6) * r * 0.93,
        y - Math.cos((i * Math.PI) / 6) * r * 0.93,
        (i % 3 ? 5 : 11) * k,
        i === 11 ? p.mid : p.glow,
      )
    disc(s, x, y, 20 * k, p.glow)
    return
  }
  wash(s, [p.glow, p.glow, mix(p.glow, p.soft, 0.6), [1, p.soft]])
  const r = 400 * k
  const cloth = new Path2D()
  cloth.arc(x, y + 40 * k, r * 1.62, 0, 6.3)
  pen.fillStyle = mix(p.mid, p.base, 0.35)
  pen.fill(cloth)
  spray(s, cloth, [x + r, y + r * 1.6, x - r * 0.3, y - r], p.base, 0.9)
  pen.strokeStyle = fade(p.glow, 0.4)
  pen.lineWidth = 5 * k
  pen.beginPath()
  pen.arc(x, y + 40 * k, r * 1.53, 0, 6.3)
  pen.stroke()
  const rim = 220 * k
  const bowl = new Path2D()
  bowl.moveTo(x - r, y)
  bowl.bezierCurveTo(x - r * 0.96, y + 270 * k, x - r * 0.5, y + 390 * k, x - r * 0.36, y + 400 * k)
  bowl.lineTo(x + r * 0.36, y + 400 * k)
  bowl.bezierCurveTo(x + r * 0.5, y + 390 * k, x + r * 0.96, y + 270 * k, x + r, y)
  bowl.closePath()
  pen.fillStyle = fade(p.deep, 0.4)
  pen.beginPath()
  pen.ellipse(x + 40 * k, y + 400 * k, r * 0.86, 60 * k, 0, 0, 6.3)
  pen.fill()
  pen.fillStyle = '#fffdf6'
  pen.fill(bowl)
  spray(s, bowl, [x + r, y + 330 * k, x - r * 0.2, y], p.soft, 1)
  spray(s, bowl, [x + r, y + 400 * k, x + r * 0.3, y + 60 * k], p.mid, 0.7)
  pen.save()
  pen.clip(bowl)
  pen.strokeStyle = p.accent
  pen.lineWidth = 13 * k
  pen.beginPath()
  pen.ellipse(x, y + 70 * k, r * 0.99, rim * 0.55, 0, 0, Math.PI)
  pen.stroke()
  pen.lineWidth = 5 * k
  pen.beginPath()
  pen.ellipse(x, y + 100 * k, r * 0.98, rim * 0.55, 0, 0, Math.PI)
  pen.stroke()
  pen.restore()
  pen.fillStyle = mix(p.soft, '#ffffff', 0.3)
  pen.beginPath()
  pen.ellipse(x, y, r, rim * 0.5, 0, 0, 6.3)
  pen.fill()
  const heap = blob([
    [x - r * 0.9, y + 4 * k],
    [x - r * 0.78, y - 120 * k],
    [x - r * 0.4, y - 226 * k],
    [x + 10 * k, y - 262 * k],
    [x + r * 0.42, y - 220 * k],
    [x + r * 0.8, y - 112 * k],
    [x + r * 0.9, y + 4 * k],
    [x + r * 0.5, y + 82 * k],
    [x - r * 0.5, y + 82 * k],
  ])
  pen.fillStyle = '#fffefa'
  pen.fill(heap)
  spray(s, heap, [x + r * 0.8, y + 40 * k, x - r * 0.2, y - 200 * k], p.soft, 0.95)
  for (let i = 0; i < 300; i++) {
    const a = s.random() * 6.3
    const d = Math.sqrt(s.random())
    const gx = x + Math.cos(a) * d * r * 0.84
    const gy = y - 76 * k + Math.sin(a) * d * 150 * k
    pen.save()
    pen.translate(gx, gy)
    pen.rotate(s.random() * 3)
    pen.fillStyle = s.random() < 0.5 ? '#ffffff' : fade(p.soft, 0.75)
    pen.beginPath()
    pen.ellipse(0, 0, 15 * k, 6.5 * k, 0, 0, 6.3)
    pen.fill()
    pen.restore()
  }
  pen.lineCap = 'round'
  for (let i = -1; i <= 1; i++) {
    pen.strokeStyle = fade('#ffffff', 0.75)
    pen.lineWidth = (17 - Math.abs(i) * 4) * k
    pen.beginPath()
    const sx = x + i * 150 * k
    pen.moveTo(sx, y - 285 * k)
    pen.bezierCurveTo(sx + 46 * k, y - 325 * k, sx - 46 * k, y - 365 * k, sx + 8 * k, y - 410 * k)
    pen.stroke()
  }
  const spoonX = x + r * 1.26
  pen.fillStyle = mix(p.soft, p.deep, 0.35)
  pen.beginPath()
  pen.ellipse(spoonX, y - 60 * k, 46 * k, 66 * k, 0.1, 0, 6.3)
  pen.fill()
  pen.strokeStyle = mix(p.soft, p.deep, 0.35)
  pen.lineWidth = 17 * k
  pen.beginPath()
  pen.moveTo(spoonX, y)
  pen.lineTo(spoonX - 22 * k, y + 400 * k)
  pen.stroke()
  for (const [dx, dy, size, colour] of [
    [-1.24, 0.5, 96, p.accent],
    [1.0, 1.14, 108, p.base],
    [-0.86, 1.2, 88, '#fffdf6'],
  ] as const) {
    disc(s, x + dx * r, y + dy * r + 8 * k, size * 1.12 * k, fade(p.deep, 0.3))
    disc(s, x + dx * r, y + dy * r, size * 1.1 * k, '#fffdf6')
    disc(s, x + dx * r, y + dy * r, size * 0.84 * k, mix(colour, p.mid, 0.2))
    for (let i = 0; i < 26; i++)
      disc(
        s,
        x + dx * r + (s.random() - 0.5) * size * 1.2 * k,
        y + dy * r + (s.random() - 0.5) * size * 1.2 * k,
        (4 + s.random() * 9) * k,
        fade([p.mid, p.soft, p.accent][i % 3]!, 0.85),
      )
  }
}
