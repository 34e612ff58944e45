/** A basketball court from above. */
import { disc, Path2D, ramp, spray, wash, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'

export const court: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.mid, mix(p.mid, p.soft, 0.25), p.mid])
  for (let i = 0; i < Math.ceil(w / (54 * k)); i++) {
    pen.fillStyle = fade(i % 2 ? p.base : p.soft, 0.16 * s.random())
    pen.fillRect(i * 54 * k, 0, 52 * k, h)
  }
  const all = new Path2D()
  all.rect(0, 0, w, h)
  pen.strokeStyle = p.glow
  pen.lineWidth = 15 * k
  const lineY = y + 30 * k
  pen.fillStyle = p.base
  pen.fillRect(0, lineY, w, h - lineY)
  spray(s, all, [x, h, x, y - 100 * k], p.deep, 0.6)
  pen.beginPath()
  pen.moveTo(0, lineY)
  pen.lineTo(w, lineY)
  pen.stroke()
  disc(s, x, lineY, 330 * k, p.accent)
  const ring = new Path2D()
  ring.arc(x, lineY, 330 * k, 0, 6.3)
  spray(s, ring, [x + 260 * k, lineY + 300 * k, x - 100 * k, lineY - 200 * k], p.deep, 0.9)
  pen.beginPath()
  pen.arc(x, lineY, 330 * k, 0, 6.3)
  pen.stroke()
  pen.beginPath()
  pen.moveTo(x - 330 * k, lineY)
  pen.lineTo(x + 330 * k, lineY)
  pen.stroke()
  for (const [dx, dy, a, long] of [
    [-250, 330, 0.5, 420],
    [250, 300, 0.5, 440],
    [-420, -110, 0.5, 400],
    [400, -150, 0.5, 400],
    [10, 470, 0.5, 460],
  ] as const) {
    const px = x + dx * k
    const py = lineY + dy * k
    pen.save()
    pen.translate(px, py)
    pen.rotate(a)
    pen.globalAlpha = 0.5
    person(s, 0, 0, long * k, p.deep, { coat: 'short', hair: 'bun', walking: true })
    pen.restore()
    disc(s, px, py + 4 * k, 44 * k, p.glow)
    pen.fillStyle = p.glow
    pen.beginPath()
    pen.ellipse(px, py, 78 * k, 40 * k, 0.3, 0, 6.3)
    pen.fill()
    disc(s, px, py - 4 * k, 33 * k, p.deep)
    disc(s, px - 18 * k, py - 26 * k, 16 * k, p.deep)
  }
  const [bx, by, br] = [x + 30 * k, lineY - 40 * k, 120 * k]
  pen.fillStyle = fade(p.deep, 0.55)
  pen.beginPath()
  pen.ellipse(bx + 90 * k, by + 130 * k, br * 0.95, br * 0.7, 0.5, 0, 6.3)
  pen.fill()
  const ball = new Path2D()
  ball.arc(bx, by, br, 0, 6.3)
  pen.fillStyle = ramp(pen, [bx - br, by - br, bx + br, by + br], [p.soft, p.mid, p.base])
  pen.fill(ball)
  spray(s, ball, [bx + br, by + br, bx - br * 0.4, by - br * 0.5], p.deep, 0.9)
  pen.save()
  pen.clip(ball)
  pen.strokeStyle = p.deep
  pen.lineWidth = 6 * k
  pen.beginPath()
  pen.moveTo(bx - br, by - br * 0.5)
  pen.lineTo(bx + br, by + br * 0.5)
  pen.moveTo(bx + br * 0.5, by - br)
  pen.lineTo(bx - br * 0.5, by + br)
  pen.moveTo(bx - br * 0.75, by + br)
  pen.quadraticCurveTo(bx - br * 0.1, by + br * 0.1, bx - br * 1.1, by - br * 0.2)
  pen.moveTo(bx + br * 0.75, by - br)
  pen.quadraticCurveTo(bx + br * 0.1, by - br * 0.1, bx + br * 1.1, by + br * 0.2)
  pen.stroke()
  pen.restore()
}
