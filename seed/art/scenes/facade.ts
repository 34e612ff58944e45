/** Windows: a dark block with one light, or a brick house. */
import { disc, glow, Path2D, ramp, shape, spray, wash, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'

export const facade: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  const night = s.variant === 'night'
  if (night) {
    wash(s, [p.deep, p.base, p.deep])
    const [cw, ch] = [172 * k, 190 * k]
    const [ox, oy] = [x - cw * 0.5, y - ch * 0.55]
    const c0 = -Math.ceil(ox / cw)
    const r0 = -Math.ceil(oy / ch)
    for (let r = r0 - 1; oy + r * ch < h; r++)
      for (let c = c0 - 1; ox + c * cw < w; c++) {
        const px = ox + c * cw
        const py = oy + r * ch
        const lit = r === 0 && c === 0
        pen.fillStyle = mix(p.base, p.mid, 0.35 + 0.2 * s.random())
        pen.fillRect(px, py, cw, ch)
        pen.fillStyle = mix(p.deep, p.base, 0.4)
        pen.fillRect(px, py + ch - 22 * k, cw, 22 * k)
        pen.fillStyle = lit ? p.glow : mix(p.deep, p.mid, s.random() * 0.4)
        pen.fillRect(px + 20 * k, py + 24 * k, cw - 40 * k, ch - 74 * k)
        if (!lit && s.random() < 0.3) {
          pen.fillStyle = fade(p.soft, 0.14)
          pen.fillRect(px + 20 * k, py + 24 * k, (cw - 40 * k) * s.random(), ch - 74 * k)
        }
        if (lit)
          person(s, px + cw * 0.5, py + ch - 40 * k, 112 * k, p.deep, {
            coat: 'long',
            hair: 'long',
          })
        pen.fillStyle = mix(p.deep, p.base, 0.3)
        pen.fillRect(px + cw / 2 - 3 * k, py + 24 * k, 6 * k, ch - 74 * k)
        pen.fillStyle = mix(p.base, p.mid, 0.6)
        pen.fillRect(px + 12 * k, py + ch - 56 * k, cw - 24 * k, 34 * k)
        pen.fillStyle = fade(p.deep, 0.7)
        for (let i = 0; i < 9; i++)
          pen.fillRect(px + (18 + i * 16) * k, py + ch - 54 * k, 4 * k, 30 * k)
        if (s.random() < 0.22) {
          pen.fillStyle = mix(p.soft, p.mid, 0.6)
          pen.fillRect(px + cw - 56 * k, py + ch - 84 * k, 40 * k, 32 * k)
        }
      }
    glow(s, x, y - 10 * k, 560 * k, p.glow, 0.55)
    glow(s, x, y - 10 * k, 150 * k, p.glow, 0.6)
    pen.fillStyle = ramp(
      pen,
      [0, 0, 0, h],
      [
        fade(p.deep, 0.75),
        [0.3, fade(p.deep, 0)],
        [0.62, fade(p.deep, 0)],
        [0.8, fade(p.deep, 0.86)],
        [1, p.deep],
      ],
    )
    pen.fillRect(0, 0, w, h)
    return
  }
  wash(s, [mix(p.glow, p.accent, 0.18), p.glow, [0.7, p.soft], [1, p.soft]])
  const [hw, top, foot] = [330 * k, y - 400 * k, y + 440 * k]
  for (const side of [-1, 1])
    for (let i = 0; i < 3; i++) {
      const bx = x + side * (hw + (i + 0.5) * 330 * k) - 165 * k
      const bt = top + (80 + s.random() * 130) * k
      pen.fillStyle = mix(p.soft, [p.mid, p.accent, p.base][i % 3]!, 0.4)
      pen.fillRect(bx, bt, 326 * k, foot - bt)
      for (let r = 0; r < 6; r++)
        for (let c = 0; c < 3; c++) {
          pen.fillStyle = fade(p.deep, 0.2)
          pen.fillRect(bx + (40 + c * 90) * k, bt + (40 + r * 120) * k, 56 * k, 76 * k)
        }
    }
  pen.fillStyle = p.mid
  pen.fillRect(x - hw, top, hw * 2, foot - top)
  const wall = new Path2D()
  wall.rect(x - hw, top, hw * 2, foot - top)
  pen.save()
  pen.clip(wall)
  for (let r = 0; r < 46; r++)
    for (let c = 0; c < 14; c++) {
      pen.fillStyle = fade(s.random() < 0.5 ? p.base : p.soft, 0.32 * s.random())
      pen.fillRect(x - hw + (c * 52 - (r % 2) * 26) * k, top + r * 19 * k, 49 * k, 16 * k)
    }
  pen.restore()
  spray(s, wall, [x + hw, foot, x - hw * 0.4, top], p.base, 0.85)
  pen.fillStyle = mix(p.base, p.deep, 0.4)
  pen.fillRect(x - hw - 26 * k, top - 34 * k, hw * 2 + 52 * k, 40 * k)
  for (const cx of [-230, 180]) pen.fillRect(x + cx * k, top - 120 * k, 66 * k, 92 * k)
  const cols = [-215, 0, 215]
  for (let r = 0; r < 3; r++)
    for (const [c, dx] of cols.entries()) {
      const [wx, wy] = [x + dx * k - 70 * k, top + (60 + r * 208) * k]
      pen.fillStyle = '#fff8ea'
      pen.fillRect(wx - 12 * k, wy - 12 * k, 164 * k, 172 * k)
      const light = (r * 3 + c * 2) % 4
      pen.fillStyle =
        light === 1
          ? mix(p.accent, p.deep, 0.4)
          : [p.glow, p.accent, '#ffd98a', mix(p.accent, p.glow, 0.5)][light]!
      pen.fillRect(wx, wy, 140 * k, 148 * k)
      pen.save()
      pen.beginPath()
      pen.rect(wx, wy, 140 * k, 148 * k)
      pen.clip()
      const n = r * 3 + c
      if (n % 4 === 0)
        person(s, wx + 66 * k, wy + 210 * k, 190 * k, p.deep, {
          coat: 'dress',
          hair: 'bun',
          facing: 1,
          headColour: '#c98f6e',
        })
      if (n % 4 === 2)
        person(s, wx + 80 * k, wy + 220 * k, 200 * k, p.accent, {
          coat: 'short',
          facing: -1,
          headColour: '#e8bf9c',
          hairColour: p.deep,
        })
      if (n % 3 === 1)
        for (let i = 0; i < 5; i++) {
          pen.fillStyle = mix('#3f7d54', p.deep, 0.2 * (i % 3))
          pen.beginPath()
          pen.ellipse(wx + (24 + i * 24) * k, wy + 120 * k, 12 * k, 44 * k, (i - 2) * 0.3, 0, 6.3)
          pen.fill()
        }
      pen.restore()
      pen.fillStyle = '#fff8ea'
      pen.fillRect(wx + 66 * k, wy, 8 * k, 148 * k)
      pen.fillRect(wx, wy + 70 * k, 140 * k, 8 * k)
      pen.fillRect(wx - 20 * k, wy + 154 * k, 180 * k, 16 * k)
      if (c !== 1)
        for (let i = 0; i < 9; i++)
          disc(
            s,
            wx + (s.random() * 150 - 4) * k,
            wy + (146 + s.random() * 14) * k,
            (8 + s.random() * 8) * k,
            i % 3 ? mix('#3f7d54', p.deep, 0.2) : p.accent,
          )
    }
  pen.fillStyle = '#fff8ea'
  pen.beginPath()
  pen.roundRect(x - 86 * k, foot - 216 * k, 172 * k, 216 * k, [86 * k, 86 * k, 0, 0])
  pen.fill()
  pen.fillStyle = p.accent
  pen.beginPath()
  pen.roundRect(x - 70 * k, foot - 198 * k, 140 * k, 198 * k, [70 * k, 70 * k, 0, 0])
  pen.fill()
  disc(s, x + 46 * k, foot - 90 * k, 8 * k, p.glow)
  for (let i = 0; i < 5; i++) disc(s, x + 116 * k, foot - (160 - i * 26) * k, 8 * k, '#ffd98a')
  pen.fillStyle = ramp(pen, [0, foot, 0, h], [mix(p.base, p.soft, 0.35), p.base])
  pen.fillRect(0, foot, w, h - foot)
  for (let i = 0; i < 4; i++) {
    pen.fillStyle = mix('#fff8ea', p.base, 0.1 + i * 0.16)
    pen.fillRect(x - (100 + i * 28) * k, foot + (i * 24 - 12) * k, (200 + i * 56) * k, 24 * k)
  }
  person(s, x + 330 * k, foot + 96 * k, 250 * k, p.accent, {
    coat: 'short',
    hair: 'hat',
    facing: -1,
    walking: true,
    headColour: '#8a5a3c',
    hairColour: p.deep,
  })
  shape(
    s,
    [
      x + 290 * k,
      foot + 12 * k - 60 * k,
      x + 350 * k,
      foot - 60 * k,
      x + 356 * k,
      foot - 4 * k,
      x + 296 * k,
      foot + 8 * k,
    ],
    mix(p.base, p.deep, 0.3),
  )
}
