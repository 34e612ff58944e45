/** A tram climbing a street of washing lines. */
import { cloud, disc, Path2D, ramp, shape, spray, wash, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'
import { font } from '../fonts.ts'

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
