import type { Script } from './film.ts'
import { bass, bell, flute, keys, lead, pad, strings } from './sound/instruments.ts'
import { beat, broken, held, progression, tune, walking, type Harmony } from './sound/score.ts'
import { person } from './stage/figure.ts'
import { beam, glow, haze, vignette } from './stage/light.ts'
import { box, disc, line, oval, poly, round, wash } from './stage/shapes.ts'
import { at, plane, put, type Ctx, type Shot, type Stage } from './stage/stage.ts'
import { text } from './stage/text.ts'
import { credits, title } from './stage/titles.ts'
import { between, lerp, seeded, smooth, wave } from './stage/time.ts'
import { motes, stars } from './stage/weather.ts'

const light = '#ffe7c2'
const noah = { coat: '#e8dcc8', hair: '#d8d2dc', scarf: '#c65b9a', legs: '#4a4468' } as const

/** Deep space in violet with a band of dust and a ringed planet. */
function deep(stage: Stage, seed: number, margin = 80) {
  return stage.backdrop((ctx, width, height) => {
    wash(ctx, 0, 0, width, height, ['#0a0a1f', '#17123a', '#24194f', '#14102e'])
    const random = seeded(seed)
    for (let n = 0; n < 46; n++) {
      const u = random()
      haze(
        ctx,
        u * width,
        height * (0.75 - u * 0.55) + (random() - 0.5) * 190,
        90 + random() * 190,
        50 + random() * 70,
        ['#5b2f86', '#c65b9a', '#35557f', '#7a4a9c'][n % 4] ?? '#5b2f86',
        0.13,
      )
    }
    for (let n = 0; n < 420; n++) {
      ctx.globalAlpha = 0.25 + random() * 0.7
      disc(
        ctx,
        random() * width,
        random() * height,
        0.5 + random() * random() * 1.9,
        random() > 0.8 ? '#ffd9ec' : '#eaf2ff',
      )
    }
    ctx.globalAlpha = 1
  }, margin)
}

function planet(stage: Stage, radius: number) {
  return stage.layer(radius * 4, radius * 2.4, (ctx) => {
    ctx.translate(radius * 2, radius * 1.2)
    const ring = (from: number, to: number): void => {
      for (const [size, colour] of [
        [1.85, 'rgba(255,231,194,0.35)'],
        [1.66, 'rgba(198,91,154,0.5)'],
        [1.5, 'rgba(255,231,194,0.25)'],
      ] as const) {
        ctx.beginPath()
        ctx.ellipse(0, 0, radius * size, radius * size * 0.24, -0.22, from, to)
        ctx.lineWidth = radius * 0.09
        ctx.strokeStyle = colour
        ctx.stroke()
      }
    }
    ring(Math.PI, Math.PI * 2)
    ctx.save()
    ctx.beginPath()
    ctx.arc(0, 0, radius, 0, 7)
    ctx.clip()
    ctx.rotate(-0.22)
    wash(ctx, -radius, -radius, radius * 2, radius * 2, [
      '#e79bb8',
      '#c65b9a',
      '#a0509c',
      '#6a3a86',
      '#3c2466',
    ])
    for (let n = 0; n < 8; n++)
      box(
        ctx,
        -radius,
        -radius + n * radius * 0.27,
        radius * 2,
        radius * 0.06,
        'rgba(255,231,194,0.13)',
      )
    disc(ctx, radius * 0.55, radius * 0.4, radius * 1.1, 'rgba(15,8,40,0.45)')
    ctx.restore()
    ring(0, Math.PI)
  })
}

/** The asteroid and its lighthouse; the lamp is at (0, -262) of the layer's middle. */
function rock(stage: Stage) {
  return stage.layer(760, 760, (ctx) => {
    ctx.translate(380, 380)
    const random = seeded(6)
    const points = Array.from({ length: 26 }, (_, n) => {
      const angle = (n / 26) * Math.PI * 2
      const reach = 205 + (random() - 0.5) * 46
      return [Math.cos(angle) * reach * 1.35, Math.sin(angle) * reach * 0.8 + 140] as const
    })
    poly(ctx, points, '#4a3a72')
    ctx.save()
    ctx.clip()
    oval(ctx, 70, 240, 300, 170, '#33275a')
    for (let n = 0; n < 12; n++) {
      const x = (random() - 0.5) * 480
      const y = 20 + random() * 240
      const size = 16 + random() * 34
      oval(ctx, x, y, size, size * 0.5, '#3b2d62')
      oval(ctx, x + 3, y + 4, size * 0.8, size * 0.36, '#57468a')
    }
    ctx.restore()
    poly(
      ctx,
      [
        [-46, -10],
        [46, -10],
        [30, -222],
        [-30, -222],
      ],
      '#f2e8dc',
    )
    poly(
      ctx,
      [
        [8, -10],
        [46, -10],
        [30, -222],
        [6, -222],
      ],
      '#cdbcc8',
    )
    const half = (y: number): number => 46 + ((y + 10) * 16) / 212
    for (const y of [-60, -132])
      poly(
        ctx,
        [
          [-half(y), y],
          [half(y), y],
          [half(y - 34), y - 34],
          [-half(y - 34), y - 34],
        ],
        '#c65b9a',
      )
    round(ctx, -42, -232, 84, 12, 4, '#5b4a78')
    round(ctx, -26, -290, 52, 58, 6, 'rgba(255,243,220,0.9)')
    poly(
      ctx,
      [
        [-36, -290],
        [36, -290],
        [0, -326],
      ],
      '#5b4a78',
    )
    round(ctx, -14, -46, 28, 38, [14, 14, 0, 0], '#6a3a52')
    round(ctx, 62, -52, 92, 60, [30, 30, 0, 0], '#cdbcc8')
    round(ctx, 92, -34, 26, 26, 13, '#ffd98f')
    line(
      ctx,
      [
        [130, -50],
        [142, -104],
      ],
      '#cdbcc8',
      4,
    )
    oval(ctx, 146, -110, 22, 9, '#cdbcc8', 0.6)
  })
}

/** The rhythm that both lights know: long, short, short; 1 when lit. */
function blink(t: number): number {
  const s = ((t % 4) + 4) % 4
  return Math.max(between(s, 0, 1.2, 0.3), between(s, 1.7, 2.2, 0.2), between(s, 2.6, 3.1, 0.2))
}

function asteroid(
  ctx: Ctx,
  t: number,
  layer: ReturnType<typeof rock>,
  x: number,
  y: number,
  scale: number,
  lit: number,
  turning = true,
): void {
  at(ctx, x, y, scale, 0.02 * wave(t, 9), () => {
    const angle = turning ? -Math.PI / 2 + wave(t, 8) * 1.35 : -0.25
    if (lit > 0) beam(ctx, 0, -262, angle, 0.1, 1500, light, 0.6 * lit)
    put(ctx, layer, -380, -380)
    glow(ctx, 0, -262, 130 + 60 * lit, light, 0.35 + 0.55 * lit)
    glow(ctx, 105, -20, 70, '#ffd98f', 0.5)
  })
}

const alone: Shot = {
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

function room(stage: Stage) {
  return stage.backdrop((ctx) => {
    wash(ctx, 0, 0, 1280, 720, ['#2c2350', '#3d2f66', '#2a2048'])
    disc(ctx, 640, 300, 268, '#6a5a94')
    disc(ctx, 640, 300, 248, '#100c28')
    for (let n = 0; n < 24; n++)
      disc(ctx, 640 + Math.cos(n * 0.2618) * 258, 300 + Math.sin(n * 0.2618) * 258, 6, '#a596c8')
    box(ctx, 0, 600, 1280, 120, '#1d1638')
    round(ctx, 60, 420, 330, 190, 14, '#4f4280')
    round(ctx, 84, 440, 180, 90, 8, '#0e1a2c')
    for (let n = 0; n < 10; n++)
      disc(
        ctx,
        290 + (n % 4) * 24,
        456 + Math.floor(n / 4) * 28,
        7,
        ['#35d6d0', '#ff8fb8', '#ffd98f'][n % 3] ?? '#ffffff',
      )
    round(ctx, 980, 250, 220, 360, 12, '#4f4280')
    for (let row = 0; row < 3; row++) {
      box(ctx, 996, 350 + row * 92, 188, 8, '#2c2350')
      for (let n = 0; n < 7; n++)
        round(
          ctx,
          1002 + n * 26,
          288 + row * 92 + (n % 3) * 6,
          18,
          62 - (n % 3) * 6,
          2,
          ['#c65b9a', '#35d6d0', '#ffe7c2', '#8f7ac0'][(n + row) % 4] ?? '#ffffff',
        )
    }
    round(ctx, 1110, 560, 60, 44, 8, '#b5697c')
    oval(ctx, 1140, 536, 34, 36, '#5fae8c')
  })
}

const keeping: Shot = {
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
        person(ctx, 560, 640, {
          ...noah,
          height: 300,
          sitting: t < 11,
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

const distance: Shot = {
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

const relief: Shot = {
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

const answering: Shot = {
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

/** A lighthouse at the edge of the solar system is answered. */
export const farLighthouse: Script = {
  key: 'signal',
  opening: { start: 0, end: 7.5 },
  ending_start: 92,
  shots: [
    alone,
    keeping,
    distance,
    relief,
    answering,
    credits(
      10,
      [
        ['', '먼 등대'],
        ['노아', '단우진'],
        ['그림', '한편 그림방'],
        ['음악', '한편 소리방'],
        ['빛', '왕복 구 년'],
      ],
      light,
      (stage) => {
        const sky = deep(stage, 9)
        return (ctx, t) => {
          put(ctx, sky, -80 - t * 2, -80)
          glow(ctx, 150, 560, 60 + 40 * blink(t), light, 0.4 + 0.5 * blink(t))
          glow(ctx, 1130, 160, 50 + 40 * blink(t - 2), '#35d6d0', 0.4 + 0.5 * blink(t - 2))
        }
      },
    ),
  ],
  korean: [
    [8, 11.6, '태양계 가장자리에는\n아직 등대가 하나 있다.'],
    [12.2, 15.6, '지나는 배가 없는 지 사십 년.'],
    [16.2, 21, '노아: 오늘도 이상 없음. 오늘도, 아무도 없음.'],
    [23.4, 26.6, '노아: 교대선은 내일 온다고 했지.'],
    [27.2, 30, '노아: 마지막 밤이네, 친구.'],
    [32, 35, '노아: …잠깐.'],
    [35.6, 39.4, '노아: 길게 한 번. 짧게 두 번.\n저건… 우리 신호야.'],
    [41, 44.4, '같은 박자, 같은 간격.'],
    [45.4, 49.6, '두 빛 사이의 거리는\n빛으로도 사 년 반.'],
    [50.6, 56.6, '저 빛은 사 년 반 전의 인사였다.'],
    [59.6, 62.4, '교대선: 노아, 고생했어요. 이제 집에 가요.'],
    [63.4, 66.4, '노아: 대답이 도착하려면 얼마나 걸리지?'],
    [67, 69.6, '교대선: 왕복 구 년이요. …설마.'],
    [70.2, 74, '노아: 그쪽도 혼자일 거야. 먼저 가.'],
    [77, 80.6, '노아: 여기는 등대. 잘 보입니다.'],
    [81.6, 85.4, '노아: 구 년 뒤에, 또 얘기해요.'],
    [87, 91.4, '어둠은 더 이상 조용하지 않았다.'],
  ],
  soundtrack: (duration) => {
    const bars = Math.floor((duration * 80) / 240)
    const h: Harmony = {
      chords: progression('Emaj9 C#m7 Amaj7 B6 G#m7 C#m7 F#m9 B7sus4'),
      bars,
      meter: 4,
    }
    const melody = `B4/3 E5/1 F#5/2 G#5/2 E5/3 C#5/1 B4/4 G#4/3 B4/1 C#5/2 E5/2 F#5/6 r/2`
    return {
      tempo: 80,
      room: 0.9,
      beds: [
        { place: 'space', gain: 0.5 },
        { place: 'hum', gain: 0.14, from: 21, to: 41 },
      ],
      happenings: [
        ...[31.2, 32.9, 33.8].map(
          (second, n) =>
            ({ at: second, sound: 'beep', gain: n === 0 ? 0.3 : 0.22, pan: 0.3 }) as const,
        ),
        ...[35.2, 36.9, 37.8].map(
          (second) => ({ at: second, sound: 'beep', gain: 0.2, pan: 0.3 }) as const,
        ),
        { at: 41, sound: 'whoosh', gain: 0.3, pan: -0.4 },
        { at: 58, sound: 'whoosh', gain: 0.6, pan: 0.5 },
        { at: 70.4, sound: 'whoosh', gain: 0.6, pan: 0.4 },
        { at: 84, sound: 'sparkle', gain: 0.16 },
      ],
      parts: [
        { play: pad, gain: 0.15, send: 0.6, notes: held(h, 0, bars, 52, 0.5) },
        {
          play: keys,
          gain: 0.11,
          pan: -0.3,
          send: 0.6,
          notes: broken(h, 2, bars - 1, '0 2 4 2 3 2 4 2', 64, 0.45),
        },
        {
          play: lead,
          gain: 0.1,
          pan: 0.15,
          send: 0.7,
          notes: [...tune(melody, 12, 0.5), ...tune(melody, 52, 0.5)],
        },
        {
          play: strings,
          gain: 0.14,
          pan: -0.1,
          send: 0.7,
          notes: [...tune(melody, 80, 0.5), ...held(h, 19, bars, 64, 0.3)],
        },
        { play: flute, gain: 0.1, pan: 0.3, send: 0.8, notes: tune(melody, 92, 0.5) },
        {
          play: bell,
          gain: 0.1,
          pan: 0.4,
          send: 0.8,
          notes: broken(h, 10, bars - 2, '5 . . 4 . 5 . .', 76, 0.5),
        },
        { play: bass, gain: 0.24, notes: walking(h, 4, bars - 1, '1 - - 1 - - 5 8', 28, 0.6) },
        {
          play: 'kick',
          gain: 0.24,
          send: 0.2,
          notes: beat(4, 11, bars - 4, 'x...o...x...o...', 0.5),
        },
        {
          play: 'shaker',
          gain: 0.06,
          pan: 0.3,
          send: 0.4,
          notes: beat(4, 11, bars - 4, '..o...x...o...xo', 0.5),
        },
      ],
    }
  },
}
