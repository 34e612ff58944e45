/** A heap of parcels. */
import { Path2D, shape, spray, wash, rays, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'
import { font } from '../fonts.ts'

export const boxes: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.mid, mix(p.mid, p.soft, 0.35)])
  rays(s, x, y + 90 * k, 22, fade(p.soft, 0.55), 0.07)
  const floor = y + 400 * k
  pen.fillStyle = p.base
  pen.fillRect(0, floor, w, h - floor)
  const ground = new Path2D()
  ground.rect(0, floor, w, h - floor)
  spray(s, ground, [x, h, x, floor], p.deep, 0.8)
  const box = (
    bx: number,
    by: number,
    bw: number,
    bh: number,
    tilt: number,
    tone: string,
    open = false,
  ) => {
    pen.save()
    pen.translate(bx, by)
    pen.rotate(tilt)
    const side = bw * 0.26
    pen.fillStyle = tone
    pen.fillRect(-bw / 2, -bh, bw, bh)
    shape(
      s,
      [bw / 2, 0, bw / 2, -bh, bw / 2 + side, -bh - side * 0.5, bw / 2 + side, -side * 0.5],
      mix(tone, p.deep, 0.35),
    )
    shape(
      s,
      [
        -bw / 2,
        -bh,
        bw / 2,
        -bh,
        bw / 2 + side,
        -bh - side * 0.5,
        -bw / 2 + side,
        -bh - side * 0.5,
      ],
      open ? mix(p.deep, tone, 0.2) : mix(tone, '#ffffff', 0.35),
    )
    pen.fillStyle = fade('#fff7e4', 0.75)
    pen.fillRect(-bw * 0.07, -bh, bw * 0.14, bh * 0.42)
    pen.fillStyle = '#fffdf5'
    pen.fillRect(-bw * 0.4, -bh * 0.42, bw * 0.34, bh * 0.3)
    pen.fillStyle = p.deep
    for (let i = 0; i < 4; i++)
      pen.fillRect(-bw * 0.37, -bh * (0.38 - i * 0.06), bw * (0.28 - (i % 2) * 0.1), bh * 0.022)
    pen.restore()
    const front = new Path2D()
    front.rect(bx - bw / 2, by - bh, bw, bh)
    if (Math.abs(tilt) < 0.06)
      spray(s, front, [bx + bw / 2, by, bx - bw * 0.3, by - bh], mix(tone, p.deep, 0.6), 0.6)
  }
  const kraft = '#d39a5b'
  box(x - 230 * k, floor + 40 * k, 300 * k, 230 * k, 0, kraft)
  box(x + 190 * k, floor + 60 * k, 360 * k, 300 * k, 0, mix(kraft, p.accent, 0.2))
  box(x - 250 * k, floor - 190 * k, 240 * k, 170 * k, -0.03, mix(kraft, '#ffffff', 0.25))
  box(x + 150 * k, floor - 240 * k, 250 * k, 190 * k, 0.05, kraft)
  box(x - 70 * k, floor - 430 * k + 60 * k, 210 * k, 150 * k, -0.12, p.accent)
  const px = x - 30 * k
  const py = floor + 170 * k
  person(s, px, py, 330 * k, p.base, {
    coat: 'short',
    hair: 'bob',
    facing: -1,
    headColour: '#f7d3b4',
    hairColour: p.deep,
  })
  pen.font = font('black', 150 * k)
  pen.fillStyle = '#ffffff'
  pen.textAlign = 'center'
  for (const [dx, dy, turn] of [
    [-90, -330, -0.3],
    [40, -390, 0.1],
    [150, -300, 0.4],
  ] as const) {
    pen.save()
    pen.translate(px + dx * k, py + dy * k)
    pen.rotate(turn)
    pen.scale(0.6, 0.6)
    pen.fillText('?', 0, 0)
    pen.restore()
  }
  pen.textAlign = 'left'
}
