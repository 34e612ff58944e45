import type { Script } from './film.ts'
import { bass, bell, keys, lead, pad, woodwind } from './sound/instruments.ts'
import { beat, broken, held, progression, tune, walking, type Harmony } from './sound/score.ts'
import { person, type Figure } from './stage/figure.ts'
import { glow, haze, vignette } from './stage/light.ts'
import { box, disc, line, oval, poly, round, wash } from './stage/shapes.ts'
import { at, put, type Ctx, type Shot, type Stage } from './stage/stage.ts'
import { text } from './stage/text.ts'
import { credits, title } from './stage/titles.ts'
import { between, lerp, ramp, seeded, smooth, wave } from './stage/time.ts'
import { motes, stars } from './stage/weather.ts'

const sodam: Figure = {
  height: 520,
  coat: '#22a08c',
  hair: '#2b2430',
  cut: 'bun',
  scarf: '#f6fff2',
}
const guest: Figure = {
  height: 540,
  coat: '#4a5068',
  hair: '#1e1c26',
  legs: '#262a3a',
  bag: '#8b6b52',
}
const goods = ['#ff5c8a', '#ffd166', '#7fe0d0', '#f6fff2', '#8fb8ff', '#f4976c', '#b79cf0']

/** Rows of bright packages on a shelf. */
function shelf(ctx: Ctx, x: number, y: number, width: number, rows: number, seed: number): void {
  const random = seeded(seed)
  for (let row = 0; row < rows; row++) {
    const top = y + row * 92
    for (let left = x; left < x + width - 26;) {
      const w = 22 + random() * 26
      const h = 44 + random() * 30
      round(
        ctx,
        left,
        top + 78 - h,
        w,
        h,
        4,
        goods[Math.floor(random() * goods.length)] ?? '#ffffff',
      )
      box(ctx, left + 4, top + 78 - h * 0.6, w - 8, 5, 'rgba(255,255,255,0.55)')
      left += w + 5
    }
    box(ctx, x, top + 78, width, 8, '#dfeaf2')
    box(ctx, x, top + 84, width, 4, '#8fa7b8')
  }
}

function storefront(stage: Stage) {
  return stage.layer(900, 1400, (ctx) => {
    wash(ctx, 0, 0, 900, 1400, ['#0a1330', '#15224e', '#1b2c66', '#101a3c'])
    for (const [x, w, top] of [
      [-20, 260, 240],
      [250, 300, 130],
      [560, 360, 300],
    ] as const) {
      box(ctx, x, top, w, 900, '#0e1836')
      for (let n = 0; n < 3; n++)
        if ((x + n) % 2 === 0) round(ctx, x + 40 + n * 70, top + 80 + n * 90, 24, 32, 3, '#2b3c77')
    }
    box(ctx, 90, 560, 720, 500, '#e9f6f6')
    wash(ctx, 110, 660, 680, 390, ['#f6fff2', '#cfeee8'])
    round(ctx, 70, 540, 760, 110, 12, '#22a08c')
    box(ctx, 70, 622, 760, 14, '#ff5c8a')
    text(ctx, '한모퉁이 편의점', 430, 582, { size: 52, weight: 900, colour: '#f6fff2', spacing: 4 })
    text(ctx, '24', 770, 582, { size: 48, weight: 900, colour: '#ffd166' })
    shelf(ctx, 140, 690, 240, 3, 3)
    round(ctx, 430, 870, 190, 180, 8, '#5c7f92')
    box(ctx, 420, 860, 210, 18, '#f6fff2')
    for (const x of [400, 640]) box(ctx, x, 660, 8, 390, '#8fb0b8')
    box(ctx, 648, 660, 142, 390, 'rgba(140,200,210,0.35)')
    wash(ctx, 0, 1060, 900, 340, ['#232f57', '#121a38'])
    haze(ctx, 440, 1110, 480, 90, '#bff0e6', 0.55)
    round(ctx, 30, 930, 60, 130, 8, '#31406e')
    oval(ctx, 60, 925, 34, 14, '#3d4d80')
    round(ctx, 690, 1010, 120, 60, 6, '#3c5fb0')
  })
}

const outside: Shot = {
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
        const x = lerp(-90, 440, come)
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

function inside(stage: Stage) {
  return stage.backdrop((ctx) => {
    wash(ctx, 0, 0, 720, 1280, ['#dff3ef', '#f6fff2', '#cfe6e6'])
    for (const y of [70, 150]) {
      round(ctx, 60, y, 600, 20, 10, '#ffffff')
      haze(ctx, 360, y + 10, 420, 60, '#ffffff', 0.8)
    }
    shelf(ctx, 20, 250, 330, 5, 12)
    round(ctx, 420, 240, 290, 480, 12, '#9fc3cc')
    box(ctx, 436, 258, 258, 444, '#dff6ff')
    shelf(ctx, 440, 280, 250, 4, 31)
    box(ctx, 562, 250, 6, 460, '#9fc3cc')
    wash(ctx, 0, 960, 720, 320, ['#b9cfd4', '#8fa9b5'])
  })
}

function counter(ctx: Ctx, t: number, running: boolean, left: number): void {
  box(ctx, 0, 930, 720, 26, '#f6fff2')
  box(ctx, 0, 956, 720, 324, '#3f6f86')
  for (let n = 0; n < 6; n++) box(ctx, 20 + n * 120, 980, 90, 300, '#4a7d94')
  ctx.save()
  ctx.translate(230, 0)
  round(ctx, 30, 770, 250, 162, 14, '#2d3550')
  round(ctx, 46, 788, 160, 126, 10, running ? '#ffdf9a' : '#48527a')
  if (running) {
    at(ctx, 126, 868, 1, 0, () => {
      ctx.scale(Math.cos(t * 1.6) * 0.35 + 0.75, 1)
      poly(
        ctx,
        [
          [-34, 30],
          [0, -30],
          [34, 30],
        ],
        '#f7f4ea',
      )
      round(ctx, -14, 4, 28, 27, 2, '#263a3a')
    })
    glow(ctx, 126, 850, 190, '#ffc45a', 0.5)
  }
  round(ctx, 214, 790, 56, 34, 6, '#101425')
  text(ctx, running ? `0:${String(Math.ceil(left)).padStart(2, '0')}` : '0:00', 242, 808, {
    size: 22,
    weight: 700,
    colour: '#7fe0d0',
  })
  for (let n = 0; n < 4; n++)
    disc(ctx, 228 + (n % 2) * 28, 850 + Math.floor(n / 2) * 30, 9, '#5a668f')
  ctx.restore()
  round(ctx, 650, 850, 130, 82, 10, '#22a08c')
  round(ctx, 664, 800, 90, 56, 8, '#101425')
}

const till: Shot = {
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
      counter(ctx, t, t > 12, 20 - (t - 12))
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

const twenty: Shot = {
  seconds: 22,
  enter: 'melt',
  prepare: (stage) => {
    const room = inside(stage)
    const dark = vignette(stage, 0.4, '#10324a')
    return (ctx, t) => {
      const zoom = lerp(1.1, 1.34, smooth(t / 20))
      at(ctx, 330 * (1 - zoom), 880 * (1 - zoom), zoom, 0, () => {
        put(ctx, room)
        person(ctx, 590, 1130, {
          ...sodam,
          facing: -1,
          breath: wave(t, 3),
          nod: 0.1,
          arm: 1.2 * between(t, 14.4, 22.4, 0.8),
        })
        counter(ctx, t, true, Math.max(0, 20 - t))
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
        if (t > 15) {
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
        }
      })
      put(ctx, dark)
    }
  },
}

const bench: Shot = {
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
      person(ctx, lerp(840, 520, come), 1120, {
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

/** A convenience store at four in the morning: twenty seconds of a microwave. */
export const convenience: Script = {
  key: 'convenience-4am',
  orientation: 'vertical',
  opening: { start: 0, end: 7 },
  ending_start: 86,
  shots: [
    outside,
    till,
    twenty,
    bench,
    credits(
      8,
      [
        ['', '새벽 네 시의 편의점'],
        ['소담', '길하늘'],
        ['손님', '현백호'],
        ['그림', '한편 그림방'],
        ['음악', '한편 소리방'],
        ['', '이십 초 동안만 들어 드려요'],
      ],
      '#f6fff2',
      (stage) => {
        const front = storefront(stage)
        return (ctx, t) => {
          put(ctx, front, -90, -30 - t * 2)
          ctx.globalAlpha = 0.55
          box(ctx, 0, 0, 720, 1280, '#0a1330')
          ctx.globalAlpha = 1
        }
      },
    ),
  ],
  korean: [
    [7.4, 10.6, '새벽 네 시에 편의점 문을 여는 사람에게는'],
    [11, 13.6, '모두 이유가 있다.'],
    [17, 19.4, '소담: 어서 오세요.'],
    [24, 26.6, '손님: …이거 하나요.'],
    [27.4, 30, '소담: 천백 원이에요. 데워 드릴까요?'],
    [30.4, 32.6, '손님: 네. 부탁드려요.'],
    [33, 36.4, '소담: 이십 초 걸려요.'],
    [40, 43.4, '돌아가는 주먹밥을 보다가, 손님이 울기 시작했다.'],
    [44.4, 47.6, '손님: 죄송해요. 그냥, 따뜻해 보여서.'],
    [48.4, 51.4, '손님: 오늘 회사에서 이름을 한 번도 안 불렸어요.'],
    [52.2, 55, '소담: 성함이 어떻게 되세요?'],
    [55.4, 57.4, '손님: …정우요. 김정우.'],
    [57.6, 59.8, '소담: 정우 님, 다 데워졌어요.'],
    [62, 65.4, '손님: 같이 드실래요? 혼자 먹기엔 뜨거워서.'],
    [69, 72.4, '소담: 폐기 등록할 어묵도 하나 있어요.'],
    [73.4, 76.8, '손님: 내일도 네 시에 계세요?'],
    [77.4, 80.4, '소담: 네. 이십 초는 언제든지요.'],
    [81.6, 85.4, '해는 그날도 제시간에 왔다.'],
  ],
  soundtrack: (duration) => {
    const bars = Math.floor((duration * 76) / 240)
    const h: Harmony = {
      chords: progression('Ebmaj9 Cm7 Abmaj7 Bb6 Gm7 Cm9 Fm9 Bb7sus4'),
      bars,
      meter: 4,
    }
    const melody = `r/1 G5/.5 Bb5/.5 C6/1 Bb5/1 G5/2 F5/1 Eb5/1 r/1 C5/.5 Eb5/.5 F5/1 G5/1 Bb4/3 r/1
      r/1 D5/.5 F5/.5 G5/1 F5/1 Eb5/2 D5/1 C5/1 r/1 Ab5/.5 G5/.5 F5/1 Eb5/1 F5/3 r/1`
    return {
      tempo: 76,
      room: 0.55,
      beds: [
        { place: 'crickets', gain: 0.4, to: 20, fade: 1.5 },
        { place: 'hum', gain: 0.22, from: 18 },
        { place: 'birds', gain: 0.35, from: 74, fade: 5 },
      ],
      happenings: [
        { at: 16.6, sound: 'chime', gain: 0.3 },
        { at: 27.7, sound: 'beep', gain: 0.35 },
        { at: 32, sound: 'click', gain: 0.5 },
        ...[0, 0.5, 1].map((late) => ({ at: 58 + late, sound: 'beep', gain: 0.22 }) as const),
      ],
      parts: [
        { play: pad, gain: 0.12, send: 0.4, notes: held(h, 0, bars, 53, 0.5) },
        {
          play: keys,
          gain: 0.2,
          pan: -0.15,
          send: 0.3,
          notes: broken(h, 0, bars, '0 . 2 . 1 3 . 2', 55, 0.55),
        },
        {
          play: lead,
          gain: 0.07,
          pan: 0.25,
          send: 0.6,
          notes: [...tune(melody, 8, 0.5), ...tune(melody, 72, 0.5)],
        },
        { play: woodwind, gain: 0.15, pan: 0.1, send: 0.4, notes: tune(melody, 40, 0.55) },
        {
          play: bell,
          gain: 0.06,
          pan: 0.4,
          send: 0.6,
          notes: broken(h, 8, bars - 2, '. . . 4 . . 5 .', 70, 0.5),
        },
        { play: bass, gain: 0.26, notes: walking(h, 2, bars - 1, '1 . 1 - . 5 8 .', 31, 0.6) },
        { play: 'kick', gain: 0.34, notes: beat(4, 4, bars - 4, 'x....x..x.....o.', 0.6) },
        {
          play: 'snare',
          gain: 0.12,
          send: 0.25,
          notes: beat(4, 4, bars - 4, '....x.......x..o', 0.5),
        },
        { play: 'hat', gain: 0.08, pan: 0.3, notes: beat(4, 2, bars - 3, 'x.o.x.ooo.x.o.x.', 0.5) },
      ],
    }
  },
}
