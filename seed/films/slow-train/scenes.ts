import { glow, vignette } from '../stage/light.ts'
import { box, poly, round } from '../stage/shapes.ts'
import { put, type Shot } from '../stage/stage.ts'
import { text } from '../stage/text.ts'
import { lerp, smooth } from '../stage/time.ts'
import { title } from '../stage/titles.ts'
import { drift } from '../stage/weather.ts'
import { country, headroom, locomotive, spring, strips, winter } from './set.ts'

export const departing: Shot = {
  seconds: 14,
  prepare: (stage) => {
    const place = country(stage, spring, 2)
    const dark = vignette(stage, 0.35)
    return (ctx, t) => {
      put(ctx, place.sky)
      strips(ctx, place.far, t * 4, 180)
      strips(ctx, place.middle, t * 9, 280)
      box(ctx, 0, 600, 1280, 120, '#7fae74')
      box(ctx, 0, 596, 1280, 12, '#6a5648')
      for (let n = 0; n < 40; n++) box(ctx, n * 33, 606, 18, 7, '#5a4438')
      locomotive(ctx, lerp(-60, 1500, smooth(t / 15)), 596, t)
      strips(ctx, place.near, t * 30, 230 - headroom)
      drift(
        ctx,
        t,
        { width: 1280, height: 720, count: 90, colour: '#ffd0dc', speed: 46, size: 5, wind: -50 },
        true,
      )
      put(ctx, dark)
      title(ctx, t, {
        name: '느린 기차',
        below: '네 계절을 건너는 창',
        x: 640,
        y: 128,
        size: 110,
        colour: '#20343d',
        from: 0.6,
        to: 7,
      })
    }
  },
}

export const terminus: Shot = {
  seconds: 13,
  enter: 'melt',
  prepare: (stage) => {
    const place = country(stage, winter, 44)
    const dark = vignette(stage, 0.5, '#1c2a44')
    return (ctx, t) => {
      put(ctx, place.sky)
      ctx.globalAlpha = 0.55
      box(ctx, 0, 0, 1280, 720, '#33406a')
      ctx.globalAlpha = 1
      strips(ctx, place.far, 300, 190)
      strips(ctx, place.middle, 100, 290)
      box(ctx, 0, 600, 1280, 120, '#e8eef4')
      locomotive(ctx, lerp(300, 760, smooth(t / 6) ** 0.8), 604, t)
      round(ctx, 850, 400, 330, 204, 6, '#7d5847')
      poly(
        ctx,
        [
          [810, 410],
          [1015, 310],
          [1220, 410],
        ],
        '#ffffff',
      )
      for (const x of [890, 1000, 1110]) round(ctx, x, 450, 44, 66, 4, '#ffe2a0')
      glow(ctx, 1010, 480, 330, '#ffd98f', 0.4)
      round(ctx, 930, 350, 170, 40, 6, '#fff3dd')
      text(ctx, '종착역', 1015, 371, { size: 26, weight: 700, colour: '#5a3d33', spacing: 4 })
      box(ctx, 780, 400, 7, 200, '#3a3a44')
      glow(ctx, 783, 396, 130, '#ffe2a0', 0.8)
      drift(ctx, t, {
        width: 1280,
        height: 720,
        count: 130,
        colour: '#ffffff',
        speed: 52,
        size: 4.2,
        wind: 16,
      })
      put(ctx, dark)
    }
  },
}
