/** Lead type in its case. */
import { glow, Path2D, spray, wash, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { font } from '../fonts.ts'

export const typeCase: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.glow, mix(p.glow, p.soft, 0.5), p.soft])
  const cell = 150 * k
  const letters = '글집손종이활자쪽밤문책말시간의나를사람빛먹판틀줄점획'
  // A wide picture carries no title above the case.
  const top = y - (w > h ? 420 : 60) * k
  const [ox, oy] = [x - cell * 3.5, top]
  for (let r = 0; oy + r * cell < h + cell; r++)
    for (let c = -Math.ceil(ox / cell) - 1; ox + c * cell < w; c++) {
      const [px, py] = [ox + c * cell, oy + r * cell]
      const lift = s.random() < 0.1
      const red = r === 2 && c === 4
      const face = new Path2D()
      const [fx, fy] = [px + 5 * k, py + 5 * k - (lift || red ? 22 * k : 0)]
      const size = cell - 10 * k
      pen.fillStyle = mix(p.deep, p.base, 0.3)
      pen.fillRect(px, py, cell, cell)
      face.rect(fx, fy, size, size)
      pen.fillStyle = red ? p.accent : mix(p.mid, p.soft, s.random() * 0.6)
      pen.fill(face)
      if (lift || red) {
        pen.fillStyle = mix(p.base, p.deep, 0.4)
        pen.fillRect(fx, fy + size, size, 22 * k)
      }
      pen.fillStyle = fade('#ffffff', 0.3)
      pen.fillRect(fx, fy, size, 5 * k)
      pen.fillRect(fx, fy, 5 * k, size)
      pen.save()
      // Type is cast mirrored, so that it prints the right way round.
      pen.translate(fx + size / 2, fy + size * 0.79)
      pen.scale(-1, 1)
      pen.font = font('serif_bold', size * 0.8)
      pen.textAlign = 'center'
      pen.fillStyle = red ? p.glow : p.deep
      pen.fillText(letters[Math.floor(s.random() * letters.length)]!, 0, 0)
      pen.restore()
    }
  const area = new Path2D()
  area.rect(0, oy, w, h - oy)
  spray(s, area, [w * 0.2, h, x + 330 * k, oy], p.deep, 0.75)
  glow(s, x + 110 * k, top + 280 * k, 520 * k, '#fff0c8', 0.35)
  pen.fillStyle = p.deep
  pen.fillRect(0, oy - 30 * k, w, 36 * k)
  pen.fillStyle = mix(p.base, p.mid, 0.3)
  pen.fillRect(0, oy - 30 * k, w, 8 * k)
}
