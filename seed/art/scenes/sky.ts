/** Scenes under a large sky: a laundry on the moon, a lighthouse in space, a night ride, the north. */
import {
  blob,
  disc,
  glow,
  mist,
  type Paint,
  Path2D,
  ramp,
  ridge,
  shape,
  spray,
  stars,
  type Stage,
  wash,
  wave,
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
  pen.fillStyle = fade(p.glow, 0.55)
  pen.fill(
    blob([
      [ex - 90 * k, ey - 60 * k],
      [ex - 10 * k, ey - 96 * k],
      [ex + 20 * k, ey - 30 * k],
      [ex - 40 * k, ey + 10 * k],
      [ex - 60 * k, ey - 10 * k],
    ]),
  )
  pen.fill(
    blob([
      [ex + 10 * k, ey + 22 * k],
      [ex + 92 * k, ey - 8 * k],
      [ex + 96 * k, ey + 60 * k],
      [ex + 30 * k, ey + 90 * k],
    ]),
  )
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
    [92, -548, 22],
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
  person(s, x - 118 * k, surface(x - 118 * k) + 6 * k, 104 * k, p.deep, {
    coat: 'dress',
    hair: 'bun',
    facing: -1,
    headColour: mix(p.accent, p.glow, 0.7),
    hairColour: p.deep,
  })
}

export const beacon: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [
    p.deep,
    mix(p.deep, p.base, 0.8),
    p.mid,
    [0.92, p.accent === '' ? p.mid : mix(p.mid, p.soft, 0.6)],
    [1, p.soft],
  ])
  stars(s, Math.round((w * h) / 4200), h, p.glow)
  const px = x - 250 * k
  const py = y - 420 * k
  glow(s, px, py, 620 * k, p.soft, 0.5)
  const planet = new Path2D()
  planet.arc(px, py, 270 * k, 0, 6.2832)
  pen.fillStyle = ramp(
    pen,
    [px - 200 * k, py - 230 * k, px + 190 * k, py + 240 * k],
    [p.glow, p.soft, p.mid, p.base],
  )
  pen.fill(planet)
  pen.save()
  pen.clip(planet)
  for (let i = 0; i < 7; i++) {
    pen.fillStyle = fade(i % 2 ? p.glow : p.mid, 0.16)
    pen.beginPath()
    pen.ellipse(px, py + (-210 + i * 66) * k, 330 * k, (14 + s.random() * 16) * k, -0.28, 0, 6.3)
    pen.fill()
  }
  pen.restore()
  spray(s, planet, [px + 250 * k, py + 180 * k, px - 90 * k, py - 70 * k], p.deep, 0.95)
  pen.save()
  pen.translate(px, py)
  pen.rotate(-0.28)
  for (const [r, width, colour] of [
    [430, 20, p.glow],
    [468, 9, p.soft],
    [500, 26, p.soft],
    [548, 5, p.glow],
  ] as const) {
    pen.strokeStyle = fade(colour, 0.6)
    pen.lineWidth = width * k * 0.55
    pen.beginPath()
    pen.ellipse(0, 0, r * k, r * 0.19 * k, 0, -0.12, Math.PI + 0.12)
    pen.stroke()
  }
  pen.restore()
  const tx = x
  const ty = y
  const lampY = ty - 330 * k
  pen.save()
  pen.globalCompositeOperation = 'screen'
  for (const [angle, spread, length] of [
    [-0.5, 0.1, 2200],
    [Math.PI - 0.5 + 0.0, 0.1, 2200],
  ] as const) {
    const beam = pen.createRadialGradient(tx, lampY, 0, tx, lampY, length * k)
    beam.addColorStop(0, fade(p.accent, 0.95))
    beam.addColorStop(0.25, fade(p.accent, 0.4))
    beam.addColorStop(1, fade(p.accent, 0))
    pen.fillStyle = beam
    pen.beginPath()
    pen.moveTo(tx, lampY)
    pen.arc(tx, lampY, length * k, angle - spread, angle + spread)
    pen.fill()
  }
  pen.restore()
  const line = wave(s.random, 5)
  const rock = ridge(
    s,
    (px2) =>
      ty +
      30 * k +
      ((px2 - tx) / (520 * k)) ** 2 * 130 * k +
      line(px2 / (900 * k)) * 26 * k * Math.min(1, Math.abs(px2 - tx) / (160 * k)),
    [mix(p.base, p.mid, 0.4), p.base, p.deep],
    420 * k,
  )
  spray(s, rock, [tx + 400 * k, h, tx - 200 * k, ty], p.deep, 0.9)
  const tower = shape(
    s,
    [
      tx - 46 * k,
      ty + 52 * k,
      tx - 28 * k,
      lampY + 46 * k,
      tx + 28 * k,
      lampY + 46 * k,
      tx + 46 * k,
      ty + 52 * k,
    ],
    p.glow,
  )
  for (const t of [0.2, 0.62]) {
    const a = 28 + 18 * t
    const b = 28 + 18 * (t + 0.19)
    const y0 = lampY + (46 + t * 336) * k
    shape(
      s,
      [tx - a * k, y0, tx + a * k, y0, tx + b * k, y0 + 64 * k, tx - b * k, y0 + 64 * k],
      mix(p.soft, p.mid, 0.35),
    )
  }
  spray(s, tower, [tx + 50 * k, ty, tx - 40 * k, ty], p.deep, 0.9)
  pen.fillStyle = p.deep
  pen.fillRect(tx - 42 * k, lampY + 34 * k, 84 * k, 13 * k)
  pen.beginPath()
  pen.arc(tx, lampY - 22 * k, 31 * k, Math.PI, 0)
  pen.fill()
  pen.fillStyle = mix(p.accent, '#ffffff', 0.6)
  pen.fillRect(tx - 24 * k, lampY - 23 * k, 48 * k, 58 * k)
  glow(s, tx, lampY, 330 * k, p.accent, 0.95)
  glow(s, w - 130 * k, h * 0.4, 120 * k, p.accent, 0.9)
  disc(s, w - 130 * k, h * 0.4, 4 * k, '#ffffff')
  person(s, tx - 130 * k, ty + 40 * k, 84 * k, p.deep, { coat: 'long', facing: 1 })
}

export const starHill: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.deep, p.base, p.mid, [0.78, p.soft], [1, p.glow]])
  stars(s, Math.round((w * h) / 6000), h * 0.6, p.glow)
  for (let i = 0; i < 5; i++) {
    const sx = w * (0.15 + s.random() * 0.9)
    const sy = h * (0.02 + s.random() * 0.36)
    const len = (130 + s.random() * 200) * k
    pen.strokeStyle = ramp(
      pen,
      [sx, sy, sx - len, sy + len * 0.5],
      [fade(p.glow, 0), fade(p.glow, 0.8)],
    )
    pen.lineWidth = 3 * k
    pen.beginPath()
    pen.moveTo(sx, sy)
    pen.lineTo(sx - len, sy + len * 0.5)
    pen.stroke()
  }
  const bx = x
  const by = y - 150 * k
  const tail = pen.createLinearGradient(bx - 40 * k, by, bx + 760 * k, by - 470 * k)
  tail.addColorStop(0, fade(p.accent, 0.95))
  tail.addColorStop(0.4, fade(p.accent, 0.35))
  tail.addColorStop(1, fade(p.accent, 0))
  pen.fillStyle = tail
  pen.beginPath()
  pen.moveTo(bx - 40 * k, by + 60 * k)
  pen.quadraticCurveTo(bx + 400 * k, by - 120 * k, bx + 900 * k, by - 640 * k)
  pen.quadraticCurveTo(bx + 330 * k, by - 290 * k, bx - 40 * k, by + 60 * k)
  pen.fill()
  glow(s, bx, by, 320 * k, p.accent, 0.55)
  pen.strokeStyle = p.deep
  pen.lineWidth = 8 * k
  pen.lineCap = pen.lineJoin = 'round'
  pen.save()
  pen.translate(bx, by)
  pen.rotate(-0.2)
  for (const wx of [-92, 92]) {
    pen.lineWidth = 7 * k
    pen.beginPath()
    pen.arc(wx * k, 60 * k, 60 * k, 0, 6.3)
    pen.stroke()
    pen.lineWidth = 1.8 * k
    for (let a = 0; a < 6; a++) {
      pen.beginPath()
      pen.moveTo(wx * k + Math.cos(a * 1.047) * 58 * k, 60 * k + Math.sin(a * 1.047) * 58 * k)
      pen.lineTo(wx * k, 60 * k)
      pen.stroke()
    }
  }
  pen.lineWidth = 8 * k
  pen.beginPath()
  pen.moveTo(-92 * k, 60 * k)
  pen.lineTo(-40 * k, -28 * k)
  pen.lineTo(60 * k, -28 * k)
  pen.lineTo(92 * k, 60 * k)
  pen.moveTo(-40 * k, -28 * k)
  pen.lineTo(-4 * k, 58 * k)
  pen.lineTo(60 * k, -28 * k)
  pen.moveTo(-4 * k, 58 * k)
  pen.lineTo(-92 * k, 60 * k)
  pen.moveTo(60 * k, -28 * k)
  pen.lineTo(50 * k, -66 * k)
  pen.lineTo(24 * k, -70 * k)
  pen.stroke()
  pen.translate(-22 * k, -40 * k)
  pen.fillStyle = p.deep
  pen.fill(
    blob([
      [-22 * k, 0],
      [-30 * k, -60 * k],
      [-8 * k, -112 * k],
      [22 * k, -112 * k],
      [34 * k, -80 * k],
      [20 * k, -30 * k],
      [24 * k, 4 * k],
    ]),
  )
  pen.lineWidth = 18 * k
  pen.beginPath()
  pen.moveTo(16 * k, -92 * k)
  pen.lineTo(42 * k, -50 * k)
  pen.lineTo(68 * k, -34 * k)
  pen.moveTo(6 * k, -2 * k)
  pen.lineTo(40 * k, 36 * k)
  pen.lineTo(14 * k, 90 * k)
  pen.stroke()
  disc(s, 14 * k, -142 * k, 27 * k, mix(p.soft, p.glow, 0.6))
  pen.fillStyle = p.deep
  pen.beginPath()
  pen.arc(12 * k, -148 * k, 28 * k, Math.PI * 0.95, Math.PI * 2)
  pen.roundRect(14 * k, -154 * k, 40 * k, 8 * k, 4 * k)
  pen.fill()
  pen.fillStyle = p.accent
  pen.beginPath()
  pen.roundRect(-84 * k, -84 * k, 62 * k, 56 * k, 9 * k)
  pen.fill()
  pen.restore()
  for (let layer = 0; layer < 3; layer++) {
    const line = wave(s.random, 3)
    const base = y + (170 + layer * 120) * k
    const path = ridge(
      s,
      (px) => base + line(px / (1300 * k) + layer) * (90 - layer * 16) * k,
      [mix(p.mid, p.deep, 0.25 + layer * 0.3), mix(p.base, p.deep, 0.4 + layer * 0.3)],
      380 * k,
    )
    spray(s, path, [0, h, 0, base - 60 * k], p.deep, 0.7)
    if (layer < 2)
      for (let i = 0; i < 14; i++) {
        const hx = s.random() * w
        const hy =
          base + line(hx / (1300 * k) + layer) * (90 - layer * 16) * k + (14 + s.random() * 90) * k
        const size = (9 + s.random() * 9) * k
        shape(s, [hx - size * 1.5, hy, hx, hy - size * 1.2, hx + size * 1.5, hy], p.deep)
        pen.fillStyle = p.glow
        pen.fillRect(hx - size * 0.4, hy + size * 0.3, size * 0.8, size * 0.7)
        glow(s, hx, hy + size * 0.6, size * 5, p.glow, 0.35)
      }
  }
}

export const aurora: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.deep, p.deep, p.base, [0.75, p.mid], [1, p.base]])
  stars(s, Math.round((w * h) / 4500), h * 0.7, p.glow)
  pen.save()
  pen.globalCompositeOperation = 'screen'
  for (let band = 0; band < 4; band++) {
    const line = wave(s.random, 3)
    const level = h * (0.26 + band * 0.09)
    const colour =
      band === 2 ? mix(p.soft, '#7b5cff', 0.55) : band === 3 ? mix(p.soft, p.glow, 0.4) : p.soft
    const step = 5 * k
    for (let px = -20; px < w + 20; px += step) {
      const t = px / (1500 * k)
      const yy = level + line(t) * 150 * k
      const tall = (260 + 190 * Math.sin(t * 9 + band * 2) + 60 * Math.sin(t * 61 + band)) * k
      const strength = 0.34 + 0.2 * Math.sin(t * 23 + band * 1.7)
      const column = pen.createLinearGradient(0, yy - tall, 0, yy + 46 * k)
      column.addColorStop(0, fade(colour, 0))
      column.addColorStop(0.75, fade(colour, strength * 0.6))
      column.addColorStop(0.93, fade(mix(colour, p.glow, 0.35), strength))
      column.addColorStop(1, fade(colour, 0))
      pen.fillStyle = column
      pen.fillRect(px, yy - tall, step + 0.6, tall + 46 * k)
    }
  }
  pen.restore()
  const far = wave(s.random, 4)
  ridge(
    s,
    (px) => y - 30 * k + far(px / (1000 * k)) * 46 * k,
    [mix(p.base, p.mid, 0.5), p.base],
    200 * k,
  )
  mist(s, y + 40 * k, 160 * k, p.mid, 0.6)
  const snow = wave(s.random, 3)
  const ground = (px: number) => y + 90 * k + snow(px / (1500 * k)) * 26 * k
  const field = ridge(
    s,
    ground,
    [mix(p.glow, p.soft, 0.45), mix(p.mid, p.soft, 0.35), p.base, p.deep],
    520 * k,
  )
  spray(s, field, [w, h, x, y], p.deep, 0.8)
  const fir = (fx: number, fy: number, tall: number, colour: string) => {
    pen.fillStyle = colour
    pen.beginPath()
    for (let i = 0; i < 5; i++) {
      const t = i / 5
      const half = tall * (0.06 + t * 0.16)
      const top = fy - tall + t * tall * 0.82
      pen.moveTo(fx, top)
      pen.lineTo(fx + half * 1.1, top + tall * 0.32)
      pen.quadraticCurveTo(fx, top + tall * 0.26, fx - half * 1.1, top + tall * 0.32)
    }
    pen.rect(fx - tall * 0.02, fy - tall * 0.1, tall * 0.04, tall * 0.12)
    pen.fill()
  }
  for (let i = 0; i < 26; i++) {
    const fx = s.random() * w
    if (Math.abs(fx - x) < 190 * k) continue
    fir(
      fx,
      ground(fx) + 12 * k,
      (130 + s.random() * 190) * k,
      mix(p.deep, p.base, s.random() * 0.5),
    )
  }
  const hx = x + 20 * k
  const hy = ground(hx) + 14 * k
  shape(
    s,
    [
      hx - 78 * k,
      hy,
      hx - 78 * k,
      hy - 70 * k,
      hx,
      hy - 134 * k,
      hx + 78 * k,
      hy - 70 * k,
      hx + 78 * k,
      hy,
    ],
    mix(p.deep, '#5a1c16', 0.55),
  )
  shape(
    s,
    [
      hx - 96 * k,
      hy - 56 * k,
      hx,
      hy - 146 * k,
      hx + 96 * k,
      hy - 56 * k,
      hx + 80 * k,
      hy - 52 * k,
      hx,
      hy - 120 * k,
      hx - 80 * k,
      hy - 52 * k,
    ],
    p.glow,
  )
  pen.fillStyle = p.accent
  pen.fillRect(hx - 44 * k, hy - 60 * k, 36 * k, 34 * k)
  glow(s, hx - 26 * k, hy - 42 * k, 250 * k, p.accent, 0.8)
  pen.fillStyle = p.deep
  pen.fillRect(hx - 28 * k, hy - 60 * k, 3 * k, 34 * k)
  person(s, x - 130 * k, ground(x - 130 * k) + 130 * k, 120 * k, p.deep, {
    coat: 'long',
    hair: 'hat',
    walking: true,
  })
  for (let i = 0; i < 12; i++)
    disc(
      s,
      x - (150 + i * 15) * k,
      ground(x) + (134 + i * 15) * k,
      (4 + i * 0.3) * k,
      fade(p.deep, 0.5),
    )
}
