/** Scenes of water: the ferry, the deep, an island, the salt pans, a harbour bridge. */
import {
  blob,
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
import { person, sitter } from '../figures.ts'

/** Broken reflections of a light on water, widening towards the viewer. */
function glitter(s: Stage, x: number, top: number, colour: string, width: number, strength = 0.8) {
  const { pen, k, h } = s
  for (let y = top; y < h; y += 9 * k) {
    const t = (y - top) / (h - top)
    const spread = width * (0.35 + t * 1.5)
    for (let i = 0; i < 3; i++) {
      const len = spread * (0.15 + s.random() * 0.75)
      pen.fillStyle = fade(colour, strength * (1 - t * 0.75) * s.random())
      pen.beginPath()
      pen.roundRect(x + (s.random() - 0.5) * spread - len / 2, y, len, (2.2 + t * 5) * k, 3 * k)
      pen.fill()
    }
  }
}

export const ferry: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.deep, p.deep, p.base, [(y / h) * 0.98, p.mid], [1, p.base]])
  stars(s, Math.round((w * h) / 9000), y * 0.8, p.soft)
  const mx = x + 210 * k
  const my = y - 300 * k
  glow(s, mx, my, 620 * k, p.soft, 0.55)
  const full = new Path2D()
  full.arc(mx, my, 150 * k, 0, 6.3)
  pen.fillStyle = ramp(
    pen,
    [mx, my - 150 * k, mx, my + 150 * k],
    [p.glow, mix(p.glow, p.soft, 0.6)],
  )
  pen.fill(full)
  spray(s, full, [mx - 140 * k, my + 150 * k, mx + 60 * k, my - 40 * k], p.mid, 0.6)
  for (let i = 0; i < 3; i++) mist(s, my + (40 + i * 110) * k, 90 * k, p.mid, 0.55)
  const isle = wave(s.random, 4)
  ridge(
    s,
    (px) => y - 26 * k - Math.max(0, isle(px / (1500 * k))) * 90 * k,
    [mix(p.base, p.mid, 0.45), mix(p.base, p.mid, 0.25)],
    120 * k,
  )
  pen.fillStyle = ramp(pen, [0, y, 0, h], [mix(p.mid, p.soft, 0.25), p.base, p.deep, p.deep])
  pen.fillRect(0, y, w, h - y)
  mist(s, y, 150 * k, p.soft, 0.35)
  glitter(s, mx, y + 6 * k, p.glow, 150 * k)
  const bx = x - 70 * k
  const by = y + 96 * k
  pen.fillStyle = fade(p.deep, 0.75)
  pen.beginPath()
  pen.ellipse(bx, by + 26 * k, 330 * k, 20 * k, 0, 0, 6.3)
  pen.fill()
  const hull = shape(
    s,
    [
      bx - 330 * k,
      by - 62 * k,
      bx + 318 * k,
      by - 62 * k,
      bx + 262 * k,
      by + 26 * k,
      bx - 280 * k,
      by + 26 * k,
    ],
    mix(p.deep, p.base, 0.2),
  )
  spray(s, hull, [bx + 300 * k, by - 70 * k, bx - 50 * k, by + 20 * k], p.mid, 0.5)
  shape(
    s,
    [
      bx - 318 * k,
      by - 34 * k,
      bx + 300 * k,
      by - 34 * k,
      bx + 294 * k,
      by - 22 * k,
      bx - 312 * k,
      by - 22 * k,
    ],
    p.accent,
  )
  pen.fillStyle = mix(p.soft, p.glow, 0.35)
  pen.fillRect(bx - 262 * k, by - 136 * k, 478 * k, 76 * k)
  pen.fillRect(bx - 212 * k, by - 202 * k, 352 * k, 68 * k)
  pen.fillRect(bx - 30 * k, by - 262 * k, 130 * k, 62 * k)
  const shade = new Path2D()
  shade.rect(bx - 262 * k, by - 262 * k, 478 * k, 200 * k)
  spray(s, shade, [bx - 262 * k, by, bx + 100 * k, by], p.base, 0.85)
  pen.fillStyle = p.accent
  shape(
    s,
    [
      bx - 150 * k,
      by - 202 * k,
      bx - 138 * k,
      by - 296 * k,
      bx - 78 * k,
      by - 296 * k,
      bx - 72 * k,
      by - 202 * k,
    ],
    p.accent,
  )
  pen.fillStyle = p.deep
  pen.fillRect(bx - 139 * k, by - 296 * k, 62 * k, 20 * k)
  for (let i = 0; i < 12; i++) {
    const wx = bx + (-244 + i * 38) * k
    const dark = i === 7
    pen.fillStyle = dark ? p.deep : p.glow
    pen.fillRect(wx, by - 116 * k, 23 * k, 27 * k)
    if (!dark) glow(s, wx + 12 * k, by - 102 * k, 64 * k, p.accent, 0.3)
  }
  for (let i = 0; i < 8; i++) {
    pen.fillStyle = i === 3 ? p.accent : p.glow
    pen.fillRect(bx + (-196 + i * 41) * k, by - 184 * k, 24 * k, 25 * k)
  }
  pen.fillStyle = p.deep
  pen.fillRect(bx - 20 * k, by - 248 * k, 110 * k, 24 * k)
  pen.fillRect(bx + 44 * k, by - 352 * k, 5 * k, 92 * k)
  glow(s, bx + 46 * k, by - 352 * k, 90 * k, p.accent, 0.95)
  person(s, bx + 262 * k, by - 62 * k, 92 * k, p.deep, { coat: 'long', hair: 'long' })
  for (let i = 0; i < 5; i++) glitter(s, bx + (-200 + i * 96) * k, by + 34 * k, p.glow, 20 * k, 0.5)
  for (let i = 0; i < 46; i++) {
    const wy = y + s.random() ** 1.6 * (h - y)
    const t = (wy - y) / (h - y)
    pen.strokeStyle = fade(p.soft, 0.22 * (1 - t))
    pen.lineWidth = (1.4 + t * 2.5) * k
    const wx = s.random() * w
    pen.beginPath()
    pen.moveTo(wx, wy)
    pen.quadraticCurveTo(wx + 60 * k, wy - 9 * k * t, wx + (80 + t * 160) * k, wy)
    pen.stroke()
  }
}

export const underwater: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.soft, p.mid, p.base, [0.8, p.deep], [1, p.deep]])
  const sx = x + 60 * k
  glow(s, sx, -40 * k, 900 * k, p.glow, 0.75)
  pen.save()
  pen.globalCompositeOperation = 'screen'
  for (let i = 0; i < 9; i++) {
    const a = -0.62 + i * 0.155 + s.random() * 0.06
    const half = 0.018 + s.random() * 0.03
    const len = h * (0.65 + s.random() * 0.4)
    const ray = pen.createLinearGradient(0, 0, 0, len)
    ray.addColorStop(0, fade(p.glow, 0.42))
    ray.addColorStop(1, fade(p.glow, 0))
    pen.fillStyle = ray
    pen.beginPath()
    pen.moveTo(sx - 20 * k, -60 * k)
    pen.lineTo(sx + Math.sin(a - half) * len * 1.2, len)
    pen.lineTo(sx + Math.sin(a + half) * len * 1.2, len)
    pen.lineTo(sx + 20 * k, -60 * k)
    pen.fill()
  }
  pen.restore()
  if (s.variant === 'whale') {
    const top = h * 0.1
    pen.save()
    pen.translate(x, y)
    pen.rotate(-0.2)
    const body = blob([
      [-430 * k, 40 * k],
      [-380 * k, -60 * k],
      [-200 * k, -142 * k],
      [40 * k, -150 * k],
      [230 * k, -90 * k],
      [392 * k, -8 * k],
      [470 * k, 4 * k],
      [392 * k, 40 * k],
      [220 * k, 78 * k],
      [0, 150 * k],
      [-220 * k, 160 * k],
      [-380 * k, 112 * k],
    ])
    const fin = blob([
      [-120 * k, 100 * k],
      [-40 * k, 100 * k],
      [10 * k, 200 * k],
      [56 * k, 300 * k],
      [-20 * k, 262 * k],
      [-90 * k, 190 * k],
    ])
    const tail = blob([
      [430 * k, 4 * k],
      [500 * k, -34 * k],
      [560 * k, -130 * k],
      [604 * k, -150 * k],
      [590 * k, -50 * k],
      [560 * k, 6 * k],
      [606 * k, 70 * k],
      [640 * k, 150 * k],
      [570 * k, 110 * k],
      [500 * k, 44 * k],
    ])
    pen.fillStyle = mix(p.deep, p.base, 0.55)
    pen.fill(fin)
    pen.fill(tail)
    pen.fillStyle = ramp(
      pen,
      [0, -150 * k, 0, 160 * k],
      [mix(p.mid, p.base, 0.5), p.base, mix(p.base, p.deep, 0.5)],
    )
    pen.fill(body)
    pen.save()
    pen.clip(body)
    pen.fillStyle = mix(p.soft, p.glow, 0.35)
    pen.fill(
      blob([
        [-460 * k, 70 * k],
        [-330 * k, 52 * k],
        [-120 * k, 76 * k],
        [90 * k, 96 * k],
        [240 * k, 70 * k],
        [100 * k, 190 * k],
        [-200 * k, 220 * k],
        [-440 * k, 160 * k],
      ]),
    )
    pen.strokeStyle = fade(p.base, 0.55)
    pen.lineWidth = 3 * k
    for (let i = 0; i < 9; i++) {
      pen.beginPath()
      pen.moveTo(-450 * k, (84 + i * 13) * k)
      pen.quadraticCurveTo(-150 * k, (84 + i * 15) * k, 130 * k, (104 + i * 6) * k)
      pen.stroke()
    }
    for (let i = 0; i < 60; i++)
      disc(
        s,
        (-400 + s.random() * 700) * k,
        (-140 + s.random() * 130) * k,
        (1 + s.random() ** 4 * 5) * k,
        fade(p.glow, 0.5 * s.random()),
      )
    pen.restore()
    disc(s, -306 * k, 26 * k, 10 * k, p.deep)
    disc(s, -309 * k, 23 * k, 3 * k, p.glow)
    pen.restore()
    const gx = x - 330 * k
    const gy = y + 250 * k
    glow(s, gx, gy - 40 * k, 190 * k, p.accent, 0.75)
    person(s, gx, gy, 96 * k, p.deep, { coat: 'dress', hair: 'long' })
    disc(s, gx + 24 * k, gy - 56 * k, 8 * k, p.accent)
    pen.strokeStyle = fade(p.glow, 0.7)
    pen.lineWidth = 4 * k
    for (let i = 0; i < 3; i++) {
      pen.globalAlpha = 0.6 - i * 0.17
      pen.beginPath()
      pen.arc(x - 400 * k, y + 100 * k, (70 + i * 46) * k, 1.1, 2.5)
      pen.stroke()
    }
    pen.globalAlpha = 1
    void top
  } else {
    const dx = x - 40 * k
    const dy = y - 60 * k
    const cord = wave(s.random, 3)
    pen.strokeStyle = fade(p.glow, 0.7)
    pen.lineWidth = 3 * k
    pen.beginPath()
    for (let yy = 120 * k; yy < dy - 150 * k; yy += 12 * k)
      pen.lineTo(dx - 150 * k + cord(yy / (700 * k)) * 26 * k, yy)
    pen.stroke()
    const bx = dx - 150 * k + cord((120 * k) / (700 * k)) * 26 * k
    disc(s, bx, 120 * k, 58 * k, p.accent)
    const buoy = new Path2D()
    buoy.arc(bx, 120 * k, 58 * k, 0, 6.3)
    spray(s, buoy, [bx + 50 * k, 178 * k, bx - 30 * k, 80 * k], p.deep, 0.8)
    pen.save()
    pen.translate(dx, dy)
    pen.rotate(0.62)
    pen.fillStyle = mix(p.deep, '#000000', 0.25)
    pen.fill(
      blob([
        [-40 * k, -110 * k],
        [26 * k, -120 * k],
        [54 * k, -40 * k],
        [40 * k, 70 * k],
        [30 * k, 150 * k],
        [-24 * k, 150 * k],
        [-44 * k, 60 * k],
        [-58 * k, -40 * k],
      ]),
    )
    pen.lineWidth = 34 * k
    pen.lineCap = pen.lineJoin = 'round'
    pen.strokeStyle = mix(p.deep, '#000000', 0.25)
    pen.beginPath()
    pen.moveTo(-24 * k, -90 * k)
    pen.lineTo(-120 * k, -150 * k)
    pen.lineTo(-150 * k, -240 * k)
    pen.moveTo(34 * k, -96 * k)
    pen.lineTo(90 * k, -180 * k)
    pen.lineTo(70 * k, -280 * k)
    pen.moveTo(14 * k, 130 * k)
    pen.lineTo(40 * k, 240 * k)
    pen.lineTo(10 * k, 350 * k)
    pen.moveTo(-10 * k, 130 * k)
    pen.lineTo(-60 * k, 230 * k)
    pen.lineTo(-120 * k, 310 * k)
    pen.stroke()
    pen.fillStyle = p.accent
    pen.fill(
      blob([
        [10 * k, 340 * k],
        [44 * k, 420 * k],
        [4 * k, 440 * k],
        [-34 * k, 424 * k],
        [-12 * k, 350 * k],
      ]),
    )
    pen.fill(
      blob([
        [-110 * k, 296 * k],
        [-140 * k, 380 * k],
        [-186 * k, 372 * k],
        [-198 * k, 330 * k],
        [-132 * k, 290 * k],
      ]),
    )
    disc(s, -8 * k, -166 * k, 52 * k, mix(p.deep, '#000000', 0.25))
    pen.fillStyle = p.accent
    pen.beginPath()
    pen.roundRect(-48 * k, -196 * k, 84 * k, 48 * k, 20 * k)
    pen.fill()
    pen.fillStyle = p.soft
    pen.beginPath()
    pen.roundRect(-38 * k, -188 * k, 64 * k, 32 * k, 14 * k)
    pen.fill()
    pen.restore()
    for (let i = 0; i < 22; i++) {
      const t = s.random()
      pen.strokeStyle = fade(p.glow, 0.75)
      pen.lineWidth = 2.4 * k
      pen.beginPath()
      pen.arc(
        dx + (40 + s.random() * 70 + t * 60) * k,
        dy - (120 + t * 560) * k,
        (4 + s.random() * 13) * k,
        0,
        6.3,
      )
      pen.stroke()
    }
  }
  for (let i = 0; i < 3; i++) {
    const line = wave(s.random, 5)
    const base = h - (200 - i * 70) * k
    ridge(
      s,
      (px) => base + line(px / (1200 * k)) * 70 * k,
      [mix(p.base, p.deep, 0.35 + i * 0.3), p.deep],
      260 * k,
    )
    pen.lineCap = 'round'
    for (let j = 0; j < 14; j++) {
      const px = s.random() * w
      const tall = (70 + s.random() * 170) * k
      pen.strokeStyle = mix(
        i === 2 && j % 5 === 0 ? p.accent : p.base,
        p.deep,
        i === 2 && j % 5 === 0 ? 0.35 : 0.3 + i * 0.3,
      )
      pen.lineWidth = (7 + s.random() * 9) * k
      const bend = (s.random() - 0.5) * 90 * k
      const gy = base + line(px / (1200 * k)) * 70 * k + 12 * k
      pen.beginPath()
      pen.moveTo(px, gy)
      pen.bezierCurveTo(
        px + bend,
        gy - tall * 0.4,
        px - bend,
        gy - tall * 0.7,
        px + bend * 0.4,
        gy - tall,
      )
      pen.stroke()
    }
  }
  const fish = (fx: number, fy: number, size: number, colour: string) => {
    pen.fillStyle = colour
    pen.beginPath()
    pen.ellipse(fx, fy, size, size * 0.36, -0.15, 0, 6.3)
    pen.moveTo(fx + size * 0.8, fy - size * 0.1)
    pen.lineTo(fx + size * 1.5, fy - size * 0.55)
    pen.lineTo(fx + size * 1.45, fy + size * 0.3)
    pen.fill()
  }
  const fx = x + 250 * k
  const fy = y - 330 * k
  for (let i = 0; i < 26; i++)
    fish(
      fx + (s.random() - 0.5) * 300 * k + i * 2 * k,
      fy + (s.random() - 0.5) * 150 * k,
      (8 + s.random() * 7) * k,
      fade(p.base, 0.75),
    )
}

export const island: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [mix(p.mid, p.glow, 0.15), mix(p.mid, p.glow, 0.5), [y / h, p.glow], [1, p.glow]])
  const sun = new Path2D()
  sun.arc(x, y - 170 * k, 330 * k, 0, 6.3)
  pen.fillStyle = ramp(pen, [0, y - 500 * k, 0, y + 100 * k], [p.soft, mix(p.soft, p.accent, 0.55)])
  pen.fill(sun)
  spray(s, sun, [x, y + 40 * k, x, y - 260 * k], p.accent, 0.85)
  cloud(s, x - 380 * k, y - 330 * k, 270 * k, fade('#ffffff', 0.92))
  cloud(s, x + 420 * k, y - 180 * k, 330 * k, fade('#ffffff', 0.92))
  pen.fillStyle = ramp(pen, [0, y, 0, h], [p.base, mix(p.base, p.deep, 0.5), p.deep])
  pen.fillRect(0, y, w, h - y)
  for (let i = 0; i < 34; i++) {
    const wy = y + 20 * k + s.random() * (h - y)
    const t = (wy - y) / (h - y)
    const len = (50 + s.random() * 130) * k * (0.5 + t)
    pen.strokeStyle = fade(i % 3 ? p.mid : p.glow, 0.6)
    pen.lineWidth = (3 + t * 6) * k
    pen.lineCap = 'round'
    const wx = s.random() * w
    pen.beginPath()
    pen.moveTo(wx, wy)
    pen.lineTo(wx + len, wy)
    pen.stroke()
  }
  const sand = blob([
    [x - 400 * k, y + 96 * k],
    [x - 300 * k, y + 20 * k],
    [x - 60 * k, y - 34 * k],
    [x + 190 * k, y - 10 * k],
    [x + 390 * k, y + 70 * k],
    [x + 420 * k, y + 110 * k],
    [x + 80 * k, y + 150 * k],
    [x - 280 * k, y + 140 * k],
  ])
  pen.fillStyle = fade(p.mid, 0.85)
  pen.beginPath()
  pen.ellipse(x, y + 112 * k, 500 * k, 62 * k, 0, 0, 6.3)
  pen.fill()
  pen.fillStyle = p.soft
  pen.fill(sand)
  spray(
    s,
    sand,
    [x + 300 * k, y + 150 * k, x - 60 * k, y - 30 * k],
    mix(p.accent, p.deep, 0.2),
    0.75,
  )
  pen.strokeStyle = mix(p.deep, '#5a3a20', 0.6)
  pen.lineCap = 'round'
  const palm = (px: number, py: number, tall: number, lean: number) => {
    pen.strokeStyle = mix(p.deep, '#5a3a20', 0.6)
    pen.lineWidth = 20 * k
    pen.beginPath()
    pen.moveTo(px, py)
    pen.quadraticCurveTo(px + lean * 0.2, py - tall * 0.6, px + lean, py - tall)
    pen.stroke()
    for (let i = 0; i < 7; i++) {
      const a = -Math.PI * (0.02 + i * 0.16)
      const len = 170 * k * (0.85 + s.random() * 0.3)
      const ex = px + lean + Math.cos(a) * len
      const ey = py - tall + Math.sin(a) * len * 0.5 + 76 * k
      pen.fillStyle = mix(p.deep, p.mid, i % 2 ? 0.35 : 0.6)
      pen.beginPath()
      pen.moveTo(px + lean, py - tall)
      pen.quadraticCurveTo(
        px + lean + Math.cos(a) * len * 0.6,
        py - tall + Math.sin(a) * len * 0.95 - 40 * k,
        ex,
        ey,
      )
      pen.quadraticCurveTo(
        px + lean + Math.cos(a) * len * 0.5,
        py - tall + Math.sin(a) * len * 0.6,
        px + lean,
        py - tall,
      )
      pen.fill()
    }
  }
  palm(x - 210 * k, y + 30 * k, 360 * k, -70 * k)
  palm(x - 150 * k, y + 40 * k, 260 * k, 50 * k)
  const tx = x + 110 * k
  const ty = y + 60 * k
  pen.fillStyle = p.deep
  pen.fillRect(tx - 4 * k, ty - 250 * k, 8 * k, 250 * k)
  for (let i = 0; i < 6; i++) {
    const a0 = Math.PI + (i / 6) * Math.PI
    const a1 = Math.PI + ((i + 1) / 6) * Math.PI
    pen.fillStyle = i % 2 ? '#fffaf0' : p.accent
    pen.beginPath()
    pen.moveTo(tx, ty - 330 * k)
    pen.lineTo(tx + Math.cos(a0) * 190 * k, ty - 225 * k)
    pen.quadraticCurveTo(
      tx + Math.cos((a0 + a1) / 2) * 190 * k,
      ty - 250 * k,
      tx + Math.cos(a1) * 190 * k,
      ty - 225 * k,
    )
    pen.fill()
  }
  pen.fillStyle = '#fffaf0'
  pen.fillRect(tx - 110 * k, ty - 92 * k, 220 * k, 14 * k)
  shape(
    s,
    [
      tx - 106 * k,
      ty - 78 * k,
      tx + 106 * k,
      ty - 78 * k,
      tx + 92 * k,
      ty - 20 * k,
      tx - 92 * k,
      ty - 20 * k,
    ],
    p.accent,
  )
  pen.fillStyle = p.deep
  pen.fillRect(tx - 92 * k, ty - 26 * k, 9 * k, 46 * k)
  pen.fillRect(tx + 83 * k, ty - 26 * k, 9 * k, 46 * k)
  disc(s, tx - 30 * k, ty - 100 * k, 22 * k, p.mid)
  pen.fillStyle = p.deep
  pen.fillRect(tx + 40 * k, ty - 128 * k, 20 * k, 36 * k)
  sitter(s, tx + 190 * k, ty - 12 * k, 170 * k, p.deep, -1)
  person(s, x - 60 * k, y + 74 * k, 150 * k, p.deep, { coat: 'short', hair: 'hat', facing: 1 })
}

export const salt: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  const horizon = y
  wash(s, [
    p.base,
    p.mid,
    [(horizon / h) * 0.85, p.soft],
    [horizon / h, p.glow],
    [horizon / h + 0.001, mix(p.glow, p.soft, 0.3)],
    [0.8, p.mid],
    [1, p.base],
  ])
  const r = 150 * k
  glow(s, x, horizon - 60 * k, 520 * k, p.glow, 0.75)
  disc(s, x, horizon - 70 * k, r, mix(p.accent, p.soft, 0.15))
  const hills = wave(s.random, 5)
  const up = (px: number) => 14 * k + Math.max(0, hills(px / (1300 * k)) + 0.25) * 60 * k
  ridge(s, (px) => horizon - up(px), [mix(p.base, p.mid, 0.6), mix(p.base, p.mid, 0.75)], 90 * k)
  pen.fillStyle = ramp(pen, [0, horizon, 0, h], [mix(p.glow, p.soft, 0.4), p.soft, p.mid, p.base])
  pen.fillRect(0, horizon, w, h - horizon)
  pen.save()
  pen.beginPath()
  pen.rect(0, horizon, w, h - horizon)
  pen.clip()
  const mirrored = new Path2D()
  mirrored.moveTo(0, horizon)
  for (let px = 0; px <= w; px += 6) mirrored.lineTo(px, horizon + up(px) * 0.8)
  mirrored.lineTo(w, horizon)
  pen.fillStyle = fade(mix(p.base, p.mid, 0.7), 0.6)
  pen.fill(mirrored)
  pen.fillStyle = fade(mix(p.accent, p.soft, 0.35), 0.8)
  pen.beginPath()
  pen.ellipse(x, horizon + 80 * k, r * 0.95, r * 0.86, 0, 0, 6.3)
  pen.fill()
  for (let i = 0; i < 26; i++) {
    pen.fillStyle = fade(p.glow, 0.3)
    pen.fillRect(
      x - r * 1.2 + s.random() * r,
      horizon + (20 + i * 9) * k,
      r * (0.6 + s.random()),
      2.4 * k,
    )
  }
  pen.strokeStyle = fade(p.deep, 0.55)
  for (const t of [-2.4, -1.5, -0.8, -0.26, 0.26, 0.8, 1.5, 2.4]) {
    pen.lineWidth = 5 * k
    pen.beginPath()
    pen.moveTo(x + t * 150 * k, horizon)
    pen.lineTo(x + t * 900 * k, h)
    pen.stroke()
  }
  for (let i = 1; i < 8; i++) {
    const yy = horizon + (h - horizon) * (i / 8) ** 2.1
    pen.lineWidth = (1 + i * 1.1) * k
    pen.beginPath()
    pen.moveTo(0, yy)
    pen.lineTo(w, yy)
    pen.stroke()
  }
  pen.restore()
  for (const [dx, dy, size] of [
    [-330, 190, 62],
    [-190, 150, 40],
    [300, 240, 84],
    [180, 130, 34],
    [420, 150, 40],
    [-430, 330, 110],
  ] as const) {
    const px = x + dx * k
    const py = horizon + dy * k
    shape(s, [px - size * 1.5 * k, py, px, py - size * k, px + size * 1.5 * k, py], '#ffffff')
    const side = shape(
      s,
      [px, py - size * k, px + size * 1.5 * k, py, px + size * 0.2 * k, py],
      mix(p.mid, p.soft, 0.5),
    )
    spray(s, side, [px + size * k, py, px, py - size * k], p.base, 0.6)
    shape(
      s,
      [px - size * 1.5 * k, py, px, py + size * 0.62 * k, px + size * 1.5 * k, py],
      fade('#ffffff', 0.28),
    )
  }
  const fx = x - 20 * k
  const fy = horizon + 330 * k
  person(s, fx, fy, 250 * k, p.deep, { coat: 'short', hair: 'hat', walking: true })
  pen.strokeStyle = p.deep
  pen.lineWidth = 7 * k
  pen.beginPath()
  pen.moveTo(fx + 10 * k, fy - 150 * k)
  pen.lineTo(fx + 220 * k, fy - 8 * k)
  pen.moveTo(fx + 196 * k, fy - 34 * k)
  pen.lineTo(fx + 244 * k, fy + 10 * k)
  pen.stroke()
  pen.save()
  pen.globalAlpha = 0.22
  pen.translate(0, fy * 2)
  pen.scale(1, -1)
  person(s, fx, fy, 240 * k, p.deep, { coat: 'short', hair: 'hat', walking: true })
  pen.restore()
}

export const bridge: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.deep, p.base, p.mid, [(y / h) * 0.98, p.soft], [y / h, p.glow], [1, p.glow]])
  glow(s, x, y - 30 * k, 700 * k, p.glow, 0.6)
  disc(s, x, y - 120 * k, 185 * k, mix(p.accent, p.soft, 0.2))
  const sun = new Path2D()
  sun.arc(x, y - 120 * k, 185 * k, 0, 6.3)
  spray(s, sun, [x, y + 60 * k, x, y - 200 * k], p.glow, 0.6)
  for (let layer = 0; layer < 2; layer++) {
    for (let bx = -20 * k; bx < w;) {
      const bw = (28 + s.random() * 56) * k
      const d = Math.abs(bx - x) / w
      const bh = (40 + s.random() * 110 + d * 190) * k * (layer ? 0.62 : 1)
      pen.fillStyle = mix(p.mid, p.base, 0.35 + layer * 0.45)
      pen.fillRect(bx, y - bh, bw + 1, bh)
      for (let i = 0; i < 5; i++) {
        pen.fillStyle = fade(p.glow, s.random() < 0.45 ? 0.9 : 0)
        pen.fillRect(bx + (5 + s.random() * 20) * k, y - bh + (10 + i * 18) * k, 6 * k, 8 * k)
      }
      bx += bw
    }
  }
  pen.fillStyle = ramp(pen, [0, y, 0, h], [mix(p.soft, p.accent, 0.2), p.mid, p.base, p.deep])
  pen.fillRect(0, y, w, h - y)
  glitter(s, x, y + 4 * k, p.glow, 220 * k, 0.85)
  const deck = y - 40 * k
  const leaf = (side: -1 | 1) => {
    const px = x + side * 330 * k
    pen.fillStyle = p.deep
    pen.fillRect(px - 52 * k, deck - 150 * k, 104 * k, 320 * k)
    pen.fillRect(px - 66 * k, deck - 160 * k, 132 * k, 22 * k)
    shape(
      s,
      [px - 40 * k, deck - 160 * k, px, deck - 214 * k, px + 40 * k, deck - 160 * k],
      p.accent,
    )
    pen.fillStyle = p.glow
    pen.fillRect(px - 20 * k, deck - 118 * k, 40 * k, 34 * k)
    glow(s, px, deck - 100 * k, 110 * k, p.glow, 0.5)
    pen.fillStyle = p.deep
    pen.fillRect(side < 0 ? -10 : px, deck, side < 0 ? px + 10 : w - px + 10, 32 * k)
    for (let i = 0; i < 12; i++)
      pen.fillRect(px + side * (60 + i * 60) * k, deck - 34 * k, 5 * k, 36 * k)
    pen.fillRect(side < 0 ? -10 : px, deck - 36 * k, side < 0 ? px + 10 : w - px + 10, 5 * k)
    pen.save()
    pen.translate(px - side * 30 * k, deck + 10 * k)
    pen.rotate(side < 0 ? -0.82 : 0.82)
    pen.fillStyle = p.deep
    const len = -side * 310 * k
    pen.fillRect(Math.min(0, len), -16 * k, Math.abs(len), 34 * k)
    pen.strokeStyle = p.deep
    pen.lineWidth = 6 * k
    pen.beginPath()
    for (let i = 0; i <= 6; i++) {
      pen.moveTo((len * i) / 6, -16 * k)
      pen.lineTo((len * i) / 6, -58 * k)
      if (i < 6) pen.lineTo((len * (i + 1)) / 6, -16 * k)
    }
    pen.moveTo(0, -58 * k)
    pen.lineTo(len, -58 * k)
    pen.stroke()
    pen.restore()
  }
  leaf(-1)
  leaf(1)
  const by = y + 130 * k
  shape(
    s,
    [
      x - 120 * k,
      by - 30 * k,
      x + 140 * k,
      by - 30 * k,
      x + 104 * k,
      by + 26 * k,
      x - 96 * k,
      by + 26 * k,
    ],
    p.deep,
  )
  shape(
    s,
    [
      x - 60 * k,
      by - 30 * k,
      x - 60 * k,
      by - 82 * k,
      x + 40 * k,
      by - 82 * k,
      x + 52 * k,
      by - 30 * k,
    ],
    mix(p.deep, p.base, 0.6),
  )
  pen.fillStyle = p.glow
  for (let i = 0; i < 3; i++) pen.fillRect(x + (-46 + i * 32) * k, by - 70 * k, 18 * k, 18 * k)
  pen.fillStyle = p.accent
  pen.fillRect(x - 116 * k, by - 12 * k, 248 * k, 8 * k)
  const qy = h - 60 * k
  shape(s, [0, qy, w, qy - 30 * k, w, h, 0, h], p.deep)
  person(s, x - 180 * k, qy + 4 * k, 330 * k, p.deep, { coat: 'long', hair: 'hat', facing: 1 })
  pen.fillStyle = mix(p.soft, p.glow, 0.4)
  pen.save()
  pen.translate(x - 138 * k, qy - 190 * k)
  pen.rotate(0.5)
  pen.beginPath()
  pen.rect(0, -4 * k, 108 * k, 8 * k)
  pen.moveTo(100 * k, -4 * k)
  pen.lineTo(146 * k, -28 * k)
  pen.lineTo(146 * k, 28 * k)
  pen.lineTo(100 * k, 4 * k)
  pen.roundRect(14 * k, 2 * k, 58 * k, 22 * k, 11 * k)
  pen.fill()
  pen.restore()
}
