/** Tiles with faces, and a clock among them. */
import { disc, Path2D, spray, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'

const lightInk = (hex: string) =>
  Number.parseInt(hex.slice(1, 3), 16) + Number.parseInt(hex.slice(3, 5), 16) > 330

export const shapes: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  const cell = 270 * k
  const [ox, oy] = [x - cell * 2, y - cell * 1.5]
  const tones = [p.base, p.mid, p.soft, p.accent, p.glow]
  pen.fillStyle = p.soft
  pen.fillRect(0, 0, w, h)
  for (let r = -Math.ceil(oy / cell) - 1; oy + r * cell < h; r++)
    for (let c = -Math.ceil(ox / cell) - 1; ox + c * cell < w; c++) {
      const [px, py] = [ox + c * cell, oy + r * cell]
      // On an upright picture the ground above the faces stays plain, for the title.
      if (h > w && py + cell < y - 290 * k) continue
      const n = (((c * 7 + r * 5) % 5) + 5) % 5
      const ground = tones[n]!
      const ink = tones[(n + 2) % 5]!
      const tile = new Path2D()
      tile.rect(px, py, cell + 1, cell + 1)
      pen.fillStyle = ground
      pen.fill(tile)
      pen.save()
      pen.clip(tile)
      pen.fillStyle = ink
      const kind = (((c * 3 + r * 4) % 6) + 6) % 6
      pen.beginPath()
      if (kind === 0) pen.arc(px, py + cell, cell, -Math.PI / 2, 0)
      else if (kind === 1) pen.arc(px + cell / 2, py + cell / 2, cell * 0.36, 0, 6.3)
      else if (kind === 2) {
        pen.moveTo(px, py)
        pen.lineTo(px + cell, py + cell)
        pen.lineTo(px, py + cell)
      } else if (kind === 3)
        for (let i = 0; i < 4; i++) pen.rect(px + (i * cell) / 4, py, cell / 8, cell)
      else if (kind === 4) {
        pen.arc(px + cell / 2, py, cell / 2, 0, Math.PI)
        pen.moveTo(px + cell, py + cell / 2)
        pen.arc(px + cell / 2, py + cell / 2, cell / 2, 0, Math.PI)
      } else {
        pen.moveTo(px + cell / 2, py + cell * 0.1)
        pen.lineTo(px + cell * 0.9, py + cell / 2)
        pen.lineTo(px + cell / 2, py + cell * 0.9)
        pen.lineTo(px + cell * 0.1, py + cell / 2)
      }
      if (kind === 0) pen.lineTo(px, py + cell)
      pen.fill()
      if (kind === 1 || kind === 0) {
        const [fx, fy] = [
          px + cell / 2 - (kind === 0 ? cell * 0.1 : 0),
          py + cell / 2 + (kind === 0 ? cell * 0.1 : 0),
        ]
        const eye = lightInk(ink) ? p.deep : '#ffffff'
        disc(s, fx - 34 * k, fy - 14 * k, 17 * k, eye)
        disc(s, fx + 34 * k, fy - 14 * k, 17 * k, eye)
        disc(s, fx - 28 * k, fy - 16 * k, 7 * k, ink)
        disc(s, fx + 40 * k, fy - 16 * k, 7 * k, ink)
        pen.strokeStyle = eye
        pen.lineWidth = 9 * k
        pen.lineCap = 'round'
        pen.beginPath()
        if ((c + r) % 2) pen.arc(fx, fy + 16 * k, 30 * k, 0.2, Math.PI - 0.2)
        else pen.ellipse(fx, fy + 44 * k, 14 * k, 18 * k, 0, 0, 6.3)
        pen.stroke()
      }
      pen.restore()
      if (kind !== 3) spray(s, tile, [px + cell, py + cell, px, py], mix(ground, p.deep, 0.5), 0.35)
    }
  const [cx, cy, r] = [x + 30 * k, y + 50 * k, 220 * k]
  disc(s, cx + 14 * k, cy + 20 * k, r * 1.05, fade(p.deep, 0.4))
  disc(s, cx, cy, r * 1.05, p.deep)
  disc(s, cx, cy, r * 0.9, '#ffffff')
  for (let i = 0; i < 12; i++)
    disc(
      s,
      cx + Math.sin((i * Math.PI) / 6) * r * 0.74,
      cy - Math.cos((i * Math.PI) / 6) * r * 0.74,
      (i % 3 ? 8 : 15) * k,
      p.deep,
    )
  pen.lineCap = 'round'
  pen.strokeStyle = p.deep
  pen.lineWidth = 19 * k
  pen.beginPath()
  pen.moveTo(cx, cy)
  pen.lineTo(cx - r * 0.34, cy - r * 0.3)
  pen.stroke()
  pen.strokeStyle = p.mid
  pen.lineWidth = 14 * k
  pen.beginPath()
  pen.moveTo(cx, cy)
  pen.lineTo(cx + r * 0.2, cy - r * 0.62)
  pen.stroke()
  disc(s, cx, cy, 22 * k, p.mid)
}
