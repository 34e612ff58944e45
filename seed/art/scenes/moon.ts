/** A laundry on the moon: the house, its line of washing, the earth above. */
import {
  blob,
  disc,
  glow,
  Path2D,
  ramp,
  shape,
  spray,
  stars,
  wash,
  type Stage,
  type Paint,
} from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'

/** A garment on a line: its top edge hangs at x, y. */
function garment(s: Stage, x: number, y: number, size: number, kind: number, fill: string) {
  const u = size / 10
  const { pen } = s
  pen.save()
  pen.translate(x, y)
  pen.rotate((s.random() - 0.5) * 0.16)
  pen.fillStyle = fill
  pen.beginPath()
  if (kind === 0) {
    for (const [i, [px, py]] of [
      [-2, 0],
      [2, 0],
      [4.6, 2.4],
      [3.2, 4],
      [2.4, 3.3],
      [2.6, 9],
      [-2.6, 9],
      [-2.4, 3.3],
      [-3.2, 4],
      [-4.6, 2.4],
    ].entries())
      if (i === 0) pen.moveTo(px! * u, py! * u)
      else pen.lineTo(px! * u, py! * u)
  } else if (kind === 1) {
    pen.moveTo(-2.2 * u, 0)
    pen.lineTo(2.2 * u, 0)
    pen.lineTo(4.2 * u, 8 * u)
    pen.quadraticCurveTo(0, 9.4 * u, -4.2 * u, 8 * u)
  } else if (kind === 2) {
    pen.rect(-3.6 * u, 0, 7.2 * u, 6.6 * u)
  } else if (kind === 3) {
    pen.roundRect(-1.5 * u, 0, 1.9 * u, 5 * u, u * 0.5)
    pen.roundRect(-1.5 * u, 3.6 * u, 3.4 * u, 1.9 * u, u * 0.9)
  } else {
    for (const [i, [px, py]] of [
      [-1.9, 0],
      [1.9, 0],
      [3.8, 6.5],
      [2.7, 6.9],
      [2, 4.4],
      [3, 13],
      [-3, 13],
      [-2, 4.4],
      [-2.7, 6.9],
      [-3.8, 6.5],
    ].entries())
      if (i === 0) pen.moveTo(px! * u, py! * u)
      else pen.lineTo(px! * u, py! * u)
  }
  pen.closePath()
  pen.fill()
  pen.restore()
}

export const moon: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.deep, p.deep, p.base, [0.8, p.mid], [1, mix(p.mid, p.soft, 0.5)]])
  stars(s, Math.round((w * h) / 5200), h * 0.85, p.soft)
  const ex = x - 240 * k
  const ey = y - 560 * k
  glow(s, ex, ey, 420 * k, p.mid, 0.7)
  const earth = new Path2D()
  earth.arc(ex, ey, 132 * k, 0, 6.2832)
  pen.fillStyle = ramp(
    pen,
    [ex - 120 * k, ey - 100 * k, ex + 120 * k, ey + 120 * k],
    [mix(p.soft, '#bfe8ff', 0.5), mix(p.mid, '#3c8fd0', 0.55), p.base],
  )
  pen.fill(earth)
  pen.save()
  pen.clip(earth)
  pen.fillStyle = mix(p.glow, '#9fd8b4', 0.45)
  const lands: readonly (readonly (readonly [number, number])[])[] = [
    [
      [-96, -74],
      [-52, -104],
      [-6, -92],
      [14, -62],
      [-10, -44],
      [-18, -14],
      [-44, 2],
      [-60, -24],
      [-92, -34],
    ],
    [
      [2, 30],
      [30, 8],
      [70, 14],
      [94, 40],
      [70, 66],
      [62, 100],
      [28, 112],
      [16, 72],
    ],
    [
      [52, -84],
      [90, -70],
      [112, -34],
      [86, -26],
      [66, -48],
    ],
    [
      [-112, 34],
      [-78, 26],
      [-62, 58],
      [-86, 84],
      [-112, 70],
    ],
  ]
  for (const land of lands) pen.fill(blob(land.map(([dx, dy]) => [ex + dx * k, ey + dy * k])))
  pen.restore()
  spray(s, earth, [ex + 120 * k, ey + 110 * k, ex - 60 * k, ey - 60 * k], p.deep, 0.95)
  const cx = x
  const r = 900 * k
  const cy = y + 150 * k + r
  glow(s, cx, cy, r * 1.35, p.glow, 0.55)
  const ground = new Path2D()
  ground.arc(cx, cy, r, 0, 6.2832)
  pen.fillStyle = ramp(
    pen,
    [cx, cy - r, cx, cy - r + 620 * k],
    [p.glow, mix(p.glow, p.soft, 0.6), p.soft, mix(p.soft, p.mid, 0.7)],
  )
  pen.fill(ground)
  for (const [dx, dy, cr] of [
    [-330, 150, 92],
    [250, 120, 60],
    [30, 300, 150],
    [-120, 95, 34],
    [420, 290, 100],
    [-480, 330, 120],
    [130, 205, 30],
    [-230, 410, 60],
    [330, 470, 80],
  ] as const) {
    const px = cx + dx * k
    const py = cy - r + (dy + (dx * dx) / 1700) * k
    pen.fillStyle = fade(mix(p.soft, p.mid, 0.55), 0.55)
    pen.beginPath()
    pen.ellipse(px, py, cr * k, cr * 0.34 * k, dx / 1500, 0, 6.3)
    pen.fill()
    pen.fillStyle = fade(p.glow, 0.75)
    pen.beginPath()
    pen.ellipse(px, py + cr * 0.09 * k, cr * 0.93 * k, cr * 0.26 * k, dx / 1500, 0, 6.3)
    pen.fill()
  }
  spray(s, ground, [cx + r * 0.75, cy - r * 0.3, cx - r * 0.2, cy - r], p.base, 0.8)
  const surface = (px: number) => cy - Math.sqrt(Math.max(0, r * r - (px - cx) ** 2))
  const hx = x + 120 * k
  const hy = surface(hx) + 8 * k
  glow(s, hx + 40 * k, hy - 60 * k, 380 * k, p.accent, 0.5)
  shape(
    s,
    [hx - 120 * k, hy, hx - 120 * k, hy - 130 * k, hx + 130 * k, hy - 130 * k, hx + 130 * k, hy],
    mix(p.base, p.deep, 0.35),
  )
  pen.fillStyle = p.accent
  pen.beginPath()
  pen.moveTo(hx - 150 * k, hy - 124 * k)
  pen.quadraticCurveTo(hx - 100 * k, hy - 226 * k, hx, hy - 226 * k)
  pen.quadraticCurveTo(hx + 110 * k, hy - 226 * k, hx + 160 * k, hy - 124 * k)
  pen.fill()
  pen.fillStyle = mix(p.base, p.deep, 0.2)
  pen.fillRect(hx + 58 * k, hy - 285 * k, 32 * k, 90 * k)
  for (const [dx, dy, br] of [
    [80, -316, 17],
    [102, -362, 26],
    [86, -424, 20],
    [118, -478, 32],
  ] as const) {
    pen.strokeStyle = fade(p.glow, 0.75)
    pen.lineWidth = 2.6 * k
    pen.beginPath()
    pen.arc(hx + dx * k, hy + dy * k, br * k, 0, 6.3)
    pen.stroke()
    disc(
      s,
      hx + (dx - br * 0.35) * k,
      hy + (dy - br * 0.35) * k,
      br * 0.16 * k,
      fade('#ffffff', 0.9),
    )
  }
  pen.fillStyle = p.glow
  pen.beginPath()
  pen.roundRect(hx - 92 * k, hy - 100 * k, 84 * k, 66 * k, 8 * k)
  pen.fill()
  disc(s, hx - 50 * k, hy - 66 * k, 25 * k, mix(p.mid, p.soft, 0.5))
  disc(s, hx - 50 * k, hy - 66 * k, 17 * k, p.base)
  pen.fillStyle = mix(p.glow, p.accent, 0.35)
  pen.beginPath()
  pen.roundRect(hx + 22 * k, hy - 96 * k, 62 * k, 96 * k, [31 * k, 31 * k, 0, 0])
  pen.fill()
  const poleX = x - 400 * k
  const poleY = surface(poleX)
  pen.strokeStyle = p.deep
  pen.lineWidth = 7 * k
  pen.lineCap = 'round'
  pen.beginPath()
  pen.moveTo(poleX, poleY + 6 * k)
  pen.lineTo(poleX - 8 * k, poleY - 235 * k)
  pen.stroke()
  const from = [poleX - 8 * k, poleY - 228 * k] as const
  const to = [hx - 138 * k, hy - 128 * k] as const
  const rope = (t: number) =>
    [
      from[0] + (to[0] - from[0]) * t,
      from[1] + (to[1] - from[1]) * t + Math.sin(t * Math.PI) * 34 * k,
    ] as const
  pen.lineWidth = 2.6 * k
  pen.beginPath()
  for (let t = 0; t <= 1.001; t += 0.05) pen.lineTo(...rope(t))
  pen.stroke()
  const wear = [p.accent, p.base, '#ffffff', p.mid, mix(p.accent, p.glow, 0.5)]
  for (const [i, kind] of [1, 3, 4, 0, 2, 3].entries()) {
    const [gx, gy] = rope(0.1 + i * 0.155)
    garment(s, gx, gy, (kind === 4 ? 100 : 84) * k, kind, wear[i % wear.length]!)
  }
  person(s, x + 352 * k, surface(x + 352 * k) + 8 * k, 138 * k, p.accent, {
    coat: 'dress',
    hair: 'bun',
    facing: -1,
    headColour: mix(p.glow, p.accent, 0.25),
    hairColour: p.deep,
  })
}
