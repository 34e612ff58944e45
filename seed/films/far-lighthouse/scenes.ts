import { person } from '../stage/figure.ts'
import { glow, vignette } from '../stage/light.ts'
import { disc, line, poly, round } from '../stage/shapes.ts'
import { at, plane, put, type Shot } from '../stage/stage.ts'
import { text } from '../stage/text.ts'
import { between, lerp, smooth, wave } from '../stage/time.ts'
import { title } from '../stage/titles.ts'
import { motes, stars } from '../stage/weather.ts'
import { light, deep, planet, rock, blink, asteroid, room, noah } from './set.ts'

export const alone: Shot = {
  seconds: 22,
  prepare: (stage) => {
    const sky = deep(stage, 3)
    const globe = planet(stage, 150)
    const layer = rock(stage)
    const dark = vignette(stage, 0.5)
    return (ctx, t, u) => {
      const view = {
        x: lerp(560, 700, smooth(u)),
        y: lerp(300, 380, smooth(u)),
        zoom: lerp(1, 1.22, smooth((t - 7) / 14)),
      }
      plane(ctx, stage, view, 0.1, () => put(ctx, sky, -80, -80))
      stars(ctx, t, { width: 1280, height: 720, count: 60, colour: '#ffffff', size: 2.6 })
      plane(ctx, stage, view, 0.3, () => put(ctx, globe, -20, 20))
      plane(ctx, stage, view, 1, () => asteroid(ctx, t, layer, 860, 500, 0.8, 1))
      put(ctx, dark)
      title(ctx, t, {
        name: '먼 등대',
        below: '어둠이 처음으로 대답했다',
        x: 400,
        y: 470,
        size: 116,
        colour: light,
        from: 0.6,
        to: 7,
      })
    }
  },
}

export const keeping: Shot = {
  seconds: 18,
  enter: 'melt',
  prepare: (stage) => {
    const walls = room(stage)
    const sky = deep(stage, 9, 0)
    const dark = vignette(stage, 0.55)
    return (ctx, t) => {
      const zoom = lerp(1, 1.1, smooth(t / 18))
      at(ctx, 640 * (1 - zoom), 340 * (1 - zoom), zoom, 0, () => {
        put(ctx, walls)
        ctx.save()
        ctx.beginPath()
        ctx.arc(640, 300, 244, 0, 7)
        ctx.clip()
        put(ctx, sky, -t * 2, 0)
        // The answer: a far light in the same rhythm.
        if (t > 9) {
          const answer = blink(t - 9)
          glow(ctx, 720, 220, 60 + 60 * answer, '#35d6d0', answer)
          disc(ctx, 720, 220, 2.5, '#d8fffd')
        }
        ctx.restore()
        const sweep = Math.max(0, wave(t, 4)) ** 3
        glow(ctx, 640, 120, 500, light, 0.16 * sweep)
        line(
          ctx,
          Array.from(
            { length: 40 },
            (_, n) =>
              [
                90 + n * 4.3,
                486 +
                  (t > 9
                    ? 26 * blink(t - 9 - (39 - n) * 0.06) * wave(n, 4)
                    : 2 * wave(n + t * 9, 7)),
              ] as const,
          ),
          '#35d6d0',
          2.5,
        )
        // Standing up starts from the height of the seat.
        const seat = t < 10.7 ? 0 : 44 * (1 - smooth((t - 10.7) / 0.9))
        person(ctx, 560, 640 + seat, {
          ...noah,
          height: 300,
          sitting: t < 10.7,
          back: t < 4,
          facing: 1,
          breath: wave(t, 4),
          nod: t < 9 ? 0.18 : -0.14,
          arm: t > 12 ? 1.2 : 0.5,
        })
        round(ctx, 470, 600, 110, 26, 10, '#6a5a94')
        glow(ctx, 174, 484, 170, '#35d6d0', 0.3)
      })
      put(ctx, dark)
    }
  },
}

export const distance: Shot = {
  seconds: 18,
  enter: 'melt',
  prepare: (stage) => {
    const sky = deep(stage, 14, 60)
    const layer = rock(stage)
    const dark = vignette(stage, 0.5)
    return (ctx, t) => {
      put(ctx, sky, -60 - t * 1.5, -60)
      asteroid(ctx, t, layer, 180, 560, 0.36, blink(t), false)
      const answer = blink(t - 4)
      glow(ctx, 1110, 150, 40 + 70 * answer, '#35d6d0', 0.3 + 0.7 * answer)
      disc(ctx, 1110, 150, 3, '#d8fffd')
      // A pulse crosses the gulf as a widening ring.
      const from = [180, 466] as const
      const to = [1110, 150] as const
      for (let n = 0; n < 3; n++) {
        const u = (t - 1 - n * 5) / 5
        if (u < 0 || u > 1) continue
        const x = lerp(from[0], to[0], u)
        const y = lerp(from[1], to[1], u)
        glow(ctx, x, y, 46, n % 2 ? '#35d6d0' : light, 0.9)
        for (let k = 1; k < 9; k++)
          disc(
            ctx,
            lerp(from[0], to[0], Math.max(0, u - k * 0.012)),
            lerp(from[1], to[1], Math.max(0, u - k * 0.012)),
            4 - k * 0.4,
            `rgba(255,231,194,${0.5 - k * 0.05})`,
          )
      }
      ctx.setLineDash([3, 14])
      line(ctx, [from, to], 'rgba(255,231,194,0.35)', 2)
      ctx.setLineDash([])
      text(ctx, '4년 6개월', 640, 270, {
        size: 30,
        weight: 300,
        colour: light,
        spacing: 4,
        alpha: between(t, 5, 16, 1.2),
      })
      put(ctx, dark)
    }
  },
}

export const relief: Shot = {
  seconds: 17,
  enter: 'melt',
  prepare: (stage) => {
    const sky = deep(stage, 21)
    const layer = rock(stage)
    const globe = planet(stage, 90)
    const dark = vignette(stage, 0.5)
    return (ctx, t) => {
      put(ctx, sky, -80, -80)
      put(ctx, globe, 820, 60)
      asteroid(ctx, t, layer, 420, 560, 0.95, 0.5)
      const come = smooth(t / 6)
      const leave = smooth((t - 12) / 5) ** 2
      const x = lerp(1500, 900, come) + leave * 700
      const y = lerp(120, 430, come) - leave * 330 + 6 * wave(t, 3)
      at(ctx, x, y, 1, lerp(-0.3, 0, come) - leave * 0.3, () => {
        glow(ctx, 90, 6, 100 + 30 * wave(t, 0.4), '#35d6d0', 0.7 - come * 0.4 + leave)
        poly(
          ctx,
          [
            [-150, 10],
            [-70, -44],
            [80, -40],
            [110, 0],
            [80, 44],
            [-70, 44],
          ],
          '#e8e0f0',
        )
        poly(
          ctx,
          [
            [-150, 10],
            [-70, 44],
            [80, 44],
            [110, 0],
          ],
          '#b7a6cc',
        )
        poly(
          ctx,
          [
            [60, -40],
            [110, -92],
            [124, -92],
            [100, -30],
          ],
          '#c65b9a',
        )
        for (let n = 0; n < 3; n++) disc(ctx, -58 + n * 44, -8, 13, '#ffd98f')
      })
      person(ctx, 600, 566, {
        ...noah,
        height: 92,
        facing: 1,
        breath: wave(t, 3),
        arm: 2.2 * between(t, 12.4, 17.5, 0.6) + 0.15 * wave(t, 0.9),
      })
      put(ctx, dark)
    }
  },
}

export const answering: Shot = {
  seconds: 17,
  enter: 'melt',
  prepare: (stage) => {
    const sky = deep(stage, 3)
    const layer = rock(stage)
    const globe = planet(stage, 150)
    const dark = vignette(stage, 0.45)
    return (ctx, t, u) => {
      const view = {
        x: lerp(820, 640, smooth(u)),
        y: lerp(400, 340, smooth(u)),
        zoom: lerp(1.7, 1, smooth(u)),
      }
      plane(ctx, stage, view, 0.12, () => put(ctx, sky, -80, -80))
      plane(ctx, stage, view, 0.3, () => put(ctx, globe, -80, 20))
      plane(ctx, stage, view, 1, () => {
        const answer = blink(t - 2)
        glow(ctx, 1150, 170, 40 + 80 * answer, '#35d6d0', 0.3 + 0.7 * answer)
        asteroid(ctx, t, layer, 700, 500, 0.8, blink(t), false)
        person(ctx, 846, 528, { ...noah, height: 80, back: true, breath: wave(t, 3) })
      })
      motes(ctx, t, {
        width: 1280,
        height: 720,
        count: 26,
        colour: '#ffe7c2',
        speed: -5,
        size: 2,
        alpha: 0.7,
      })
      put(ctx, dark)
    }
  },
}
