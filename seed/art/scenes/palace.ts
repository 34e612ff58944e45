/** Palace roofs: at dusk, or in neon. */
import {
  disc,
  glow,
  mist,
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

/** A tiled roof with lifted eaves, its ridge centred at x, y. */
function tiledRoof(
  s: Stage,
  x: number,
  y: number,
  half: number,
  drop: number,
  tile: string,
  eave: string,
  trim: string,
) {
  const { pen } = s
  const lift = half * 0.17
  const roof = new Path2D()
  roof.moveTo(x - half * 0.56, y)
  roof.quadraticCurveTo(x, y + drop * 0.13, x + half * 0.56, y)
  roof.bezierCurveTo(
    x + half * 0.62,
    y + drop * 0.5,
    x + half * 0.82,
    y + drop * 0.86,
    x + half * 1.12,
    y + drop - lift,
  )
  roof.quadraticCurveTo(x, y + drop + lift * 0.62, x - half * 1.12, y + drop - lift)
  roof.bezierCurveTo(
    x - half * 0.82,
    y + drop * 0.86,
    x - half * 0.62,
    y + drop * 0.5,
    x - half * 0.56,
    y,
  )
  pen.fillStyle = tile
  pen.fill(roof)
  spray(s, roof, [x, y + drop * 1.1, x, y - drop * 0.1], mix(tile, '#000000', 0.45), 0.9)
  pen.save()
  pen.clip(roof)
  pen.strokeStyle = fade(mix(tile, '#ffffff', 0.35), 0.4)
  pen.lineWidth = Math.max(1.5, half * 0.007)
  const rows = 26
  for (let i = 0; i <= rows; i++) {
    const t = (i / rows) * 2 - 1
    pen.beginPath()
    pen.moveTo(x + t * half * 0.58, y - drop * 0.06)
    pen.quadraticCurveTo(x + t * half * 0.72, y + drop * 0.62, x + t * half * 1.14, y + drop * 1.15)
    pen.stroke()
  }
  pen.restore()
  pen.strokeStyle = eave
  pen.lineWidth = half * 0.036
  pen.lineCap = 'round'
  pen.beginPath()
  pen.moveTo(x - half * 1.1, y + drop - lift)
  pen.quadraticCurveTo(x, y + drop + lift * 0.62, x + half * 1.1, y + drop - lift)
  pen.stroke()
  for (let i = 0; i <= 30; i++) {
    const t = i / 30
    const u = 1 - t
    const ex = u * u * (x - half * 1.08) + 2 * u * t * x + t * t * (x + half * 1.08)
    const ey =
      u * u * (y + drop - lift) + 2 * u * t * (y + drop + lift * 0.62) + t * t * (y + drop - lift)
    disc(s, ex, ey + half * 0.024, half * 0.015, trim)
  }
  pen.strokeStyle = mix(tile, '#ffffff', 0.25)
  pen.lineWidth = half * 0.05
  pen.beginPath()
  pen.moveTo(x - half * 0.57, y - half * 0.02)
  pen.quadraticCurveTo(x, y + drop * 0.12, x + half * 0.57, y - half * 0.02)
  pen.stroke()
}

export const palace: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  const neon = s.variant === 'neon'
  wash(
    s,
    neon
      ? [p.deep, p.base, p.mid, [0.8, p.soft], [1, p.base]]
      : [p.deep, p.base, p.mid, [0.72, p.soft], [1, p.mid]],
  )
  if (neon) stars(s, 160, h * 0.5, p.glow)
  const mx = x + (neon ? 0 : 190) * k
  const my = y - 420 * k
  glow(s, mx, my, 620 * k, neon ? p.soft : p.glow, 0.55)
  const moonDisc = new Path2D()
  moonDisc.arc(mx, my, (neon ? 250 : 200) * k, 0, 6.3)
  pen.fillStyle = ramp(
    pen,
    [0, my - 200 * k, 0, my + 200 * k],
    neon ? [p.glow, p.soft] : [p.glow, mix(p.glow, p.soft, 0.55)],
  )
  pen.fill(moonDisc)
  for (let i = 0; i < 3; i++) mist(s, y - (250 - i * 130) * k, 120 * k, p.soft, 0.35)
  if (neon)
    for (let bx = 0; bx < w;) {
      const bw = (80 + s.random() * 90) * k
      const bh = (240 + s.random() * 330) * k
      pen.fillStyle = mix(p.deep, p.base, 0.45)
      pen.fillRect(bx, y + 90 * k - bh, bw - 6 * k, bh)
      pen.strokeStyle = fade([p.accent, p.soft, p.glow][Math.floor(s.random() * 3)]!, 0.9)
      pen.lineWidth = 4 * k
      if (s.random() < 0.6)
        pen.strokeRect(bx + bw * 0.3, y + 120 * k - bh, bw * 0.3, (60 + s.random() * 130) * k)
      bx += bw
    }
  const tile = neon ? mix(p.deep, p.base, 0.55) : mix(p.accent, p.deep, 0.55)
  const eave = neon ? p.accent : mix(p.accent, p.soft, 0.25)
  const hall = (cx: number, top: number, half: number, storeys: number, dim: number) => {
    const c = (colour: string) => mix(colour, neon ? p.mid : p.mid, dim)
    let level = top
    let span = half
    for (let i = 0; i < storeys; i++) {
      const drop = span * 0.42
      const wall = span * 0.34
      pen.fillStyle = c(neon ? p.base : mix(p.mid, p.base, 0.45))
      pen.fillRect(cx - span * 0.78, level + drop * 0.7, span * 1.56, wall + drop * 0.4)
      const posts = 7
      for (let j = 0; j <= posts; j++) {
        pen.fillStyle = c(neon ? p.soft : mix('#b3261e', p.mid, 0.35))
        pen.fillRect(
          cx - span * 0.78 + ((span * 1.5) / posts) * j,
          level + drop * 0.8,
          span * 0.06,
          wall + drop * 0.4,
        )
        if (j < posts) {
          pen.fillStyle = c(
            neon
              ? j % 2
                ? p.glow
                : p.accent
              : j === 3 && storeys > 1
                ? p.glow
                : mix(p.glow, p.soft, 0.55),
          )
          pen.fillRect(
            cx - span * 0.78 + ((span * 1.5) / posts) * j + span * 0.085,
            level + drop * 1.08,
            span * 0.1,
            wall * 0.78,
          )
        }
      }
      tiledRoof(s, cx, level, span, drop, c(tile), c(eave), c(neon ? p.soft : p.glow))
      level += drop + wall * 0.78
      span *= 1.24
    }
    return level
  }
  hall(x - 430 * k, y - 40 * k, 250 * k, 1, 0.5)
  hall(x + 470 * k, y - 70 * k, 260 * k, 1, 0.5)
  mist(s, y + 150 * k, 260 * k, p.soft, 0.5)
  const foot = hall(x, y - 210 * k, 320 * k, 2, 0)
  const terrace = foot + 20 * k
  for (let i = 0; i < 3; i++) {
    const step = shape(
      s,
      [
        x - (560 + i * 150) * k,
        terrace + i * 74 * k,
        x + (560 + i * 150) * k,
        terrace + i * 74 * k,
        x + (600 + i * 150) * k,
        terrace + (74 + i * 74) * k,
        x - (600 + i * 150) * k,
        terrace + (74 + i * 74) * k,
      ],
      mix(neon ? p.base : mix(p.base, p.soft, 0.3), p.deep, 0.15 + i * 0.2),
    )
    spray(s, step, [x + 600 * k, terrace, x - 300 * k, terrace], p.deep, 0.6)
  }
  pen.fillStyle = ramp(pen, [0, terrace + 222 * k, 0, h], [mix(p.base, p.deep, 0.4), p.deep])
  pen.fillRect(0, terrace + 222 * k, w, h)
  shape(
    s,
    [x - 96 * k, terrace, x + 96 * k, terrace, x + 190 * k, h, x - 190 * k, h],
    ramp(pen, [0, terrace, 0, h], [fade(neon ? p.accent : p.soft, 0.75), fade(p.mid, 0.1)]),
  )
  const fx = x - 8 * k
  const fy = terrace + 270 * k
  person(s, fx, fy, 260 * k, neon ? mix(p.soft, '#e01f3d', 0.65) : mix(p.deep, '#000000', 0.3), {
    coat: 'dress',
    hair: neon ? 'bun' : 'hat',
    facing: -1,
    headColour: neon ? '#f2cfae' : mix(p.deep, '#000000', 0.3),
    hairColour: mix(p.deep, '#000000', 0.3),
  })
  shape(
    s,
    [fx - 40 * k, fy, fx + 40 * k, fy, fx + 130 * k, h, fx - 20 * k, h],
    fade('#000000', 0.35),
  )
  if (neon) {
    const bx = fx + 70 * k
    const by = fy - 150 * k
    pen.fillStyle = p.glow
    shape(
      s,
      [bx - 34 * k, by, bx + 34 * k, by, bx + 26 * k, by + 62 * k, bx - 26 * k, by + 62 * k],
      p.glow,
    )
    for (let i = 0; i < 3; i++) {
      pen.fillStyle = p.accent
      pen.fillRect(bx + (-26 + i * 20) * k, by + 2 * k, 9 * k, 58 * k)
    }
    for (const [dx, dy] of [
      [-16, -12],
      [8, -18],
      [22, -6],
    ] as const)
      disc(s, bx + dx * k, by + dy * k, 18 * k, '#e08a2e')
    glow(s, bx, by, 190 * k, p.glow, 0.6)
    return
  }
  for (let i = 0; i < 60; i++) {
    const lx = s.random() * w
    const ly = s.random() * h
    pen.save()
    pen.translate(lx, ly)
    pen.rotate(s.random() * 6)
    pen.fillStyle = fade(s.random() < 0.7 ? p.soft : p.glow, 0.35 + s.random() * 0.6)
    pen.fillRect(0, 0, (6 + s.random() * 14) * k, (4 + s.random() * 9) * k)
    pen.restore()
  }
}
