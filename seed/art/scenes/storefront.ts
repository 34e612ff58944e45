/** A lit shop on a dark street. */
import { glow, ramp, shape, stars, wash, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { font } from '../fonts.ts'
import { guest, sodam } from '#seed/films/convenience/set.ts'
import { person } from '#seed/films/stage/figure.ts'

export const storefront: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.deep, p.deep, p.base, [1, p.deep]])
  stars(s, 120, h * 0.4, p.glow)
  for (let bx = -20 * k; bx < w;) {
    const bw = (120 + s.random() * 130) * k
    const bh = (330 + s.random() * 330) * k
    pen.fillStyle = mix(p.deep, p.base, 0.35 + s.random() * 0.3)
    pen.fillRect(bx, y + 240 * k - bh, bw, bh)
    for (let i = 0; i < 24; i++) {
      if (s.random() > 0.1) continue
      pen.fillStyle = fade(p.glow, 0.55)
      pen.fillRect(
        bx + (16 + (i % 4) * 32) * k,
        y + 240 * k - bh + (24 + Math.floor(i / 4) * 54) * k,
        18 * k,
        26 * k,
      )
    }
    bx += bw + 4 * k
  }
  const top = y - 170 * k
  const bottom = y + 250 * k
  const left = x - 400 * k
  const right = x + 400 * k
  glow(s, x, y + 60 * k, 900 * k, p.soft, 0.55)
  pen.fillStyle = ramp(
    pen,
    [0, bottom, 0, h],
    [mix(p.soft, p.base, 0.35), mix(p.base, p.mid, 0.35), p.base, p.deep],
  )
  pen.fillRect(0, bottom, w, h - bottom)
  pen.fillStyle = mix(p.base, p.mid, 0.5)
  pen.fillRect(left - 20 * k, top - 96 * k, right - left + 40 * k, bottom - top + 96 * k)
  pen.fillStyle = ramp(
    pen,
    [0, top, 0, bottom],
    [p.glow, mix(p.glow, p.soft, 0.35), mix(p.soft, p.glow, 0.3)],
  )
  pen.fillRect(left, top, right - left, bottom - top)
  for (let row = 0; row < 4; row++) {
    const sy = top + (92 + row * 76) * k
    pen.fillStyle = fade(p.mid, 0.55)
    pen.fillRect(left, sy, right - left, 7 * k)
    for (let ix = left + 10 * k; ix < right - 24 * k;) {
      const iw = (12 + s.random() * 20) * k
      const ih = (24 + s.random() * 34) * k
      pen.fillStyle = [p.accent, p.mid, p.soft, '#ffc94a', '#ffffff', mix(p.accent, p.glow, 0.5)][
        Math.floor(s.random() * 6)
      ]!
      if (s.random() < 0.86) {
        pen.beginPath()
        pen.roundRect(ix, sy - ih, iw, ih, 4 * k)
        pen.fill()
      }
      ix += iw + 5 * k
    }
  }
  pen.fillStyle = mix(p.base, p.deep, 0.2)
  pen.fillRect(x + 120 * k, bottom - 120 * k, 210 * k, 120 * k)
  pen.fillStyle = p.soft
  pen.fillRect(x + 110 * k, bottom - 130 * k, 230 * k, 16 * k)
  person(pen, x + 226 * k, bottom - 10 * k, { ...sodam, height: 270 * k, facing: -1 })
  pen.fillStyle = mix(p.base, p.deep, 0.2)
  pen.fillRect(x + 120 * k, bottom - 112 * k, 210 * k, 112 * k)
  pen.fillStyle = fade(p.base, 0.95)
  for (const px of [left, x - 140 * k, x + 60 * k, right - 10 * k])
    pen.fillRect(px, top, 10 * k, bottom - top)
  pen.fillStyle = fade('#ffffff', 0.3)
  shape(
    s,
    [x - 380 * k, bottom, x - 260 * k, top, x - 210 * k, top, x - 330 * k, bottom],
    fade('#ffffff', 0.25),
  )
  const bands = ['#22a08c', '#22a08c', p.accent]
  for (const [i, colour] of bands.entries()) {
    pen.fillStyle = colour
    pen.fillRect(left - 20 * k, top - (96 - i * 32) * k, right - left + 40 * k, 33 * k)
  }
  pen.fillStyle = p.glow
  pen.font = font('retro', 64 * k)
  pen.textAlign = 'center'
  pen.fillText('한모퉁이 편의점 24', x, top - 44 * k)
  pen.textAlign = 'left'
  glow(s, x, top - 50 * k, 330 * k, p.accent, 0.4)
  pen.save()
  pen.globalCompositeOperation = 'screen'
  for (let i = 0; i < 60; i++) {
    const rx = left + s.random() * (right - left)
    pen.fillStyle = ramp(
      pen,
      [0, bottom, 0, bottom + 420 * k],
      [fade(s.random() < 0.25 ? p.accent : p.soft, 0.28), fade(p.soft, 0)],
    )
    pen.fillRect(rx, bottom, (4 + s.random() * 18) * k, (120 + s.random() * 330) * k)
  }
  pen.restore()
  const px = x - 210 * k
  person(pen, px, bottom + 150 * k, { ...guest, height: 330 * k, step: 0.14, nod: 0.2 })
  shape(
    s,
    [
      px - 30 * k,
      bottom + 150 * k,
      px + 40 * k,
      bottom + 150 * k,
      px - 120 * k,
      h,
      px - 300 * k,
      h,
    ],
    fade(p.deep, 0.5),
  )
}
