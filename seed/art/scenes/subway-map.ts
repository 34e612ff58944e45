/** A subway map with people on it. */
import { disc, wash, type Paint } from '../brush.ts'
import { mix } from '../colour.ts'
import { person } from '../figures.ts'

export const subwayMap: Paint = (s) => {
  const { pen, x, y, k, p } = s
  wash(s, [p.glow, p.glow])
  const line = (
    points: readonly (readonly [number, number])[],
    colour: string,
    width = 46,
    closed = false,
  ) => {
    pen.strokeStyle = colour
    pen.lineWidth = width * k
    pen.lineCap = 'round'
    pen.lineJoin = 'round'
    pen.beginPath()
    for (const [px, py] of points) pen.lineTo(x + px * k, y + py * k)
    if (closed) pen.closePath()
    pen.stroke()
  }
  const loop: [number, number][] = []
  for (let i = 0; i < 4; i++) {
    const [cx, cy] = (
      [
        [210, -190],
        [210, 190],
        [-210, 190],
        [-210, -190],
      ] as const
    )[i]!
    for (let j = 0; j <= 6; j++) {
      const a = -Math.PI / 2 + i * (Math.PI / 2) + (j / 6) * (Math.PI / 2)
      loop.push([cx + Math.cos(a) * 130, cy + Math.sin(a) * 130])
    }
  }
  line(
    [
      [-1500, -40],
      [-330, -40],
      [0, 100],
      [420, 100],
      [700, -180],
      [1500, -180],
    ],
    p.base,
  )
  line(
    [
      [-130, 1200],
      [-130, 330],
      [130, 60],
      [130, -330],
      [260, -460],
      [1500, -460],
    ],
    p.soft,
  )
  line(
    [
      [-1500, 470],
      [-340, 470],
      [-60, 190],
      [210, 190],
      [460, 440],
      [460, 1200],
    ],
    mix(p.base, p.accent, 0.5),
    34,
  )
  line(loop, p.mid, 62, true)
  const stops: readonly (readonly [number, number, boolean])[] = [
    [-340, -40, true],
    [130, -320, true],
    [340, 100, true],
    [-130, 320, true],
    [0, -320, false],
    [-210, -320, false],
    [340, -60, false],
    [210, 320, false],
    [-340, 120, false],
    [40, 320, false],
    [-340, -190, false],
    [560, -40, false],
    [460, 600, false],
    [-560, -40, false],
    [-130, 560, false],
    [-560, 470, false],
    [130, -100, false],
  ]
  for (const [px, py, change] of stops) {
    const r = (change ? 52 : 21) * k
    disc(s, x + px * k, y + py * k, r, p.deep)
    disc(s, x + px * k, y + py * k, r * 0.74, '#ffffff')
    if (!change) continue
    disc(s, x + px * k, y + py * k, r * 0.42, p.accent)
  }
  person(s, x - 50 * k, y + 150 * k, 330 * k, p.deep, {
    coat: 'long',
    hair: 'long',
    facing: -1,
    headColour: '#f7d3b4',
    hairColour: p.deep,
    walking: true,
  })
  person(s, x + 90 * k, y + 130 * k, 330 * k, p.accent, {
    coat: 'short',
    facing: 1,
    headColour: '#f2c8a4',
    hairColour: p.deep,
    walking: true,
  })
  const car = (tx: number, ty: number, turn: number, colour: string) => {
    pen.save()
    pen.translate(x + tx * k, y + ty * k)
    pen.rotate(turn)
    for (let i = 0; i < 3; i++) {
      pen.fillStyle = '#ffffff'
      pen.beginPath()
      pen.roundRect((-150 + i * 104) * k, -34 * k, 98 * k, 68 * k, 14 * k)
      pen.fill()
      pen.fillStyle = colour
      pen.fillRect((-150 + i * 104) * k, 12 * k, 98 * k, 12 * k)
      pen.fillStyle = p.deep
      for (let j = 0; j < 3; j++)
        pen.fillRect((-140 + i * 104 + j * 29) * k, -20 * k, 22 * k, 24 * k)
    }
    pen.restore()
  }
  car(-40, -320, 0, p.mid)
  car(60, 320, 0, p.mid)
  car(560, -40, -0.78, p.base)
  for (let i = 0; i < 9; i++) {
    const a = (i / 9) * 6.28
    disc(s, x + 130 * k + Math.cos(a) * 84 * k, y - 320 * k + Math.sin(a) * 84 * k, 6 * k, p.accent)
  }
}
