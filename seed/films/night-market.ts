import type { Script } from './film.ts'
import { bass, keys, lead, pad, pluck, woodwind } from './sound/instruments.ts'
import { beat, broken, held, progression, tune, walking, type Harmony } from './sound/score.ts'
import { person } from './stage/figure.ts'
import { glow, haze, vignette } from './stage/light.ts'
import { box, disc, line, mix, oval, poly, rope, ropePoint, round, wash } from './stage/shapes.ts'
import { at, plane, put, type Ctx, type Shot, type Stage } from './stage/stage.ts'
import { arriving, text } from './stage/text.ts'
import { credits, title } from './stage/titles.ts'
import { between, chance, lerp, ramp, settle, smooth, spring, wave, wrap } from './stage/time.ts'
import { motes } from './stage/weather.ts'

const hot = {
  night: '#1a0f2e',
  plum: '#43205e',
  rose: '#a12f5b',
  orange: '#ff7a3d',
  yellow: '#ffe08a',
  mint: '#22c1a6',
}
const coats = ['#ff7a3d', '#22c1a6', '#a12f5b', '#6a4fb0', '#e0b050', '#3f7fb0', '#d9577a']

function lanterns(ctx: Ctx, t: number, y: number, seed: number, reach = 1500, lit = 1): void {
  for (let n = 0; n < reach / 250; n++) {
    const a = [n * 250 - 60, y] as const
    const b = [n * 250 + 190, y + (n % 2) * 8] as const
    rope(ctx, a, b, 22, 'rgba(0,0,0,0.5)', 2)
    for (let k = 0; k < 4; k++) {
      const [x, top] = ropePoint(a, b, 22, k / 4 + 0.1)
      const colour = [hot.orange, hot.yellow, '#ff5c7a', hot.mint][(n + k + seed) % 4] ?? hot.orange
      const on = Math.min(1, Math.max(0, lit * 30 - n * 4 - k))
      at(ctx, x, top, 1, 0.08 * wave(t, 2.6, n * 0.3 + k * 0.2), () => {
        oval(ctx, 0, 20, 15, 19, mix('#4a3550', colour, on))
        box(ctx, -7, -1, 14, 4, '#2a1830')
        box(ctx, -5, 38, 10, 4, '#2a1830')
      })
      glow(ctx, x, top + 20, 60, colour, 0.55 * on)
    }
  }
}

/** A stall with its awning; the counter's top is at (0, 0), `w` wide. */
function stall(ctx: Ctx, w: number, name: string, a: string, b: string): void {
  box(ctx, 0, 0, w, 120, mix(a, hot.night, 0.55))
  box(ctx, -6, -6, w + 12, 12, mix(b, '#ffffff', 0.1))
  box(ctx, 6, -190, 8, 190, '#2a1830')
  box(ctx, w - 14, -190, 8, 190, '#2a1830')
  box(ctx, 12, -150, w - 24, 148, 'rgba(255,208,130,0.18)')
  const stripes = Math.round(w / 34)
  for (let n = 0; n < stripes; n++) {
    const x = (n * w) / stripes
    poly(
      ctx,
      [
        [x * 0.9 + w * 0.05, -236],
        [(x + w / stripes) * 0.9 + w * 0.05, -236],
        [x + w / stripes, -180],
        [x, -180],
      ],
      n % 2 ? a : b,
    )
    ctx.beginPath()
    ctx.arc(x + w / stripes / 2, -180, w / stripes / 2, 0, Math.PI)
    ctx.fill()
  }
  round(ctx, w / 2 - name.length * 17 - 20, -288, name.length * 34 + 40, 48, 8, hot.night)
  text(ctx, name, w / 2, -264, { size: 28, weight: 900, colour: hot.yellow })
}

function steam(ctx: Ctx, t: number, x: number, y: number, width: number, count = 6): void {
  for (let n = 0; n < count; n++) {
    const age = (t / 2.8 + n / count) % 1
    haze(
      ctx,
      x + (chance(n, 3) - 0.5) * width + Math.sin(age * 5 + n) * 16,
      y - age * 150,
      24 + age * 44,
      22 + age * 34,
      '#fff0dc',
      0.3 * (1 - age),
    )
  }
}

const names = ['떡볶이', '호떡', '어묵', '만두', '전', '닭꼬치', '국수', '붕어빵'] as const

function row(stage: Stage) {
  return stage.layer(2600, 460, (ctx) => {
    ctx.translate(0, 320)
    names.forEach((name, n) => {
      ctx.save()
      ctx.translate(40 + n * 320, 0)
      stall(ctx, 260, name, coats[(n * 3) % 7] ?? hot.orange, n % 2 ? hot.yellow : '#fff4dc')
      for (let k = 0; k < 6; k++) {
        round(
          ctx,
          24 + k * 36,
          -24 - (k % 3) * 5,
          28,
          22 + (k % 3) * 5,
          6,
          [hot.orange, '#fff4dc', '#c9573a', hot.mint][k % 4] ?? hot.orange,
        )
      }
      ctx.restore()
    })
  })
}

const opening: Shot = {
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
      plane(ctx, stage, view, 0.7, () => lanterns(ctx, t, 120, 1, 2000, lit))
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
          coat: coats[n % 7] ?? hot.orange,
          hair: '#1c1220',
          facing: way,
          step: t * 0.8 + n * 0.3,
          cut: n % 3 === 0 ? 'long' : n % 3 === 1 ? 'short' : 'bun',
        })
      }
      put(ctx, dark)
      title(ctx, t, {
        name: '야시장 한 바퀴',
        below: '현금 이만 원, 오늘 밤 다 쓴다',
        x: 640,
        y: 232,
        size: 100,
        colour: hot.yellow,
        from: 0.5,
        to: 7,
      })
    }
  },
}

/** A number that falls from the purse, top right, whenever something is bought. */
function purse(ctx: Ctx, t: number, before: number, after: number, when: number): void {
  const u = ramp(t, when, when + 0.7)
  round(ctx, 1010, 36, 230, 70, 35, 'rgba(20,10,34,0.75)')
  text(
    ctx,
    `${Math.round(lerp(before, after, u) / 100) * 100}`.replace(/\B(?=(\d{3})+$)/, ',') + '원',
    1125,
    72,
    { size: 34, weight: 700, colour: u > 0 && u < 1 ? hot.orange : hot.yellow },
  )
}

function label(ctx: Ctx, t: number, name: string, price: string): void {
  const u = (t - 0.6) / 1.2
  if (u < 0) return
  const gone = 1 - ramp(t, 13, 14)
  at(ctx, 80, 96, spring(u) * 0.2 + 0.8, -0.05, () => {
    ctx.globalAlpha = gone
    round(ctx, -20, -50, 120 + [...name].length * 62, 110, 14, hot.orange)
    ctx.globalAlpha = 1
    arriving(ctx, name, 40 + [...name].length * 31, 0, u, {
      size: 60,
      weight: 900,
      colour: '#fff4dc',
      alpha: gone,
    })
  })
  text(ctx, price, 96, 190, {
    size: 30,
    weight: 700,
    colour: hot.yellow,
    align: 'left',
    alpha: between(t, 1.4, 14, 0.7),
  })
}

const tteokbokki: Shot = {
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

const hotteok: Shot = {
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

const noodles: Shot = {
  seconds: 16,
  enter: 'cut',
  prepare: (stage) => {
    const back = stage.backdrop((ctx) => {
      wash(ctx, 0, 0, 1280, 720, ['#2a1340', '#6a2a4a', '#3a1830'])
      box(ctx, 0, 560, 1280, 160, '#7a4a2c')
      box(ctx, 0, 556, 1280, 12, '#b0784a')
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
        eyes: wave(t, 3.7) > 0.2 ? 'closed' : 'open',
      })
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

const lap: Shot = {
  seconds: 24,
  enter: 'melt',
  prepare: (stage) => {
    const stalls = row(stage)
    const dark = vignette(stage, 0.5)
    return (ctx, t) => {
      wash(ctx, 0, 0, 1280, 720, [hot.night, hot.plum, '#6a2a5a'])
      const late = ramp(t, 14, 22)
      const run = 1030 + settle(t / 16) * 1800
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
      person(ctx, 560, 716, {
        height: 250,
        coat: hot.orange,
        hair: '#1c1220',
        bag: hot.mint,
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
        glow(ctx, 764, 590, 190, '#ffd98f', 0.5)
      }
      purse(ctx, t, 7000, 0, 16.6)
      put(ctx, dark)
    }
  },
}

/** Twenty thousand won and one round of the night market. */
export const nightMarket: Script = {
  key: 'market-night',
  opening: { start: 0, end: 7.5 },
  ending_start: 92,
  shots: [
    opening,
    tteokbokki,
    hotteok,
    noodles,
    lap,
    credits(
      10,
      [
        ['', '야시장 한 바퀴'],
        ['진행', '곡민재'],
        ['시장 안내인', '방달래'],
        ['그림', '한편 그림방'],
        ['음악', '한편 소리방'],
        ['', '다음 화  비 오는 날의 전 골목'],
      ],
      hot.yellow,
      () => (ctx, t) => {
        wash(ctx, 0, 0, 1280, 720, [hot.night, hot.plum, '#5a2450'])
        lanterns(ctx, t, 60, 1)
        lanterns(ctx, t, 610, 2)
        motes(ctx, t, {
          width: 1280,
          height: 720,
          count: 30,
          colour: '#ffe0a0',
          speed: -24,
          size: 2.4,
          alpha: 0.6,
        })
      },
    ),
  ],
  korean: [
    [7.6, 10.6, '민재: 규칙은 하나. 현금 이만 원, 한 바퀴.'],
    [11.2, 14.2, '달래: 등불 켜질 때 들어가야 제일 맛있어요.'],
    [15, 19.2, '민재: 왜요? / 달래: 다들 첫 손님한테 후하거든.'],
    [21.4, 24.4, '민재: 저 불판, 박자가 있는데요?'],
    [25, 28.6, '사장님: 스무 해 저으면 팔이 노래를 해요.'],
    [29.4, 32.6, '민재: 한 접시 주세요. 떡 많이요!'],
    [37.4, 40.4, '달래: 여기는 뒤집는 걸 봐야 돼.'],
    [41, 44.4, '민재: 하나, 둘… 지금!'],
    [45.4, 48.8, '사장님: 호떡은 기다리는 사람 쪽으로 떨어져요.'],
    [53.4, 56.6, '국수집: 면은 들어 올릴 때 맛이 정해져.'],
    [57.4, 60.6, '민재: 사장님, 언제 주무세요?'],
    [61.2, 65.4, '국수집: 다들 배부르면.'],
    [70, 73.4, '민재: 남은 돈 칠천 원. 반 바퀴 남았습니다.'],
    [76, 79.4, '달래: 이 시간엔 불이 하나씩 꺼져요.'],
    [81, 84, '민재: 사장님, 만두 아직 되나요?'],
    [84.8, 87.4, '만두집: 마지막 세 개. 칠천 원어치야.'],
    [88, 91.4, '민재: …이만 원, 다 썼다. 완벽해.'],
  ],
  soundtrack: (duration) => {
    const bars = Math.floor((duration * 112) / 240)
    const h: Harmony = { chords: progression('Em7 A7 Dmaj7 Bm7 Em7 A7 F#m7 B7'), bars, meter: 4 }
    const riff = `E5/.5 G5/.5 B5/1 A5/.5 G5/.5 E5/1 C#5/.5 E5/.5 G5/1 E5/2 D5/.5 F#5/.5 A5/1 F#5/.5 E5/.5 D5/1 B4/.5 D5/.5 F#5/1 D5/2`
    return {
      tempo: 112,
      room: 0.4,
      beds: [
        { place: 'crowd', gain: 0.55, to: 86, fade: 4 },
        { place: 'sizzle', gain: 0.7, from: 19.5, to: 52, fade: 0.6 },
        { place: 'water', gain: 0.2, from: 52, to: 68, fade: 0.6 },
        { place: 'crickets', gain: 0.5, from: 80, fade: 4 },
      ],
      happenings: [
        { at: 2.2, sound: 'click', gain: 0.4 },
        { at: 20, sound: 'whoosh', gain: 0.3 },
        ...Array.from(
          { length: 9 },
          (_, n) =>
            ({
              at: 37.4 + n * 1.6,
              sound: 'splash',
              gain: 0.18,
              pan: (n % 5) * 0.3 - 0.6,
            }) as const,
        ),
        ...[29.4, 45.4, 61.4, 85.2].map(
          (second) => ({ at: second, sound: 'ding', gain: 0.22, pan: 0.5 }) as const,
        ),
      ],
      parts: [
        {
          play: keys,
          gain: 0.17,
          pan: -0.3,
          send: 0.2,
          notes: broken(h, 0, bars - 2, '. 0 . 2 . 1 3 .', 55, 0.65),
        },
        {
          play: pluck,
          gain: 0.17,
          pan: 0.35,
          send: 0.2,
          notes: broken(h, 4, bars - 4, '0 . 2 0 . 3 . 2', 64, 0.6),
        },
        {
          play: woodwind,
          gain: 0.16,
          pan: 0.1,
          send: 0.3,
          notes: [4, 12, 28, 36].flatMap((bar) => tune(riff, bar * 4, 0.6)),
        },
        {
          play: lead,
          gain: 0.12,
          pan: -0.1,
          send: 0.3,
          notes: [8, 20, 32].flatMap((bar) => tune(riff, bar * 4, 0.6)),
        },
        { play: pad, gain: 0.07, send: 0.4, notes: held(h, 0, bars, 52, 0.45) },
        { play: bass, gain: 0.3, notes: walking(h, 2, bars - 2, '1 . 1 5 . 8 5 3', 33, 0.65) },
        { play: 'kick', gain: 0.4, notes: beat(4, 4, bars - 4, 'x..o..x.x..o....', 0.65) },
        {
          play: 'snare',
          gain: 0.16,
          send: 0.15,
          notes: beat(4, 4, bars - 4, '....x..o....x.o.', 0.6),
        },
        { play: 'hat', gain: 0.1, pan: 0.3, notes: beat(4, 2, bars - 3, 'x.xox.xox.xox.xo', 0.5) },
        {
          play: 'clap',
          gain: 0.1,
          send: 0.25,
          notes: beat(4, 12, bars - 6, '....x.......x...', 0.5),
        },
        {
          play: 'drum',
          gain: 0.16,
          pan: -0.3,
          send: 0.3,
          notes: beat(4, 8, bars - 4, 'x.....o.....x.oo', 0.5),
        },
      ],
    }
  },
}
