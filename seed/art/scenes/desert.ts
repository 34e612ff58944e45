/** Dunes: a caravan under a low sun, or a settlement on Mars. */
import {
  blob,
  disc,
  glow,
  Path2D,
  ramp,
  ridge,
  spray,
  stars,
  wash,
  wave,
  type Paint,
} from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'

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
      [fade(mix(p.base, p.deep, 0.4), mars ? 0.35 : 0.75), fade(p.deep, mars ? 0.1 : 0.35)],
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
