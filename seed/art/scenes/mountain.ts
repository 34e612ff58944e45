/** Peaks: a climber in snow, or a temple. */
import {
  disc,
  glow,
  mist,
  Path2D,
  ramp,
  ridge,
  shape,
  spray,
  wash,
  wave,
  type Paint,
} from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'

export const mountain: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  const temple = s.variant === 'temple'
  wash(
    s,
    temple
      ? [p.deep, p.base, p.mid, [0.7, p.soft], [1, p.glow]]
      : [mix(p.mid, p.soft, 0.25), p.soft, p.glow, [1, p.soft]],
  )
  if (temple) {
    disc(s, x - 130 * k, y - 320 * k, 210 * k, mix(p.soft, p.glow, 0.45))
    glow(s, x - 130 * k, y - 320 * k, 560 * k, p.glow, 0.55)
  }
  const peak = (
    px: number,
    py: number,
    half: number,
    drop: number,
    lit: string,
    dark: string,
    snow: string,
    seed: number,
  ) => {
    const jag = wave(s.random, 6)
    const left: number[] = []
    const right: number[] = []
    const spine: number[] = []
    const n = 16
    for (let i = 0; i <= n; i++) {
      const t = i / n
      left.push(px - half * t * (1 + jag(t + seed) * 0.1), py + drop * t ** 0.92)
      right.push(px + half * t * (1 + jag(t * 1.3 + seed + 3) * 0.1), py + drop * t ** 0.92)
      spine.push(px + jag(t * 1.7 + seed + 7) * half * 0.2 * t + half * 0.1 * t, py + drop * t)
    }
    const mirror = (points: number[]) => {
      const turned: number[] = []
      for (let i = points.length - 2; i >= 0; i -= 2) turned.push(points[i]!, points[i + 1]!)
      return turned
    }
    const litSide = shape(
      s,
      [...left, ...mirror(spine)],
      ramp(pen, [0, py, 0, py + drop], [lit, mix(lit, p.soft, 0.4)]),
    )
    const darkSide = shape(
      s,
      [...spine, ...mirror(right)],
      ramp(pen, [0, py, 0, py + drop], [dark, mix(dark, p.soft, 0.5)]),
    )
    for (const [side, colour, sign] of [
      [litSide, snow, -1],
      [darkSide, mix(snow, dark, 0.45), 1],
    ] as const) {
      pen.save()
      pen.clip(side)
      const cap: number[] = [px - half, py - 20, px + half, py - 20]
      for (let i = 0; i <= 14; i++) {
        const t = 1 - i / 7
        cap.push(
          px + half * 0.62 * t,
          py + drop * (0.26 + (i % 2 ? 0.1 : -0.05) + 0.05 * sign) + drop * 0.06 * s.random(),
        )
      }
      shape(s, cap, colour)
      pen.restore()
    }
    spray(s, darkSide, [px + half * 0.6, py + drop * 0.5, px, py], p.deep, 0.5)
    spray(s, litSide, [px - half * 0.7, py + drop, px, py + drop * 0.2], p.base, 0.5)
  }
  const snow = temple ? mix(p.glow, p.soft, 0.2) : '#ffffff'
  peak(
    x + 380 * k,
    y - 150 * k,
    460 * k,
    560 * k,
    mix(p.mid, p.soft, 0.5),
    mix(p.base, p.mid, 0.6),
    snow,
    1,
  )
  peak(
    x - 420 * k,
    y - 90 * k,
    430 * k,
    500 * k,
    mix(p.mid, p.soft, 0.45),
    mix(p.base, p.mid, 0.55),
    snow,
    2,
  )
  mist(s, y + 170 * k, 300 * k, p.glow, 0.7)
  peak(x, y - 330 * k, 560 * k, 800 * k, mix(p.mid, p.soft, 0.2), p.base, snow, 3)
  mist(s, y + 330 * k, 330 * k, p.glow, temple ? 0.6 : 0.95)
  const line = wave(s.random, 3)
  const base = y + (temple ? 350 : 400) * k
  const at = (px: number) => base + line(px / (1700 * k)) * 56 * k + Math.abs(px - x) * 0.06
  const ground = ridge(
    s,
    at,
    temple ? [mix(p.base, p.deep, 0.35), p.deep] : ['#ffffff', p.soft, p.mid],
    420 * k,
  )
  spray(s, ground, [w, h, x - 100 * k, base], temple ? '#000000' : p.base, 0.6)
  if (temple) {
    const tx = x + 40 * k
    const ty = at(tx) + 20 * k
    for (let i = 0; i < 3; i++) {
      const half = (230 - i * 62) * k
      const top = ty - (70 + i * 112) * k
      pen.fillStyle = mix(p.glow, p.soft, 0.25)
      pen.fillRect(tx - half * 0.74, top - 6 * k, half * 1.48, 80 * k)
      for (let j = -2; j <= 2; j++) {
        pen.fillStyle = j % 2 ? p.accent : mix(p.base, p.deep, 0.3)
        pen.fillRect(tx + j * half * 0.27 - 12 * k, top + 16 * k, 24 * k, 42 * k)
      }
      const roof = new Path2D()
      roof.moveTo(tx - half * 1.16, top - 18 * k)
      roof.quadraticCurveTo(tx - half * 0.8, top - 16 * k, tx - half * 0.5, top - 62 * k)
      roof.lineTo(tx + half * 0.5, top - 62 * k)
      roof.quadraticCurveTo(tx + half * 0.8, top - 16 * k, tx + half * 1.16, top - 18 * k)
      roof.lineTo(tx + half * 0.98, top + 8 * k)
      roof.lineTo(tx - half * 0.98, top + 8 * k)
      pen.fillStyle = mix(p.deep, p.base, 0.35)
      pen.fill(roof)
    }
    shape(s, [tx - 16 * k, ty - 350 * k, tx, ty - 450 * k, tx + 16 * k, ty - 350 * k], p.accent)
    for (const side of [-1, 1])
      for (let i = 1; i < 14; i++) {
        const t = i / 14
        const fx = tx + side * t * 520 * k
        const fy = ty - 430 * k + t * 430 * k + Math.sin(t * Math.PI) * 60 * k
        shape(
          s,
          [fx - 13 * k, fy, fx + 13 * k, fy, fx + side * 4 * k, fy + 30 * k],
          [p.accent, p.glow, '#d8453b', p.soft][i % 4]!,
        )
      }
    person(s, tx - 176 * k, ty - 106 * k, 96 * k, p.deep, { coat: 'short' })
    return
  }
  const px = x - 60 * k
  const py = at(px) + 90 * k
  for (let i = 0; i < 26; i++) {
    const t = i / 26
    pen.fillStyle = fade(p.base, 0.6)
    pen.beginPath()
    pen.ellipse(
      px - 14 * k + t * 260 * k + (i % 2) * 16 * k,
      py + t * t * (h - py),
      (4 + t * 7) * k,
      (2 + t * 4) * k,
      0,
      0,
      6.3,
    )
    pen.fill()
  }
  person(s, px, py, 128 * k, p.accent, {
    coat: 'short',
    hair: 'hat',
    facing: 1,
    walking: true,
    headColour: p.deep,
    hairColour: p.deep,
  })
  pen.strokeStyle = p.deep
  pen.lineWidth = 3 * k
  pen.beginPath()
  pen.moveTo(px + 22 * k, py - 86 * k)
  pen.lineTo(px + 34 * k, py + 2 * k)
  pen.stroke()
  for (let i = 0; i < 240; i++)
    disc(
      s,
      s.random() * w,
      s.random() * h,
      (1 + s.random() ** 4 * 8) * k,
      fade('#ffffff', 0.4 + 0.6 * s.random()),
    )
}
