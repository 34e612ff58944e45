import type { Script } from './film.ts'
import { bass, bell, flute, pad, pluck, strings } from './sound/instruments.ts'
import { beat, broken, held, progression, tune, type Harmony } from './sound/score.ts'
import { glow, haze, vignette } from './stage/light.ts'
import { box, disc, land, line, mix, oval, poly, ridge, round, wash } from './stage/shapes.ts'
import { at, plane, put, type Ctx, type Shot, type Stage } from './stage/stage.ts'
import { credits, title } from './stage/titles.ts'
import { between, chance, lerp, ramp, seeded, smooth, wave } from './stage/time.ts'
import { mist, motes } from './stage/weather.ts'

const cream = '#f5f3dc'
const fog = { width: 1280, height: 720, colour: '#eef4ea' }

/** Ridges one behind the other, paler the farther, each in its own layer. */
function mountains(stage: Stage, seed: number, near: string, far: string) {
  const random = seeded(seed)
  return Array.from({ length: 5 }, (_, n) =>
    stage.layer(1500, 620, (ctx) => {
      const colour = mix(far, near, n / 4)
      land(ctx, ridge(random, 1500, 330 + n * 30, 250 - n * 30, 0.42, 760 - n * 60), 620, colour)
    }),
  )
}

/** A slope of tea: rounded rows that follow the hill, with light on their shoulders. */
function terraces(stage: Stage, seed: number, rows = 9) {
  return stage.layer(1500, 560, (ctx) => {
    const random = seeded(seed)
    const phase = random() * 6
    for (let row = 0; row < rows; row++) {
      const u = row / (rows - 1)
      const y = 90 + u * u * 400 + u * 30
      const thick = 16 + u * 46
      const points = Array.from({ length: 64 }, (_, n) => {
        const x = n * 24
        return [
          x,
          y + Math.sin(x * 0.0042 + phase + u * 0.9) * (40 - u * 8) + Math.sin(x * 0.011 + row) * 5,
        ] as const
      })
      land(
        ctx,
        points.map(([x, top]) => [x, top - thick * 0.2] as const),
        560,
        mix('#1f5a42', '#0f3a33', u),
      )
      ctx.lineCap = 'round'
      line(
        ctx,
        points.map(([x, top]) => [x, top + thick * 0.3] as const),
        mix('#3d8052', '#1f5f40', u),
        thick,
      )
      line(
        ctx,
        points.map(([x, top]) => [x, top + thick * 0.06] as const),
        mix('#8fbf76', '#5b9a58', u),
        thick * 0.42,
      )
      for (let n = 0; n < 90; n++) {
        const [x, top] = points[Math.floor(random() * 64)] ?? [0, 0]
        oval(
          ctx,
          x + random() * 24,
          top + random() * thick * 0.5,
          2 + u * 4,
          1.5 + u * 2,
          random() > 0.5 ? '#c9d89b' : '#4d8f58',
          random() * 3,
        )
      }
    }
  })
}

/** Someone who picks: straw hat, bent back, basket. */
function picker(
  ctx: Ctx,
  t: number,
  x: number,
  y: number,
  size: number,
  colour: string,
  phase: number,
): void {
  at(ctx, x, y, size / 100, 0, () => {
    const reach = 0.5 + 0.5 * wave(t, 2.6, phase)
    round(ctx, -26, -58, 30, 40, 8, '#b88a4f')
    for (let n = 0; n < 3; n++) box(ctx, -26, -50 + n * 11, 30, 3, '#8f6636')
    poly(
      ctx,
      [
        [-14, -66],
        [14, -72],
        [24, 0],
        [-18, 0],
      ],
      colour,
    )
    line(
      ctx,
      [
        [8, -62],
        [26 + reach * 8, -44 + reach * 14],
      ],
      colour,
      10,
    )
    disc(ctx, 28 + reach * 8, -42 + reach * 14, 5, '#e8c3a0')
    disc(ctx, 12, -80, 11, '#e8c3a0')
    poly(
      ctx,
      [
        [-16, -82],
        [40, -84],
        [14, -106],
      ],
      '#e2c58a',
    )
    poly(
      ctx,
      [
        [-16, -82],
        [40, -84],
        [12, -78],
      ],
      '#b8965a',
    )
  })
}

const dawn: Shot = {
  seconds: 24,
  prepare: (stage) => {
    const hills = mountains(stage, 5, '#0f3a33', '#a9c4b4')
    const dark = vignette(stage, 0.35, '#0f2a26')
    return (ctx, t, u) => {
      wash(ctx, 0, 0, 1280, 720, [
        mix('#5f8078', '#f3c98a', smooth(u)),
        mix('#a9bfb0', '#f5ecd0', smooth(u)),
        '#e8ecd8',
      ])
      const sun = lerp(470, 250, smooth(u))
      glow(ctx, 860, sun, 330, '#ffe2a0', 0.3 + 0.5 * smooth(u))
      disc(ctx, 860, sun, 44, mix('#f5ecd0', '#fff6dc', u))
      const view = { x: 640 + 60 * smooth(u), y: 360 - 24 * smooth(u), zoom: 1 + 0.08 * u }
      hills.forEach((hill, n) => {
        plane(ctx, stage, view, 0.2 + n * 0.2, () => {
          ctx.globalAlpha = ramp(t, 3 + n * -0.4, 12 - n * 1.6) * 0.9 + 0.1
          put(ctx, hill, -100, 100 + n * 26, ctx.globalAlpha)
        })
        mist(ctx, t + n * 20, {
          ...fog,
          count: 4,
          top: 330 + n * 66,
          bottom: 400 + n * 70,
          size: 300,
          alpha: lerp(0.6, 0.22, smooth(u)),
          speed: 9 + n * 3,
          salt: n * 11,
        })
      })
      for (let n = 0; n < 5; n++) {
        const x = 300 + t * 26 + n * 34 - (n % 2) * 12
        const y = 170 + n * 12 + 6 * wave(t, 4, n * 0.2)
        const flap = 7 * wave(t, 0.8, n * 0.23)
        line(
          ctx,
          [
            [x - 11, y - flap],
            [x, y],
            [x + 11, y - flap],
          ],
          '#2a4a44',
          2.4,
        )
      }
      put(ctx, dark)
      title(ctx, t, {
        name: '안개를 따는 사람들',
        below: '1화  안개가 먼저 일어나는 산',
        x: 640,
        y: 200,
        size: 82,
        colour: '#0f3a33',
        from: 0.8,
        to: 8,
      })
    }
  },
}

const picking: Shot = {
  seconds: 22,
  enter: 'melt',
  prepare: (stage) => {
    const hills = mountains(stage, 15, '#2a6b4c', '#d6e2cc')
    const slope = terraces(stage, 7)
    const dark = vignette(stage, 0.35, '#0f2a26')
    return (ctx, t, u) => {
      wash(ctx, 0, 0, 1280, 720, ['#f3dca8', '#f5f0d8', '#dfe8cc'])
      glow(ctx, 260, 120, 420, '#fff0c0', 0.7)
      const view = { x: lerp(560, 760, smooth(u)), y: 360, zoom: lerp(1, 1.12, smooth(u)) }
      hills
        .slice(0, 3)
        .forEach((hill, n) =>
          plane(ctx, stage, view, 0.15 + n * 0.12, () => put(ctx, hill, -120, 20 + n * 30)),
        )
      mist(ctx, t, { ...fog, count: 6, top: 260, bottom: 360, size: 300, alpha: 0.4, speed: 10 })
      plane(ctx, stage, view, 1, () => {
        put(ctx, slope, -110, 200)
        for (const [x, y, size, colour] of [
          [330, 400, 84, '#c9704f'],
          [560, 372, 76, '#e2a03f'],
          [840, 410, 90, '#6f88b0'],
          [1040, 376, 78, '#b0627a'],
        ] as const)
          picker(ctx, t, x + t * 1.2, y, size, colour, x * 0.13)
      })
      ctx.save()
      ctx.beginPath()
      ctx.rect(0, 398, 1280, 322)
      ctx.clip()
      plane(ctx, stage, view, 1.25, () => put(ctx, slope, -160, 340))
      ctx.restore()
      mist(ctx, t + 40, {
        ...fog,
        count: 5,
        top: 480,
        bottom: 700,
        size: 320,
        alpha: 0.2,
        speed: 20,
        salt: 9,
      })
      put(ctx, dark)
    }
  },
}

const leaf: Shot = {
  seconds: 15,
  enter: 'melt',
  prepare: (stage) => {
    const back = stage.backdrop((ctx) => {
      wash(ctx, 0, 0, 1280, 720, ['#dfe8b8', '#8fb96f', '#2f6b4a'])
      const random = seeded(2)
      for (let n = 0; n < 40; n++)
        haze(
          ctx,
          random() * 1280,
          random() * 720,
          60 + random() * 130,
          50 + random() * 100,
          n % 3 ? '#6fa35d' : '#eef4c8',
          0.3,
        )
    })
    const dark = vignette(stage, 0.4, '#0f2a26')
    const blade = (ctx: Ctx, length: number, turn: number, colour: string, rib: string): void =>
      at(ctx, 0, 0, 1, turn, () => {
        ctx.beginPath()
        ctx.moveTo(0, 0)
        ctx.bezierCurveTo(-length * 0.26, -length * 0.3, -length * 0.2, -length * 0.8, 0, -length)
        ctx.bezierCurveTo(length * 0.2, -length * 0.8, length * 0.26, -length * 0.3, 0, 0)
        ctx.fillStyle = colour
        ctx.fill()
        line(
          ctx,
          [
            [0, 0],
            [0, -length * 0.9],
          ],
          rib,
          3,
        )
        for (let n = 1; n < 6; n++)
          for (const side of [-1, 1])
            line(
              ctx,
              [
                [0, -length * n * 0.14],
                [side * length * 0.13, -length * (n * 0.14 + 0.09)],
              ],
              rib,
              1.4,
            )
      })
    return (ctx, t) => {
      put(ctx, back)
      const sway = 0.03 * wave(t, 4)
      const picked = ramp(t, 8.2, 9)
      const lift = smooth((t - 8.6) / 4)
      line(
        ctx,
        [
          [640, 760],
          [640 + sway * 300, 470],
        ],
        '#5f8f4a',
        16,
      )
      at(ctx, 640 + sway * 300, 480, 1, sway, () => {
        blade(ctx, 290, -1.15, '#4d8f50', '#8fc07a')
        blade(ctx, 290, 1.2, '#458548', '#83b870')
      })
      at(
        ctx,
        640 + sway * 300 + lift * 130,
        480 - lift * 330,
        1,
        sway * 1.5 + picked * 0.12 + lift * 0.3,
        () => {
          blade(ctx, 230, -0.42, '#9cc76a', '#d3e6a0')
          blade(ctx, 230, 0.46, '#8fbd60', '#c9de96')
          blade(ctx, 190, 0.02, '#bcdc85', '#e8f3c0')
        },
      )
      const hand = smooth((t - 5.4) / 3)
      at(
        ctx,
        lerp(1180, 690, hand) + lift * 130,
        lerp(300, 400, hand) - lift * 330,
        1,
        0.1 * wave(t, 3),
        () => {
          round(ctx, 40, -36, 820, 110, 50, '#e2a03f')
          round(ctx, -10, -34, 150, 96, 44, '#e8c3a0')
          at(ctx, 0, 0, 1, -0.2, () => round(ctx, -76, -22, 110, 32, 16, '#e8c3a0'))
          at(ctx, 0, 30, 1, 0.24, () => round(ctx, -66, 0, 100, 30, 15, '#d9af8b'))
        },
      )
      for (let n = 0; n < 4; n++) {
        const age = (t / 5 + n / 4) % 1
        const x = 560 + n * 56
        oval(
          ctx,
          x,
          360 + age * age * 300,
          5,
          8,
          `rgba(245,250,240,${(0.9 * (1 - age)).toFixed(2)})`,
        )
      }
      motes(ctx, t, { width: 1280, height: 720, count: 26, colour: '#fffbe0', size: 3, alpha: 0.6 })
      put(ctx, dark)
    }
  },
}

const kettle: Shot = {
  seconds: 16,
  enter: 'melt',
  prepare: (stage) => {
    const room = stage.backdrop((ctx) => {
      wash(ctx, 0, 0, 1280, 720, ['#3a2c22', '#5a4230', '#2f241d'])
      round(ctx, 800, 90, 330, 260, 8, '#2a1f18')
      wash(ctx, 816, 106, 298, 228, ['#f5f0d8', '#b9d09a'])
      for (let n = 1; n < 4; n++) box(ctx, 816 + n * 74, 106, 5, 228, '#2a1f18')
      box(ctx, 816, 216, 298, 5, '#2a1f18')
      box(ctx, 0, 590, 1280, 130, '#241b15')
      poly(
        ctx,
        [
          [250, 470],
          [930, 470],
          [860, 720],
          [320, 720],
        ],
        '#6b5a4a',
      )
      oval(ctx, 590, 470, 340, 66, '#4a3c30')
      oval(ctx, 590, 468, 300, 54, '#15120f')
      round(ctx, 500, 590, 180, 90, 30, '#1a0f0a')
    })
    const dark = vignette(stage, 0.55)
    return (ctx, t) => {
      put(ctx, room)
      glow(ctx, 590, 640, 170 + 20 * wave(t, 0.5), '#ff8a3c', 0.9)
      glow(ctx, 960, 220, 420, '#f5f0d8', 0.25)
      const stir = t * 1.5
      for (let n = 0; n < 90; n++) {
        const angle = chance(n, 1) * 6.28 + stir * (0.6 + chance(n, 2) * 0.4)
        const reach = 60 + chance(n, 3) * 200
        const hop = Math.max(0, wave(t, 1.4, chance(n, 4))) * 26
        oval(
          ctx,
          590 + Math.cos(angle) * reach,
          468 + Math.sin(angle) * reach * 0.17 - hop,
          13,
          5,
          ['#7da356', '#5c8845', '#96b866'][n % 3] ?? '#7da356',
          angle * 2,
        )
      }
      for (const side of [-1, 1]) {
        const x = 590 + side * 150 + Math.cos(stir + (side > 0 ? 0 : 3.1)) * 90
        const y = 440 + Math.sin(stir) * 16
        at(ctx, x, y, 1, side * 0.5, () => {
          round(ctx, -34, -760, 68, 720, 30, '#dfe6d0')
          round(ctx, -26, -70, 52, 84, 26, '#e8c3a0')
          for (let f = 0; f < 4; f++) round(ctx, -26 + f * 13, 0, 11, 30, 6, '#e8c3a0')
        })
      }
      for (let n = 0; n < 9; n++) {
        const age = (t / 4 + n / 9) % 1
        haze(
          ctx,
          420 + n * 42 + Math.sin(age * 5 + n) * 34,
          440 - age * 380,
          50 + age * 90,
          40 + age * 60,
          '#f5f3e6',
          0.2 * (1 - age) * between(age, -0.1, 1.1, 0.2),
        )
      }
      put(ctx, dark)
    }
  },
}

const cup: Shot = {
  seconds: 15,
  enter: 'melt',
  prepare: (stage) => {
    const hills = mountains(stage, 25, '#3f7f5a', '#e8ecd6')
    const dark = vignette(stage, 0.35, '#0f2a26')
    return (ctx, t, u) => {
      wash(ctx, 0, 0, 1280, 720, ['#dfe8d4', '#f5f3dc', '#e8ecd0'])
      hills.slice(0, 4).forEach((hill, n) => put(ctx, hill, -110 + u * 10 * n, 60 + n * 34))
      mist(ctx, t, { ...fog, count: 8, top: 330, bottom: 480, size: 320, alpha: 0.45, speed: 12 })
      box(ctx, 0, 560, 1280, 160, '#6b4a34')
      box(ctx, 0, 560, 1280, 10, '#8f6a4a')
      oval(ctx, 640, 612, 210, 26, 'rgba(0,0,0,0.25)')
      poly(
        ctx,
        [
          [510, 470],
          [770, 470],
          [716, 606],
          [564, 606],
        ],
        '#e9e4d2',
      )
      poly(
        ctx,
        [
          [680, 470],
          [770, 470],
          [716, 606],
          [670, 606],
        ],
        '#cfc9b4',
      )
      oval(ctx, 640, 470, 130, 30, '#f5f1e2')
      const level = lerp(0.92, 0.2, ramp(t, 6, 12))
      oval(
        ctx,
        640,
        474,
        118 * (0.8 + level * 0.2),
        25 * (0.7 + level * 0.3),
        mix('#cfc9b4', '#b7b648', level),
      )
      for (let n = 0; n < 6; n++) {
        const age = (t / 4.5 + n / 6) % 1
        haze(
          ctx,
          600 + n * 16 + Math.sin(age * 4 + n * 1.4) * 26,
          450 - age * 300,
          26 + age * 50,
          50 + age * 40,
          '#ffffff',
          0.4 * (1 - age) * level,
        )
      }
      put(ctx, dark)
    }
  },
}

/** A morning in the tea fields, told quietly. */
export const teaMountain: Script = {
  key: 'tea-mountain',
  opening: { start: 0, end: 8.5 },
  ending_start: 92,
  shots: [
    dawn,
    picking,
    leaf,
    kettle,
    cup,
    credits(
      10,
      [
        ['', '안개를 따는 사람들'],
        ['기록', '명지호'],
        ['글', '빙나라'],
        ['그림', '한편 그림방'],
        ['음악', '한편 소리방'],
      ],
      cream,
      (stage) => {
        const hills = mountains(stage, 5, '#0a2a25', '#2a6b4c')
        return (ctx, t) => {
          wash(ctx, 0, 0, 1280, 720, ['#12332c', '#2a5a44', '#1a4034'])
          hills.forEach((hill, n) => put(ctx, hill, -100 - t * n * 0.8, 140 + n * 26))
          mist(ctx, t, {
            ...fog,
            count: 7,
            top: 330,
            bottom: 640,
            size: 300,
            alpha: 0.1,
            speed: 12,
          })
        }
      },
    ),
  ],
  korean: [
    [9, 12.4, '이 산에서는 안개가 먼저 일어난다.'],
    [13.4, 17.6, '사람들은 안개가 어디까지 왔는지 보고\n오늘의 밭을 고른다.'],
    [19, 22.6, '능선이 하나, 둘, 셋. 다섯이 보이면 시작이다.'],
    [26, 29.4, '첫물차는 해가 뜨기 전에 딴다.'],
    [31, 35.4, '"잎이 젖었을 때 따야\n산 냄새가 안 날아가요."'],
    [37.4, 42, '마흔 해 동안 같은 비탈을 올랐지만\n같은 아침은 없었다고 했다.'],
    [47.6, 51, '새순 하나에 잎 둘.'],
    [52, 55.6, '손끝으로 꺾는다. 힘을 주면 이미 늦은 것.'],
    [62.4, 65.4, '가마솥 삼백 도.'],
    [66.4, 70.4, '맨손으로 아홉 번을 덖으면\n향이 아홉 번 바뀐다.'],
    [71.4, 75, '"눈은 감아도 돼요. 코가 다 보니까."'],
    [78.6, 82, '다 마시고 난 뒤에 남는 것을'],
    [82.6, 86, '이 마을에서는 뒷산이라고 부른다.'],
    [87, 90.6, '내일도 안개가 먼저 일어날 것이다.'],
  ],
  soundtrack: (duration) => {
    const bars = Math.floor((duration * 58) / 240)
    const h: Harmony = { chords: progression('Dsus2 G6 Em7 A7sus4 Bm7 G6 Dsus2 .'), bars, meter: 4 }
    // Pentatonic, as on a daegeum and a gayageum.
    const melody = `A4/3 B4/1 D5/4 E5/1.5 D5/.5 B4/2 A4/3 r/1 F#4/1 A4/1 B4/2 D5/2 B4/1 A4/1 E4/4 r/4`
    const answer = `D5/2 E5/1 F#5/1 A5/4 F#5/1 E5/1 D5/2 B4/3 r/1 D5/1.5 B4/.5 A4/2 F#4/1 A4/1 D5/5 r/1`
    return {
      tempo: 58,
      room: 0.85,
      beds: [
        { place: 'birds', gain: 0.9, to: 64, fade: 4 },
        { place: 'wind', gain: 0.16 },
        { place: 'sizzle', gain: 0.55, from: 60, to: 78, fade: 1.5 },
        { place: 'birds', gain: 0.7, from: 76, fade: 3 },
      ],
      happenings: [
        { at: 53.5, sound: 'click', gain: 0.3 },
        { at: 78, sound: 'buoy', gain: 0.1 },
      ],
      parts: [
        {
          play: flute,
          gain: 0.22,
          pan: 0.1,
          send: 0.7,
          notes: [...tune(melody, 8, 0.6), ...tune(answer, 56, 0.6)],
        },
        {
          play: pluck,
          gain: 0.3,
          pan: -0.25,
          send: 0.5,
          notes: [...tune(answer, 32, 0.65), ...broken(h, 2, bars - 2, '0 . 2 3 . 4 . 2', 50, 0.5)],
        },
        { play: pluck, gain: 0.2, pan: 0.3, send: 0.6, notes: tune(melody, 72, 0.6) },
        { play: pad, gain: 0.12, send: 0.5, notes: held(h, 0, bars, 50, 0.45) },
        { play: strings, gain: 0.08, send: 0.7, notes: held(h, 8, bars, 62, 0.3) },
        {
          play: bell,
          gain: 0.06,
          pan: 0.4,
          send: 0.8,
          notes: broken(h, 6, bars - 2, '. . . . 5 . . .', 74, 0.5),
        },
        {
          play: bass,
          gain: 0.16,
          notes: held(h, 4, bars - 1, 26, 0.4).filter((note) => note.midi < 38),
        },
        {
          play: 'drum',
          gain: 0.2,
          pan: -0.1,
          send: 0.6,
          notes: beat(4, 8, bars - 4, 'x.....o...o.....', 0.45),
        },
        {
          play: 'rim',
          gain: 0.06,
          pan: 0.2,
          send: 0.5,
          notes: beat(4, 8, bars - 4, '......x.....x.o.', 0.4),
        },
      ],
    }
  },
}
