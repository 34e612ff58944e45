/** One great tree: in blossom, or an olive by the sea. */
import { disc, Path2D, ramp, ridge, shape, spray, wash, wave, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'

export const tree: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  const olive = s.variant === 'olive'
  if (olive) {
    wash(s, [mix('#8fd0e8', p.glow, 0.15), mix('#8fd0e8', p.glow, 0.55), p.glow, [1, p.soft]])
    pen.fillStyle = ramp(
      pen,
      [0, y + 60 * k, 0, y + 240 * k],
      [mix(p.accent, p.deep, 0.1), p.accent],
    )
    pen.fillRect(0, y + 60 * k, w, h)
    for (let i = 0; i < 40; i++) {
      pen.fillStyle = fade('#ffffff', 0.5)
      pen.fillRect(
        s.random() * w,
        y + (70 + s.random() * 130) * k,
        (10 + s.random() * 40) * k,
        2.4 * k,
      )
    }
    shape(s, [x + 330 * k, y + 60 * k, x + 352 * k, y + 10 * k, x + 352 * k, y + 60 * k], '#ffffff')
    shape(s, [x + 356 * k, y + 60 * k, x + 356 * k, y - 8 * k, x + 390 * k, y + 60 * k], '#ffffff')
  } else {
    wash(s, [p.glow, p.glow, p.soft, [0.72, p.mid], [1, p.mid]])
    disc(s, x + 190 * k, y - 60 * k, 250 * k, mix(p.glow, p.soft, 0.7))
    for (let i = 0; i < 2; i++) {
      const line = wave(s.random, 4)
      ridge(
        s,
        (px) => y + (70 + i * 70) * k + line(px / (1500 * k)) * 70 * k,
        [mix(p.mid, p.soft, 0.6 - i * 0.4), mix(p.mid, p.glow, 0.5)],
        240 * k,
      )
    }
  }
  const line = wave(s.random, 2)
  const base = y + 230 * k
  const at = (px: number) =>
    base + line(px / (2100 * k)) * 40 * k + ((px - x) / (900 * k)) ** 2 * 60 * k
  const ground = ridge(
    s,
    at,
    olive
      ? [p.soft, p.mid, p.base, p.deep]
      : [mix(p.accent, p.soft, 0.45), mix(p.accent, p.base, 0.35), p.base],
    620 * k,
  )
  spray(s, ground, [w, h, x - 100 * k, base], p.deep, 0.75)
  for (let i = 0; i < 160; i++) {
    const gx = s.random() * w
    const gy = at(gx) + s.random() ** 1.6 * (h - base)
    pen.strokeStyle = fade(olive ? p.deep : p.glow, 0.35)
    pen.lineWidth = 2.4 * k
    pen.beginPath()
    pen.moveTo(gx, gy)
    pen.lineTo(gx + (s.random() - 0.5) * 14 * k, gy - (10 + s.random() * 22) * k)
    pen.stroke()
  }
  const trunk = olive ? mix(p.deep, '#6a4a2c', 0.45) : p.deep
  const limb = (
    x0: number,
    y0: number,
    angle: number,
    len: number,
    width: number,
    depth: number,
    tips: [number, number][],
  ) => {
    const x1 = x0 + Math.cos(angle) * len
    const y1 = y0 + Math.sin(angle) * len
    pen.strokeStyle = trunk
    pen.lineCap = 'round'
    pen.lineWidth = width
    pen.beginPath()
    pen.moveTo(x0, y0)
    pen.quadraticCurveTo((x0 + x1) / 2 + Math.sin(angle) * len * 0.16, (y0 + y1) / 2, x1, y1)
    pen.stroke()
    if (depth === 0) tips.push([x1, y1])
    else
      for (const turn of depth > 3 ? [-0.75, -0.05, 0.62] : [-0.5, 0.46])
        limb(
          x1,
          y1,
          angle + turn + (s.random() - 0.5) * 0.3,
          len * (0.66 + s.random() * 0.16),
          width * 0.6,
          depth - 1,
          tips,
        )
  }
  const tips: [number, number][] = []
  const tx = x + 30 * k
  const foot = at(tx) + 30 * k
  const roots = new Path2D()
  roots.moveTo(tx - 84 * k, foot + 10 * k)
  roots.quadraticCurveTo(tx - 22 * k, foot - 6 * k, tx - 24 * k, foot - 90 * k)
  roots.lineTo(tx + 22 * k, foot - 90 * k)
  roots.quadraticCurveTo(tx + 26 * k, foot - 4 * k, tx + 92 * k, foot + 12 * k)
  pen.fillStyle = trunk
  pen.fill(roots)
  limb(tx, foot - 70 * k, -Math.PI / 2 - 0.06, 190 * k, 52 * k, 4, tips)
  const tones = olive
    ? [p.base, mix(p.base, p.deep, 0.4), p.mid, mix(p.mid, p.soft, 0.5)]
    : [p.mid, mix(p.mid, p.soft, 0.5), p.soft, mix(p.soft, p.glow, 0.6), mix(p.mid, p.base, 0.35)]
  for (let pass = 0; pass < tones.length; pass++)
    for (const [px, py] of tips) {
      const r = (olive ? 46 : 60) * k * (0.6 + s.random() * 0.7)
      const cx = px + (s.random() - 0.5) * 130 * k
      const cy = py + (s.random() - 0.5) * 110 * k - pass * 9 * k
      pen.fillStyle = fade(tones[(pass + (olive ? 1 : 4)) % tones.length]!, 0.92)
      pen.beginPath()
      if (olive)
        for (let leaf = 0; leaf < 9; leaf++) {
          const a = s.random() * 6.3
          const lx = cx + Math.cos(a) * r * s.random()
          const ly = cy + Math.sin(a) * r * s.random()
          pen.moveTo(lx, ly)
          pen.ellipse(lx, ly, 21 * k, 7 * k, a, 0, 6.3)
        }
      else
        for (let petal = 0; petal < 7; petal++) {
          const lx = cx + (s.random() - 0.5) * r * 1.6
          const ly = cy + (s.random() - 0.5) * r * 1.6
          pen.moveTo(lx, ly)
          pen.arc(lx, ly, r * (0.16 + s.random() * 0.26), 0, 6.3)
        }
      pen.fill()
    }
  if (olive) {
    const bx = x - 200 * k
    const by = at(bx) + 80 * k
    pen.strokeStyle = p.accent
    pen.lineWidth = 7 * k
    for (const wx of [-70, 70]) {
      pen.beginPath()
      pen.arc(bx + wx * k, by - 44 * k, 42 * k, 0, 6.3)
      pen.stroke()
    }
    pen.beginPath()
    pen.moveTo(bx - 70 * k, by - 44 * k)
    pen.lineTo(bx - 30 * k, by - 110 * k)
    pen.lineTo(bx + 50 * k, by - 110 * k)
    pen.lineTo(bx + 70 * k, by - 44 * k)
    pen.moveTo(bx - 30 * k, by - 110 * k)
    pen.lineTo(bx, by - 44 * k)
    pen.lineTo(bx + 50 * k, by - 110 * k)
    pen.lineTo(bx + 44 * k, by - 140 * k)
    pen.stroke()
    pen.fillStyle = '#fffaf0'
    pen.fillRect(bx + 40 * k, by - 132 * k, 62 * k, 46 * k)
    person(s, x + 190 * k, at(x + 190 * k) + 100 * k, 220 * k, mix(p.accent, p.deep, 0.35), {
      coat: 'short',
      hair: 'hat',
      facing: -1,
      headColour: '#c98a5e',
      hairColour: p.deep,
    })
    return
  }
  for (let i = 0; i < 190; i++) {
    pen.fillStyle = fade(tones[i % 4]!, 0.9)
    pen.beginPath()
    pen.ellipse(
      s.random() * w,
      y - 300 * k + s.random() * (h - y + 300 * k),
      (4 + s.random() * 7) * k,
      (3 + s.random() * 3) * k,
      s.random() * 3,
      0,
      6.3,
    )
    pen.fill()
  }
  person(s, x - 150 * k, at(x - 150 * k) + 130 * k, 250 * k, p.deep, {
    coat: 'long',
    hair: 'bob',
    facing: 1,
    headColour: '#f6d9c4',
  })
  person(s, x + 230 * k, at(x + 230 * k) + 150 * k, 268 * k, mix(p.accent, p.deep, 0.45), {
    coat: 'short',
    facing: -1,
    headColour: '#f0cdb4',
    hairColour: p.deep,
  })
}
