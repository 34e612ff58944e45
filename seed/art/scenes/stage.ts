/** A stage seen from the stalls. */
import { disc, Path2D, ramp, shape, wash, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'

export const stage: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [mix(p.deep, '#000000', 0.4), p.deep, [1, p.deep]])
  const floor = y + 180 * k
  pen.fillStyle = ramp(pen, [0, floor, 0, h], [mix(p.base, p.mid, 0.35), p.base, p.deep])
  pen.fillRect(0, floor, w, h - floor)
  pen.strokeStyle = fade(p.deep, 0.5)
  pen.lineWidth = 3 * k
  for (let i = -14; i < 15; i++) {
    pen.beginPath()
    pen.moveTo(x + i * 74 * k, floor)
    pen.lineTo(x + i * 210 * k, h)
    pen.stroke()
  }
  const lampY = y - 860 * k
  pen.save()
  pen.globalCompositeOperation = 'screen'
  for (const [lx, spread, colour, strength] of [
    [x + 30 * k, 250, p.glow, 0.62],
    [x - 520 * k, 170, p.soft, 0.3],
    [x + 560 * k, 170, p.accent, 0.34],
  ] as const) {
    shape(
      s,
      [
        lx - 26 * k,
        lampY,
        lx + 26 * k,
        lampY,
        x + spread * k,
        floor + 120 * k,
        x - spread * k,
        floor + 120 * k,
      ],
      ramp(
        pen,
        [0, lampY, 0, floor + 120 * k],
        [fade(colour, strength), fade(colour, strength * 0.3)],
      ),
    )
  }
  pen.restore()
  pen.fillStyle = fade(p.glow, 0.85)
  pen.beginPath()
  pen.ellipse(x, floor + 120 * k, 270 * k, 56 * k, 0, 0, 6.3)
  pen.fill()
  pen.fillStyle = fade(p.deep, 0.55)
  pen.beginPath()
  pen.ellipse(x + 20 * k, floor + 124 * k, 110 * k, 17 * k, 0, 0, 6.3)
  pen.fill()
  person(s, x, floor + 120 * k, 420 * k, p.deep, { coat: 'dress', hair: 'bob', facing: -1 })
  for (let i = 0; i < 80; i++)
    disc(
      s,
      x + (s.random() - 0.5) * 420 * k,
      y - s.random() * 700 * k,
      (1 + s.random() * 3) * k,
      fade(p.glow, 0.55 * s.random()),
    )
  for (const side of [-1, 1]) {
    const folds = 7
    for (let i = folds; i >= 0; i--) {
      const inner = (250 + i * 74) * k
      const sway = (i === 0 ? 70 : 34) * k
      const path = new Path2D()
      path.moveTo(x + side * inner, -10)
      path.bezierCurveTo(
        x + side * (inner - 30 * k),
        h * 0.3,
        x + side * (inner + sway),
        h * 0.5,
        x + side * (inner + 10 * k),
        floor + 190 * k,
      )
      path.lineTo(x + side * (inner + (i === folds ? w : 120 * k)), floor + 200 * k)
      path.lineTo(x + side * (inner + (i === folds ? w : 120 * k)), -10)
      path.closePath()
      pen.fillStyle = ramp(
        pen,
        [x + side * inner, 0, x + side * (inner + 100 * k), 0],
        [mix(p.mid, p.soft, 0.25), p.mid, p.base],
      )
      pen.fill(path)
    }
  }
  for (let i = 0; i < Math.ceil(w / (150 * k)) + 1; i++) {
    const sx = i * 150 * k
    const swag = new Path2D()
    swag.moveTo(sx - 10 * k, -10)
    swag.lineTo(sx + 160 * k, -10)
    swag.quadraticCurveTo(sx + 75 * k, 190 * k, sx - 10 * k, -10)
    pen.fillStyle = ramp(pen, [0, 0, 0, 110 * k], [p.base, p.mid])
    pen.fill(swag)
  }
  for (let i = 0; i < Math.ceil(w / (110 * k)) + 1; i++) {
    disc(
      s,
      i * 110 * k + (s.random() - 0.5) * 30 * k,
      h - (90 + s.random() * 30) * k,
      46 * k,
      mix(p.deep, '#000000', 0.55),
    )
    pen.beginPath()
    pen.roundRect(i * 110 * k - 70 * k, h - 60 * k, 140 * k, 90 * k, 40 * k)
    pen.fill()
  }
}
