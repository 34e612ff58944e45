import { person } from '../stage/figure.ts'
import { glow, haze, vignette } from '../stage/light.ts'
import { box, disc, line, oval, poly, round, wash } from '../stage/shapes.ts'
import { at, put, type Shot } from '../stage/stage.ts'
import { between, lerp, ramp, seeded, smooth, wave } from '../stage/time.ts'
import { title } from '../stage/titles.ts'
import { motes, stars } from '../stage/weather.ts'
import { storefront, inside, counter, guest, sodam } from './set.ts'

export const outside: Shot = {
  seconds: 20,
  prepare: (stage) => {
    const front = storefront(stage)
    const dark = vignette(stage, 0.55)
    return (ctx, t) => {
      const zoom = lerp(1, 1.24, smooth((t - 5) / 15))
      at(ctx, 360 * (1 - zoom), 900 * (1 - zoom), zoom, 0, () => {
        put(ctx, front, -90, -30)
        stars(ctx, t, { width: 720, height: 420, count: 60, colour: '#cfe0ff', size: 2.4 })
        glow(
          ctx,
          350,
          800,
          560,
          '#bff0e6',
          0.32 + 0.02 * wave(t, 0.31) * (wave(t, 5) > 0.8 ? 1 : 0),
        )
        at(ctx, 445, 1000, 0.44, 0, () =>
          person(ctx, 0, 0, { ...sodam, breath: wave(t, 3), nod: 0.14 + 0.05 * wave(t, 6) }),
        )
        box(ctx, 330, 830, 210, 18, '#f6fff2')
        round(ctx, 340, 840, 190, 180, 8, '#5c7f92')
        const come = ramp(t, 9, 17)
        const x = lerp(-170, 440, come)
        person(ctx, x, 1110, {
          ...guest,
          height: 300,
          ...(come < 1 ? { step: t * 0.72 } : {}),
          nod: 0.25,
          facing: 1,
          back: t > 16,
        })
        const cat = 120 * ramp(t, 3, 9)
        at(ctx, 610 - cat * 0.2, 1050, 1, 0, () => {
          oval(ctx, 0, -20, 30, 18, '#0b1128')
          disc(ctx, -26, -38, 14, '#0b1128')
          poly(
            ctx,
            [
              [-37, -44],
              [-35, -62],
              [-26, -50],
            ],
            '#0b1128',
          )
          poly(
            ctx,
            [
              [-25, -50],
              [-17, -62],
              [-15, -44],
            ],
            '#0b1128',
          )
          line(
            ctx,
            [
              [28, -22],
              [46, -40 + 8 * wave(t, 2)],
              [44, -54 + 10 * wave(t, 2)],
            ],
            '#0b1128',
            7,
          )
        })
      })
      put(ctx, dark)
      title(ctx, t, {
        name: '새벽 네 시의 편의점',
        below: '1화  이십 초',
        x: 360,
        y: 250,
        size: 62,
        colour: '#f6fff2',
        from: 0.5,
        to: 6.6,
      })
    }
  },
}

export const till: Shot = {
  seconds: 18,
  enter: 'melt',
  prepare: (stage) => {
    const room = inside(stage)
    const dark = vignette(stage, 0.3, '#10324a')
    return (ctx, t) => {
      put(ctx, room)
      person(ctx, 590, 1130, {
        ...sodam,
        facing: -1,
        breath: wave(t, 3),
        arm: 1.25 * between(t, 6, 9.4, 0.6),
        nod: 0.06,
      })
      counter(ctx, t, t > 17.2, 20 - (t - 17.2))
      const come = ramp(t, 0.5, 3.4)
      person(ctx, lerp(-140, 130, come), 1330, {
        ...guest,
        height: 620,
        ...(come < 1 ? { step: t * 0.8 } : { breath: wave(t, 3.6) }),
        nod: 0.24,
        arm: 1.1 * between(t, 3.8, 6.6, 0.5),
      })
      const given = ramp(t, 6.6, 7.4)
      if (t > 4.4 && t < 11)
        at(ctx, lerp(225, 520, given), 900, 1, 0, () => {
          poly(
            ctx,
            [
              [-34, 22],
              [0, -36],
              [34, 22],
            ],
            '#f7f4ea',
          )
          round(ctx, -14, -2, 28, 25, 2, '#263a3a')
        })
      if (t > 7.6 && t < 8.2) {
        glow(ctx, 530, 900, 130, '#ff4d5e', 0.8)
        line(
          ctx,
          [
            [490, 900],
            [570, 900],
          ],
          '#ff4d5e',
          3,
        )
      }
      put(ctx, dark)
    }
  },
}

export const twenty: Shot = {
  seconds: 22,
  enter: 'melt',
  prepare: (stage) => {
    const room = inside(stage)
    const dark = vignette(stage, 0.4, '#10324a')
    return (ctx, t) => {
      const zoom = lerp(1.08, 1.22, smooth(t / 20))
      at(ctx, 400 * (1 - zoom), 880 * (1 - zoom), zoom, 0, () => {
        put(ctx, room)
        person(ctx, 590, 1130, {
          ...sodam,
          facing: -1,
          breath: wave(t, 3),
          nod: 0.1,
          arm: 1.2 * between(t, 14.4, 22.4, 0.8),
        })
        // The microwave started 0.8 s before this shot, so that its twenty seconds are real.
        counter(ctx, t, t < 19.2, 19.2 - t)
        const sob = between(t, 3.5, 16, 1.5) * wave(t, 0.8) * 0.02
        person(ctx, 130, 1330, {
          ...guest,
          height: 620,
          nod: 0.3 + sob,
          breath: wave(t, 1.6),
          eyes: 'closed',
        })
        for (let n = 0; n < 3; n++) {
          const age = ((t - 4) / 2.4 + n / 3) % 1
          if (t < 4 || t > 17) continue
          ctx.globalAlpha = 1 - age
          oval(ctx, 196 + n * 3, 836 + age * 120, 4.5, 7, '#8fd8ff')
          ctx.globalAlpha = 1
        }
        const tissues = ramp(t, 14.4, 16)
        if (tissues > 0)
          at(ctx, lerp(300, 0, tissues), 0, 1, 0, () => {
            round(ctx, 180, 880, 74, 50, 6, '#ffffff')
            poly(
              ctx,
              [
                [194, 880],
                [216, 856],
                [240, 880],
              ],
              '#f3fbff',
            )
            box(ctx, 180, 896, 74, 10, '#7fe0d0')
          })
      })
      put(ctx, dark)
    }
  },
}

export const bench: Shot = {
  seconds: 26,
  enter: 'melt',
  prepare: (stage) => {
    const window = stage.backdrop((ctx) => {
      wash(ctx, 0, 0, 720, 1280, ['#f6fff2', '#d5ebe8', '#b9cfd4'])
      box(ctx, 0, 940, 720, 30, '#c98f5a')
      box(ctx, 0, 970, 720, 310, '#7b97a3')
      for (const x of [180, 470]) {
        round(ctx, x, 1090, 120, 26, 12, '#ff5c8a')
        box(ctx, x + 54, 1110, 12, 170, '#51606f')
      }
    })
    const dark = vignette(stage, 0.35, '#10324a')
    return (ctx, t) => {
      put(ctx, window)
      ctx.save()
      ctx.beginPath()
      ctx.roundRect(50, 200, 620, 700, 16)
      ctx.clip()
      wash(ctx, 50, 200, 620, 700, ['#0a1330', '#1b2c66', '#3c5fb0'])
      const dawn = ramp(t, 9, 24)
      ctx.globalAlpha = dawn
      wash(ctx, 50, 200, 620, 700, ['#3c5fb0', '#8f8fd0', '#ffb38a', '#ffe0a8'])
      ctx.globalAlpha = 1
      stars(ctx, t, {
        width: 720,
        height: 560,
        count: 50,
        colour: '#dfe8ff',
        size: 2.4,
        alpha: 0.9 * (1 - dawn),
      })
      const random = seeded(77)
      for (let x = 40; x < 700; x += 82) {
        const top = 560 + random() * 170
        box(ctx, x, top, 90, 400, '#16234f')
        for (let n = 0; n < 4; n++)
          if (random() > 0.5)
            round(
              ctx,
              x + 14 + (n % 2) * 34,
              top + 24 + Math.floor(n / 2) * 50,
              18,
              22,
              3,
              '#ffd88a',
            )
      }
      glow(ctx, 560, 620, 330, '#ffd08a', dawn * 0.7)
      ctx.restore()
      person(ctx, 230, 1120, {
        ...guest,
        height: 560,
        sitting: true,
        breath: wave(t, 3),
        arm: 1.25 + 0.2 * wave(t, 3),
        nod: 0.14 - 0.2 * ramp(t, 14, 17),
      })
      const come = ramp(t, 6, 9)
      person(ctx, lerp(930, 520, come), 1120, {
        ...sodam,
        height: 540,
        facing: -1,
        ...(come < 1 ? { step: t * 0.8 } : { sitting: true, breath: wave(t, 2.8) }),
        arm: 0.9,
      })
      for (const x of [300, 440]) {
        if (x === 440 && come < 1) continue
        round(ctx, x, 890, 46, 52, 6, '#f6fff2')
        box(ctx, x, 906, 46, 18, '#f4976c')
        for (let n = 0; n < 3; n++) {
          const age = (t / 2.6 + n / 3) % 1
          haze(
            ctx,
            x + 23 + Math.sin(age * 5 + n) * 8,
            880 - age * 90,
            14 + age * 16,
            20,
            '#ffffff',
            0.4 * (1 - age),
          )
        }
      }
      motes(ctx, t, { width: 720, height: 900, count: 18, colour: '#fff6d0', alpha: 0.5 * dawn })
      put(ctx, dark)
    }
  },
}
