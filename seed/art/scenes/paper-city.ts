/** A city cut from layers of paper. */
import { Path2D, spray, wash, type Stage, type Paint } from '../brush.ts'
import { fade, mix } from '../colour.ts'
import { person } from '../figures.ts'

/** A shape cut from paper: it throws a soft shadow on what lies beneath. */
function cut(s: Stage, path: Path2D, fill: string, lift = 1) {
  s.pen.save()
  s.pen.shadowColor = fade(s.p.deep, 0.55)
  s.pen.shadowBlur = 22 * s.k * lift
  s.pen.shadowOffsetY = 9 * s.k * lift
  s.pen.fillStyle = fill
  s.pen.fill(path)
  s.pen.restore()
}

export const paperCity: Paint = (s) => {
  const { pen, x, y, k, p, w, h } = s
  wash(s, [p.glow, p.glow, mix(p.soft, p.glow, 0.5), [1, p.soft]])
  for (let i = 0; i < 3; i++) {
    const ring = new Path2D()
    ring.arc(x - 90 * k, y - 250 * k, (330 - i * 95) * k, 0, 6.3)
    cut(s, ring, [mix(p.soft, p.mid, 0.25), mix(p.mid, p.soft, 0.35), p.mid][i]!, 0.8)
  }
  const tones = [
    mix(p.soft, p.mid, 0.45),
    p.mid,
    mix(p.mid, p.base, 0.6),
    p.base,
    mix(p.base, p.deep, 0.6),
  ]
  for (const [layer, tone] of tones.entries()) {
    const base = y + (layer * 120 - 130) * k
    const path = new Path2D()
    path.moveTo(-40, h + 40)
    path.lineTo(-40, base)
    const openings: [number, number, number][] = []
    for (let px = -40; px < w + 60;) {
      const bw = (76 + s.random() * 90) * k
      const lone = s.random()
      const bh = (90 + s.random() * 230) * k * (1 - layer * 0.1)
      const top = base - bh
      if (lone < 0.36) {
        path.lineTo(px, top)
        path.lineTo(px + bw / 2, top - bw * 0.6)
        path.lineTo(px + bw, top)
      } else if (lone < 0.6) {
        path.lineTo(px, top)
        path.quadraticCurveTo(px, top - bw * 0.5, px + bw / 2, top - bw * 0.5)
        path.quadraticCurveTo(px + bw, top - bw * 0.5, px + bw, top)
      } else if (lone < 0.8) {
        path.lineTo(px, top)
        path.lineTo(px + bw * 0.25, top)
        path.lineTo(px + bw * 0.25, top - 40 * k)
        path.lineTo(px + bw * 0.6, top - 40 * k)
        path.lineTo(px + bw * 0.6, top)
        path.lineTo(px + bw, top)
      } else {
        path.lineTo(px, top - bw * 0.4)
        path.lineTo(px + bw, top)
      }
      for (let row = 0; row < 5; row++)
        for (let col = 0; col < 2; col++)
          if (s.random() < 0.62)
            openings.push([px + bw * (0.2 + col * 0.38), top + (22 + row * 54) * k, bw * 0.22])
      path.lineTo(px + bw, base)
      px += bw + s.random() * 16 * k
    }
    path.lineTo(w + 60, h + 40)
    path.closePath()
    cut(s, path, tone, 1.2)
    spray(s, path, [0, base + 160 * k, 0, base - 240 * k], mix(tone, p.deep, 0.5), 0.55)
    for (const [wx, wy, size] of openings) {
      pen.fillStyle =
        layer > 1 && s.random() < 0.5 ? mix(p.glow, p.soft, 0.3) : mix(tone, p.deep, 0.35)
      pen.beginPath()
      pen.roundRect(wx, wy, size, size * 1.5, [size / 2, size / 2, 0, 0])
      pen.fill()
    }
  }
  const bx = x - 250 * k
  const by = y - 300 * k
  const bird = (points: number[], fill: string) => {
    const path = new Path2D()
    for (let i = 0; i < points.length; i += 2)
      path[i ? 'lineTo' : 'moveTo'](bx + points[i]! * k, by + points[i + 1]! * k)
    path.closePath()
    cut(s, path, fill, 0.7)
  }
  bird([0, 0, 150, -150, 60, 40], mix(p.accent, '#ffffff', 0.35))
  bird([-40, 10, -190, -120, 30, 40], p.accent)
  bird([-40, 10, 60, 40, 150, 60, 30, 84], mix(p.accent, p.deep, 0.25))
  bird([-40, 10, -120, 34, -60, 50, 30, 84], mix(p.accent, '#ffffff', 0.15))
  const roof = h - 150 * k
  const edge = new Path2D()
  edge.moveTo(-20, roof + 40 * k)
  edge.lineTo(x - 60 * k, roof - 90 * k)
  edge.lineTo(x + 330 * k, roof + 60 * k)
  edge.lineTo(w + 20, roof + 30 * k)
  edge.lineTo(w + 20, h + 20)
  edge.lineTo(-20, h + 20)
  cut(s, edge, p.deep, 1.4)
  person(s, x - 66 * k, roof - 80 * k, 170 * k, p.accent, {
    coat: 'dress',
    hair: 'bob',
    headColour: p.glow,
    hairColour: p.deep,
  })
}
