/** Below the surface: a whale, or a diver. */
import { blob, disc, glow, Path2D, ramp, ridge, spray, wash, wave, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'

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
    pen.fillStyle = mix(p.deep, p.base, 0.35)
    pen.fill(fin)
    pen.fill(tail)
    pen.fillStyle = ramp(
      pen,
      [0, -150 * k, 0, 160 * k],
      [mix(p.base, p.deep, 0.55), mix(p.base, p.deep, 0.75), p.deep],
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
