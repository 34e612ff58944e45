/** Scenes of streets by night and day: paper houses, a market, a shop, a road, a tram, rain. */
import {
  cloud,
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
import { font } from '../fonts.ts'
import { person } from '../figures.ts'

/** A shape cut from paper: it throws a soft shadow on what lies beneath. */
function cut(s: Stage, path: Path2D, fill: string, lift = 1) {
  s.pen.save()
  s.pen.shadowColor = fade(s.p.deep, 0.55)
  s.pen.shadowBlur = 22 * s.k * lift
  s.pen.shadowOffsetY = 9 * s.k * lift
  s.pen.fillStyle = fill
  s.pen.fill(path)
  s.pen.restore()
}

export const paperCity: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.glow, p.glow, mix(p.soft, p.glow, 0.5), [1, p.soft]])
  for (let i = 0; i < 3; i++) {
    const ring = new Path2D()
    ring.arc(x - 90 * k, y - 250 * k, (330 - i * 95) * k, 0, 6.3)
    cut(s, ring, [mix(p.soft, p.mid, 0.25), mix(p.mid, p.soft, 0.35), p.mid][i]!, 0.8)
  }
  const tones = [
    mix(p.soft, p.mid, 0.45),
    p.mid,
    mix(p.mid, p.base, 0.6),
    p.base,
    mix(p.base, p.deep, 0.6),
  ]
  for (const [layer, tone] of tones.entries()) {
    const base = y + (layer * 120 - 130) * k
    const path = new Path2D()
    path.moveTo(-40, h + 40)
    path.lineTo(-40, base)
    const openings: [number, number, number][] = []
    for (let px = -40; px < w + 60;) {
      const bw = (76 + s.random() * 90) * k
      const lone = s.random()
      const bh = (90 + s.random() * 230) * k * (1 - layer * 0.1)
      const top = base - bh
      if (lone < 0.36) {
        path.lineTo(px, top)
        path.lineTo(px + bw / 2, top - bw * 0.6)
        path.lineTo(px + bw, top)
      } else if (lone < 0.6) {
        path.lineTo(px, top)
        path.quadraticCurveTo(px, top - bw * 0.5, px + bw / 2, top - bw * 0.5)
        path.quadraticCurveTo(px + bw, top - bw * 0.5, px + bw, top)
      } else if (lone < 0.8) {
        path.lineTo(px, top)
        path.lineTo(px + bw * 0.25, top)
        path.lineTo(px + bw * 0.25, top - 40 * k)
        path.lineTo(px + bw * 0.6, top - 40 * k)
        path.lineTo(px + bw * 0.6, top)
        path.lineTo(px + bw, top)
      } else {
        path.lineTo(px, top - bw * 0.4)
        path.lineTo(px + bw, top)
      }
      for (let row = 0; row < 5; row++)
        for (let col = 0; col < 2; col++)
          if (s.random() < 0.62)
            openings.push([px + bw * (0.2 + col * 0.38), top + (22 + row * 54) * k, bw * 0.22])
      path.lineTo(px + bw, base)
      px += bw + s.random() * 16 * k
    }
    path.lineTo(w + 60, h + 40)
    path.closePath()
    cut(s, path, tone, 1.2)
    spray(s, path, [0, base + 160 * k, 0, base - 240 * k], mix(tone, p.deep, 0.5), 0.55)
    for (const [wx, wy, size] of openings) {
      pen.fillStyle =
        layer > 1 && s.random() < 0.5 ? mix(p.glow, p.soft, 0.3) : mix(tone, p.deep, 0.35)
      pen.beginPath()
      pen.roundRect(wx, wy, size, size * 1.5, [size / 2, size / 2, 0, 0])
      pen.fill()
    }
  }
  const bx = x + 200 * k
  const by = y - 330 * k
  const bird = (points: number[], fill: string) => {
    const path = new Path2D()
    for (let i = 0; i < points.length; i += 2)
      path[i ? 'lineTo' : 'moveTo'](bx + points[i]! * k, by + points[i + 1]! * k)
    path.closePath()
    cut(s, path, fill, 0.7)
  }
  bird([0, 0, 150, -150, 60, 40], mix(p.accent, '#ffffff', 0.35))
  bird([-40, 10, -190, -120, 30, 40], p.accent)
  bird([-40, 10, 60, 40, 150, 60, 30, 84], mix(p.accent, p.deep, 0.25))
  bird([-40, 10, -120, 34, -60, 50, 30, 84], mix(p.accent, '#ffffff', 0.15))
  const roof = h - 150 * k
  const edge = new Path2D()
  edge.moveTo(-20, roof + 40 * k)
  edge.lineTo(x - 60 * k, roof - 90 * k)
  edge.lineTo(x + 330 * k, roof + 60 * k)
  edge.lineTo(w + 20, roof + 30 * k)
  edge.lineTo(w + 20, h + 20)
  edge.lineTo(-20, h + 20)
  cut(s, edge, p.deep, 1.4)
  person(s, x - 66 * k, roof - 80 * k, 170 * k, p.accent, {
    coat: 'dress',
    hair: 'bob',
    headColour: p.glow,
    hairColour: p.deep,
  })
}

export const market: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.deep, p.deep, p.base, [0.62, p.mid], [1, p.base]])
  glow(s, x, y - 20 * k, 760 * k, p.accent, 0.7)
  for (let row = 0; row < 4; row++) {
    const sag = (60 + row * 26) * k
    const level = y - (560 - row * 118) * k
    pen.strokeStyle = fade(p.deep, 0.8)
    pen.lineWidth = 3 * k
    const rope = (t: number) =>
      level + Math.sin(t * Math.PI) * sag + (row % 2 ? 20 : -20) * k * (t - 0.5)
    pen.beginPath()
    for (let t = 0; t <= 1.01; t += 0.05) pen.lineTo(t * w, rope(t))
    pen.stroke()
    const count = Math.round((w / (150 * k)) * (1 - row * 0.06))
    for (let i = 0; i <= count; i++) {
      const t = (i + (row % 2) * 0.5) / count
      const lx = t * w
      const r = (36 - row * 4.5) * k
      const ly = rope(t) + r * 1.25
      const colour = [p.accent, p.soft, mix(p.soft, '#ff2d55', 0.6), p.glow][(i + row) % 4]!
      glow(s, lx, ly, r * 4, colour, 0.5)
      const body = new Path2D()
      body.ellipse(lx, ly, r, r * 1.12, 0, 0, 6.3)
      pen.fillStyle = ramp(
        pen,
        [lx, ly - r, lx, ly + r],
        [colour, mix(colour, p.glow, 0.55), colour],
      )
      pen.fill(body)
      pen.strokeStyle = fade(p.deep, 0.25)
      pen.lineWidth = 1.8 * k
      for (const e of [0.3, 0.72]) {
        pen.beginPath()
        pen.ellipse(lx, ly, r * e, r * 1.12, 0, 0, 6.3)
        pen.stroke()
      }
      pen.fillStyle = p.deep
      pen.fillRect(lx - r * 0.4, ly - r * 1.26, r * 0.8, r * 0.2)
      pen.fillRect(lx - r * 0.4, ly + r * 1.04, r * 0.8, r * 0.2)
      pen.fillRect(lx - k, ly + r * 1.2, 2 * k, r * 0.7)
    }
  }
  const words = ['국수', '만두', '호떡', '어묵', '파전', '꼬치']
  const stall = (cx: number, ground: number, u: number, i: number) => {
    const half = 165 * u
    const colour = [p.accent, '#ef4565', p.soft, p.mid][i % 4]!
    glow(s, cx, ground - 130 * u, 330 * u, p.glow, 0.55)
    pen.fillStyle = mix(p.glow, p.soft, 0.35)
    pen.fillRect(cx - half * 0.92, ground - 240 * u, half * 1.84, 150 * u)
    pen.fillStyle = mix(p.base, p.deep, 0.5)
    pen.fillRect(cx - half, ground - 96 * u, half * 2, 96 * u)
    pen.fillStyle = fade(colour, 0.9)
    pen.fillRect(cx - half, ground - 100 * u, half * 2, 16 * u)
    person(s, cx - 60 * u, ground - 84 * u, 150 * u, p.deep, {
      coat: 'short',
      hair: i % 2 ? 'bun' : 'hat',
      headColour: '#f2c6a0',
    })
    for (let steam = 0; steam < 3; steam++) {
      pen.strokeStyle = fade('#ffffff', 0.4)
      pen.lineWidth = 6 * u
      pen.lineCap = 'round'
      pen.beginPath()
      const sx = cx + (30 + steam * 30) * u
      pen.moveTo(sx, ground - 130 * u)
      pen.bezierCurveTo(
        sx + 18 * u,
        ground - 160 * u,
        sx - 18 * u,
        ground - 180 * u,
        sx + 6 * u,
        ground - 214 * u,
      )
      pen.stroke()
    }
    pen.fillStyle = p.deep
    pen.beginPath()
    pen.roundRect(cx + 16 * u, ground - 126 * u, 96 * u, 30 * u, [4 * u, 4 * u, 16 * u, 16 * u])
    pen.fill()
    const n = 8
    for (let j = 0; j < n; j++) {
      const ax = cx - half * 1.12 + (j / n) * half * 2.24
      const bw = (half * 2.24) / n
      pen.fillStyle = j % 2 ? '#fff6e6' : colour
      pen.beginPath()
      pen.moveTo(ax + (cx - ax) * 0.12, ground - 300 * u)
      pen.lineTo(ax + bw + (cx - ax - bw) * 0.12, ground - 300 * u)
      pen.lineTo(ax + bw, ground - 232 * u)
      pen.arc(ax + bw / 2, ground - 232 * u, bw / 2, 0, Math.PI)
      pen.fill()
    }
    pen.fillStyle = p.glow
    pen.font = font('black', 62 * u)
    pen.textAlign = 'center'
    pen.fillText(words[i % words.length]!, cx, ground - 26 * u)
    pen.textAlign = 'left'
  }
  pen.fillStyle = ramp(pen, [0, y + 90 * k, 0, h], [mix(p.mid, p.soft, 0.3), p.base, p.deep])
  pen.fillRect(0, y + 90 * k, w, h)
  for (let i = -3; i <= 3; i++) stall(x + i * 300 * k, y + 110 * k, 0.72 * k, i + 9)
  mist(s, y + 110 * k, 90 * k, p.soft, 0.3)
  for (let i = -3; i <= 3; i += 2) stall(x + i * 250 * k, y + 240 * k, 1.06 * k, i + 4)
  const crowd = (level: number, tall: number, count: number, colour: string) => {
    for (let i = 0; i < count; i++)
      person(
        s,
        ((i + 0.2 + s.random() * 0.6) / count) * w,
        level + s.random() * 30 * k,
        tall * (0.86 + s.random() * 0.3),
        colour,
        {
          coat: (['long', 'short', 'dress'] as const)[i % 3]!,
          hair: (['short', 'bob', 'long', 'bun', 'hat'] as const)[(i * 3) % 5]!,
          facing: i % 2 ? 1 : -1,
          walking: i % 3 === 0,
        },
      )
  }
  crowd(y + 370 * k, 210 * k, Math.round(w / (130 * k)), mix(p.deep, p.base, 0.45))
  crowd(y + 520 * k, 290 * k, Math.round(w / (170 * k)), p.deep)
}

export const storefront: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.deep, p.deep, p.base, [1, p.deep]])
  stars(s, 120, h * 0.4, p.glow)
  for (let bx = -20 * k; bx < w;) {
    const bw = (120 + s.random() * 130) * k
    const bh = (330 + s.random() * 330) * k
    pen.fillStyle = mix(p.deep, p.base, 0.35 + s.random() * 0.3)
    pen.fillRect(bx, y + 240 * k - bh, bw, bh)
    for (let i = 0; i < 24; i++) {
      if (s.random() > 0.1) continue
      pen.fillStyle = fade(p.glow, 0.55)
      pen.fillRect(
        bx + (16 + (i % 4) * 32) * k,
        y + 240 * k - bh + (24 + Math.floor(i / 4) * 54) * k,
        18 * k,
        26 * k,
      )
    }
    bx += bw + 4 * k
  }
  const top = y - 170 * k
  const bottom = y + 250 * k
  const left = x - 400 * k
  const right = x + 400 * k
  glow(s, x, y + 60 * k, 900 * k, p.soft, 0.55)
  pen.fillStyle = ramp(
    pen,
    [0, bottom, 0, h],
    [mix(p.soft, p.base, 0.35), mix(p.base, p.mid, 0.35), p.base, p.deep],
  )
  pen.fillRect(0, bottom, w, h - bottom)
  pen.fillStyle = mix(p.base, p.mid, 0.5)
  pen.fillRect(left - 20 * k, top - 96 * k, right - left + 40 * k, bottom - top + 96 * k)
  pen.fillStyle = ramp(
    pen,
    [0, top, 0, bottom],
    [p.glow, mix(p.glow, p.soft, 0.35), mix(p.soft, p.glow, 0.3)],
  )
  pen.fillRect(left, top, right - left, bottom - top)
  for (let row = 0; row < 4; row++) {
    const sy = top + (92 + row * 76) * k
    pen.fillStyle = fade(p.mid, 0.55)
    pen.fillRect(left, sy, right - left, 7 * k)
    for (let ix = left + 10 * k; ix < right - 24 * k;) {
      const iw = (12 + s.random() * 20) * k
      const ih = (24 + s.random() * 34) * k
      pen.fillStyle = [p.accent, p.mid, p.soft, '#ffc94a', '#ffffff', mix(p.accent, p.glow, 0.5)][
        Math.floor(s.random() * 6)
      ]!
      if (s.random() < 0.86) {
        pen.beginPath()
        pen.roundRect(ix, sy - ih, iw, ih, 4 * k)
        pen.fill()
      }
      ix += iw + 5 * k
    }
  }
  pen.fillStyle = mix(p.base, p.deep, 0.2)
  pen.fillRect(x + 120 * k, bottom - 120 * k, 210 * k, 120 * k)
  pen.fillStyle = p.soft
  pen.fillRect(x + 110 * k, bottom - 130 * k, 230 * k, 16 * k)
  person(s, x + 226 * k, bottom - 20 * k, 260 * k, p.accent, {
    coat: 'short',
    hair: 'bob',
    facing: -1,
    headColour: '#f4cfb0',
    hairColour: p.deep,
  })
  pen.fillStyle = mix(p.base, p.deep, 0.2)
  pen.fillRect(x + 120 * k, bottom - 112 * k, 210 * k, 112 * k)
  pen.fillStyle = fade(p.base, 0.95)
  for (const px of [left, x - 140 * k, x + 60 * k, right - 10 * k])
    pen.fillRect(px, top, 10 * k, bottom - top)
  pen.fillStyle = fade('#ffffff', 0.3)
  shape(
    s,
    [x - 380 * k, bottom, x - 260 * k, top, x - 210 * k, top, x - 330 * k, bottom],
    fade('#ffffff', 0.25),
  )
  const bands = [p.accent, p.glow, p.soft]
  for (const [i, colour] of bands.entries()) {
    pen.fillStyle = colour
    pen.fillRect(left - 20 * k, top - (96 - i * 32) * k, right - left + 40 * k, 33 * k)
  }
  pen.fillStyle = mix(p.base, p.deep, 0.3)
  pen.beginPath()
  pen.roundRect(x - 180 * k, top - 108 * k, 360 * k, 120 * k, 14 * k)
  pen.fill()
  pen.fillStyle = p.glow
  pen.font = font('retro', 84 * k)
  pen.textAlign = 'center'
  pen.fillText('새벽마트', x, top - 20 * k)
  pen.textAlign = 'left'
  glow(s, x, top - 50 * k, 330 * k, p.accent, 0.4)
  pen.save()
  pen.globalCompositeOperation = 'screen'
  for (let i = 0; i < 60; i++) {
    const rx = left + s.random() * (right - left)
    pen.fillStyle = ramp(
      pen,
      [0, bottom, 0, bottom + 420 * k],
      [fade(s.random() < 0.25 ? p.accent : p.soft, 0.28), fade(p.soft, 0)],
    )
    pen.fillRect(rx, bottom, (4 + s.random() * 18) * k, (120 + s.random() * 330) * k)
  }
  pen.restore()
  const px = x - 210 * k
  person(s, px, bottom + 150 * k, 330 * k, p.deep, {
    coat: 'long',
    hair: 'short',
    facing: 1,
    walking: true,
  })
  shape(
    s,
    [
      px - 30 * k,
      bottom + 150 * k,
      px + 40 * k,
      bottom + 150 * k,
      px - 120 * k,
      h,
      px - 300 * k,
      h,
    ],
    fade(p.deep, 0.5),
  )
}

export const nightRoad: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [
    p.deep,
    p.base,
    p.mid,
    [(y / h) * 0.97, p.accent === p.mid ? p.soft : p.soft],
    [y / h, mix(p.soft, p.glow, 0.5)],
    [1, p.deep],
  ])
  const sun = new Path2D()
  sun.arc(x, y - 60 * k, 300 * k, 0, 6.3)
  glow(s, x, y - 60 * k, 800 * k, p.soft, 0.6)
  pen.save()
  pen.beginPath()
  for (let i = 0; i < 12; i++)
    pen.rect(0, y - 380 * k + i * 48 * k - i * i * 1.2 * k, w, (44 - i * 2.3) * k)
  pen.clip()
  pen.fillStyle = ramp(
    pen,
    [0, y - 360 * k, 0, y + 60 * k],
    [p.glow, mix(p.soft, p.glow, 0.3), p.soft],
  )
  pen.fill(sun)
  pen.restore()
  for (let layer = 0; layer < 2; layer++)
    for (let bx = -10; bx < w;) {
      const bw = (36 + s.random() * 74) * k
      const d = Math.min(1, Math.abs(bx + bw / 2 - x) / (620 * k))
      const bh =
        (30 + s.random() * 90 + d * d * 440 * (0.6 + s.random() * 0.5)) * k * (layer ? 0.7 : 1)
      pen.fillStyle = mix(p.base, p.deep, 0.2 + layer * 0.6)
      pen.fillRect(bx, y - bh, bw - 3 * k, bh + 3)
      for (let wy = y - bh + 14 * k; wy < y - 14 * k; wy += 20 * k)
        for (let wx = bx + 8 * k; wx < bx + bw - 14 * k; wx += 16 * k)
          if (s.random() < 0.24) {
            pen.fillStyle = fade([p.glow, p.accent, p.soft][Math.floor(s.random() * 3)]!, 0.9)
            pen.fillRect(wx, wy, 7 * k, 9 * k)
          }
      bx += bw
    }
  pen.fillStyle = ramp(pen, [0, y, 0, h], [mix(p.base, p.soft, 0.35), p.base, p.deep])
  pen.fillRect(0, y, w, h - y)
  const bottom = y + 900 * k
  shape(
    s,
    [x - 16 * k, y, x + 16 * k, y, x + 900 * k, bottom, x - 900 * k, bottom],
    ramp(pen, [0, y, 0, bottom], [mix(p.base, p.deep, 0.4), mix(p.deep, '#000000', 0.3)]),
  )
  for (let i = 0; i < 9; i++) {
    const t0 = (i / 9) ** 2.2
    const t1 = ((i + 0.5) / 9) ** 2.2
    const [y0, y1] = [y + t0 * 900 * k, y + t1 * 900 * k]
    shape(
      s,
      [
        x - (1 + t0 * 24) * k,
        y0,
        x + (1 + t0 * 24) * k,
        y0,
        x + (1 + t1 * 24) * k,
        y1,
        x - (1 + t1 * 24) * k,
        y1,
      ],
      p.glow,
    )
  }
  pen.save()
  pen.globalCompositeOperation = 'screen'
  for (let i = 0; i < 26; i++) {
    const side = i % 2 ? 1 : -1
    const reach = (0.15 + s.random() * 0.85) * 900 * k * side
    const colour = side > 0 ? p.soft : p.accent
    pen.strokeStyle = ramp(pen, [x, y, x + reach, bottom], [fade(colour, 0), fade(colour, 0.75)])
    pen.lineWidth = (2 + s.random() * 7) * k
    pen.beginPath()
    pen.moveTo(x + reach * 0.02, y)
    pen.lineTo(x + reach, bottom)
    pen.stroke()
  }
  pen.restore()
  const cx = x
  const cy = y + 330 * k
  const u = 1.25 * k
  pen.fillStyle = fade('#000000', 0.55)
  pen.beginPath()
  pen.ellipse(cx, cy + 8 * u, 240 * u, 26 * u, 0, 0, 6.3)
  pen.fill()
  const body = new Path2D()
  body.moveTo(cx - 205 * u, cy - 20 * u)
  body.bezierCurveTo(
    cx - 214 * u,
    cy - 90 * u,
    cx - 196 * u,
    cy - 118 * u,
    cx - 150 * u,
    cy - 124 * u,
  )
  body.bezierCurveTo(cx - 122 * u, cy - 190 * u, cx - 104 * u, cy - 208 * u, cx, cy - 210 * u)
  body.bezierCurveTo(
    cx + 104 * u,
    cy - 208 * u,
    cx + 122 * u,
    cy - 190 * u,
    cx + 150 * u,
    cy - 124 * u,
  )
  body.bezierCurveTo(
    cx + 196 * u,
    cy - 118 * u,
    cx + 214 * u,
    cy - 90 * u,
    cx + 205 * u,
    cy - 20 * u,
  )
  body.closePath()
  pen.fillStyle = ramp(
    pen,
    [0, cy - 210 * u, 0, cy],
    [mix(p.base, p.deep, 0.3), mix(p.deep, '#000000', 0.4)],
  )
  pen.fill(body)
  shape(
    s,
    [
      cx - 130 * u,
      cy - 126 * u,
      cx - 98 * u,
      cy - 192 * u,
      cx + 98 * u,
      cy - 192 * u,
      cx + 130 * u,
      cy - 126 * u,
    ],
    ramp(pen, [0, cy - 192 * u, 0, cy - 126 * u], [p.soft, mix(p.base, p.deep, 0.2)]),
  )
  person(s, cx + 46 * u, cy - 60 * u, 118 * u, p.deep, { coat: 'short' })
  pen.fillStyle = mix(p.deep, '#000000', 0.4)
  pen.fillRect(cx - 150 * u, cy - 126 * u, 300 * u, 70 * u)
  for (const side of [-1, 1]) {
    pen.fillStyle = '#ff3355'
    pen.beginPath()
    pen.roundRect(cx + side * 150 * u - 50 * u, cy - 104 * u, 100 * u, 17 * u, 8 * u)
    pen.fill()
    glow(s, cx + side * 150 * u, cy - 96 * u, 190 * u, '#ff2448', 0.85)
    pen.fillStyle = '#000000'
    pen.fillRect(cx + side * 160 * u - 32 * u, cy - 24 * u, 64 * u, 36 * u)
  }
  pen.fillStyle = p.glow
  pen.fillRect(cx - 46 * u, cy - 74 * u, 92 * u, 24 * u)
  pen.fillStyle = p.accent
  pen.fillRect(cx - 190 * u, cy - 30 * u, 380 * u, 3 * u)
}

export const tram: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.glow, mix(p.soft, p.glow, 0.35), p.soft, [0.75, p.mid], [1, p.mid]])
  disc(s, x + 230 * k, y - 240 * k, 150 * k, mix(p.glow, '#ffffff', 0.4))
  cloud(s, x + 330 * k, y - 360 * k, 260 * k, fade('#ffffff', 0.8))
  pen.fillStyle = mix(p.base, p.soft, 0.25)
  pen.fillRect(0, y - 60 * k, w, 200 * k)
  const tones = [
    '#fff3df',
    p.soft,
    mix(p.mid, p.glow, 0.45),
    mix(p.base, p.glow, 0.55),
    p.mid,
    mix(p.accent, p.glow, 0.35),
  ]
  const slope = (px: number) => y + 150 * k - (px - x) * 0.22
  for (let layer = 0; layer < 2; layer++) {
    for (let bx = -60 * k; bx < w + 40 * k;) {
      const bw = (120 + s.random() * 80) * k
      const gap = Math.abs(bx + bw / 2 - (x + 160 * k)) < 110 * k && layer === 0
      const bh = (layer ? 210 : 330 + s.random() * 140) * k * (gap ? 0.35 : 1)
      const foot = slope(bx + bw / 2) + (layer ? 20 : -40) * k
      if (layer === 1 && Math.abs(bx + bw / 2 - x) < 420 * k) {
        bx += bw
        continue
      }
      const tone = tones[Math.floor(s.random() * tones.length)]!
      const wall = shape(s, [bx, foot - bh, bx + bw, foot - bh, bx + bw, h, bx, h], tone)
      spray(s, wall, [bx + bw, foot, bx, foot - bh], mix(tone, p.base, 0.6), 0.5)
      shape(
        s,
        [bx - 8 * k, foot - bh, bx + bw / 2, foot - bh - 46 * k, bx + bw + 8 * k, foot - bh],
        mix(p.mid, '#a8321e', 0.6),
      )
      for (let r = 0; r < 4; r++)
        for (let c = 0; c < 2; c++) {
          const wx = bx + bw * (0.18 + c * 0.4)
          const wy = foot - bh + (30 + r * 84) * k
          pen.fillStyle = s.random() < 0.3 ? p.accent : mix(p.base, p.deep, 0.2)
          pen.fillRect(wx, wy, bw * 0.22, 48 * k)
          pen.fillStyle = mix(p.base, '#2c7a6b', 0.5)
          pen.fillRect(wx - bw * 0.05, wy, bw * 0.05, 48 * k)
          pen.fillRect(wx + bw * 0.22, wy, bw * 0.05, 48 * k)
        }
      bx += bw
    }
  }
  for (let i = 0; i < 2; i++) {
    const level = y - (90 + i * 90) * k
    pen.strokeStyle = fade(p.deep, 0.6)
    pen.lineWidth = 2.5 * k
    pen.beginPath()
    pen.moveTo(x - 420 * k, level)
    pen.quadraticCurveTo(x - 120 * k, level + 70 * k, x + 170 * k, level - 30 * k)
    pen.stroke()
    for (let j = 0; j < 6; j++) {
      const t = 0.1 + j * 0.15
      const lx = x - 420 * k + t * 590 * k
      const ly = level + 4 * t * (1 - t) * 32 * k - t * 30 * k
      pen.fillStyle = ['#ffffff', p.accent, p.mid, p.base][(j + i) % 4]!
      pen.fillRect(lx, ly, 36 * k, (40 + (j % 3) * 14) * k)
    }
  }
  const street = shape(
    s,
    [0, slope(0), w, slope(w), w, h, 0, h],
    ramp(pen, [0, y, 0, h], [mix(p.base, p.mid, 0.35), p.base, p.deep]),
  )
  spray(s, street, [w, h, 0, y], p.deep, 0.8)
  pen.strokeStyle = fade(p.glow, 0.8)
  pen.lineWidth = 6 * k
  for (const off of [112, 168]) {
    pen.beginPath()
    pen.moveTo(0, slope(0) + off * k)
    pen.lineTo(w, slope(w) + off * k)
    pen.stroke()
  }
  pen.save()
  pen.translate(x, slope(x) + 100 * k)
  pen.rotate(-0.217)
  pen.scale(1.25, 1.25)
  pen.strokeStyle = p.deep
  pen.lineWidth = 5 * k
  pen.beginPath()
  pen.moveTo(20 * k, -262 * k)
  pen.lineTo(-60 * k, -340 * k)
  pen.stroke()
  pen.fillStyle = p.deep
  pen.fillRect(-200 * k, -20 * k, 400 * k, 32 * k)
  for (const wx of [-120, 120]) disc(s, wx * k, 8 * k, 30 * k, p.deep)
  const body = new Path2D()
  body.roundRect(-240 * k, -236 * k, 480 * k, 222 * k, 22 * k)
  pen.fillStyle = p.accent
  pen.fill(body)
  pen.fillStyle = '#fff8e6'
  pen.fillRect(-240 * k, -214 * k, 480 * k, 96 * k)
  pen.fillStyle = mix(p.base, p.deep, 0.4)
  for (let i = 0; i < 6; i++) {
    pen.beginPath()
    pen.roundRect((-222 + i * 76) * k, -204 * k, 62 * k, 80 * k, 8 * k)
    pen.fill()
  }
  for (const i of [0, 2, 3, 5]) {
    disc(s, (-190 + i * 76) * k, -156 * k, 15 * k, p.glow)
    pen.fillStyle = p.mid
    pen.beginPath()
    pen.roundRect((-214 + i * 76) * k, -142 * k, 48 * k, 18 * k, 9 * k)
    pen.fill()
  }
  pen.fillStyle = mix(p.accent, p.deep, 0.2)
  pen.beginPath()
  pen.roundRect(-226 * k, -256 * k, 452 * k, 26 * k, 10 * k)
  pen.fill()
  pen.fillStyle = p.deep
  pen.font = font('sans_black', 54 * k)
  pen.textAlign = 'center'
  pen.fillText('28', 0, -46 * k)
  pen.textAlign = 'left'
  disc(s, 224 * k, -64 * k, 15 * k, '#ffffff')
  pen.restore()
  person(s, x - 330 * k, slope(x - 330 * k) + 330 * k, 190 * k, p.deep, {
    coat: 'dress',
    hair: 'bob',
    walking: true,
  })
}

export const umbrella: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.deep, p.base, p.mid, [0.72, p.soft], [1, p.mid]])
  for (let layer = 0; layer < 2; layer++)
    for (let bx = -20; bx < w;) {
      const bw = (90 + s.random() * 120) * k
      const bh = (420 + s.random() * 420) * k * (layer ? 0.7 : 1)
      pen.fillStyle = fade(mix(p.mid, p.base, 0.35 + layer * 0.35), 0.7)
      pen.fillRect(bx, y + 330 * k - bh, bw - 8 * k, bh)
      for (let i = 0; i < 6; i++)
        if (s.random() < 0.5)
          glow(s, bx + s.random() * bw, y + 330 * k - s.random() * bh, 46 * k, p.accent, 0.6)
      bx += bw
    }
  const ground = y + 330 * k
  pen.fillStyle = ramp(pen, [0, ground, 0, h], [mix(p.mid, p.soft, 0.5), p.base, p.deep])
  pen.fillRect(0, ground, w, h - ground)
  glow(s, x, y + 40 * k, 620 * k, p.glow, 0.4)
  pen.strokeStyle = fade(p.glow, 0.4)
  pen.lineCap = 'round'
  for (let i = 0; i < 210; i++) {
    const rx = s.random() * (w + 200 * k) - 100 * k
    const ry = s.random() * h
    if (Math.abs(rx - x) < 310 * k && ry > y - 150 * k && ry < ground) continue
    const len = (30 + s.random() * 90) * k
    pen.lineWidth = (1 + s.random() * 2) * k
    pen.beginPath()
    pen.moveTo(rx, ry)
    pen.lineTo(rx - len * 0.14, ry + len)
    pen.stroke()
  }
  const couple = (flip: boolean) => {
    const c1 = flip ? fade(p.deep, 0.5) : p.deep
    person(s, x - 74 * k, ground + 40 * k, 430 * k, c1, {
      coat: 'long',
      hair: 'short',
      facing: 1,
      headColour: flip ? c1 : '#e9c3a4',
      hairColour: c1,
    })
    person(s, x + 92 * k, ground + 48 * k, 396 * k, flip ? c1 : mix(p.base, p.deep, 0.3), {
      coat: 'dress',
      hair: 'long',
      facing: -1,
      headColour: flip ? c1 : '#f0d0b6',
      hairColour: c1,
    })
    const ux = x + 6 * k
    const uy = y - 96 * k
    pen.strokeStyle = c1
    pen.lineWidth = 8 * k
    pen.beginPath()
    pen.moveTo(ux, uy - 30 * k)
    pen.lineTo(ux, uy + 230 * k)
    pen.stroke()
    const n = 6
    const half = 320 * k
    for (let i = 0; i < n; i++) {
      const a = -1 + (i / n) * 2
      const b = -1 + ((i + 1) / n) * 2
      pen.fillStyle = flip
        ? fade(p.accent, 0.35)
        : i % 2
          ? p.accent
          : mix(p.accent, '#ffffff', 0.28)
      pen.beginPath()
      pen.moveTo(ux, uy - 180 * k)
      pen.quadraticCurveTo(ux + a * half * 0.86, uy - 150 * k, ux + a * half, uy + 10 * k)
      pen.quadraticCurveTo(ux + ((a + b) / 2) * half, uy - 34 * k, ux + b * half, uy + 10 * k)
      pen.quadraticCurveTo(ux + b * half * 0.86, uy - 150 * k, ux, uy - 180 * k)
      pen.fill()
    }
    pen.strokeStyle = c1
    pen.beginPath()
    pen.moveTo(ux, uy - 180 * k)
    pen.lineTo(ux, uy - 208 * k)
    pen.stroke()
  }
  pen.save()
  pen.translate(0, (ground + 44 * k) * 2)
  pen.scale(1, -1)
  couple(true)
  pen.restore()
  pen.fillStyle = ramp(pen, [0, ground + 40 * k, 0, h], [fade(p.base, 0.2), fade(p.deep, 0.85)])
  pen.fillRect(0, ground + 44 * k, w, h)
  couple(false)
  for (let i = 0; i < 30; i++) {
    const rx = s.random() * w
    const ry = ground + (60 + s.random() * 400) * k
    pen.strokeStyle = fade(p.glow, 0.35)
    pen.lineWidth = 2.4 * k
    pen.beginPath()
    pen.ellipse(rx, ry, (14 + s.random() * 34) * k, (4 + s.random() * 8) * k, 0, 0, 6.3)
    pen.stroke()
  }
  const splash = wave(s.random, 4)
  for (let a = -1; a <= 1; a += 0.08)
    disc(
      s,
      x + a * 330 * k,
      y - 96 * k - Math.sqrt(Math.max(0, 1 - a * a)) * 196 * k + splash(a) * 10 * k,
      (2 + s.random() * 3) * k,
      fade(p.glow, 0.8),
    )
  void ridge
}
