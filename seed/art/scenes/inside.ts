/** Scenes behind doors: an elevator, a classroom, a corridor, a room, a table, a stage, stairs. */
import {
  blob,
  disc,
  glow,
  type Paint,
  Path2D,
  ramp,
  shape,
  spray,
  type Stage,
  wash,
} from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { font } from '../fonts.ts'
import { person, sitter } from '../figures.ts'

/** Dust in a shaft of light. */
function motes(s: Stage, x: number, y: number, spread: number, count: number, colour: string) {
  for (let i = 0; i < count; i++)
    disc(
      s,
      x + (s.random() - 0.5) * spread,
      y + (s.random() - 0.5) * spread,
      (1 + s.random() ** 3 * 4) * s.k,
      fade(colour, 0.6 * s.random()),
    )
}

export const elevator: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.deep, mix(p.deep, p.base, 0.7), p.base, [1, p.deep]])
  const [left, right, top, bottom] = [x - 330 * k, x + 330 * k, y - 400 * k, y + 400 * k]
  for (const side of [-1, 1])
    for (let i = 0; i < 7; i++) {
      pen.fillStyle = fade(p.mid, 0.1 + (i % 2) * 0.06)
      const edge = side < 0 ? left - (70 + i * 150) * k : right + (70 + i * 150) * k
      pen.fillRect(edge, 0, 4 * k, h)
    }
  glow(s, x, y, 900 * k, p.soft, 0.5)
  pen.fillStyle = mix(p.deep, '#000000', 0.35)
  pen.fillRect(left - 46 * k, top - 46 * k, right - left + 92 * k, bottom - top + 46 * k)
  pen.fillStyle = ramp(pen, [0, top, 0, bottom], [p.glow, p.soft, mix(p.soft, p.mid, 0.6), p.mid])
  pen.fillRect(left, top, right - left, bottom - top)
  shape(
    s,
    [
      left + 120 * k,
      top + 70 * k,
      right - 120 * k,
      top + 70 * k,
      right - 120 * k,
      bottom - 130 * k,
      left + 120 * k,
      bottom - 130 * k,
    ],
    ramp(
      pen,
      [0, top, 0, bottom],
      [mix(p.glow, '#ffffff', 0.5), mix(p.glow, p.soft, 0.5), mix(p.soft, p.mid, 0.4)],
    ),
  )
  shape(
    s,
    [
      left,
      bottom,
      left + 120 * k,
      bottom - 130 * k,
      right - 120 * k,
      bottom - 130 * k,
      right,
      bottom,
    ],
    mix(p.mid, p.base, 0.45),
  )
  shape(
    s,
    [left, top, left + 120 * k, top + 70 * k, right - 120 * k, top + 70 * k, right, top],
    mix(p.glow, '#ffffff', 0.7),
  )
  pen.fillStyle = fade(p.mid, 0.5)
  pen.fillRect(left + 120 * k, y + 70 * k, right - left - 240 * k, 12 * k)
  const seam = new Path2D()
  seam.rect(left, top, right - left, bottom - top)
  spray(s, seam, [left, y, x, y], p.base, 0.8)
  spray(s, seam, [right, y, x, y], p.base, 0.8)
  person(s, x - 176 * k, bottom - 30 * k, 520 * k, p.deep, {
    coat: 'long',
    hair: 'short',
    facing: -1,
  })
  person(s, x + 176 * k, bottom - 30 * k, 480 * k, p.deep, {
    coat: 'dress',
    hair: 'long',
    facing: 1,
  })
  shape(
    s,
    [
      x - 220 * k,
      bottom - 24 * k,
      x - 130 * k,
      bottom - 24 * k,
      x - 210 * k,
      bottom,
      x - 330 * k,
      bottom,
    ],
    fade(p.deep, 0.5),
  )
  const door = 92 * k
  for (const side of [-1, 1]) {
    const dx = side < 0 ? left : right - door
    pen.fillStyle = ramp(
      pen,
      [dx, 0, dx + door, 0],
      side < 0 ? [mix(p.base, p.mid, 0.4), p.base] : [p.base, mix(p.base, p.mid, 0.4)],
    )
    pen.fillRect(dx, top, door, bottom - top)
    pen.fillStyle = fade(p.glow, 0.7)
    pen.fillRect(side < 0 ? dx + door - 5 * k : dx, top, 5 * k, bottom - top)
  }
  pen.fillStyle = mix(p.deep, '#000000', 0.5)
  pen.beginPath()
  pen.roundRect(x - 120 * k, top - 152 * k, 240 * k, 84 * k, 10 * k)
  pen.fill()
  pen.font = font('sans_black', 58 * k)
  pen.textAlign = 'center'
  pen.fillStyle = p.accent
  pen.fillText('13 ▲', x, top - 90 * k)
  pen.textAlign = 'left'
  glow(s, x, top - 110 * k, 220 * k, p.accent, 0.7)
  pen.fillStyle = ramp(pen, [0, bottom, 0, h], [mix(p.mid, p.soft, 0.3), p.base, p.deep])
  pen.fillRect(0, bottom, w, h - bottom)
  shape(
    s,
    [left, bottom, right, bottom, right + 240 * k, h, left - 240 * k, h],
    ramp(pen, [0, bottom, 0, h], [fade(p.glow, 0.85), fade(p.soft, 0)]),
  )
  pen.fillStyle = mix(p.deep, '#000000', 0.4)
  pen.fillRect(left - 46 * k, bottom, right - left + 92 * k, 12 * k)
}

export const classroom: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.base, mix(p.base, p.mid, 0.5), p.base, [1, p.deep]])
  const floor = y + 130 * k
  const sky = ramp(
    pen,
    [0, y - 420 * k, 0, floor],
    [p.accent, mix(p.accent, p.soft, 0.6), p.soft, p.glow],
  )
  const span = 330 * k
  for (let i = -4; i <= 4; i++) {
    const wx = x + i * span - 140 * k
    pen.fillStyle = sky
    pen.fillRect(wx, y - 390 * k, 280 * k, 420 * k)
    if (i === 0 || i === 1) disc(s, x + 215 * k, y - 90 * k, i === 0 ? 0 : 92 * k, p.glow)
    for (let j = 0; j < 6; j++) {
      pen.fillStyle = fade(mix(p.accent, p.base, 0.55), 0.75)
      const bw = 280 / 6
      pen.fillRect(wx + j * bw * k, y + (30 - 30 - s.random() * 96) * k, bw * k + 1, 200 * k)
    }
    pen.fillStyle = mix(p.base, p.deep, 0.35)
    pen.fillRect(wx, y + 30 * k, 280 * k, 100 * k)
    pen.fillStyle = mix(p.mid, p.glow, 0.35)
    pen.fillRect(wx + 134 * k, y - 390 * k, 12 * k, 420 * k)
    pen.fillRect(wx, y - 196 * k, 280 * k, 9 * k)
    pen.fillRect(wx - 10 * k, y + 22 * k, 300 * k, 16 * k)
    const curtain = blob([
      [wx - 26 * k, y - 410 * k],
      [wx + 44 * k, y - 410 * k],
      [wx + 26 * k, y - 200 * k],
      [wx + 62 * k, y + 10 * k],
      [wx + 20 * k, y + 40 * k],
      [wx - 30 * k, y + 30 * k],
    ])
    pen.fillStyle = fade(p.glow, 0.85)
    pen.fill(curtain)
    spray(s, curtain, [wx + 60 * k, y, wx - 20 * k, y], p.mid, 0.7)
  }
  glow(s, x + 215 * k, y - 90 * k, 720 * k, p.glow, 0.75)
  pen.fillStyle = ramp(pen, [0, floor, 0, h], [mix(p.mid, p.soft, 0.3), p.base, p.deep])
  pen.fillRect(0, floor, w, h - floor)
  for (let i = -4; i <= 4; i++) {
    const wx = x + i * span
    shape(
      s,
      [wx - 130 * k, floor, wx + 110 * k, floor, wx - 200 * k, h, wx - 640 * k, h],
      ramp(pen, [0, floor, 0, h], [fade(p.soft, 0.7), fade(p.soft, 0.12)]),
    )
  }
  const desk = (dx: number, dy: number, u: number, dark: string) => {
    const bx = x + dx * k
    const by = y + dy * k
    pen.fillStyle = dark
    for (const lx of [-78, 70]) pen.fillRect(bx + lx * u, by, 9 * u, 120 * u)
    pen.fillStyle = mix(dark, p.accent, 0.2)
    pen.fillRect(bx - 92 * u, by - 12 * u, 184 * u, 20 * u)
    pen.fillStyle = fade(p.glow, 0.75)
    pen.fillRect(bx - 92 * u, by - 14 * u, 184 * u, 4 * u)
    pen.fillStyle = dark
    pen.fillRect(bx - 60 * u, by - 66 * u, 120 * u, 12 * u)
    pen.fillRect(bx - 60 * u, by - 120 * u, 120 * u, 30 * u)
    for (const lx of [-58, 50]) pen.fillRect(bx + lx * u, by - 110 * u, 8 * u, 120 * u)
  }
  for (const dx of [-420, -150, 120, 390, 660, -690])
    desk(dx, 190, 0.8 * k, mix(p.deep, p.base, 0.35))
  person(s, x - 290 * k, y + 300 * k, 300 * k, p.deep, { coat: 'dress', hair: 'long', facing: 1 })
  person(s, x - 20 * k, y + 300 * k, 320 * k, p.deep, { coat: 'short', facing: 1 })
  person(s, x + 250 * k, y + 290 * k, 296 * k, p.deep, { coat: 'dress', hair: 'bob', facing: -1 })
  for (const dx of [-560, -170, 220, 600]) desk(dx, 400, 1.25 * k, p.deep)
  motes(s, x + 60 * k, y, 800 * k, 90, p.glow)
}

export const corridor: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  pen.fillStyle = p.deep
  pen.fillRect(0, 0, w, h)
  const far = 80 * k
  const vy = y - 30 * k
  const reach = Math.max(w, h) * 1.4
  const quad = (a: number, b: number, side: 'l' | 'r' | 't' | 'b') => {
    const at = (r: number) => ({
      l: x - r * 0.82,
      r: x + r * 0.82,
      t: vy - r * 1.0,
      b: vy + r * 1.0,
    })
    const [n, f] = [at(b), at(a)]
    if (side === 'l') return [f.l, f.t, n.l, n.t, n.l, n.b, f.l, f.b]
    if (side === 'r') return [f.r, f.t, n.r, n.t, n.r, n.b, f.r, f.b]
    if (side === 't') return [f.l, f.t, f.r, f.t, n.r, n.t, n.l, n.t]
    return [f.l, f.b, f.r, f.b, n.r, n.b, n.l, n.b]
  }
  const depth = Array.from({ length: 9 }, (_, i) => far * 1.5 ** i)
  for (let i = 7; i >= 0; i--) {
    const [a, b] = [depth[i]!, Math.min(reach, depth[i + 1]!)]
    const t = i / 8
    shape(s, quad(a, b, 'l'), mix(mix(p.soft, p.mid, 0.4), p.base, t + (i % 2) * 0.08))
    shape(s, quad(a, b, 'r'), mix(mix(p.soft, p.mid, 0.2), p.base, t * 0.9 + (i % 2) * 0.08))
    shape(s, quad(a, b, 't'), mix(mix(p.mid, p.base, 0.4), p.deep, t))
    shape(s, quad(a, b, 'b'), mix(mix(p.glow, p.soft, 0.5), p.base, Math.min(1, t * 1.1)))
    const m = a + (b - a) * 0.3
    const n = a + (b - a) * 0.7
    shape(
      s,
      [x - m * 0.3, vy - m, x + m * 0.3, vy - m, x + n * 0.3, vy - n, x - n * 0.3, vy - n],
      mix(p.glow, '#ffffff', 0.5),
    )
    for (const side of [-1, 1])
      if ((i + (side > 0 ? 1 : 0)) % 2 === 0) {
        const [d0, d1] = [a + (b - a) * 0.22, a + (b - a) * 0.74]
        shape(
          s,
          [
            x + side * d0 * 0.82,
            vy - d0 * 0.45,
            x + side * d1 * 0.82,
            vy - d1 * 0.45,
            x + side * d1 * 0.82,
            vy + d1,
            x + side * d0 * 0.82,
            vy + d0,
          ],
          mix(p.base, p.deep, 0.25 + t * 0.4),
        )
        shape(
          s,
          [
            x + side * d0 * 0.82,
            vy - d0 * 0.3,
            x + side * (d0 + (d1 - d0) * 0.6) * 0.82,
            vy - d1 * 0.28,
            x + side * (d0 + (d1 - d0) * 0.6) * 0.82,
            vy - d1 * 0.02,
            x + side * d0 * 0.82,
            vy,
          ],
          fade(p.glow, 0.8),
        )
      }
    shape(
      s,
      [
        x - a * 0.82,
        vy + a * 0.32,
        x - b * 0.82,
        vy + b * 0.32,
        x - b * 0.82,
        vy + b * 0.4,
        x - a * 0.82,
        vy + a * 0.4,
      ],
      fade(p.accent, 0.85),
    )
    shape(
      s,
      [
        x + a * 0.82,
        vy + a * 0.32,
        x + b * 0.82,
        vy + b * 0.32,
        x + b * 0.82,
        vy + b * 0.4,
        x + a * 0.82,
        vy + a * 0.4,
      ],
      fade(p.accent, 0.85),
    )
  }
  pen.fillStyle = ramp(pen, [0, vy - far, 0, vy + far], ['#ffffff', p.glow])
  pen.fillRect(x - far * 0.82, vy - far, far * 1.64, far * 2)
  glow(s, x, vy, 760 * k, p.glow, 0.85)
  pen.fillStyle = p.accent
  pen.fillRect(x - 15 * k, vy - far + 14 * k, 30 * k, 10 * k)
  pen.fillRect(x - 5 * k, vy - far + 4 * k, 10 * k, 30 * k)
  const white = mix(p.glow, '#ffffff', 0.6)
  person(s, x - 24 * k, y + 330 * k, 440 * k, white, {
    coat: 'long',
    hair: 'short',
    facing: 1,
    walking: true,
    headColour: '#d9ab8c',
    hairColour: p.deep,
  })
  person(s, x + 150 * k, y + 250 * k, 330 * k, mix(p.base, p.mid, 0.4), {
    coat: 'short',
    hair: 'bun',
    facing: -1,
    walking: true,
    headColour: '#e2b898',
    hairColour: p.deep,
  })
  person(s, x - 190 * k, y + 180 * k, 260 * k, mix(p.base, p.deep, 0.35), {
    coat: 'short',
    hair: 'bob',
    facing: 1,
    walking: true,
    headColour: '#e2b898',
    hairColour: p.deep,
  })
  pen.fillStyle = fade(p.deep, 0.35)
  pen.beginPath()
  pen.ellipse(x - 20 * k, y + 336 * k, 130 * k, 16 * k, 0, 0, 6.3)
  pen.fill()
}

export const room: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [mix(p.base, p.mid, 0.35), p.base, mix(p.base, p.deep, 0.35)])
  const floor = y + 260 * k
  const wx = x + 170 * k
  const wy = y - 420 * k
  const frame = mix(p.deep, p.base, 0.3)
  pen.fillStyle = frame
  pen.fillRect(wx - 22 * k, wy - 22 * k, 324 * k, 444 * k)
  pen.fillStyle = ramp(
    pen,
    [0, wy, 0, wy + 400 * k],
    [mix(p.accent, p.glow, 0.7), p.glow, '#ffffff'],
  )
  pen.fillRect(wx, wy, 280 * k, 400 * k)
  for (let i = 0; i < 7; i++) {
    pen.fillStyle = fade(mix(p.accent, p.soft, 0.3), 0.75)
    pen.beginPath()
    pen.ellipse(
      wx + s.random() * 280 * k,
      wy + (330 + s.random() * 80) * k,
      (30 + s.random() * 50) * k,
      (24 + s.random() * 34) * k,
      0,
      0,
      6.3,
    )
    pen.save()
    pen.clip()
    pen.restore()
  }
  pen.fillStyle = frame
  pen.fillRect(wx + 134 * k, wy, 12 * k, 400 * k)
  pen.fillRect(wx, wy + 190 * k, 280 * k, 12 * k)
  pen.fillStyle = ramp(
    pen,
    [0, floor, 0, h],
    [mix(p.base, p.mid, 0.55), mix(p.base, p.deep, 0.35), p.deep],
  )
  pen.fillRect(0, floor, w, h - floor)
  pen.strokeStyle = fade(p.deep, 0.3)
  pen.lineWidth = 3 * k
  for (let i = -12; i < 13; i++) {
    pen.beginPath()
    pen.moveTo(x + i * 90 * k, floor)
    pen.lineTo(x + i * 230 * k, h)
    pen.stroke()
  }
  for (let col = 0; col < 2; col++)
    for (let row = 0; row < 2; row++) {
      const tx = x - 420 * k + col * 205 * k
      const ty = y - 190 * k + row * 215 * k
      const pane = shape(
        s,
        [tx, ty + 44 * k, tx + 186 * k, ty, tx + 186 * k, ty + 190 * k, tx, ty + 234 * k],
        ramp(pen, [tx, ty, tx + 186 * k, ty + 234 * k], [p.glow, mix(p.soft, p.glow, 0.4)]),
      )
      spray(s, pane, [tx, ty + 234 * k, tx + 120 * k, ty], p.mid, 0.5)
    }
  for (let col = 0; col < 2; col++) {
    const tx = x - 330 * k + col * 250 * k
    shape(
      s,
      [
        tx,
        floor + 60 * k,
        tx + 220 * k,
        floor + 40 * k,
        tx + 330 * k,
        floor + 240 * k,
        tx + 60 * k,
        floor + 280 * k,
      ],
      fade(p.soft, 0.8),
    )
  }
  pen.save()
  pen.globalCompositeOperation = 'screen'
  shape(
    s,
    [wx, wy, wx, wy + 400 * k, x - 420 * k, floor + 200 * k, x - 420 * k, y - 150 * k],
    ramp(pen, [wx, 0, x - 420 * k, 0], [fade(p.glow, 0.36), fade(p.glow, 0.04)]),
  )
  pen.restore()
  motes(s, x - 80 * k, y - 60 * k, 560 * k, 110, '#ffffff')
  const seat = (cx: number, flip: 1 | -1, colour: string) => {
    pen.fillStyle = colour
    pen.fillRect(cx - 78 * k, floor + 20 * k, 156 * k, 18 * k)
    for (const lx of [-74, 62]) pen.fillRect(cx + lx * k, floor + 30 * k, 13 * k, 132 * k)
    pen.fillRect(cx - flip * 78 * k - (flip > 0 ? 0 : 14 * k), floor - 160 * k, 14 * k, 190 * k)
    for (const by of [-150, -100, -50])
      pen.fillRect(
        cx - flip * 78 * k - (flip > 0 ? 0 : 14 * k) - 3 * k,
        floor + by * k,
        20 * k,
        16 * k,
      )
  }
  seat(x - 210 * k, 1, p.accent)
  sitter(s, x - 230 * k, floor + 18 * k, 330 * k, p.deep, 1)
  pen.fillStyle = '#fffaf0'
  shape(
    s,
    [
      x - 150 * k,
      floor - 70 * k,
      x - 96 * k,
      floor - 84 * k,
      x - 90 * k,
      floor - 36 * k,
      x - 144 * k,
      floor - 22 * k,
    ],
    '#fffaf0',
  )
  seat(x + 130 * k, -1, mix(p.mid, p.soft, 0.3))
  const cat = blob([
    [x + 70 * k, floor + 18 * k],
    [x + 62 * k, floor - 20 * k],
    [x + 100 * k, floor - 44 * k],
    [x + 160 * k, floor - 38 * k],
    [x + 196 * k, floor - 6 * k],
    [x + 192 * k, floor + 20 * k],
  ])
  pen.fillStyle = p.deep
  pen.fill(cat)
  disc(s, x + 80 * k, floor - 34 * k, 26 * k, p.deep)
  shape(
    s,
    [x + 58 * k, floor - 46 * k, x + 62 * k, floor - 78 * k, x + 82 * k, floor - 56 * k],
    p.deep,
  )
  shape(
    s,
    [x + 82 * k, floor - 56 * k, x + 102 * k, floor - 76 * k, x + 104 * k, floor - 44 * k],
    p.deep,
  )
  const px = x + 400 * k
  pen.fillStyle = p.accent
  shape(
    s,
    [
      px - 50 * k,
      floor + 60 * k,
      px + 50 * k,
      floor + 60 * k,
      px + 36 * k,
      floor + 170 * k,
      px - 36 * k,
      floor + 170 * k,
    ],
    mix(p.accent, p.deep, 0.2),
  )
  for (let i = 0; i < 9; i++) {
    const a = -Math.PI * (0.08 + i * 0.105)
    pen.save()
    pen.translate(px, floor + 60 * k)
    pen.rotate(a)
    pen.fillStyle = mix(p.accent, i % 2 ? p.deep : p.soft, 0.35)
    pen.beginPath()
    pen.ellipse(120 * k, 0, 120 * k, 26 * k, 0, 0, 6.3)
    pen.fill()
    pen.restore()
  }
}

export const table: Paint = (s) => {
  const { pen, x, y, k, p } = s
  if (s.variant === 'record') {
    wash(s, [p.base, mix(p.base, p.deep, 0.5), p.deep])
    const r = 470 * k
    glow(s, x, y, 900 * k, p.accent, 0.35)
    for (let i = 0; i < 9; i++) {
      pen.fillStyle = [p.accent, p.soft, p.mid][i % 3]!
      pen.save()
      pen.translate(x, y)
      pen.rotate((i / 9) * 6.2832 + 0.2)
      pen.beginPath()
      pen.moveTo(r * 1.06, -26 * k)
      pen.lineTo(r * (1.24 + (i % 3) * 0.16), -9 * k)
      pen.lineTo(r * (1.24 + (i % 3) * 0.16), 9 * k)
      pen.lineTo(r * 1.06, 26 * k)
      pen.fill()
      pen.restore()
    }
    const disk = new Path2D()
    disk.arc(x, y, r, 0, 6.3)
    pen.fillStyle = mix(p.deep, '#000000', 0.4)
    pen.fill(disk)
    for (let i = 0; i < 34; i++) {
      pen.strokeStyle = fade(i % 6 === 0 ? p.soft : '#ffffff', i % 6 === 0 ? 0.22 : 0.06)
      pen.lineWidth = 2 * k
      pen.beginPath()
      pen.arc(x, y, r * (0.42 + (i / 34) * 0.56), 0, 6.3)
      pen.stroke()
    }
    pen.save()
    pen.clip(disk)
    for (const a of [0.5, 3.64]) {
      const shine = pen.createConicGradient(a, x, y)
      shine.addColorStop(0, fade(p.glow, 0))
      shine.addColorStop(0.06, fade(p.glow, 0.34))
      shine.addColorStop(0.12, fade(p.glow, 0))
      shine.addColorStop(1, fade(p.glow, 0))
      pen.fillStyle = shine
      pen.fillRect(x - r, y - r, r * 2, r * 2)
    }
    pen.restore()
    disc(s, x, y, r * 0.36, p.mid)
    disc(s, x, y, r * 0.33, p.soft)
    disc(s, x, y, r * 0.2, p.mid)
    const hand = (a: number, len: number, width: number) => {
      pen.strokeStyle = p.glow
      pen.lineCap = 'round'
      pen.lineWidth = width * k
      pen.beginPath()
      pen.moveTo(x, y)
      pen.lineTo(x + Math.sin(a) * len, y - Math.cos(a) * len)
      pen.stroke()
    }
    hand(-0.5236, r * 0.72, 16)
    hand(0, r * 0.9, 9)
    for (let i = 0; i < 12; i++)
      disc(
        s,
        x + Math.sin((i * Math.PI) / 6) * r * 0.93,
        y - Math.cos((i * Math.PI) / 6) * r * 0.93,
        (i % 3 ? 5 : 11) * k,
        i === 11 ? p.mid : p.glow,
      )
    disc(s, x, y, 20 * k, p.glow)
    const bx = x + 330 * k
    const by = y + 520 * k
    shape(
      s,
      [
        bx - 80 * k,
        by - 130 * k,
        bx + 80 * k,
        by - 130 * k,
        bx + 64 * k,
        by + 30 * k,
        bx - 64 * k,
        by + 30 * k,
      ],
      fade(p.glow, 0.35),
    )
    shape(
      s,
      [
        bx - 74 * k,
        by - 66 * k,
        bx + 74 * k,
        by - 66 * k,
        bx + 62 * k,
        by + 22 * k,
        bx - 62 * k,
        by + 22 * k,
      ],
      p.soft,
    )
    shape(
      s,
      [
        bx - 40 * k,
        by - 80 * k,
        bx + 10 * k,
        by - 92 * k,
        bx + 20 * k,
        by - 40 * k,
        bx - 30 * k,
        by - 28 * k,
      ],
      fade('#ffffff', 0.6),
    )
    return
  }
  wash(s, [p.glow, p.glow, mix(p.glow, p.soft, 0.6), [1, p.soft]])
  const r = 400 * k
  const cloth = new Path2D()
  cloth.arc(x, y + 40 * k, r * 1.62, 0, 6.3)
  pen.fillStyle = mix(p.mid, p.base, 0.35)
  pen.fill(cloth)
  spray(s, cloth, [x + r, y + r * 1.6, x - r * 0.3, y - r], p.base, 0.9)
  pen.strokeStyle = fade(p.glow, 0.4)
  pen.lineWidth = 5 * k
  pen.beginPath()
  pen.arc(x, y + 40 * k, r * 1.53, 0, 6.3)
  pen.stroke()
  const rim = 220 * k
  const bowl = new Path2D()
  bowl.moveTo(x - r, y)
  bowl.bezierCurveTo(x - r * 0.96, y + 270 * k, x - r * 0.5, y + 390 * k, x - r * 0.36, y + 400 * k)
  bowl.lineTo(x + r * 0.36, y + 400 * k)
  bowl.bezierCurveTo(x + r * 0.5, y + 390 * k, x + r * 0.96, y + 270 * k, x + r, y)
  bowl.closePath()
  pen.fillStyle = fade(p.deep, 0.4)
  pen.beginPath()
  pen.ellipse(x + 40 * k, y + 400 * k, r * 0.86, 60 * k, 0, 0, 6.3)
  pen.fill()
  pen.fillStyle = '#fffdf6'
  pen.fill(bowl)
  spray(s, bowl, [x + r, y + 330 * k, x - r * 0.2, y], p.soft, 1)
  spray(s, bowl, [x + r, y + 400 * k, x + r * 0.3, y + 60 * k], p.mid, 0.7)
  pen.save()
  pen.clip(bowl)
  pen.strokeStyle = p.accent
  pen.lineWidth = 13 * k
  pen.beginPath()
  pen.ellipse(x, y + 70 * k, r * 0.99, rim * 0.55, 0, 0, Math.PI)
  pen.stroke()
  pen.lineWidth = 5 * k
  pen.beginPath()
  pen.ellipse(x, y + 100 * k, r * 0.98, rim * 0.55, 0, 0, Math.PI)
  pen.stroke()
  pen.restore()
  pen.fillStyle = mix(p.soft, '#ffffff', 0.3)
  pen.beginPath()
  pen.ellipse(x, y, r, rim * 0.5, 0, 0, 6.3)
  pen.fill()
  const heap = blob([
    [x - r * 0.9, y + 4 * k],
    [x - r * 0.78, y - 120 * k],
    [x - r * 0.4, y - 226 * k],
    [x + 10 * k, y - 262 * k],
    [x + r * 0.42, y - 220 * k],
    [x + r * 0.8, y - 112 * k],
    [x + r * 0.9, y + 4 * k],
    [x + r * 0.5, y + 82 * k],
    [x - r * 0.5, y + 82 * k],
  ])
  pen.fillStyle = '#fffefa'
  pen.fill(heap)
  spray(s, heap, [x + r * 0.8, y + 40 * k, x - r * 0.2, y - 200 * k], p.soft, 0.95)
  for (let i = 0; i < 300; i++) {
    const a = s.random() * 6.3
    const d = Math.sqrt(s.random())
    const gx = x + Math.cos(a) * d * r * 0.84
    const gy = y - 76 * k + Math.sin(a) * d * 150 * k
    pen.save()
    pen.translate(gx, gy)
    pen.rotate(s.random() * 3)
    pen.fillStyle = s.random() < 0.5 ? '#ffffff' : fade(p.soft, 0.75)
    pen.beginPath()
    pen.ellipse(0, 0, 15 * k, 6.5 * k, 0, 0, 6.3)
    pen.fill()
    pen.restore()
  }
  pen.lineCap = 'round'
  for (let i = -1; i <= 1; i++) {
    pen.strokeStyle = fade('#ffffff', 0.75)
    pen.lineWidth = (17 - Math.abs(i) * 4) * k
    pen.beginPath()
    const sx = x + i * 150 * k
    pen.moveTo(sx, y - 300 * k)
    pen.bezierCurveTo(sx + 70 * k, y - 370 * k, sx - 70 * k, y - 430 * k, sx + 14 * k, y - 510 * k)
    pen.stroke()
  }
  const spoonX = x + r * 1.26
  pen.fillStyle = mix(p.soft, p.deep, 0.35)
  pen.beginPath()
  pen.ellipse(spoonX, y - 60 * k, 46 * k, 66 * k, 0.1, 0, 6.3)
  pen.fill()
  pen.strokeStyle = mix(p.soft, p.deep, 0.35)
  pen.lineWidth = 17 * k
  pen.beginPath()
  pen.moveTo(spoonX, y)
  pen.lineTo(spoonX - 22 * k, y + 400 * k)
  pen.stroke()
  for (const [dx, dy, size, colour] of [
    [-1.24, 0.5, 96, p.accent],
    [1.0, 1.14, 108, p.base],
    [-0.86, 1.2, 88, '#fffdf6'],
  ] as const) {
    disc(s, x + dx * r, y + dy * r + 8 * k, size * 1.12 * k, fade(p.deep, 0.3))
    disc(s, x + dx * r, y + dy * r, size * 1.1 * k, '#fffdf6')
    disc(s, x + dx * r, y + dy * r, size * 0.84 * k, mix(colour, p.mid, 0.2))
    for (let i = 0; i < 26; i++)
      disc(
        s,
        x + dx * r + (s.random() - 0.5) * size * 1.2 * k,
        y + dy * r + (s.random() - 0.5) * size * 1.2 * k,
        (4 + s.random() * 9) * k,
        fade([p.mid, p.soft, p.accent][i % 3]!, 0.85),
      )
  }
}

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

export const stairs: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.base, p.mid, [0.6, p.soft], [1, p.soft]])
  const top = y - 330 * k
  for (let i = -6; i <= 6; i++) {
    const cx = x + i * 210 * k
    const column = new Path2D()
    column.rect(cx - 56 * k, 0, 112 * k, y + 130 * k)
    pen.fillStyle = ramp(
      pen,
      [cx - 56 * k, 0, cx + 56 * k, 0],
      [mix(p.soft, p.glow, 0.7), p.soft, mix(p.mid, p.soft, 0.3)],
    )
    pen.fill(column)
    for (let j = 0; j < 5; j++) {
      pen.fillStyle = fade(p.base, 0.22)
      pen.fillRect(cx + (-42 + j * 20) * k, 0, 6 * k, y + 120 * k)
    }
    spray(s, column, [cx + 60 * k, y, cx - 30 * k, y], p.base, 0.85)
    pen.fillStyle = mix(p.soft, p.glow, 0.4)
    pen.fillRect(cx - 76 * k, y + 90 * k, 152 * k, 44 * k)
  }
  pen.fillStyle = ramp(
    pen,
    [0, 0, 0, y + 130 * k],
    [fade(p.deep, 0.9), [0.45, fade(p.deep, 0.25)], [1, fade(p.deep, 0)]],
  )
  pen.fillRect(0, 0, w, y + 130 * k)
  const n = 11
  for (let i = 0; i < n; i++) {
    const t = i / n
    const y0 = y + 130 * k + (h - y - 130 * k) * t ** 1.15
    const y1 = y + 130 * k + (h - y - 130 * k) * ((i + 1) / n) ** 1.15
    pen.fillStyle = mix(p.glow, p.soft, 0.2 + t * 0.5)
    pen.fillRect(0, y0, w, (y1 - y0) * 0.5)
    pen.fillStyle = mix(p.mid, p.base, 0.15 + t * 0.6)
    pen.fillRect(0, y0 + (y1 - y0) * 0.5, w, (y1 - y0) * 0.5 + 1)
  }
  const carpet = shape(
    s,
    [x - 110 * k, y + 130 * k, x + 110 * k, y + 130 * k, x + 380 * k, h, x - 380 * k, h],
    fade(p.accent, 0.94),
  )
  spray(s, carpet, [x + 380 * k, h, x - 200 * k, y + 100 * k], p.deep, 0.8)
  const cx = x
  const seat = y + 60 * k
  glow(s, cx, seat - 120 * k, 460 * k, p.glow, 0.55)
  const ink = mix(p.deep, '#000000', 0.3)
  pen.fillStyle = ink
  pen.beginPath()
  pen.roundRect(cx - 94 * k, seat - 290 * k, 188 * k, 250 * k, [94 * k, 94 * k, 8 * k, 8 * k])
  pen.fill()
  pen.fillStyle = p.accent
  pen.beginPath()
  pen.roundRect(cx - 70 * k, seat - 262 * k, 140 * k, 210 * k, [70 * k, 70 * k, 6 * k, 6 * k])
  pen.fill()
  const cushion = new Path2D()
  cushion.roundRect(cx - 70 * k, seat - 262 * k, 140 * k, 210 * k, [70 * k, 70 * k, 6 * k, 6 * k])
  spray(s, cushion, [cx + 70 * k, seat, cx - 30 * k, seat - 220 * k], p.deep, 0.9)
  pen.fillStyle = ink
  pen.fillRect(cx - 120 * k, seat - 60 * k, 240 * k, 40 * k)
  pen.fillRect(cx - 128 * k, seat - 130 * k, 30 * k, 90 * k)
  pen.fillRect(cx + 98 * k, seat - 130 * k, 30 * k, 90 * k)
  pen.fillRect(cx - 110 * k, seat - 24 * k, 22 * k, 110 * k)
  pen.fillRect(cx + 88 * k, seat - 24 * k, 22 * k, 110 * k)
  shape(
    s,
    [
      cx - 110 * k,
      seat + 86 * k,
      cx + 110 * k,
      seat + 86 * k,
      cx + 330 * k,
      seat + 330 * k,
      cx + 60 * k,
      seat + 330 * k,
    ],
    fade(p.deep, 0.55),
  )
  person(s, cx - 300 * k, h - 250 * k, 260 * k, ink, { coat: 'long', facing: 1 })
  person(s, cx + 310 * k, h - 200 * k, 290 * k, ink, { coat: 'long', hair: 'bob', facing: -1 })
  void top
}
