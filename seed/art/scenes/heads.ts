/** Scenes made of people and their places: palace roofs, portraits, the basketball court, facades. */
import {
  blob,
  disc,
  glow,
  mist,
  type Paint,
  Path2D,
  ramp,
  shape,
  spray,
  stars,
  type Stage,
  wash,
} from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { hair, person, profile } from '../figures.ts'

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

export const portrait: Paint = (s) => {
  const { pen, x, y, k, p, w } = s
  if (s.variant === 'mirror') {
    wash(s, [p.base, p.deep, p.deep])
    const [rx, ry] = [330 * k, 450 * k]
    glow(s, x, y, 800 * k, p.mid, 0.75)
    pen.fillStyle = mix(p.soft, p.deep, 0.45)
    pen.beginPath()
    pen.ellipse(x, y, rx + 34 * k, ry + 34 * k, 0, 0, 6.3)
    pen.fill()
    const glass = new Path2D()
    glass.ellipse(x, y, rx, ry, 0, 0, 6.3)
    pen.fillStyle = ramp(
      pen,
      [x - rx, y - ry, x + rx, y + ry],
      [p.accent, p.mid, mix(p.mid, p.deep, 0.7)],
    )
    pen.fill(glass)
    pen.save()
    pen.clip(glass)
    const size = 540 * k
    const face = profile(x + 96 * k, y + 210 * k, size, -1)
    pen.fillStyle = mix(p.soft, p.glow, 0.4)
    pen.fill(face)
    spray(s, face, [x + 330 * k, y + 200 * k, x - 130 * k, y - 60 * k], p.mid, 1)
    pen.fillStyle = p.deep
    pen.fill(hair(x + 96 * k, y + 210 * k, size, -1, 'bob'))
    pen.strokeStyle = p.deep
    pen.lineCap = 'round'
    pen.lineWidth = 6 * k
    pen.beginPath()
    pen.moveTo(x + 96 * k - 0.31 * size, y + 210 * k - 0.55 * size)
    pen.quadraticCurveTo(
      x + 96 * k - 0.24 * size,
      y + 210 * k - 0.57 * size,
      x + 96 * k - 0.19 * size,
      y + 210 * k - 0.53 * size,
    )
    pen.stroke()
    pen.strokeStyle = p.accent
    pen.lineWidth = 8 * k
    pen.beginPath()
    pen.moveTo(x + 96 * k - 0.355 * size, y + 210 * k - 0.235 * size)
    pen.quadraticCurveTo(
      x + 96 * k - 0.22 * size,
      y + 210 * k - 0.2 * size,
      x + 96 * k - 0.13 * size,
      y + 210 * k - 0.35 * size,
    )
    pen.stroke()
    pen.strokeStyle = fade('#ffffff', 0.75)
    pen.lineWidth = 2.4 * k
    const [cx, cy] = [x - 70 * k, y - 120 * k]
    for (let i = 0; i < 13; i++) {
      let a = (i / 13) * 6.28 + s.random() * 0.3
      let [px, py] = [cx, cy]
      pen.beginPath()
      pen.moveTo(px, py)
      for (let j = 0; j < 7; j++) {
        a += (s.random() - 0.5) * 0.6
        px += Math.cos(a) * 80 * k
        py += Math.sin(a) * 80 * k
        pen.lineTo(px, py)
      }
      pen.stroke()
    }
    for (let r = 1; r < 4; r++) {
      pen.beginPath()
      for (let i = 0; i <= 13; i++)
        pen.lineTo(
          cx + Math.cos((i / 13) * 6.28) * r * 66 * k * (0.8 + s.random() * 0.4),
          cy + Math.sin((i / 13) * 6.28) * r * 66 * k * (0.8 + s.random() * 0.4),
        )
      pen.stroke()
    }
    pen.restore()
    const front = 430 * k
    const self = profile(x - 236 * k, y + 470 * k, front, 1)
    pen.fillStyle = mix(p.deep, '#000000', 0.5)
    pen.fill(self)
    pen.fill(hair(x - 236 * k, y + 470 * k, front, 1, 'bob'))
    return
  }
  wash(s, [p.glow, mix(p.glow, p.soft, 0.35), p.soft, [1, p.mid]])
  const heart = (cx: number, cy: number, size: number, fill: string) => {
    const path = new Path2D()
    path.moveTo(cx, cy + size * 0.9)
    path.bezierCurveTo(
      cx - size * 1.5,
      cy - size * 0.1,
      cx - size * 0.9,
      cy - size * 1.1,
      cx,
      cy - size * 0.35,
    )
    path.bezierCurveTo(
      cx + size * 0.9,
      cy - size * 1.1,
      cx + size * 1.5,
      cy - size * 0.1,
      cx,
      cy + size * 0.9,
    )
    pen.fillStyle = fill
    pen.fill(path)
    return path
  }
  const big = heart(x, y - 70 * k, 430 * k, p.mid)
  spray(s, big, [x + 300 * k, y + 300 * k, x - 200 * k, y - 330 * k], p.base, 0.9)
  pen.strokeStyle = fade(p.glow, 0.75)
  pen.lineWidth = 3 * k
  pen.save()
  pen.clip(big)
  for (let i = 0; i < 16; i++) {
    pen.beginPath()
    pen.moveTo(x - 600 * k, y + (-420 + i * 58) * k)
    pen.lineTo(x + 600 * k, y + (-420 + i * 58) * k)
    pen.stroke()
  }
  pen.strokeStyle = p.glow
  pen.lineWidth = 11 * k
  pen.lineJoin = 'round'
  pen.beginPath()
  for (const [i, v] of [0.5, 0.42, 0.46, 0.2, 0.3, -0.04, 0.05, -0.3].entries())
    pen.lineTo(x + (-420 + i * 120) * k, y + (v * 420 - 60) * k)
  pen.stroke()
  pen.restore()
  const size = 440 * k
  const put = (side: -1 | 1, cut: 'bob' | 'short', skin: string, cloth: string, ink: string) => {
    const px = x - side * 262 * k
    const py = y + 330 * k
    const face = profile(px, py, size, side)
    pen.fillStyle = skin
    pen.fill(face)
    spray(
      s,
      face,
      [px - side * 260 * k, py + 100 * k, px + side * 130 * k, py - 200 * k],
      mix(skin, p.base, 0.5),
      0.8,
    )
    pen.save()
    pen.clip(face)
    pen.fillStyle = cloth
    pen.fill(
      blob([
        [px - side * 0.5 * size, py + 0.3 * size],
        [px - side * 0.1 * size, py + 0.26 * size],
        [px + side * 0.2 * size, py + 0.32 * size],
        [px + side * 0.9 * size, py + 0.5 * size],
        [px + side * 0.9 * size, py + 1.4 * size],
        [px - side * 1.1 * size, py + 1.4 * size],
        [px - side * 1.0 * size, py + 0.4 * size],
      ]),
    )
    pen.restore()
    pen.fillStyle = ink
    pen.fill(hair(px, py, size, side, cut))
    pen.strokeStyle = p.deep
    pen.lineWidth = 6 * k
    pen.lineCap = 'round'
    pen.beginPath()
    pen.moveTo(px + side * 0.3 * size, py - 0.55 * size)
    pen.quadraticCurveTo(
      px + side * 0.24 * size,
      py - 0.525 * size,
      px + side * 0.19 * size,
      py - 0.55 * size,
    )
    pen.moveTo(px + side * 0.31 * size, py - 0.66 * size)
    pen.lineTo(px + side * 0.17 * size, py - 0.665 * size)
    pen.stroke()
    disc(s, px + side * 0.1 * size, py - 0.34 * size, 40 * k, fade(p.mid, 0.55))
  }
  put(1, 'short', '#f7d3bd', p.accent, p.deep)
  put(-1, 'bob', '#fbe0cd', p.glow, mix(p.deep, p.base, 0.35))
  heart(x, y + 40 * k, 42 * k, p.glow)
  for (let i = 0; i < 16; i++)
    heart(
      s.random() * w,
      y - 380 * k + s.random() * 900 * k,
      (8 + s.random() * 14) * k,
      fade(i % 2 ? p.base : p.glow, 0.8),
    )
}

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

export const facade: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  const night = s.variant === 'night'
  if (night) {
    wash(s, [p.deep, p.base, p.deep])
    const [cw, ch] = [172 * k, 190 * k]
    const [ox, oy] = [x - cw * 0.5, y - ch * 0.55]
    const c0 = -Math.ceil(ox / cw)
    const r0 = -Math.ceil(oy / ch)
    for (let r = r0 - 1; oy + r * ch < h; r++)
      for (let c = c0 - 1; ox + c * cw < w; c++) {
        const px = ox + c * cw
        const py = oy + r * ch
        const lit = r === 0 && c === 0
        pen.fillStyle = mix(p.base, p.mid, 0.35 + 0.2 * s.random())
        pen.fillRect(px, py, cw, ch)
        pen.fillStyle = mix(p.deep, p.base, 0.4)
        pen.fillRect(px, py + ch - 22 * k, cw, 22 * k)
        pen.fillStyle = lit ? p.glow : mix(p.deep, p.mid, s.random() * 0.4)
        pen.fillRect(px + 20 * k, py + 24 * k, cw - 40 * k, ch - 74 * k)
        if (!lit && s.random() < 0.3) {
          pen.fillStyle = fade(p.soft, 0.14)
          pen.fillRect(px + 20 * k, py + 24 * k, (cw - 40 * k) * s.random(), ch - 74 * k)
        }
        if (lit)
          person(s, px + cw * 0.5, py + ch - 40 * k, 112 * k, p.deep, {
            coat: 'long',
            hair: 'long',
          })
        pen.fillStyle = mix(p.deep, p.base, 0.3)
        pen.fillRect(px + cw / 2 - 3 * k, py + 24 * k, 6 * k, ch - 74 * k)
        pen.fillStyle = mix(p.base, p.mid, 0.6)
        pen.fillRect(px + 12 * k, py + ch - 56 * k, cw - 24 * k, 34 * k)
        pen.fillStyle = fade(p.deep, 0.7)
        for (let i = 0; i < 9; i++)
          pen.fillRect(px + (18 + i * 16) * k, py + ch - 54 * k, 4 * k, 30 * k)
        if (s.random() < 0.22) {
          pen.fillStyle = mix(p.soft, p.mid, 0.6)
          pen.fillRect(px + cw - 56 * k, py + ch - 84 * k, 40 * k, 32 * k)
        }
      }
    glow(s, x + cw * 0, y - 10 * k, 560 * k, p.glow, 0.55)
    glow(s, x, y - 10 * k, 150 * k, p.glow, 0.6)
    pen.fillStyle = ramp(
      pen,
      [0, 0, 0, h],
      [
        fade(p.deep, 0.75),
        [0.3, fade(p.deep, 0)],
        [0.62, fade(p.deep, 0)],
        [0.8, fade(p.deep, 0.86)],
        [1, p.deep],
      ],
    )
    pen.fillRect(0, 0, w, h)
    return
  }
  wash(s, [mix(p.glow, p.accent, 0.18), p.glow, [0.7, p.soft], [1, p.soft]])
  const [hw, top, foot] = [330 * k, y - 400 * k, y + 440 * k]
  for (const side of [-1, 1])
    for (let i = 0; i < 3; i++) {
      const bx = x + side * (hw + (i + 0.5) * 330 * k) - 165 * k
      const bt = top + (80 + s.random() * 130) * k
      pen.fillStyle = mix(p.soft, [p.mid, p.accent, p.base][i % 3]!, 0.4)
      pen.fillRect(bx, bt, 326 * k, foot - bt)
      for (let r = 0; r < 6; r++)
        for (let c = 0; c < 3; c++) {
          pen.fillStyle = fade(p.deep, 0.2)
          pen.fillRect(bx + (40 + c * 90) * k, bt + (40 + r * 120) * k, 56 * k, 76 * k)
        }
    }
  pen.fillStyle = p.mid
  pen.fillRect(x - hw, top, hw * 2, foot - top)
  const wall = new Path2D()
  wall.rect(x - hw, top, hw * 2, foot - top)
  pen.save()
  pen.clip(wall)
  for (let r = 0; r < 46; r++)
    for (let c = 0; c < 14; c++) {
      pen.fillStyle = fade(s.random() < 0.5 ? p.base : p.soft, 0.32 * s.random())
      pen.fillRect(x - hw + (c * 52 - (r % 2) * 26) * k, top + r * 19 * k, 49 * k, 16 * k)
    }
  pen.restore()
  spray(s, wall, [x + hw, foot, x - hw * 0.4, top], p.base, 0.85)
  pen.fillStyle = mix(p.base, p.deep, 0.4)
  pen.fillRect(x - hw - 26 * k, top - 34 * k, hw * 2 + 52 * k, 40 * k)
  for (const cx of [-230, 180]) pen.fillRect(x + cx * k, top - 120 * k, 66 * k, 92 * k)
  const cols = [-215, 0, 215]
  for (let r = 0; r < 3; r++)
    for (const [c, dx] of cols.entries()) {
      const [wx, wy] = [x + dx * k - 70 * k, top + (60 + r * 208) * k]
      pen.fillStyle = '#fff8ea'
      pen.fillRect(wx - 12 * k, wy - 12 * k, 164 * k, 172 * k)
      const light = (r * 3 + c * 2) % 4
      pen.fillStyle =
        light === 1
          ? mix(p.accent, p.deep, 0.4)
          : [p.glow, p.accent, '#ffd98a', mix(p.accent, p.glow, 0.5)][light]!
      pen.fillRect(wx, wy, 140 * k, 148 * k)
      pen.save()
      pen.beginPath()
      pen.rect(wx, wy, 140 * k, 148 * k)
      pen.clip()
      const n = r * 3 + c
      if (n % 4 === 0)
        person(s, wx + 66 * k, wy + 210 * k, 190 * k, p.deep, {
          coat: 'dress',
          hair: 'bun',
          facing: 1,
          headColour: '#c98f6e',
        })
      if (n % 4 === 2)
        person(s, wx + 80 * k, wy + 220 * k, 200 * k, p.accent, {
          coat: 'short',
          facing: -1,
          headColour: '#e8bf9c',
          hairColour: p.deep,
        })
      if (n % 3 === 1)
        for (let i = 0; i < 5; i++) {
          pen.fillStyle = mix('#3f7d54', p.deep, 0.2 * (i % 3))
          pen.beginPath()
          pen.ellipse(wx + (24 + i * 24) * k, wy + 120 * k, 12 * k, 44 * k, (i - 2) * 0.3, 0, 6.3)
          pen.fill()
        }
      pen.restore()
      pen.fillStyle = '#fff8ea'
      pen.fillRect(wx + 66 * k, wy, 8 * k, 148 * k)
      pen.fillRect(wx, wy + 70 * k, 140 * k, 8 * k)
      pen.fillRect(wx - 20 * k, wy + 154 * k, 180 * k, 16 * k)
      if (c !== 1)
        for (let i = 0; i < 9; i++)
          disc(
            s,
            wx + (s.random() * 150 - 4) * k,
            wy + (146 + s.random() * 14) * k,
            (8 + s.random() * 8) * k,
            i % 3 ? mix('#3f7d54', p.deep, 0.2) : p.accent,
          )
    }
  pen.fillStyle = '#fff8ea'
  pen.beginPath()
  pen.roundRect(x - 86 * k, foot - 216 * k, 172 * k, 216 * k, [86 * k, 86 * k, 0, 0])
  pen.fill()
  pen.fillStyle = p.accent
  pen.beginPath()
  pen.roundRect(x - 70 * k, foot - 198 * k, 140 * k, 198 * k, [70 * k, 70 * k, 0, 0])
  pen.fill()
  disc(s, x + 46 * k, foot - 90 * k, 8 * k, p.glow)
  for (let i = 0; i < 5; i++) disc(s, x + 116 * k, foot - (160 - i * 26) * k, 8 * k, '#ffd98a')
  pen.fillStyle = ramp(pen, [0, foot, 0, h], [mix(p.base, p.soft, 0.35), p.base])
  pen.fillRect(0, foot, w, h - foot)
  for (let i = 0; i < 4; i++) {
    pen.fillStyle = mix('#fff8ea', p.base, 0.1 + i * 0.16)
    pen.fillRect(x - (100 + i * 28) * k, foot + (i * 24 - 12) * k, (200 + i * 56) * k, 24 * k)
  }
  person(s, x + 330 * k, foot + 96 * k, 250 * k, p.accent, {
    coat: 'short',
    hair: 'hat',
    facing: -1,
    walking: true,
    headColour: '#8a5a3c',
    hairColour: p.deep,
  })
  shape(
    s,
    [
      x + 290 * k,
      foot + 12 * k - 60 * k,
      x + 350 * k,
      foot - 60 * k,
      x + 356 * k,
      foot - 4 * k,
      x + 296 * k,
      foot + 8 * k,
    ],
    mix(p.base, p.deep, 0.3),
  )
}
