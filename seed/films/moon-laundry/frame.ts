import { beam, glow } from '../stage/light.ts'
import { disc, round, rope, ropePoint } from '../stage/shapes.ts'
import { at, plane, put, type Ctx, type Shot } from '../stage/stage.ts'
import { roll, text } from '../stage/text.ts'
import { between, lerp, ramp, smooth, spring, wave } from '../stage/time.ts'
import { dunes, earth, laundry, moon, nightSky, rabbit, windowLight } from './world.ts'
import { bubbles, washingLine } from './things.ts'

/** One letter of the title on its own sheet, pegged to the line. */
function sheet(ctx: Ctx, letter: string, swing: number, drop: number): void {
  at(ctx, 0, (1 - drop) * -260, 1, swing, () => {
    round(ctx, -66, 4, 132, 152, [6, 6, 14, 14], '#fff7ea')
    round(ctx, -66, 138, 132, 18, [0, 0, 14, 14], '#e9d9d3')
    text(ctx, letter, 0, 80, { size: 104, weight: 900, colour: '#3f3a74' })
    round(ctx, -46, -8, 9, 26, 4, '#d8a35d')
    round(ctx, 37, -8, 9, 26, 4, '#d8a35d')
  })
}

/** The opening that the three episodes share: 8 s; the title hung out to dry, then the episode's name. */
export function opening(episode: string, name: string): Shot {
  return {
    seconds: 8,
    prepare: (stage) => {
      const sky = nightSky(stage)
      const globe = earth(stage, 120)
      const back = dunes(stage, 3, 1400, 300, moon.far, moon.deep)
      const front = dunes(stage, 8, 1400, 260, moon.ground, moon.shade)
      const letters = ['달', '세', '탁', '소']
      return (ctx, t) => {
        put(ctx, sky)
        const globeY = lerp(150, 96, smooth(t / 8))
        glow(ctx, 1050, globeY + 100, 220, '#7fc6e0', 0.35)
        put(ctx, globe, 930, globeY - 20)
        put(ctx, back, -40, 470)
        put(ctx, front, -20 - t * 3, 540)
        const a = [90, 196] as const
        const b = [900, 196] as const
        rope(ctx, a, b, 22, '#fff3e2', 3)
        letters.forEach((letter, index) => {
          const [x, y] = ropePoint(a, b, 22, 0.14 + index * 0.21 + (index > 0 ? 0.045 : 0))
          const drop = spring((t - 0.5 - index * 0.38) / 1.3)
          if (t > 0.5 + index * 0.38)
            at(ctx, x, y, 1, 0, () =>
              sheet(ctx, letter, 0.045 * wave(t, 2.8, index * 0.23), Math.min(1.06, drop)),
            )
        })
        round(ctx, 86, 186, 9, 420, 4, moon.wood)
        round(ctx, 896, 186, 9, 420, 4, moon.wood)
        disc(ctx, 90, 184, 10, moon.lamp)
        disc(ctx, 900, 184, 10, moon.lamp)
        bubbles(ctx, t + 3, 640, 660, 560, 420, 13)
        const hop =
          Math.abs(Math.sin(Math.max(0, t - 2.2) * 4.2)) * 34 * (t > 2.2 && t < 4.5 ? 1 : 0)
        const x = lerp(1380, 1090, ramp(t, 1.2, 4.4))
        rabbit(ctx, x, 640, {
          size: 190,
          facing: -1,
          hop,
          arms: t > 4.6 ? 1.5 + 0.15 * wave(t, 0.9) : 0.4,
          ears: 0.05 * wave(t, 1.6),
          eyes: t > 4.6 ? 'happy' : 'open',
        })
        const shown = between(t, 3.9, 8.4, 0.8)
        text(ctx, `${episode}  ${name}`, 497, 470, {
          size: 38,
          weight: 700,
          colour: '#fff3dc',
          spacing: 1,
          alpha: shown,
        })
      }
    },
  }
}

/** The ending that they share: 10 s, the laundry at night and the names going by. */
export function ending(next: string): Shot {
  return {
    seconds: 10,
    enter: 'black',
    prepare: (stage) => {
      const sky = nightSky(stage)
      const globe = earth(stage, 70)
      const back = dunes(stage, 21, 1400, 300, moon.deep, '#6a5c96')
      const front = dunes(stage, 9, 1400, 260, moon.far, moon.deep)
      const house = laundry(stage)
      return (ctx, t) => {
        put(ctx, sky)
        put(ctx, globe, 1080, 60)
        put(ctx, back, -40, 470)
        put(ctx, front, -40, 550)
        put(ctx, house, 60, 264)
        windowLight(ctx, 260, 634, 0.9 + 0.1 * wave(t, 4))
        washingLine(ctx, t, [560, 500], [900, 506], 4)
        rabbit(ctx, 470, 650, {
          size: 120,
          eyes: 'closed',
          ears: -0.12 + 0.03 * wave(t, 4),
          tilt: 0.03 * wave(t, 4),
        })
        const names = [
          ['', '달 세탁소'],
          ['감독', '한별하'],
          ['극본', '남궁리'],
          ['모카', '윤소빈'],
          ['할머니·순이', '복순임'],
          ['유라', '피소율'],
          ['그림', '한편 그림방'],
          ['음악', '한편 소리방'],
        ] as const
        ctx.save()
        ctx.translate(300, 0)
        roll(
          ctx,
          1280,
          lerp(400, 130, ramp(t, 0.2, 6.2)),
          names,
          '#fff3dc',
          between(t, 0.3, 7, 0.9),
          25,
        )
        text(ctx, next, 560, 300, {
          size: 29,
          weight: 700,
          colour: '#fff3dc',
          alpha: between(t, 7, 11, 0.7),
        })
        ctx.restore()
      }
    },
  }
}

/** The thing that was washed goes home on a beam of moonlight, from (x, y) down to the left bottom. */
export function moonbeam(ctx: Ctx, x: number, y: number, angle: number, strength: number): void {
  beam(ctx, x, y, angle, 0.16, 1300, '#fff0c4', 0.6 * strength)
  glow(ctx, x, y, 160, '#fff0c4', 0.5 * strength)
}

/** The yard of the laundry, a wide view that each episode visits: `place` draws whoever is there. */
export function yard(
  seconds: number,
  place: (ctx: Ctx, t: number, u: number) => void,
  move: {
    readonly from: readonly [number, number, number]
    readonly to: readonly [number, number, number]
  },
  skip = -1,
): Shot {
  return {
    seconds,
    enter: 'melt',
    prepare: (stage) => {
      const sky = nightSky(stage, 60)
      const globe = earth(stage, 150)
      const far = dunes(stage, 4, 1900, 320, moon.deep, '#6a5c96')
      const middle = dunes(stage, 6, 1900, 300, moon.far, moon.deep)
      const front = dunes(stage, 12, 2000, 320, moon.ground, moon.shade, 0.08)
      const house = laundry(stage)
      return (ctx, t, u) => {
        const eased = smooth(u)
        const view = {
          x: lerp(move.from[0], move.to[0], eased),
          y: lerp(move.from[1], move.to[1], eased),
          zoom: lerp(move.from[2], move.to[2], eased),
        }
        put(ctx, sky, -60, -60)
        plane(ctx, stage, view, 0.16, () => {
          glow(ctx, 980, 190, 260, '#7fc6e0', 0.28)
          put(ctx, globe, 830, 40)
        })
        plane(ctx, stage, view, 0.35, () => put(ctx, far, -300, 400))
        plane(ctx, stage, view, 0.6, () => put(ctx, middle, -320, 470))
        plane(ctx, stage, view, 1, () => {
          put(ctx, front, -360, 520)
          put(ctx, house, 90, 250)
          windowLight(ctx, 290, 620, 0.85 + 0.1 * wave(t, 3.1))
          for (let n = 0; n < 4; n++) {
            const age = (t / 5 + n * 0.25) % 1
            ctx.globalAlpha = Math.min(1, age * 5, 1 - age) * 0.5
            disc(ctx, 382 + Math.sin(age * 5 + n) * 14, 318 - age * 130, 9 + age * 20, '#fff7ea')
            ctx.globalAlpha = 1
          }
          washingLine(ctx, t, [640, 470], [1110, 480], 6, skip)
          place(ctx, t, u)
        })
      }
    },
  }
}
