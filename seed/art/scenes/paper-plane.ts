/** A letter of resignation, folded and flown. */
import { cloud, Path2D, shape, spray, wash, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'
import { font } from '../fonts.ts'

export const paperPlane: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.base, p.mid, [0.75, p.soft], [1, p.glow]])
  for (let i = 0; i < 9; i++)
    cloud(
      s,
      s.random() * w,
      y + (-280 + i * 110) * k,
      (170 + s.random() * 260) * k,
      fade('#ffffff', 0.35 + s.random() * 0.4),
    )
  const tower = (bx: number, bw: number, top: number, tone: string, lit: string) => {
    const path = new Path2D()
    path.rect(bx, top, bw, h - top)
    pen.fillStyle = tone
    pen.fill(path)
    spray(s, path, [bx + bw, h, bx, top], p.deep, 0.7)
    for (let r = 0; r < 22; r++)
      for (let c = 0; c < Math.floor(bw / (46 * k)); c++) {
        pen.fillStyle = s.random() < 0.32 ? lit : fade(p.soft, 0.3)
        pen.fillRect(bx + (14 + c * 46) * k, top + (26 + r * 58) * k, 32 * k, 34 * k)
      }
  }
  tower(x - 560 * k, 300 * k, y + 130 * k, p.deep, p.accent)
  tower(x + 290 * k, 330 * k, y + 20 * k, mix(p.deep, p.base, 0.45), p.accent)
  tower(x - 250 * k, 240 * k, y + 330 * k, mix(p.base, p.deep, 0.2), '#ffffff')
  tower(x + 20 * k, 250 * k, y + 440 * k, mix(p.deep, p.base, 0.2), p.accent)
  if (w > h) {
    tower(x - 1250 * k, 330 * k, y + 260 * k, mix(p.deep, p.base, 0.3), p.accent)
    tower(x - 900 * k, 310 * k, y + 330 * k, mix(p.base, p.deep, 0.35), '#ffffff')
  }
  pen.strokeStyle = fade('#ffffff', 0.9)
  pen.lineWidth = 6 * k
  pen.setLineDash([24 * k, 22 * k])
  pen.beginPath()
  pen.moveTo(x - 420 * k, y + 110 * k)
  pen.bezierCurveTo(x - 250 * k, y - 250 * k, x - 60 * k, y + 250 * k, x + 20 * k, y - 20 * k)
  pen.bezierCurveTo(x + 60 * k, y - 160 * k, x - 130 * k, y - 160 * k, x - 70 * k, y - 40 * k)
  pen.bezierCurveTo(x - 20 * k, y + 50 * k, x + 120 * k, y + 10 * k, x + 190 * k, y - 80 * k)
  pen.stroke()
  pen.setLineDash([])
  pen.save()
  pen.translate(x + 250 * k, y - 150 * k)
  pen.rotate(-0.35)
  pen.scale(1.35, 1.35)
  pen.fillStyle = fade(p.deep, 0.22)
  shape(s, [-180 * k, 100 * k, 190 * k, 60 * k, -60 * k, 170 * k], fade(p.deep, 0.22))
  shape(s, [190 * k, -40 * k, -170 * k, -80 * k, -70 * k, 0], '#ffffff')
  shape(
    s,
    [190 * k, -40 * k, -70 * k, 0, -90 * k, 92 * k, -36 * k, 24 * k],
    mix(p.soft, p.mid, 0.45),
  )
  const wing = shape(s, [190 * k, -40 * k, -36 * k, 22 * k, 50 * k, 110 * k], '#f2f8ff')
  spray(s, wing, [60 * k, 110 * k, 60 * k, -40 * k], p.mid, 0.4)
  pen.fillStyle = p.base
  pen.font = font('serif_bold', 26 * k)
  pen.save()
  pen.rotate(0.13)
  pen.fillText('사직서', -96 * k, -34 * k)
  pen.restore()
  pen.restore()
  person(s, x - 440 * k, y + 132 * k, 220 * k, p.deep, {
    coat: 'short',
    facing: 1,
    headColour: '#f2c8a4',
    hairColour: p.deep,
  })
  pen.strokeStyle = p.accent
  pen.lineWidth = 7 * k
  pen.beginPath()
  pen.moveTo(x - 438 * k, y - 44 * k)
  pen.lineTo(x - 470 * k, y + 10 * k)
  pen.stroke()
}
