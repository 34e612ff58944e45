import { person } from '../stage/figure.ts'
import { glow, vignette } from '../stage/light.ts'
import { box, disc, line, mix, oval, poly, round, wash } from '../stage/shapes.ts'
import { at, plane, put, type Shot } from '../stage/stage.ts'
import { chance, lerp, ramp, settle, smooth, spring, wave, wrap } from '../stage/time.ts'
import { title } from '../stage/titles.ts'
import { motes } from '../stage/weather.ts'
import { dallae, minjae } from './people.ts'
import { hot, coats, lanterns, steam, row, purse, label } from './set.ts'

export const opening: Shot = {
  seconds: 20,
  prepare: (stage) => {
    const stalls = row(stage)
    const dark = vignette(stage, 0.5)
    return (ctx, t, u) => {
      const view = {
        x: lerp(640, 900, smooth((t - 6) / 14)),
        y: 360,
        zoom: lerp(1, 1.1, smooth(u)),
      }
      wash(ctx, 0, 0, 1280, 720, [
        mix('#7a3f6a', hot.night, ramp(t, 0, 9)),
        mix('#ff9a5a', hot.plum, ramp(t, 0, 9)),
        hot.plum,
      ])
      plane(ctx, stage, view, 0.25, () => {
        for (let n = 0; n < 14; n++)
          box(ctx, -80 + n * 118, 180 + chance(n, 6) * 180, 104, 500, mix(hot.night, hot.plum, 0.4))
      })
      const lit = ramp(t, 2, 8)
      plane(ctx, stage, view, 0.7, () => lanterns(ctx, t, 40, 1, 2000, lit))
      plane(ctx, stage, view, 1, () => {
        ctx.globalAlpha = 0.45 + 0.55 * lit
        put(ctx, stalls, -60, 250, ctx.globalAlpha)
        for (let n = 0; n < 8; n++) {
          glow(ctx, 110 + n * 320, 520, 190, '#ffc46a', 0.5 * Math.min(1, Math.max(0, lit * 9 - n)))
          steam(ctx, t + n, 110 + n * 320, 530, 160, 3)
        }
        box(ctx, -200, 690, 2600, 100, '#140a22')
      })
      for (let n = 0; n < 9; n++) {
        const way = n % 2 ? 1 : -1
        person(ctx, wrap(n * 230 + way * t * (56 + n * 5), 1700) - 200, 716 + (n % 3) * 10, {
          height: 190 + (n % 3) * 16,
          coat: coats[1 + (n % 6)] ?? hot.rose,
          hair: '#1c1220',
          facing: way,
          step: t * 0.8 + n * 0.3,
          cut: n % 3 === 0 ? 'long' : n % 3 === 1 ? 'short' : 'bun',
        })
      }
      const enter = ramp(t, 4.6, 8.4)
      dallae(ctx, lerp(-220, 470, enter), 730, t, true)
      minjae(ctx, lerp(-80, 610, enter), 730, { step: t * 0.9 })
      put(ctx, dark)
      title(ctx, t, {
        name: '야시장 한 바퀴',
        below: '현금 이만 원, 오늘 밤 다 쓴다',
        x: 640,
        y: 150,
        size: 96,
        colour: hot.yellow,
        from: 0.5,
        to: 7,
      })
    }
  },
}

export const tteokbokki: Shot = {
  seconds: 16,
  enter: 'cut',
  prepare: (stage) => {
    const pan = stage.backdrop((ctx) => {
      wash(ctx, 0, 0, 1280, 720, ['#43205e', '#a12f5b', '#5a1a36'])
      round(ctx, 120, 250, 1040, 420, 60, '#2a1420')
      round(ctx, 150, 274, 980, 370, 48, '#c9321f')
      round(ctx, 170, 290, 940, 336, 40, '#e0442a')
    })
    const dark = vignette(stage, 0.45)
    return (ctx, t) => {
      put(ctx, pan)
      ctx.save()
      ctx.beginPath()
      ctx.roundRect(170, 290, 940, 336, 40)
      ctx.clip()
      const stir = t * 0.7
      for (let n = 0; n < 46; n++) {
        const x = 200 + chance(n, 1) * 880 + Math.sin(stir + n) * 34
        const y = 310 + chance(n, 2) * 290 + Math.cos(stir * 1.2 + n) * 16
        at(ctx, x, y, 1, chance(n, 3) * 3 + Math.sin(stir + n) * 0.4, () => {
          if (n % 5 === 0) {
            poly(
              ctx,
              [
                [-34, 22],
                [34, 22],
                [0, -30],
              ],
              '#d99a4a',
            )
          } else {
            round(ctx, -46, -13, 92, 28, 14, '#b52a1a')
            round(ctx, -46, -15, 92, 26, 13, '#f26a44')
            round(ctx, -36, -11, 60, 6, 3, 'rgba(255,236,200,0.75)')
          }
        })
      }
      for (let n = 0; n < 12; n++) {
        const age = (t * 0.9 + n / 12) % 1
        ctx.globalAlpha = 1 - age
        ctx.lineWidth = 4
        ctx.strokeStyle = '#ff8a5a'
        ctx.beginPath()
        ctx.arc(220 + chance(n, 7) * 840, 330 + chance(n, 8) * 260, 4 + age * 16, 0, 7)
        ctx.stroke()
        ctx.globalAlpha = 1
      }
      ctx.restore()
      at(
        ctx,
        700 + 260 * wave(t, 3.2),
        360 + 40 * wave(t, 1.6),
        1,
        -0.7 + 0.25 * wave(t, 3.2),
        () => {
          round(ctx, -14, -420, 28, 420, 14, '#8a5a34')
          round(ctx, -60, -20, 120, 90, [10, 10, 40, 40], '#a9713f')
        },
      )
      steam(ctx, t, 640, 330, 800, 12)
      glow(ctx, 640, 470, 560, '#ff8a3c', 0.28)
      label(ctx, t, '떡볶이', '한 접시 4,000원')
      purse(ctx, t, 20000, 16000, 9)
      put(ctx, dark)
    }
  },
}

export const hotteok: Shot = {
  seconds: 16,
  enter: 'cut',
  prepare: (stage) => {
    const plate = stage.backdrop((ctx) => {
      wash(ctx, 0, 0, 1280, 720, ['#22304e', '#2f6a6a', '#1a3a44'])
      oval(ctx, 640, 640, 720, 300, '#161a22')
      oval(ctx, 640, 620, 690, 270, '#2c323c')
    })
    const dark = vignette(stage, 0.45)
    return (ctx, t) => {
      put(ctx, plate)
      glow(ctx, 640, 620, 600, '#ff9a4a', 0.35)
      const turning = Math.floor(t / 1.6) % 5
      for (let n = 0; n < 5; n++) {
        const x = 260 + n * 190
        const y = 560 + (n % 2) * 70
        const s = (t % 1.6) / 1.6
        const flying = n === turning
        const hop = flying ? Math.sin(Math.PI * Math.min(1, s * 1.25)) * 300 : 0
        const turn = flying ? Math.min(1, s * 1.25) * Math.PI : 0
        const done = Math.floor(t / 1.6) > n || (flying && s > 0.4)
        oval(ctx, x, y + 12, 84 - hop * 0.1, 26 - hop * 0.03, 'rgba(0,0,0,0.4)')
        ctx.save()
        ctx.translate(x, y - hop)
        ctx.scale(1, Math.max(0.14, Math.abs(Math.cos(turn))) * 0.46)
        disc(ctx, 0, 8, 84, '#9a5a26')
        disc(ctx, 0, 0, 84, done ? '#d98f3f' : '#f4d9a8')
        disc(ctx, 0, 0, 60, done ? '#c9772c' : '#efd09a')
        if (done)
          for (let k = 0; k < 6; k++)
            disc(ctx, Math.cos(k * 1.1) * 34, Math.sin(k * 1.1) * 34, 9, '#8a4a1c')
        ctx.restore()
        if (flying) glow(ctx, x, y - hop, 150, '#ffd98f', 0.3)
      }
      const x = 260 + turning * 190
      at(
        ctx,
        x + 70,
        590 + (turning % 2) * 60,
        1,
        0.5 - Math.sin(Math.PI * ((t % 1.6) / 1.6)) * 0.7,
        () => {
          round(ctx, -70, -6, 110, 14, 6, '#cfd6da')
          round(ctx, 30, -9, 330, 20, 10, '#3a2a24')
        },
      )
      steam(ctx, t, 640, 540, 900, 9)
      motes(ctx, t, {
        width: 1280,
        height: 720,
        count: 34,
        colour: '#ffe0a0',
        speed: -50,
        size: 2.6,
      })
      label(ctx, t, '씨앗 호떡', '두 개 3,000원')
      purse(ctx, t, 16000, 13000, 9)
      put(ctx, dark)
    }
  },
}

export const noodles: Shot = {
  seconds: 16,
  enter: 'cut',
  prepare: (stage) => {
    const back = stage.backdrop((ctx) => {
      wash(ctx, 0, 0, 1280, 720, ['#2a1340', '#6a2a4a', '#3a1830'])
    })
    const dark = vignette(stage, 0.5)
    return (ctx, t) => {
      put(ctx, back)
      lanterns(ctx, t, 40, 2)
      for (let n = 0; n < 9; n++)
        disc(
          ctx,
          90 + n * 150,
          330 + chance(n, 4) * 120,
          40 + chance(n, 5) * 46,
          ['rgba(255,122,61,0.16)', 'rgba(255,224,138,0.14)', 'rgba(34,193,166,0.14)'][n % 3] ??
            '#000000',
        )
      person(ctx, 240, 700, {
        height: 470,
        coat: '#a12f5b',
        hair: '#cfc6cc',
        cut: 'bun',
        scarf: '#fff4dc',
        arm: 1.1 + 0.16 * wave(t, 2),
        breath: wave(t, 3),
        facing: 1,
        eyes: wave(t, 3.7) > 0.9 ? 'closed' : 'open',
      })
      // The counter stands between her and the bowl.
      box(ctx, 0, 560, 1280, 160, '#7a4a2c')
      box(ctx, 0, 556, 1280, 12, '#b0784a')
      const lift = 0.5 + 0.5 * wave(t, 4)
      at(ctx, 700, 470, 1, 0, () => {
        oval(ctx, 0, 116, 210, 26, 'rgba(0,0,0,0.35)')
        ctx.beginPath()
        ctx.ellipse(0, 0, 220, 120, 0, 0, Math.PI)
        ctx.fillStyle = '#fff4dc'
        ctx.fill()
        round(ctx, -70, 96, 140, 22, 8, '#e6d3b4')
        oval(ctx, 0, 0, 220, 56, '#f4e3c4')
        oval(ctx, 0, 2, 196, 46, '#e8b45a')
        for (let n = 0; n < 14; n++) {
          ctx.beginPath()
          ctx.moveTo(-120 + n * 14, 8)
          ctx.bezierCurveTo(
            -70 + n * 8,
            -20 - lift * 60,
            10 + n * 3,
            -60 - lift * 120,
            20 + n * 3,
            -90 - lift * 150,
          )
          ctx.lineWidth = 5
          ctx.strokeStyle = n % 2 ? '#fff0c8' : '#f6dfa4'
          ctx.stroke()
        }
        disc(ctx, -110, -4, 34, '#fffaf0')
        disc(ctx, -106, -6, 18, '#ffb03c')
        for (let n = 0; n < 10; n++)
          round(ctx, 60 + chance(n, 1) * 100, -22 + chance(n, 2) * 40, 16, 8, 4, '#4fae6a')
        line(
          ctx,
          [
            [10, -80 - lift * 150],
            [330, -330],
          ],
          '#8a3a2a',
          9,
        )
        line(
          ctx,
          [
            [46, -84 - lift * 150],
            [352, -306],
          ],
          '#8a3a2a',
          9,
        )
      })
      steam(ctx, t, 700, 440, 320, 9)
      label(ctx, t, '멸치 국수', '한 그릇 6,000원')
      purse(ctx, t, 13000, 7000, 9)
      put(ctx, dark)
    }
  },
}

export const lap: Shot = {
  seconds: 24,
  enter: 'melt',
  prepare: (stage) => {
    const stalls = row(stage)
    const dark = vignette(stage, 0.5)
    return (ctx, t) => {
      wash(ctx, 0, 0, 1280, 720, [hot.night, hot.plum, '#6a2a5a'])
      const late = ramp(t, 14, 22)
      const run = 1030 + settle(t / 16) * 1970
      disc(ctx, 150, 200, 36, '#fff0c8')
      glow(ctx, 150, 200, 150, '#fff0c8', 0.4)
      for (let n = 0; n < 14; n++)
        box(
          ctx,
          wrap(n * 118 - run * 0.12, 1650) - 200,
          200 + chance(n, 6) * 160,
          104,
          500,
          '#22143c',
        )
      ctx.save()
      ctx.translate(-wrap(run * 0.5, 250), 0)
      lanterns(ctx, t, 90, 3, 1800, 1 - late * 0.75)
      ctx.restore()
      const x = -wrap(run, 2560)
      put(ctx, stalls, x, 250)
      if (x + 2560 < 1280) put(ctx, stalls, x + 2560, 250)
      for (let n = 0; n < 8; n++)
        glow(
          ctx,
          wrap(170 + n * 320 + x, 2560) - 100,
          510,
          190,
          '#ffc46a',
          0.5 * (1 - ramp(t, 13 + n * 0.9, 14.4 + n * 0.9)),
        )
      box(ctx, 0, 690, 1280, 40, '#140a22')
      ctx.globalAlpha = late * 0.45
      box(ctx, 0, 0, 1280, 720, '#120a26')
      ctx.globalAlpha = 1
      const stop = t > 15.5
      dallae(ctx, 430, 716, t, !stop)
      minjae(ctx, 560, 716, {
        ...(stop ? { breath: wave(t, 3) } : { step: t * 0.9 }),
        nod: 0.12 * ramp(t, 17, 18),
        arm: lerp(0.4, 1.2, ramp(t, 16, 17.4)),
      })
      if (t > 16) {
        for (let n = 0; n < 3; n++) {
          const open = spring((t - 16.4 - n * 0.3) / 0.9)
          at(ctx, 700 + n * 64, 600, Math.max(0.02, open), 0, () => {
            ctx.beginPath()
            ctx.arc(0, 0, 32, Math.PI, 0)
            ctx.quadraticCurveTo(30, 20, 0, 22)
            ctx.quadraticCurveTo(-30, 20, -32, 0)
            ctx.fillStyle = '#fff4dc'
            ctx.fill()
            for (let k = -2; k < 3; k++)
              line(
                ctx,
                [
                  [k * 8, -10 - (2 - Math.abs(k)) * 5],
                  [k * 4, -26],
                ],
                '#dcc8a4',
                2.4,
              )
          })
        }
        steam(ctx, t, 764, 580, 160, 5)
        glow(ctx, 764, 590, 190, '#ffd98f', 0.5 * ramp(t, 16, 17.2))
      }
      purse(ctx, t, 7000, 0, 16.6)
      put(ctx, dark)
    }
  },
}
