import { person, umbrella as openUmbrella } from '../stage/figure.ts'
import { glow, haze, vignette } from '../stage/light.ts'
import { box, disc, oval, round, wash } from '../stage/shapes.ts'
import { at, put, type Shot } from '../stage/stage.ts'
import { text } from '../stage/text.ts'
import { between, lerp, ramp, seeded, smooth, wave, wrap } from '../stage/time.ts'
import { title } from '../stage/titles.ts'
import { rain, ripples } from '../stage/weather.ts'
import { yellow, street, shelter, couple, drops, he, she } from './set.ts'

export const stop: Shot = {
  seconds: 24,
  prepare: (stage) => {
    const back = street(stage, 4)
    const dark = vignette(stage, 0.5)
    return (ctx, t) => {
      put(ctx, back)
      const bus = (t - 12.8) / 4
      if (bus > 0 && bus < 1.3) {
        const x = lerp(-900, 1000, smooth(bus))
        round(ctx, x, 560, 760, 330, 40, '#2f8f6a')
        round(ctx, x + 30, 600, 700, 130, 20, '#f6e7b0')
        for (let n = 0; n < 4; n++) round(ctx, x + 200 + n * 130, 640, 60, 90, 30, '#3b5a52')
        glow(ctx, x + 760, 800, 260, '#fff3c8', 0.7)
      }
      rain(ctx, t, { ...drops, count: 150, alpha: 0.28, salt: 3 })
      shelter(ctx)
      text(ctx, '수요일 23:10', 345, 420, { size: 22, weight: 700, colour: '#1d3350' })
      person(ctx, 250, 1080, {
        ...she,
        facing: t > 10.6 ? 1 : -1,
        breath: wave(t, 3),
        nod: 0.1 * between(t, 6, 10, 1),
      })
      const come = ramp(t, 4.6, 10.2)
      const x = lerp(1080, 470, come)
      const share = ramp(t, 20, 22)
      person(ctx, x, 1096, {
        ...he,
        facing: -1,
        ...(come < 1 ? { step: t * 0.9 } : { breath: wave(t, 2.8) }),
        arm: lerp(0.35, 0.6, share),
      })
      openUmbrella(ctx, x - 62 - share * 36, 872, 320, ...yellow, -0.1 + 0.02 * wave(t, 2))
      ripples(ctx, t, 1040, { ...drops, count: 46, size: 26 })
      rain(ctx, t, { ...drops, alpha: 0.4 })
      put(ctx, dark)
      title(ctx, t, {
        name: '우산은 하나',
        below: '1화  수요일, 비',
        x: 360,
        y: 230,
        size: 96,
        colour: '#f4f1e6',
        from: 0.5,
        to: 6.2,
      })
    }
  },
}

export const walking1: Shot = {
  seconds: 20,
  enter: 'melt',
  prepare: (stage) => {
    const far = street(stage, 9, 1500)
    const dark = vignette(stage, 0.5)
    return (ctx, t) => {
      const pan = t * 36
      put(ctx, far, -pan, 0)
      for (let n = 0; n < 5; n++) {
        const x = wrap(n * 420 - t * 150, 2100) - 300
        box(ctx, x, 300, 12, 800, '#14233a')
        round(ctx, x - 60, 292, 130, 14, 7, '#14233a')
        glow(ctx, x - 50, 320, 210, '#ffdf9a', 0.55)
        haze(ctx, x - 50, 1150, 90, 36, '#ffdf9a', 0.22)
      }
      rain(ctx, t, { ...drops, count: 150, alpha: 0.28, salt: 3 })
      couple(ctx, t, 350, 1120, false, ramp(t, 7, 10), t * 0.62)
      const wet = ramp(t, 9, 13)
      ctx.globalAlpha = 0.4 * wet
      oval(ctx, 432, 832, 24, 30, '#16263a')
      ctx.globalAlpha = 1
      ripples(ctx, t, 1080, { ...drops, count: 50, size: 26 })
      rain(ctx, t, { ...drops, alpha: 0.42 })
      put(ctx, dark)
    }
  },
}

export const above: Shot = {
  seconds: 16,
  enter: 'melt',
  prepare: (stage) => {
    const ground = stage.layer(720, 2600, (ctx) => {
      wash(ctx, 0, 0, 720, 2600, ['#233c57', '#1d334c', '#27435f'])
      const random = seeded(8)
      for (let y = 0; y < 2600; y += 74) box(ctx, 180, y, 360, 2, 'rgba(255,255,255,0.06)')
      for (let n = 0; n < 7; n++)
        round(ctx, 30 + n * 100, 1180, 60, 300, 4, 'rgba(244,241,230,0.75)')
      box(ctx, 0, 600, 720, 6, 'rgba(255,255,255,0.12)')
      for (let n = 0; n < 22; n++)
        haze(
          ctx,
          random() * 720,
          random() * 2600,
          60 + random() * 90,
          40 + random() * 60,
          ['#f2b705', '#e8776a', '#7fd0d8'][n % 3] ?? '#ffffff',
          0.16,
        )
    })
    const dark = vignette(stage, 0.55)
    return (ctx, t) => {
      put(ctx, ground, 0, -1250 + t * 62)
      for (const [x, delay, colour] of [
        [70, 2, '#51606f'],
        [650, 6, '#7b4f5c'],
        [60, 10, '#3f6b66'],
      ] as const) {
        const y = -160 + (t - delay) * 190
        disc(ctx, x + 10, y + 16, 86, 'rgba(0,0,0,0.22)')
        for (let n = 0; n < 8; n++) {
          ctx.beginPath()
          ctx.moveTo(x, y)
          ctx.arc(x, y, 84, n * 0.785 + 0.1, n * 0.785 + 0.885)
          ctx.fillStyle = n % 2 ? colour : '#8a98a5'
          ctx.fill()
        }
      }
      const x = 360 + 26 * wave(t, 7)
      disc(ctx, x + 16, 700, 150, 'rgba(0,0,0,0.25)')
      for (let n = 0; n < 8; n++) {
        ctx.beginPath()
        ctx.moveTo(x, 680)
        ctx.arc(x, 680, 146, n * 0.785 + 0.03 * wave(t, 1.3), (n + 1) * 0.785 + 0.03 * wave(t, 1.3))
        ctx.fillStyle = n % 2 ? yellow[0] : '#ffcf3f'
        ctx.fill()
      }
      disc(ctx, x, 680, 8, '#6b5200')
      ripples(ctx, t, 0, { ...drops, count: 70, size: 30, alpha: 0.5 })
      put(ctx, dark)
    }
  },
}

export const parting: Shot = {
  seconds: 26,
  enter: 'melt',
  prepare: (stage) => {
    const back = street(stage, 15)
    const dark = vignette(stage, 0.5)
    return (ctx, t) => {
      const zoom = lerp(1, 1.13, smooth(t / 24))
      at(ctx, 360 * (1 - zoom), 980 * (1 - zoom), zoom, 0, () => {
        put(ctx, back)
        round(ctx, 20, 500, 210, 560, 8, '#2b4058')
        round(ctx, 50, 560, 150, 500, 6, '#f4d58c')
        glow(ctx, 125, 780, 330, '#f4d58c', 0.4)
        rain(ctx, t, { ...drops, count: 150, alpha: 0.28 * (1 - ramp(t, 17, 21)), salt: 3 })
        const away = ramp(t, 11, 16)
        if (away < 0.98) {
          ctx.globalAlpha = 1 - ramp(t, 14.6, 16)
          person(ctx, lerp(300, 120, away), 1080, {
            ...she,
            facing: t > 8 && t < 11 ? 1 : -1,
            ...(t > 11 && away < 1 ? { step: t * 0.8 } : { breath: wave(t, 3) }),
            arm: 1.9 * between(t, 8.4, 10.6, 0.5),
          })
          ctx.globalAlpha = 1
        }
        person(ctx, 452, 1094, {
          ...he,
          facing: -1,
          breath: wave(t, 2.8),
          arm: 0.35,
          nod: -0.1 * ramp(t, 20, 22),
        })
        openUmbrella(ctx, 390, 874, 330, ...yellow, lerp(-0.12, 0.02, away))
        ctx.globalAlpha = 0.4
        oval(ctx, 472, 806, 22, 30, '#16263a')
        ctx.globalAlpha = 1
        ripples(ctx, t, 1050, { ...drops, count: 40, size: 24, alpha: 0.4 * (1 - ramp(t, 18, 22)) })
      })
      rain(ctx, t, { ...drops, alpha: 0.4 * (1 - ramp(t, 17, 21)) })
      put(ctx, dark)
    }
  },
}
