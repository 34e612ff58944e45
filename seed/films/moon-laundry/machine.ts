import { disc, round, wash } from '../stage/shapes.ts'
import { at, put, type Ctx, type Shot } from '../stage/stage.ts'
import { moon } from './world.ts'
import { bubbles } from './things.ts'

/** The round door of the machine, filling the picture; `inside` draws what the water shows. */
export function machine(seconds: number, inside: (ctx: Ctx, t: number) => void): Shot {
  return {
    seconds,
    enter: 'melt',
    prepare: (stage) => {
      const front = stage.backdrop((ctx) => {
        wash(ctx, 0, 0, 1280, 720, ['#f7ecdd', '#e4d3cd'])
        for (let n = 0; n < 9; n++) round(ctx, 60 + n * 150, 0, 4, 720, 0, 'rgba(160,130,150,0.15)')
        disc(ctx, 640, 380, 318, '#a99bc0')
        disc(ctx, 640, 372, 312, '#c9bcd6')
        disc(ctx, 640, 372, 284, '#8479a8')
        round(ctx, 930, 330, 60, 84, 20, '#a99bc0')
        round(ctx, 60, 40, 220, 64, 32, '#fff9f0')
        disc(ctx, 96, 72, 18, moon.red)
        disc(ctx, 150, 72, 14, '#f2c14e')
        disc(ctx, 196, 72, 14, moon.apron)
        disc(ctx, 1160, 92, 54, '#fff9f0')
        disc(ctx, 1160, 92, 40, '#d9c9d2')
      })
      return (ctx, t) => {
        put(ctx, front)
        at(ctx, 1160, 92, 1, t * 0.4, () => round(ctx, -4, -36, 8, 30, 4, '#6d5a7e'))
        ctx.save()
        ctx.beginPath()
        ctx.arc(640, 372, 262, 0, Math.PI * 2)
        ctx.clip()
        inside(ctx, t)
        ctx.restore()
        ctx.globalAlpha = 0.35
        ctx.lineWidth = 20
        ctx.strokeStyle = '#ffffff'
        ctx.beginPath()
        ctx.arc(640, 372, 232, -2.7, -1.9)
        ctx.stroke()
        ctx.globalAlpha = 1
        bubbles(ctx, t, 240, 720, 500, 130, 6)
        bubbles(ctx, t + 2, 1080, 720, 560, 120, 6)
      }
    },
  }
}
