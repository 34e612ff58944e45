import type { Script } from './film.ts'
import { bass, bell, pad, piano, strings, woodwind } from './sound/instruments.ts'
import { beat, broken, held, progression, tune, walking, type Harmony } from './sound/score.ts'
import { person } from './stage/figure.ts'
import { beam, glow, haze, vignette } from './stage/light.ts'
import { box, disc, line, poly, round, wash } from './stage/shapes.ts'
import { at, plane, put, type Ctx, type Shot, type Stage } from './stage/stage.ts'
import { text } from './stage/text.ts'
import { credits, title } from './stage/titles.ts'
import { between, chance, lerp, ramp, smooth, wave } from './stage/time.ts'
import { mist, stars } from './stage/weather.ts'

const lamp = '#f6e3b4'
const names = { width: 1280, height: 720, count: 0, colour: '#6fa6a8' }

/** Rows of waves, each darker and faster than the one behind; `swell` is their height. */
function sea(ctx: Ctx, t: number, top: number, swell: number, rows = 6): void {
  for (let row = 0; row < rows; row++) {
    const u = row / (rows - 1)
    const y = top + u * u * (760 - top)
    const tones = ['#1a5468', '#15475c', '#103a50', '#0b2c41', '#071f31', '#04141f']
    ctx.beginPath()
    ctx.moveTo(-20, 740)
    for (let x = -20; x <= 1300; x += 20) {
      const near = 0.4 + u
      ctx.lineTo(
        x,
        y +
          Math.sin(x * (0.016 - u * 0.008) + t * (0.7 + u * 0.5) + row * 1.9) * swell * near +
          Math.sin(x * 0.007 - t * 0.45 + row) * swell * 0.7 * near,
      )
    }
    ctx.lineTo(1300, 740)
    ctx.fillStyle = tones[row] ?? '#04141f'
    ctx.fill()
  }
}

function night(stage: Stage) {
  return stage.backdrop((ctx, width) => {
    wash(ctx, 0, 0, width, 460, ['#03101c', '#0a2a3f', '#1c4a5c'])
    box(ctx, 0, 455, width, 300, '#0a2a3f')
  })
}

/** The ferry from the side, waterline at y = 0, about 460 long. */
function ferry(ctx: Ctx, t: number, lights: number): void {
  at(ctx, 0, 4 * wave(t, 4.2), 1, 0.014 * wave(t, 5.1), () => {
    poly(
      ctx,
      [
        [-230, -50],
        [236, -62],
        [200, 14],
        [-200, 14],
      ],
      '#0f2230',
    )
    poly(
      ctx,
      [
        [-230, -50],
        [236, -62],
        [230, -50],
        [-226, -38],
      ],
      '#c4553a',
    )
    round(ctx, -170, -112, 310, 58, 8, '#dfe3da')
    round(ctx, -120, -158, 190, 48, 8, '#c9d0c8')
    round(ctx, 20, -200, 70, 46, 8, '#dfe3da')
    round(ctx, -96, -206, 40, 52, 4, '#c4553a')
    box(ctx, -96, -192, 40, 10, '#f6e3b4')
    line(
      ctx,
      [
        [120, -110],
        [120, -206],
      ],
      '#dfe3da',
      4,
    )
    for (let n = 0; n < 9; n++) {
      const on = chance(n, 4) < lights
      round(ctx, -156 + n * 32, -96, 20, 24, 10, on ? '#ffd98f' : '#2b3d46')
      if (n < 5) round(ctx, -104 + n * 34, -144, 20, 20, 10, on ? '#ffd98f' : '#2b3d46')
    }
    round(ctx, 30, -190, 50, 20, 4, lights > 0.1 ? '#ffe9b8' : '#2b3d46')
    if (lights > 0) {
      glow(ctx, -30, -90, 330, '#ffd98f', 0.3 * lights)
      glow(ctx, 120, -206, 60, '#ff6a3d', 0.8 * lights)
    }
  })
}

function reflection(ctx: Ctx, t: number, x: number, y: number, strength: number): void {
  for (let n = 0; n < 9; n++) {
    const width = 190 - n * 12
    haze(
      ctx,
      x + Math.sin(t * 1.3 + n * 1.7) * 22,
      y + 16 + n * 17,
      width,
      6,
      '#ffd98f',
      0.32 * strength * (1 - n / 10),
    )
  }
}

const leaving: Shot = {
  seconds: 20,
  prepare: (stage) => {
    const sky = night(stage)
    const dark = vignette(stage, 0.5)
    return (ctx, t, u) => {
      const view = { x: 640 + 40 * smooth(u), y: 360, zoom: lerp(1.12, 1, smooth(u)) }
      put(ctx, sky)
      stars(ctx, t, { width: 1280, height: 330, count: 120, colour: '#dcecee', size: 2 })
      plane(ctx, stage, view, 0.3, () => {
        ctx.fillStyle = '#07202f'
        ctx.beginPath()
        ctx.moveTo(-80, 470)
        ctx.bezierCurveTo(60, 330, 220, 300, 420, 470)
        ctx.fill()
        for (let n = 0; n < 11; n++) {
          const x = 60 + n * 30
          disc(ctx, x, 448 + (n % 3) * 5, 2.6, lamp)
          glow(ctx, x, 448, 26, lamp, 0.5)
        }
        round(ctx, 330, 372, 14, 92, 3, '#dfe3da')
        box(ctx, 328, 388, 18, 12, '#c4553a')
        const turn = wave(t, 5)
        glow(ctx, 337, 368, 60 + 40 * Math.max(0, turn), lamp, 0.9)
        beam(ctx, 337, 368, turn * 0.6, 0.07, 900, lamp, 0.35)
      })
      sea(ctx, t, 456, 6, 2)
      plane(ctx, stage, view, 0.8, () => {
        const x = lerp(430, 800, smooth(t / 20))
        reflection(ctx, t, x, 560, 1)
        at(ctx, x, 556, 1.05, 0, () => ferry(ctx, t, 1))
      })
      ctx.save()
      ctx.translate(0, 92)
      sea(ctx, t + 3, 500, 8, 5)
      ctx.restore()
      reflection(ctx, t, lerp(470, 790, smooth(t / 20)), 590, 0.6)
      put(ctx, dark)
      title(ctx, t, {
        name: '막배',
        below: '열한 명이 탔고, 열두 명이 내린다',
        x: 900,
        y: 150,
        size: 120,
        colour: '#f6e3b4',
        from: 0.6,
        to: 7,
      })
    }
  },
}

const coats = [
  '#b5563f',
  '#4c6b78',
  '#7d6a94',
  '#8a8350',
  '#3f6b5c',
  '#a0736a',
  '#5a6f9c',
  '#94794f',
  '#6a5a5a',
  '#41565f',
  '#8c5a72',
] as const

const cabin: Shot = {
  seconds: 19,
  enter: 'melt',
  prepare: (stage) => {
    const room = stage.layer(1900, 720, (ctx) => {
      wash(ctx, 0, 0, 1900, 720, ['#2a2a28', '#5b4c38', '#43392e'])
      for (let n = 0; n < 8; n++) {
        const x = 70 + n * 232
        disc(ctx, x + 80, 230, 84, '#8a7650')
        disc(ctx, x + 80, 230, 72, '#071a28')
        disc(ctx, x + 80, 258, 60, '#0d2c40')
      }
      box(ctx, 0, 60, 1900, 14, '#6b5a40')
      for (let n = 0; n < 16; n++) round(ctx, 40 + n * 118, 60, 60, 12, 6, '#ffe2a0')
      box(ctx, 0, 600, 1900, 120, '#2a231d')
      for (let n = 0; n < 6; n++) round(ctx, 60 + n * 310, 500, 260, 120, [20, 20, 0, 0], '#6d3b33')
    })
    const dark = vignette(stage, 0.6)
    return (ctx, t, u) => {
      const x = lerp(0, -560, smooth(u))
      const sway = 5 * wave(t, 4.4)
      const flick = t > 14.6 && t < 16 ? (Math.sin(t * 37) > 0 ? 1 : 0.35) : t > 16 ? 0.3 : 1
      at(ctx, x, sway, 1, 0, () => {
        put(ctx, room, 0, -10)
        coats.forEach((coat, n) => {
          const seat = 150 + n * 152
          person(ctx, seat, 640, {
            height: 300 + (n % 3) * 14,
            coat,
            hair: n % 4 === 0 ? '#c9c4bc' : '#241f24',
            cut: n % 3 === 1 ? 'long' : n % 3 === 2 ? 'bun' : 'short',
            sitting: true,
            facing: n % 2 ? -1 : 1,
            nod: n % 4 === 3 ? 0.3 : 0.05,
            eyes: n % 4 === 3 ? 'closed' : 'open',
            breath: wave(t, 3 + (n % 3) * 0.4, n * 0.2),
          })
        })
      })
      const count = Math.min(11, Math.floor((t - 3) / 0.95))
      if (count > 0 && t < 15)
        text(ctx, String(count), 1130, 150, { size: 120, weight: 300, colour: lamp, alpha: 0.85 })
      ctx.globalAlpha = 1 - flick
      box(ctx, 0, 0, 1280, 720, '#02080e')
      ctx.globalAlpha = 1
      put(ctx, dark)
    }
  },
}

const stopped: Shot = {
  seconds: 16,
  enter: 'melt',
  prepare: (stage) => {
    const sky = night(stage)
    const dark = vignette(stage, 0.65)
    return (ctx, t) => {
      put(ctx, sky)
      sea(ctx, t * 0.5, 440, 4)
      const lights = t < 3 ? 0.8 : t < 4 ? (Math.sin(t * 40) > 0 ? 0.8 : 0.1) : 0
      reflection(ctx, t, 640, 540, lights)
      at(ctx, 640, 540, 1.3, 0, () => ferry(ctx, t * 0.5, lights))
      mist(ctx, t, {
        ...names,
        count: 16,
        colour: '#8fb4b6',
        top: 380,
        bottom: 690,
        size: 300,
        alpha: 0.34 * ramp(t, 0, 8) + 0.08,
        speed: 22,
      })
      const sweep = (t - 6) / 2.4
      if (sweep > 0 && sweep < 3.4)
        for (const pass of [0, 1, 2]) {
          const s = sweep - pass * 1.2
          if (s > 0 && s < 1)
            beam(
              ctx,
              -60,
              330,
              lerp(-0.5, 0.55, smooth(s)),
              0.08,
              1600,
              lamp,
              0.55 * Math.sin(s * Math.PI),
            )
        }
      put(ctx, dark)
    }
  },
}

const twelve: Shot = {
  seconds: 19,
  enter: 'black',
  prepare: (stage) => {
    const deck = stage.backdrop((ctx) => {
      wash(ctx, 0, 0, 1280, 720, ['#0d2836', '#2a5563', '#3c6b76', '#14303c'])
      box(ctx, 0, 560, 1280, 160, '#15242c')
      for (let n = 0; n < 12; n++)
        line(
          ctx,
          [
            [640 + (n - 6) * 60, 560],
            [640 + (n - 6) * 210, 720],
          ],
          'rgba(0,0,0,0.35)',
          3,
        )
    })
    const dark = vignette(stage, 0.6)
    return (ctx, t) => {
      const zoom = lerp(1, 1.18, smooth(t / 19))
      at(ctx, 640 * (1 - zoom), 420 * (1 - zoom), zoom, 0, () => {
        put(ctx, deck)
        mist(ctx, t, {
          ...names,
          count: 10,
          colour: '#b7d0d0',
          top: 200,
          bottom: 520,
          size: 300,
          alpha: 0.3,
          speed: 16,
        })
        for (const y of [430, 480, 530]) box(ctx, 0, y, 1280, 6, '#cfd8d2')
        for (let n = 0; n < 9; n++) box(ctx, 40 + n * 150, 425, 8, 140, '#cfd8d2')
        const shine = Math.max(0, wave(t, 4.8)) ** 6
        coats.forEach((coat, n) => {
          // When the light comes round, everybody stands somewhere else.
          const turn = Math.floor(t / 4.8 + 0.25)
          const spot = (n * 5 + turn * 4) % 12
          const x = 110 + spot * 98
          person(ctx, x, 640 + (spot % 3) * 12, {
            height: 250,
            coat,
            hair: n % 4 === 0 ? '#c9c4bc' : '#241f24',
            cut: n % 3 === 1 ? 'long' : n % 3 === 2 ? 'bun' : 'short',
            back: true,
            breath: wave(t, 3, n * 0.17),
          })
        })
        const turn = Math.floor(t / 4.8 + 0.25)
        const free =
          Array.from({ length: 12 }, (_, spot) => spot).find((spot) =>
            coats.every((_, n) => (n * 5 + turn * 4) % 12 !== spot),
          ) ?? 0
        person(ctx, 110 + free * 98, 640 + (free % 3) * 12, {
          height: 262,
          coat: '#e9e6da',
          hair: '#0b1015',
          cut: 'long',
          skin: '#dfe8e6',
          breath: wave(t, 5),
          facing: free > 5 ? -1 : 1,
          eyes: 'open',
        })
        glow(ctx, 110 + free * 98, 520, 150, '#dff0ee', 0.3 + 0.4 * shine)
        ctx.globalAlpha = shine * 0.75
        box(ctx, 0, 0, 1280, 720, '#f6f0d8')
        ctx.globalAlpha = 1
      })
      put(ctx, dark)
    }
  },
}

const arriving: Shot = {
  seconds: 18,
  enter: 'melt',
  prepare: (stage) => {
    const dark = vignette(stage, 0.5)
    const pier = stage.backdrop((ctx) => {
      wash(ctx, 0, 0, 1280, 460, ['#16384a', '#4f7f8c', '#d9b48f', '#f2d8b0'])
      box(ctx, 0, 456, 1280, 264, '#2b5a68')
    })
    return (ctx, t) => {
      put(ctx, pier)
      glow(ctx, 1000, 450, 420, '#ffdca8', 0.6)
      sea(ctx, t * 0.6, 480, 4, 4)
      at(ctx, 300, 560, 1.25, 0, () => ferry(ctx, t * 0.6, 0.5))
      poly(
        ctx,
        [
          [420, 600],
          [1280, 560],
          [1280, 720],
          [380, 720],
        ],
        '#4a4038',
      )
      for (let n = 0; n < 9; n++) box(ctx, 470 + n * 95, 606 - n * 5, 10, 120, '#332b25')
      for (let n = 0; n < 12; n++) {
        const start = 1.2 + n * 0.92
        const u = (t - start) / 7.5
        if (u < 0 || u > 1) continue
        const last = n === 11
        ctx.globalAlpha = last ? 1 - ramp(t, 15.4, 17.2) : 1
        person(ctx, lerp(440, 1320, u), 652 - u * 34, {
          height: 138,
          coat: last ? '#f4f1e6' : (coats[n] ?? '#555555'),
          hair: last ? '#0b1015' : n % 4 === 0 ? '#c9c4bc' : '#241f24',
          cut: last || n % 3 === 1 ? 'long' : 'short',
          step: t * 1.1 + n * 0.3,
        })
        ctx.globalAlpha = 1
      }
      const count = clampCount(Math.floor((t - 1.2) / 0.92) + 1)
      text(ctx, String(count), 1130, 130, {
        size: 96,
        weight: 300,
        colour: '#16384a',
        alpha: between(t, 1.2, 18, 0.8),
      })
      mist(ctx, t, {
        ...names,
        count: 7,
        colour: '#f4e3cc',
        top: 420,
        bottom: 640,
        size: 260,
        alpha: 0.22,
        speed: 12,
      })
      put(ctx, dark)
    }
  },
}
const clampCount = (count: number): number => Math.min(12, Math.max(1, count))

/** A night sea, a ferry, and one passenger too many. */
export const lastFerry: Script = {
  key: 'last-ferry',
  opening: { start: 0, end: 7.5 },
  ending_start: 92,
  shots: [
    leaving,
    cabin,
    stopped,
    twelve,
    arriving,
    credits(
      10,
      [
        ['', '막배'],
        ['선장', '반석주'],
        ['열두 번째 승객', '은시아'],
        ['매표원', '곡민재'],
        ['그림', '한편 그림방'],
        ['음악', '한편 소리방'],
      ],
      '#f6e3b4',
      (stage) => {
        const sky = night(stage)
        return (ctx, t) => {
          put(ctx, sky)
          stars(ctx, t, { width: 1280, height: 420, count: 90, colour: '#dcecee', size: 2 })
          sea(ctx, t, 470, 6)
        }
      },
    ),
  ],
  korean: [
    [7.8, 11, '매표원: 막배 떠납니다. 열한 분 맞으시죠.'],
    [11.6, 15, '선장: 안개가 온다더라. 서두르자.'],
    [15.6, 19.4, '섬에서 육지까지 사십 분.\n아무 일도 없는 밤이어야 했다.'],
    [21, 24.2, '매표원: 하나, 둘, 셋…'],
    [28, 31.6, '매표원: …아홉, 열, 열하나.'],
    [34.4, 37.4, '승객: 방금 불이 왜 이래요?'],
    [40.4, 43.2, '선장: 엔진이 죽었어.'],
    [44.6, 48.2, '선장: 이 물길에는 등대가 없는데.'],
    [49.2, 53, '그런데 빛이 지나갔다. 세 번.'],
    [55.6, 59.2, '매표원: 다시 세어 보겠습니다. 하나, 둘…'],
    [60.4, 64, '매표원: …열하나, 열둘.'],
    [64.8, 68.4, '빛이 지나갈 때마다\n누군가의 자리가 바뀌었다.'],
    [69.2, 72.6, '???: 저는 아까부터 여기 있었어요.'],
    [75, 78.4, '새벽, 배는 저 혼자 항구에 닿았다.'],
    [80, 83.6, '선장: 다들 내렸나?'],
    [84.4, 87.4, '매표원: …네. 열두 분 모두요.'],
    [88, 91.6, '표는 열한 장이었다.'],
  ],
  soundtrack: (duration) => {
    const bars = Math.floor((duration * 66) / 240)
    const h: Harmony = {
      chords: progression('Cm Abmaj7 Fm7 G7sus4 Cm/Eb Abmaj7 Dm7b5 G7'),
      bars,
      meter: 4,
    }
    const melody = `G4/2 C5/1 D5/1 Eb5/3 D5/1 C5/2 Ab4/1 C5/1 B4/4 G4/2 C5/1 D5/1 Eb5/2 F5/1 Eb5/1 D5/2 C5/1 Ab4/1 G4/4`
    return {
      tempo: 66,
      room: 0.85,
      beds: [
        { place: 'sea', gain: 0.4 },
        { place: 'engine', gain: 0.3, to: 43, fade: 1.5 },
        { place: 'wind', gain: 0.22, from: 38, to: 76, fade: 4 },
        { place: 'birds', gain: 0.2, from: 76, fade: 5 },
      ],
      happenings: [
        { at: 9.6, sound: 'horn', gain: 0.55, pan: 0.2 },
        { at: 34, sound: 'click', gain: 0.4 },
        { at: 42.6, sound: 'thud', gain: 0.7 },
        { at: 52, sound: 'buoy', gain: 0.4, pan: -0.5 },
        ...[45.4, 48.2, 51, 56.4, 61.2, 66].map(
          (second) => ({ at: second, sound: 'whoosh', gain: 0.4 }) as const,
        ),
        { at: 74, sound: 'horn', gain: 0.35, pan: -0.2 },
        { at: 86, sound: 'buoy', gain: 0.3, pan: 0.5 },
      ],
      parts: [
        { play: strings, gain: 0.11, send: 0.6, notes: held(h, 0, bars, 48, 0.35) },
        { play: pad, gain: 0.1, send: 0.5, notes: held(h, 8, bars, 60, 0.4) },
        {
          play: piano,
          gain: 0.25,
          pan: -0.1,
          send: 0.6,
          notes: [...tune(melody, 4, 0.5), ...tune(melody, 72, 0.55)],
        },
        { play: woodwind, gain: 0.14, pan: 0.25, send: 0.7, notes: tune(melody, 38, 0.5) },
        {
          play: bell,
          gain: 0.07,
          pan: 0.35,
          send: 0.8,
          notes: broken(h, 10, 20, '. . 4 . . 3 . .', 72, 0.5),
        },
        { play: bass, gain: 0.26, notes: walking(h, 2, bars - 1, '1 - - - 5 - - -', 31, 0.6) },
        { play: 'drum', gain: 0.24, send: 0.6, notes: beat(4, 5, 20, 'x.....o.', 0.5) },
        { play: 'rim', gain: 0.05, pan: 0.3, send: 0.6, notes: beat(4, 5, 10, 'x.x.x.x.', 0.35) },
      ],
    }
  },
}
