/** Scenes of land: a train through hills, tea terraces, deserts, mountains, a great tree. */
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
import { person } from '../figures.ts'

/** Round trees along a line, as cut from paper. */
function grove(
  s: Stage,
  line: (x: number) => number,
  count: number,
  size: number,
  colours: readonly string[],
) {
  for (let i = 0; i < count; i++) {
    const x = s.random() * s.w
    const r = size * (0.6 + s.random() * 0.7)
    const y = line(x) - r * 0.5
    const crown = new Path2D()
    crown.ellipse(x, y, r, r * 1.15, 0, 0, 6.3)
    s.pen.fillStyle = colours[Math.floor(s.random() * colours.length)]!
    s.pen.fill(crown)
  }
}

export const train: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [mix(p.glow, p.soft, 0.25), p.glow, [y / h, mix(p.soft, p.glow, 0.3)], [1, p.soft]])
  disc(s, x + 240 * k, y - 330 * k, 120 * k, mix(p.accent, p.soft, 0.25))
  const seasons = [p.soft, mix(p.mid, p.glow, 0.35), p.mid, mix(p.mid, p.base, 0.5)]
  for (let i = 0; i < 4; i++) {
    const line = wave(s.random, 4)
    const base = y - (250 - i * 76) * k
    const at = (px: number) => base + line(px / (1500 * k) + i) * (110 - i * 14) * k
    const path = ridge(s, at, [seasons[i]!, mix(seasons[i]!, p.glow, 0.35)], 260 * k)
    spray(s, path, [0, base - 90 * k, 0, base + 150 * k], mix(p.base, seasons[i]!, 0.4), 0.65)
    mist(s, base + 120 * k, 130 * k, p.glow, 0.45)
    if (i > 1)
      grove(s, at, 26, (13 + i * 4) * k, [
        mix(p.base, p.mid, 0.3),
        mix(p.accent, p.soft, 0.35),
        p.soft,
        mix(p.base, p.mid, 0.7),
      ])
  }
  const railY = y + 90 * k
  const deck = mix(p.deep, p.base, 0.25)
  pen.fillStyle = deck
  pen.fillRect(0, railY, w, 26 * k)
  const span = 190 * k
  for (let ax = (x % span) - span; ax < w + span; ax += span) {
    pen.fillStyle = deck
    pen.beginPath()
    pen.moveTo(ax, railY + 20 * k)
    pen.lineTo(ax + span, railY + 20 * k)
    pen.lineTo(ax + span, h)
    pen.lineTo(ax + span - 20 * k, h)
    pen.lineTo(ax + span - 20 * k, railY + 110 * k)
    pen.arc(ax + span / 2, railY + 110 * k, span / 2 - 20 * k, 0, Math.PI, true)
    pen.lineTo(ax + 20 * k, h)
    pen.lineTo(ax, h)
    pen.fill()
  }
  const cars = 4
  const len = 250 * k
  const front = x + 420 * k
  for (let i = 0; i < cars; i++) {
    const cx = front - (i + 1) * (len + 12 * k)
    const cy = railY - 108 * k
    const body = new Path2D()
    body.roundRect(cx, cy, len, 92 * k, i === 0 ? [14 * k, 62 * k, 14 * k, 8 * k] : 10 * k)
    pen.fillStyle = p.accent
    pen.fill(body)
    spray(s, body, [cx, cy + 92 * k, cx, cy], p.deep, 0.7)
    pen.fillStyle = p.glow
    pen.fillRect(cx + 8 * k, cy + 62 * k, len - 16 * k, 7 * k)
    for (let j = 0; j < 5; j++) {
      if (i === 0 && j === 4) continue
      pen.beginPath()
      pen.roundRect(cx + (18 + j * 45) * k, cy + 20 * k, 32 * k, 30 * k, 5 * k)
      pen.fill()
    }
    pen.fillStyle = p.deep
    for (const wx of [46, 84, 168, 206]) {
      pen.beginPath()
      pen.arc(cx + wx * k, railY - 10 * k, 14 * k, 0, 6.3)
      pen.fill()
    }
    if (i) pen.fillRect(cx + len, cy + 60 * k, 14 * k, 10 * k)
  }
  for (let i = 0; i < 5; i++)
    cloud(
      s,
      front - (500 + i * 190) * k,
      railY - (170 + i * 24) * k,
      (110 + i * 38) * k,
      fade('#ffffff', 0.75 - i * 0.1),
    )
  const near = wave(s.random, 3)
  const low = y + 330 * k
  const bank = (px: number) => low + near(px / (1400 * k)) * 60 * k
  const path = ridge(s, bank, [mix(p.base, p.mid, 0.35), p.base, p.deep], 480 * k)
  spray(s, path, [0, h, 0, low], p.deep, 0.8)
  for (let i = 0; i < 70; i++) {
    const fx = s.random() * w
    const fy = bank(fx) + s.random() ** 2 * 300 * k
    disc(s, fx, fy, (3 + s.random() * 6) * k, [p.soft, p.glow, p.accent][i % 3]!)
  }
}

export const terraces: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.glow, mix(p.glow, p.soft, 0.3), p.soft, [1, p.mid]])
  glow(s, x + 130 * k, y - 330 * k, 520 * k, p.accent, 0.6, 'source-over')
  disc(s, x + 130 * k, y - 330 * k, 110 * k, mix(p.accent, p.glow, 0.25))
  for (let i = 0; i < 4; i++) {
    const line = wave(s.random, 5)
    const base = y - (230 - i * 86) * k
    ridge(
      s,
      (px) => base - (0.4 + line(px / (1500 * k))) * (150 - i * 12) * k,
      [mix(p.soft, p.mid, 0.2 + i * 0.24), mix(p.soft, p.glow, 0.6)],
      230 * k,
    )
    mist(s, base + 96 * k, 140 * k, p.glow, 0.75)
  }
  for (let hill = 0; hill < 3; hill++) {
    const line = wave(s.random, 2)
    const base = y + (60 + hill * 190) * k
    const lean = hill % 2 ? 1 : -1
    const at = (px: number) => base + line(px / (1700 * k)) * 60 * k + lean * (px - x) * 0.16
    const colour = mix(p.mid, p.base, 0.15 + hill * 0.42)
    const path = ridge(s, at, [colour, mix(colour, p.deep, 0.45)], 420 * k)
    pen.save()
    pen.clip(path)
    pen.lineCap = 'round'
    for (let row = 0; row < 17; row++) {
      const depth = row / 17
      const gap = (14 + row * 21) * k * (1 + depth * 0.7)
      pen.strokeStyle =
        row % 2 ? fade(mix(p.soft, p.mid, 0.35), 0.85 - hill * 0.12) : fade(p.deep, 0.42)
      pen.lineWidth = (5 + depth * 17) * k
      pen.beginPath()
      for (let px = -30; px <= w + 30; px += 14)
        pen.lineTo(
          px,
          at(px) + gap + Math.sin(px / (190 * k) + row * 0.5 + hill) * (5 + depth * 22) * k,
        )
      pen.stroke()
    }
    pen.restore()
    spray(s, path, [lean > 0 ? w : 0, h, x, base], p.deep, 0.85)
    if (hill < 2) mist(s, base + 210 * k, 130 * k, p.glow, 0.42)
    if (hill === 1)
      for (const [dx, dy, tall] of [
        [-190, 70, 120],
        [40, 110, 132],
        [260, 130, 116],
      ] as const) {
        const px = x + dx * k
        person(s, px, at(px) + dy * k + 60 * k, tall * k, p.deep, {
          coat: 'dress',
          hair: 'hat',
          facing: dx > 0 ? -1 : 1,
          hairColour: p.glow,
        })
        disc(s, px + 16 * k, at(px) + (dy + 6) * k, 17 * k, p.accent)
      }
  }
}

export const desert: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  const mars = s.variant === 'mars'
  wash(
    s,
    mars
      ? [p.deep, p.base, p.mid, [(y / h) * 0.9, p.soft], [1, p.glow]]
      : [p.base, p.mid, p.soft, [y / h, p.glow], [1, p.glow]],
  )
  if (mars) {
    stars(s, 160, h * 0.35, p.glow)
    glow(s, x, y - 120 * k, 560 * k, p.accent, 0.75)
    disc(s, x, y - 150 * k, 84 * k, mix(p.accent, '#ffffff', 0.7))
    for (const [dx, dy, r] of [
      [-330, -420, 46],
      [250, -520, 24],
    ] as const) {
      const body = new Path2D()
      body.arc(x + dx * k, y + dy * k, r * k, 0, 6.3)
      pen.fillStyle = p.soft
      pen.fill(body)
      spray(
        s,
        body,
        [x + (dx + r) * k, y + (dy + r) * k, x + (dx - r) * k, y + (dy - r) * k],
        p.deep,
        1,
      )
    }
    for (let i = 0; i < 3; i++) {
      const line = wave(s.random, 6)
      const base = y - (70 - i * 44) * k
      ridge(
        s,
        (px) => base - Math.max(-0.2, line(px / (1100 * k))) * (130 - i * 26) * k,
        [mix(p.soft, p.mid, 0.3 + i * 0.25), mix(p.soft, p.mid, 0.5 + i * 0.2)],
        160 * k,
      )
    }
  } else {
    glow(s, x - 60 * k, y - 170 * k, 760 * k, p.glow, 0.7)
    const sun = new Path2D()
    sun.arc(x - 60 * k, y - 190 * k, 250 * k, 0, 6.3)
    pen.fillStyle = ramp(pen, [0, y - 440 * k, 0, y + 60 * k], [p.glow, mix(p.glow, p.soft, 0.8)])
    pen.fill(sun)
  }
  const crest: ((px: number) => number)[] = []
  for (let i = 0; i < 4; i++) {
    const line = wave(s.random, 2)
    const base = y + (i * 105 - 10) * k
    const at = (px: number) => base + line(px / (1900 * k) + i * 0.3) * (100 + i * 10) * k
    crest.push(at)
    const path = ridge(
      s,
      at,
      [mix(p.soft, p.mid, i * 0.3), mix(p.mid, p.base, i * 0.3), mix(p.base, p.deep, i * 0.3)],
      420 * k,
    )
    const shadow = new Path2D()
    const turn = x + (i % 2 ? 260 : -210) * k
    shadow.moveTo(turn, at(turn))
    for (let px = turn; px <= w + 10; px += 8) shadow.lineTo(px, at(px))
    shadow.lineTo(w + 10, h)
    shadow.lineTo(turn + 240 * k, h)
    shadow.quadraticCurveTo(turn - 120 * k, at(turn) + 240 * k, turn, at(turn))
    pen.save()
    pen.clip(path)
    pen.fillStyle = ramp(
      pen,
      [turn, base, turn + 300 * k, h],
      [fade(mix(p.base, p.deep, 0.4), 0.75), fade(p.deep, 0.35)],
    )
    pen.fill(shadow)
    pen.restore()
    spray(s, path, [x - 300 * k, base - 110 * k, x, base + 170 * k], mars ? p.soft : p.glow, 0.5)
  }
  if (mars) {
    for (const [dx, r] of [
      [-190, 150],
      [60, 105],
      [230, 72],
    ] as const) {
      const px = x + dx * k
      const py = crest[1]!(px) + 44 * k
      const dome = new Path2D()
      dome.arc(px, py, r * k, Math.PI, 0)
      dome.closePath()
      pen.fillStyle = ramp(
        pen,
        [px - r * k, py - r * k, px + r * k, py],
        [mix(p.glow, '#ffffff', 0.5), p.glow, mix(p.soft, p.mid, 0.4)],
      )
      pen.fill(dome)
      spray(s, dome, [px + r * k, py, px - r * 0.3 * k, py - r * k], p.base, 0.9)
      pen.strokeStyle = fade(p.mid, 0.5)
      pen.lineWidth = 2.6 * k
      for (const e of [0.35, 0.75]) {
        pen.beginPath()
        pen.ellipse(px, py, r * e * k, r * k, 0, Math.PI, 0)
        pen.stroke()
      }
      pen.fillStyle = p.accent
      pen.beginPath()
      pen.roundRect(px - r * 0.24 * k, py - r * 0.42 * k, r * 0.48 * k, r * 0.42 * k, [
        r * 0.24 * k,
        r * 0.24 * k,
        0,
        0,
      ])
      pen.fill()
      glow(s, px, py - r * 0.2 * k, r * 1.1 * k, p.accent, 0.6)
    }
    for (let i = 0; i < 150; i++)
      disc(
        s,
        s.random() * w,
        s.random() * h,
        (1 + s.random() ** 3 * 6) * k,
        fade('#ffffff', 0.75 * s.random()),
      )
    const ax = x + 40 * k
    person(s, ax, crest[3]!(ax) + 60 * k, 190 * k, mix(p.glow, '#ffffff', 0.4), {
      coat: 'short',
      headColour: mix(p.glow, '#ffffff', 0.4),
      hairColour: p.accent,
    })
    return
  }
  const path = crest[2]!
  for (let i = 0; i < 4; i++) {
    const px = x + (i * 150 - 330) * k
    const py = path(px) + 12 * k
    pen.fillStyle = p.deep
    if (i % 2) {
      person(s, px, py, (i === 1 ? 130 : 104) * k, p.deep, {
        coat: 'dress',
        hair: i === 1 ? 'long' : 'short',
        walking: true,
      })
    } else {
      pen.save()
      pen.translate(px, py)
      pen.scale(k * 0.95, k * 0.95)
      pen.fill(
        blob([
          [-78, -96],
          [-44, -118],
          [-18, -150],
          [8, -112],
          [30, -146],
          [54, -108],
          [76, -90],
          [100, -118],
          [112, -160],
          [138, -166],
          [146, -152],
          [124, -138],
          [116, -96],
          [84, -62],
          [-60, -60],
        ]),
      )
      for (const lx of [-58, -38, 44, 62]) pen.fillRect(lx, -74, 9, 76)
      pen.fillStyle = p.accent
      pen.fill(
        blob([
          [-30, -134],
          [8, -112],
          [40, -134],
          [48, -84],
          [4, -74],
          [-38, -86],
        ]),
      )
      pen.restore()
    }
    pen.fillStyle = fade(p.deep, 0.45)
    pen.beginPath()
    pen.moveTo(px - 60 * k, py)
    pen.lineTo(px + 70 * k, py)
    pen.lineTo(px + 330 * k, py + 96 * k)
    pen.lineTo(px + 250 * k, py + 100 * k)
    pen.fill()
  }
}

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
    person(s, tx - 90 * k, ty - 384 * k + 6 * k, 84 * k, p.deep, { coat: 'short' })
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

export const tree: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  const olive = s.variant === 'olive'
  if (olive) {
    wash(s, [mix(p.accent, p.glow, 0.62), mix(p.glow, p.accent, 0.2), p.glow, [1, p.soft]])
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
  limb(tx, at(tx) + 24 * k, -Math.PI / 2 - 0.06, 190 * k, 54 * k, 4, tips)
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
