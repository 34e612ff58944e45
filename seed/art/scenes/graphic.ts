/** Scenes that are signs more than places: boxes, a clock, shapes, an eye, type, a map, machines. */
import {
  blob,
  cloud,
  disc,
  glow,
  type Paint,
  Path2D,
  ramp,
  ridge,
  shape,
  spray,
  type Stage,
  wash,
  wave,
} from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { font } from '../fonts.ts'
import { person } from '../figures.ts'

/** Rays from a point, every second one filled. */
function rays(s: Stage, x: number, y: number, count: number, colour: string, turn = 0) {
  const reach = s.w + s.h
  s.pen.fillStyle = colour
  s.pen.beginPath()
  for (let i = 0; i < count; i++) {
    const a = (i / count) * 6.2832 + turn
    const b = ((i + 0.5) / count) * 6.2832 + turn
    s.pen.moveTo(x, y)
    s.pen.lineTo(x + Math.cos(a) * reach, y + Math.sin(a) * reach)
    s.pen.lineTo(x + Math.cos(b) * reach, y + Math.sin(b) * reach)
  }
  s.pen.fill()
}

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
  const py = floor + 200 * k
  person(s, px, py, 330 * k, p.deep, {
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

export const clock: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.base, mix(p.base, p.deep, 0.4), p.deep])
  glow(s, x, y, 900 * k, p.mid, 0.65)
  const gear = (gx: number, gy: number, r: number, teeth: number, colour: string, turn: number) => {
    const path = new Path2D()
    for (let i = 0; i < teeth * 4; i++) {
      const a = (i / (teeth * 4)) * 6.2832 + turn
      const d = i % 4 < 2 ? r : r * 0.86
      path[i ? 'lineTo' : 'moveTo'](gx + Math.cos(a) * d, gy + Math.sin(a) * d)
    }
    path.closePath()
    pen.fillStyle = colour
    pen.fill(path)
    spray(s, path, [gx + r, gy + r, gx - r * 0.4, gy - r * 0.6], p.deep, 0.7)
    disc(s, gx, gy, r * 0.6, mix(p.base, p.deep, 0.45))
    pen.strokeStyle = colour
    pen.lineWidth = r * 0.13
    for (let i = 0; i < 3; i++) {
      pen.beginPath()
      pen.moveTo(
        gx + Math.cos(turn + i * 1.047) * r * 0.7,
        gy + Math.sin(turn + i * 1.047) * r * 0.7,
      )
      pen.lineTo(
        gx - Math.cos(turn + i * 1.047) * r * 0.7,
        gy - Math.sin(turn + i * 1.047) * r * 0.7,
      )
      pen.stroke()
    }
    disc(s, gx, gy, r * 0.2, colour)
  }
  gear(x - 410 * k, y - 250 * k, 190 * k, 14, mix(p.mid, p.base, 0.3), 0.1)
  gear(x + 430 * k, y + 270 * k, 240 * k, 18, mix(p.mid, p.base, 0.15), 0.4)
  gear(x + 420 * k, y - 240 * k, 120 * k, 11, mix(p.soft, p.base, 0.45), 0.2)
  gear(x - 430 * k, y + 330 * k, 150 * k, 12, mix(p.soft, p.base, 0.35), 0.7)
  const r = 360 * k
  for (const side of [-1, 1]) {
    const horn = blob([
      [x + side * 120 * k, y - 320 * k],
      [x + side * 150 * k, y - 400 * k],
      [x + side * 214 * k, y - 470 * k],
      [x + side * 226 * k, y - 390 * k],
      [x + side * 214 * k, y - 290 * k],
    ])
    pen.fillStyle = p.accent
    pen.fill(horn)
    spray(s, horn, [x + side * 130 * k, y - 300 * k, x + side * 210 * k, y - 450 * k], p.deep, 0.7)
  }
  disc(s, x + 14 * k, y + 18 * k, r * 1.14, fade(p.deep, 0.5))
  disc(s, x, y, r * 1.13, p.soft)
  disc(s, x, y, r * 1.04, mix(p.base, p.deep, 0.4))
  const face = new Path2D()
  face.arc(x, y, r, 0, 6.3)
  pen.fillStyle = p.glow
  pen.fill(face)
  spray(s, face, [x + r, y + r, x - r * 0.4, y - r * 0.6], p.soft, 1)
  pen.textAlign = 'center'
  pen.fillStyle = p.deep
  for (let i = 1; i <= 25; i++) {
    const a = (i / 25) * 6.2832
    const tx = x + Math.sin(a) * r * 0.86
    const ty = y - Math.cos(a) * r * 0.86
    pen.font = font(i === 25 ? 'heavy' : 'sans_bold', (i === 25 ? 74 : i % 5 === 0 ? 44 : 26) * k)
    pen.fillStyle = i === 25 ? p.accent : p.deep
    pen.fillText(String(i), tx, ty + (i === 25 ? 30 : 12) * k)
  }
  pen.textAlign = 'left'
  for (const side of [-1, 1]) {
    disc(s, x + side * 120 * k, y - 50 * k, 66 * k, '#ffffff')
    disc(s, x + side * 120 * k + 16 * k, y - 40 * k, 33 * k, p.deep)
    disc(s, x + side * 120 * k + 28 * k, y - 52 * k, 11 * k, '#ffffff')
    disc(s, x + side * 196 * k, y + 62 * k, 36 * k, fade(p.accent, 0.55))
  }
  pen.strokeStyle = p.deep
  pen.lineCap = 'round'
  pen.lineWidth = 13 * k
  pen.beginPath()
  pen.arc(x, y + 50 * k, 120 * k, 0.35, Math.PI - 0.35)
  pen.stroke()
  for (const side of [-1, 1])
    shape(
      s,
      [
        x + side * 84 * k,
        y + 136 * k,
        x + side * 60 * k,
        y + 154 * k,
        x + side * 66 * k,
        y + 106 * k,
      ],
      '#ffffff',
    )
  pen.lineWidth = 15 * k
  pen.beginPath()
  pen.moveTo(x, y)
  pen.lineTo(x, y - r * 0.62)
  pen.stroke()
  pen.strokeStyle = p.accent
  pen.lineWidth = 21 * k
  pen.beginPath()
  pen.moveTo(x, y)
  pen.lineTo(x - 116 * k, y - 200 * k)
  pen.stroke()
  disc(s, x, y, 26 * k, p.accent)
  person(s, x + 30 * k, y + 600 * k, 240 * k, p.accent, {
    coat: 'short',
    facing: -1,
    headColour: '#f5d0a9',
    hairColour: p.deep,
    walking: true,
  })
  for (let i = 0; i < 50; i++)
    disc(
      s,
      s.random() * w,
      s.random() * h,
      (1.5 + s.random() * 4) * k,
      fade(p.soft, 0.6 * s.random()),
    )
}

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
      // Above the faces the ground stays plain, for the title.
      if (py + cell < y - 290 * k) continue
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
const lightInk = (hex: string) =>
  Number.parseInt(hex.slice(1, 3), 16) + Number.parseInt(hex.slice(3, 5), 16) > 330

export const eye: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.base, mix(p.base, p.deep, 0.5), p.deep])
  rays(s, x, y, 26, fade(p.mid, 0.35), 0.05)
  for (let i = 0; i < 6; i++) {
    const a = (i / 6) * 6.2832 - 0.4
    const [px, py] = [x + Math.cos(a) * 430 * k, y + Math.sin(a) * 400 * k]
    const side = px < x ? 1 : -1
    const tone = [
      p.accent,
      p.soft,
      p.mid,
      '#e9d8b4',
      mix(p.accent, p.soft, 0.5),
      mix(p.mid, p.glow, 0.4),
    ][i]!
    pen.save()
    pen.translate(px, py)
    pen.fillStyle = mix(p.deep, p.base, 0.2)
    pen.fill(
      blob([
        [-120 * k, 150 * k],
        [-96 * k, 70 * k],
        [0, 50 * k],
        [96 * k, 70 * k],
        [120 * k, 150 * k],
      ]),
    )
    disc(s, 0, 0, 82 * k, tone)
    pen.fillStyle = p.deep
    pen.beginPath()
    pen.roundRect(-112 * k, -62 * k, 224 * k, 20 * k, 10 * k)
    pen.roundRect(-68 * k, -130 * k, 136 * k, 84 * k, [46 * k, 46 * k, 0, 0])
    pen.fill()
    pen.fillStyle = p.accent
    pen.fillRect(-68 * k, -78 * k, 136 * k, 16 * k)
    for (const e of [-30, 30]) {
      disc(s, e * k, -10 * k, 19 * k, '#ffffff')
      disc(s, e * k + side * 9 * k, -8 * k, 10 * k, p.deep)
    }
    pen.strokeStyle = p.deep
    pen.lineWidth = 7 * k
    pen.lineCap = 'round'
    pen.beginPath()
    if (i % 2) {
      pen.moveTo(-20 * k, 38 * k)
      pen.lineTo(22 * k, 34 * k)
    } else pen.arc(0, 26 * k, 20 * k, 0.2, Math.PI - 0.2)
    pen.stroke()
    pen.restore()
  }
  const r = 250 * k
  pen.save()
  pen.translate(x, y)
  pen.rotate(0.78)
  pen.fillStyle = p.deep
  pen.beginPath()
  pen.roundRect(r * 0.98, -36 * k, 330 * k, 72 * k, 30 * k)
  pen.fill()
  pen.fillStyle = p.accent
  pen.fillRect(r * 1.14, -36 * k, 40 * k, 72 * k)
  pen.restore()
  disc(s, x + 10 * k, y + 16 * k, r * 1.12, fade(p.deep, 0.5))
  disc(s, x, y, r * 1.1, p.deep)
  const lens = new Path2D()
  lens.arc(x, y, r * 0.95, 0, 6.3)
  pen.fillStyle = ramp(pen, [x - r, y - r, x + r, y + r], [p.glow, mix(p.glow, p.soft, 0.6)])
  pen.fill(lens)
  pen.save()
  pen.clip(lens)
  const white = blob([
    [x - r * 0.92, y],
    [x - r * 0.4, y - r * 0.5],
    [x, y - r * 0.6],
    [x + r * 0.4, y - r * 0.5],
    [x + r * 0.92, y],
    [x + r * 0.4, y + r * 0.45],
    [x, y + r * 0.54],
    [x - r * 0.4, y + r * 0.45],
  ])
  pen.fillStyle = '#ffffff'
  pen.fill(white)
  pen.save()
  pen.clip(white)
  disc(s, x + 20 * k, y, r * 0.46, p.mid)
  for (let i = 0; i < 40; i++) {
    const a = (i / 40) * 6.28
    pen.strokeStyle = fade(p.base, 0.6)
    pen.lineWidth = 4 * k
    pen.beginPath()
    pen.moveTo(x + 20 * k + Math.cos(a) * r * 0.2, y + Math.sin(a) * r * 0.2)
    pen.lineTo(x + 20 * k + Math.cos(a) * r * 0.44, y + Math.sin(a) * r * 0.44)
    pen.stroke()
  }
  disc(s, x + 20 * k, y, r * 0.23, p.deep)
  disc(s, x + 56 * k, y - 44 * k, r * 0.09, '#ffffff')
  pen.restore()
  pen.strokeStyle = p.deep
  pen.lineWidth = 15 * k
  pen.stroke(white)
  pen.restore()
  shape(
    s,
    [
      x - r * 0.7,
      y - r * 0.2,
      x - r * 0.3,
      y - r * 0.72,
      x - r * 0.18,
      y - r * 0.74,
      x - r * 0.66,
      y - r * 0.06,
    ],
    fade('#ffffff', 0.55),
  )
  void h
  void w
}

export const typeCase: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.glow, mix(p.glow, p.soft, 0.5), p.soft])
  const cell = 150 * k
  const letters = '글집손종이활자쪽밤문책말시간의나를사람빛먹판틀줄점획'
  const top = y - 60 * k
  const [ox, oy] = [x - cell * 3.5, top]
  let n = 0
  for (let r = 0; oy + r * cell < h + cell; r++)
    for (let c = -Math.ceil(ox / cell) - 1; ox + c * cell < w; c++) {
      const [px, py] = [ox + c * cell, oy + r * cell]
      const lift = s.random() < 0.1
      n++
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
      pen.fillText(letters[(n * 7 + r) % letters.length]!, 0, 0)
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

export const subwayMap: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
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
  void w
  void h
}

export const paperPlane: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.base, p.mid, [0.75, p.soft], [1, p.glow]])
  for (let i = 0; i < 9; i++)
    cloud(
      s,
      s.random() * w,
      y + (-280 + i * 110) * k,
      (170 + s.random() * 260) * k,
      fade('#ffffff', 0.35 + s.random() * 0.4),
    )
  const tower = (bx: number, bw: number, top: number, tone: string, lit: string) => {
    const path = new Path2D()
    path.rect(bx, top, bw, h - top)
    pen.fillStyle = tone
    pen.fill(path)
    spray(s, path, [bx + bw, h, bx, top], p.deep, 0.7)
    for (let r = 0; r < 22; r++)
      for (let c = 0; c < Math.floor(bw / (46 * k)); c++) {
        pen.fillStyle = s.random() < 0.32 ? lit : fade(p.soft, 0.3)
        pen.fillRect(bx + (14 + c * 46) * k, top + (26 + r * 58) * k, 32 * k, 34 * k)
      }
  }
  tower(x - 560 * k, 300 * k, y + 130 * k, p.deep, p.accent)
  tower(x + 290 * k, 330 * k, y + 20 * k, mix(p.deep, p.base, 0.45), p.accent)
  tower(x - 250 * k, 240 * k, y + 330 * k, mix(p.base, p.deep, 0.2), '#ffffff')
  tower(x + 20 * k, 250 * k, y + 440 * k, mix(p.deep, p.base, 0.2), p.accent)
  if (w > h) {
    tower(x - 1250 * k, 330 * k, y + 260 * k, mix(p.deep, p.base, 0.3), p.accent)
    tower(x - 900 * k, 310 * k, y + 330 * k, mix(p.base, p.deep, 0.35), '#ffffff')
  }
  pen.strokeStyle = fade('#ffffff', 0.9)
  pen.lineWidth = 6 * k
  pen.setLineDash([24 * k, 22 * k])
  pen.beginPath()
  pen.moveTo(x - 420 * k, y + 110 * k)
  pen.bezierCurveTo(x - 250 * k, y - 250 * k, x - 60 * k, y + 250 * k, x + 20 * k, y - 20 * k)
  pen.bezierCurveTo(x + 60 * k, y - 160 * k, x - 130 * k, y - 160 * k, x - 70 * k, y - 40 * k)
  pen.bezierCurveTo(x - 20 * k, y + 50 * k, x + 120 * k, y + 10 * k, x + 190 * k, y - 80 * k)
  pen.stroke()
  pen.setLineDash([])
  pen.save()
  pen.translate(x + 250 * k, y - 150 * k)
  pen.rotate(-0.35)
  pen.scale(1.35, 1.35)
  pen.fillStyle = fade(p.deep, 0.22)
  shape(s, [-180 * k, 100 * k, 190 * k, 60 * k, -60 * k, 170 * k], fade(p.deep, 0.22))
  shape(s, [190 * k, -40 * k, -170 * k, -80 * k, -70 * k, 0], '#ffffff')
  shape(
    s,
    [190 * k, -40 * k, -70 * k, 0, -90 * k, 92 * k, -36 * k, 24 * k],
    mix(p.soft, p.mid, 0.45),
  )
  const wing = shape(s, [190 * k, -40 * k, -36 * k, 22 * k, 50 * k, 110 * k], '#f2f8ff')
  spray(s, wing, [60 * k, 110 * k, 60 * k, -40 * k], p.mid, 0.4)
  pen.fillStyle = p.base
  pen.font = font('serif_bold', 26 * k)
  pen.save()
  pen.rotate(0.13)
  pen.fillText('사직서', -96 * k, -34 * k)
  pen.restore()
  pen.restore()
  person(s, x - 440 * k, y + 132 * k, 220 * k, p.deep, {
    coat: 'short',
    facing: 1,
    headColour: '#f2c8a4',
    hairColour: p.deep,
  })
  pen.strokeStyle = p.accent
  pen.lineWidth = 7 * k
  pen.beginPath()
  pen.moveTo(x - 438 * k, y - 44 * k)
  pen.lineTo(x - 470 * k, y + 10 * k)
  pen.stroke()
}

export const robot: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.base, p.mid, [0.55, p.soft], [1, p.glow]])
  for (let i = 0; i < 4; i++)
    cloud(
      s,
      x + (-430 + i * 330) * k,
      y - (120 + (i % 2) * 130) * k,
      (190 + i * 40) * k,
      fade('#ffffff', 0.9),
    )
  pen.fillStyle = mix(p.base, p.mid, 0.4)
  pen.fillRect(0, y + 60 * k, w, 160 * k)
  for (let i = 0; i < 26; i++) {
    pen.fillStyle = fade('#ffffff', 0.6)
    pen.fillRect(s.random() * w, y + (70 + s.random() * 110) * k, (14 + s.random() * 46) * k, 4 * k)
  }
  const line = wave(s.random, 2)
  const at = (px: number) => y + 190 * k + line(px / (1700 * k)) * 30 * k
  const hill = ridge(s, at, ['#a8d86a', '#5fae57', '#2f7a4f'], 420 * k)
  spray(s, hill, [x, h, x, y + 150 * k], p.deep, 0.7)
  for (let i = 0; i < 26; i++) {
    const fx = ((i + s.random()) / 26) * w
    const fy = at(fx) + (40 + s.random() * 420) * k
    if (Math.abs(fx - x) < 270 * k && fy < y + 420 * k) continue
    const size = (26 + s.random() * 34) * k
    pen.strokeStyle = '#2f7a4f'
    pen.lineWidth = 7 * k
    pen.beginPath()
    pen.moveTo(fx, fy)
    pen.lineTo(fx, fy + size * 2.4)
    pen.stroke()
    for (let a = 0; a < 12; a++) {
      pen.fillStyle = '#ffc52e'
      pen.beginPath()
      pen.ellipse(
        fx + Math.cos(a * 0.5236) * size * 0.72,
        fy + Math.sin(a * 0.5236) * size * 0.72,
        size * 0.42,
        size * 0.2,
        a * 0.5236,
        0,
        6.3,
      )
      pen.fill()
    }
    disc(s, fx, fy, size * 0.5, '#7a4a1e')
  }
  const rx = x
  const ry = y + 130 * k
  const metal = mix(p.glow, '#ffffff', 0.2)
  const steel = mix(p.soft, p.mid, 0.5)
  const part = (px: number, py: number, pw: number, ph: number, radius: number, colour: string) => {
    const path = new Path2D()
    path.roundRect(rx + px * k, ry + py * k, pw * k, ph * k, radius * k)
    pen.fillStyle = colour
    pen.fill(path)
    spray(
      s,
      path,
      [rx + (px + pw) * k, ry + (py + ph) * k, rx + px * k, ry + py * k],
      mix(colour, p.deep, 0.6),
      0.65,
    )
  }
  for (const side of [-1, 1]) {
    part(side * 80 - 34, 170, 68, 130, 20, steel)
    part(side * 90 - 58, 280, 116, 46, 22, p.accent)
  }
  pen.strokeStyle = steel
  pen.lineWidth = 44 * k
  pen.lineCap = pen.lineJoin = 'round'
  pen.beginPath()
  pen.moveTo(rx - 150 * k, ry - 30 * k)
  pen.lineTo(rx - 226 * k, ry + 60 * k)
  pen.lineTo(rx - 210 * k, ry + 150 * k)
  pen.moveTo(rx + 150 * k, ry - 30 * k)
  pen.lineTo(rx + 236 * k, ry - 90 * k)
  pen.lineTo(rx + 240 * k, ry - 190 * k)
  pen.stroke()
  disc(s, rx - 208 * k, ry + 160 * k, 36 * k, p.accent)
  disc(s, rx + 240 * k, ry - 206 * k, 36 * k, p.accent)
  part(-160, -90, 320, 290, 60, metal)
  shape(
    s,
    [
      rx - 130 * k,
      ry + 40 * k,
      rx + 130 * k,
      ry + 40 * k,
      rx + 160 * k,
      ry + 230 * k,
      rx - 160 * k,
      ry + 230 * k,
    ],
    p.accent,
  )
  for (let i = 0; i < 26; i++)
    disc(
      s,
      rx + (s.random() - 0.5) * 250 * k,
      ry + (60 + s.random() * 150) * k,
      9 * k,
      fade('#ffffff', 0.9),
    )
  for (let i = 0; i < 5; i++) {
    pen.fillStyle = i < 3 ? '#5fd06a' : fade(p.deep, 0.25)
    pen.fillRect(rx + (-80 + i * 34) * k, ry - 40 * k, 24 * k, 36 * k)
  }
  part(-60, -130, 120, 50, 16, steel)
  part(-190, -390, 380, 270, 92, metal)
  part(-150, -340, 300, 170, 66, p.deep)
  for (const side of [-1, 1]) {
    pen.strokeStyle = p.soft
    pen.lineWidth = 15 * k
    pen.beginPath()
    pen.arc(rx + side * 70 * k, ry - 250 * k, 32 * k, Math.PI * 1.08, Math.PI * 1.92)
    pen.stroke()
    pen.strokeStyle = p.accent
    pen.lineWidth = 9 * k
    pen.beginPath()
    pen.arc(rx + side * 70 * k, ry - 256 * k, 58 * k, 0, 6.3)
    pen.stroke()
  }
  pen.beginPath()
  pen.moveTo(rx - 14 * k, ry - 256 * k)
  pen.lineTo(rx + 14 * k, ry - 256 * k)
  pen.stroke()
  pen.strokeStyle = p.soft
  pen.lineWidth = 11 * k
  pen.beginPath()
  pen.arc(rx, ry - 222 * k, 30 * k, 0.3, Math.PI - 0.3)
  pen.stroke()
  for (const [dx, dy, r] of [
    [-150, -400, 62],
    [-70, -436, 74],
    [30, -444, 76],
    [120, -416, 66],
    [180, -372, 44],
    [-196, -352, 42],
  ] as const)
    disc(s, rx + dx * k, ry + dy * k, r * k, mix('#d9dbe8', p.base, 0.12))
  disc(s, rx, ry - 520 * k, 48 * k, mix('#d9dbe8', p.base, 0.2))
  for (const [dx, tall, hue, cut] of [
    [-390, 190, p.accent, 'bob'],
    [-300, 160, '#ffc52e', 'short'],
    [350, 200, p.base, 'short'],
    [440, 150, '#ff9bb0', 'bun'],
  ] as const)
    person(s, rx + dx * k, ry + 330 * k, tall * k, hue, {
      coat: 'short',
      hair: cut,
      facing: dx < 0 ? 1 : -1,
      headColour: '#f6cfa8',
      hairColour: p.deep,
    })
}

export const truck: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.base, mix(p.base, p.mid, 0.35), p.mid, [(y / h) * 1.04, p.soft], [1, p.soft]])
  rays(s, x + 30 * k, y + 90 * k, 24, fade(p.soft, 0.3), 0.06)
  for (let i = 0; i < 3; i++) {
    const line = wave(s.random, 3)
    const base = y + (20 + i * 74) * k
    const path = ridge(
      s,
      (px) => base + line(px / (1300 * k)) * (76 - i * 16) * k,
      [mix(p.base, p.mid, 0.5 - i * 0.24), mix(p.base, p.deep, i * 0.24)],
      300 * k,
    )
    spray(s, path, [0, base + 200 * k, 0, base - 80 * k], p.deep, 0.5)
  }
  const road = y + 250 * k
  pen.fillStyle = p.deep
  pen.fillRect(0, road, w, h - road)
  pen.fillStyle = p.soft
  for (let i = -1; i < w / (170 * k) + 1; i++)
    pen.fillRect(i * 170 * k + (x % (170 * k)), road + 90 * k, 96 * k, 13 * k)
  const [bx, by] = [x - 60 * k, road + 10 * k]
  shape(
    s,
    [
      bx - 330 * k,
      by - 400 * k,
      bx + 150 * k,
      by - 400 * k,
      bx + 190 * k,
      by - 480 * k,
      bx - 370 * k,
      by - 480 * k,
    ],
    p.accent,
  )
  for (let i = 0; i < 14; i++)
    disc(s, bx + (-352 + i * 40) * k, by - 440 * k, 12 * k, i % 2 ? p.glow : p.mid)
  const bed = new Path2D()
  bed.rect(bx - 330 * k, by - 400 * k, 480 * k, 330 * k)
  pen.fillStyle = ramp(
    pen,
    [0, by - 400 * k, 0, by - 70 * k],
    [mix(p.deep, p.accent, 0.4), mix(p.mid, p.accent, 0.35)],
  )
  pen.fill(bed)
  glow(s, bx - 90 * k, by - 250 * k, 330 * k, p.glow, 0.6)
  for (const side of [-1, 1]) {
    const cx = bx - 90 * k + side * 190 * k
    pen.fillStyle = p.deep
    pen.fillRect(cx - 44 * k, by - 250 * k, 88 * k, 180 * k)
    disc(s, cx, by - 120 * k, 34 * k, p.base)
    disc(s, cx, by - 200 * k, 24 * k, p.base)
  }
  person(s, bx - 150 * k, by - 72 * k, 240 * k, p.deep, {
    coat: 'dress',
    hair: 'long',
    facing: 1,
    headColour: '#f2c8a4',
    hairColour: p.deep,
  })
  person(s, bx - 20 * k, by - 72 * k, 250 * k, p.deep, {
    coat: 'short',
    hair: 'hat',
    facing: -1,
    headColour: '#e8b48c',
    hairColour: p.accent,
  })
  pen.save()
  pen.translate(bx - 14 * k, by - 190 * k)
  pen.rotate(-0.4)
  pen.fillStyle = p.mid
  pen.beginPath()
  pen.ellipse(-30 * k, 0, 42 * k, 32 * k, 0, 0, 6.3)
  pen.ellipse(10 * k, 0, 28 * k, 24 * k, 0, 0, 6.3)
  pen.fill()
  pen.fillRect(20 * k, -6 * k, 110 * k, 12 * k)
  disc(s, -20 * k, 0, 11 * k, p.deep)
  pen.restore()
  pen.strokeStyle = p.glow
  pen.lineWidth = 6 * k
  pen.beginPath()
  pen.moveTo(bx - 108 * k, by - 70 * k)
  pen.lineTo(bx - 104 * k, by - 250 * k)
  pen.stroke()
  disc(s, bx - 104 * k, by - 256 * k, 13 * k, p.glow)
  pen.fillStyle = '#fffaf0'
  pen.fillRect(bx - 350 * k, by - 76 * k, 520 * k, 40 * k)
  const cab = new Path2D()
  cab.moveTo(bx + 170 * k, by - 36 * k)
  cab.lineTo(bx + 170 * k, by - 290 * k)
  cab.quadraticCurveTo(bx + 172 * k, by - 306 * k, bx + 190 * k, by - 306 * k)
  cab.lineTo(bx + 300 * k, by - 306 * k)
  cab.quadraticCurveTo(bx + 330 * k, by - 300 * k, bx + 346 * k, by - 200 * k)
  cab.lineTo(bx + 390 * k, by - 176 * k)
  cab.lineTo(bx + 394 * k, by - 36 * k)
  cab.closePath()
  pen.fillStyle = p.accent
  pen.fill(cab)
  spray(s, cab, [bx + 390 * k, by, bx + 180 * k, by - 280 * k], p.deep, 0.7)
  shape(
    s,
    [
      bx + 216 * k,
      by - 276 * k,
      bx + 292 * k,
      by - 276 * k,
      bx + 318 * k,
      by - 188 * k,
      bx + 216 * k,
      by - 188 * k,
    ],
    mix(p.glow, p.base, 0.2),
  )
  disc(s, bx + 386 * k, by - 96 * k, 20 * k, p.glow)
  glow(s, bx + 410 * k, by - 92 * k, 190 * k, p.glow, 0.8)
  for (const wx of [-250, -150, 270]) {
    disc(s, bx + wx * k, by - 14 * k, 54 * k, mix(p.deep, '#000000', 0.5))
    disc(s, bx + wx * k, by - 14 * k, 24 * k, p.soft)
  }
  for (let i = 0; i < 11; i++) {
    const nx = bx - 330 * k + s.random() * 560 * k
    const ny = by - (520 + s.random() * 190) * k
    pen.fillStyle = i % 2 ? p.glow : p.accent
    pen.beginPath()
    pen.ellipse(nx, ny, 19 * k, 14 * k, -0.4, 0, 6.3)
    pen.rect(nx + 13 * k, ny - 70 * k, 6 * k, 70 * k)
    pen.fill()
  }
  for (let i = 0; i < w / (86 * k); i++)
    person(
      s,
      (i + 0.5) * 86 * k + (s.random() - 0.5) * 30 * k,
      h + (60 + s.random() * 46) * k,
      330 * k,
      mix(p.deep, '#000000', 0.55),
      { coat: 'short', hair: (['short', 'bob', 'bun', 'hat'] as const)[i % 4]! },
    )
}
