import type { Script } from '../film.ts'
import { person } from '../stage/figure.ts'
import { glow } from '../stage/light.ts'
import { box, disc, oval, poly, round, wash } from '../stage/shapes.ts'
import { at, plane, put, type Shot } from '../stage/stage.ts'
import { text } from '../stage/text.ts'
import { between, chance, lerp, ramp, seeded, settle, smooth, spring, wave } from '../stage/time.ts'
import { drift, stars } from '../stage/weather.ts'
import { ending, opening, yard } from './frame.ts'
import { laundryMusic } from './music.ts'
import { dunes, earth, moon, nightSky, rabbit } from './world.ts'
import { bubbles, coat } from './things.ts'

const waking = yard(
  14,
  (ctx, t) => {
    const stand = spring((t - 2.6) / 2)
    glow(ctx, 560, 580, 170, '#ffffff', 0.25 + 0.3 * ramp(t, 2, 4))
    at(ctx, 560, 650, 0.95, 0.03 * wave(t, 3) * ramp(t, 4, 5), () =>
      coat(
        ctx,
        t < 2.6 ? 0 : Math.max(0.03, stand),
        0.8 * between(t, 7, 11, 0.5) * (0.7 + 0.3 * wave(t, 0.8)) + 0.05 * wave(t, 2),
      ),
    )
    rabbit(ctx, lerp(420, 390, ramp(t, 2.8, 3.4)), 650, {
      size: 165,
      hop: 40 * Math.max(0, Math.sin((t - 2.8) * 3.4)) * (t > 2.8 && t < 3.7 ? 1 : 0),
      ears: 0.25 * between(t, 2.8, 6, 0.4) - 0.05 * wave(t, 2),
      arms: lerp(0.3, 1.5, between(t, 9, 14.5, 0.7)),
      eyes: t > 10 ? 'happy' : 'open',
    })
  },
  { from: [620, 380, 1.15], to: [500, 440, 1.45] },
)

const archive: Shot = {
  seconds: 15,
  enter: 'melt',
  prepare: (stage) => {
    const room = stage.backdrop((ctx) => {
      wash(ctx, 0, 0, 1280, 720, ['#3a2f5c', '#5a4470', '#4a3858'])
      const random = seeded(12)
      for (let row = 0; row < 5; row++)
        for (let column = 0; column < 14; column++) {
          const x = 30 + column * 88
          const y = 40 + row * 100
          round(ctx, x, y, 80, 90, 8, row % 2 === column % 2 ? '#7a5a6a' : '#6d4f62')
          round(ctx, x + 6, y + 6, 68, 78, 6, '#8a6a74')
          disc(ctx, x + 40, y + 60, 5, moon.lamp)
          round(ctx, x + 18, y + 20, 44, 20, 3, '#fdf0d5')
          box(ctx, x + 24, y + 29, 10 + random() * 22, 3, '#8a6a74')
        }
      box(ctx, 0, 560, 1280, 160, '#33264a')
    })
    return (ctx, t) => {
      put(ctx, room)
      glow(ctx, 640, 200, 620, moon.lamp, 0.3)
      for (let n = 0; n < 9; n++) {
        const open = between(t, 1 + n * 0.9, 4.2 + n * 0.9, 0.4)
        if (open <= 0) continue
        const x = 70 + ((n * 5) % 14) * 88
        const y = 40 + ((n * 3) % 5) * 100
        round(ctx, x - 40, y + 10 + open * 22, 80, 84, 8, '#9a7a80')
        disc(ctx, x, y + 70 + open * 22, 5, moon.lamp)
        at(ctx, x, y - open * 20, 1, 0.3 * wave(t, 1.4, n * 0.2), () => {
          round(ctx, -34, -18, 68, 36, 6, '#fdf0d5')
          disc(ctx, -24, 0, 4, '#8a6a74')
          text(
            ctx,
            ['민준', '서연', '도윤', '하은', '지우', '수아', '예준', '다인', '은우'][n] ?? '',
            6,
            1,
            { size: 19, weight: 700, colour: '#5a4470' },
          )
        })
      }
      const tag = settle((t - 10) / 2)
      rabbit(ctx, 470, 660, {
        size: 210,
        arms: lerp(0.6, 1.4, ramp(t, 1, 3)),
        ears: 0.06 * wave(t, 1.8),
        tilt: 0.04 * wave(t, 3),
        eyes: t > 12 ? 'happy' : 'open',
      })
      at(ctx, 800, 660, 1.25, 0.03 * wave(t, 2.6), () =>
        coat(ctx, 1, 0.3 * between(t, 11, 15.5, 0.6)),
      )
      if (t > 10) {
        at(ctx, 800, lerp(300, 520, tag), 1, 0.1 * wave(t, 2), () => {
          glow(ctx, 0, 0, 120, '#ffffff', 0.6)
          round(ctx, -58, -30, 116, 60, 8, '#ffffff')
          text(ctx, '유 라', 0, 1, { size: 34, weight: 700, colour: '#5a4470' })
        })
      }
    }
  },
}

const earthrise: Shot = {
  seconds: 16,
  enter: 'melt',
  prepare: (stage) => {
    const sky = nightSky(stage, 60)
    const globe = earth(stage, 220)
    const far = dunes(stage, 30, 1900, 320, moon.deep, '#6a5c96')
    const middle = dunes(stage, 33, 1900, 300, moon.far, moon.deep)
    const front = dunes(stage, 36, 2200, 320, moon.ground, moon.shade, 0.08)
    return (ctx, t, u) => {
      const view = { x: lerp(560, 860, u), y: 360, zoom: 1.02 }
      plane(ctx, stage, view, 0.05, () => put(ctx, sky, -60, -60))
      const rise = lerp(460, 120, smooth(u))
      glow(ctx, 700, rise + 220, 420, '#7fc6e0', 0.5)
      put(ctx, globe, 480, rise)
      plane(ctx, stage, view, 0.3, () => put(ctx, far, -260, 400))
      plane(ctx, stage, view, 0.6, () => put(ctx, middle, -280, 470))
      plane(ctx, stage, view, 1, () => {
        put(ctx, front, -360, 520)
        const x = lerp(360, 800, u)
        rabbit(ctx, x, 660, {
          size: 150,
          hop: Math.abs(Math.sin(t * 4)) * 26,
          ears: 0.08 * wave(t, 0.8),
          arms: 0.9,
        })
        at(ctx, x + 120, 660 - Math.abs(Math.sin(t * 4 - 0.7)) * 18, 0.9, 0.05 * wave(t, 1.6), () =>
          coat(ctx, 1, 0.25 + 0.2 * wave(t, 1.6)),
        )
        for (let n = 0; n < 9; n++) oval(ctx, x - 60 - n * 46, 676 + (n % 2) * 8, 9, 3.5, '#bfaec0')
      })
    }
  },
}

const voyage: Shot = {
  seconds: 15,
  enter: 'melt',
  prepare: (stage) => {
    const sky = nightSky(stage, 40)
    const globe = earth(stage, 420)
    return (ctx, t, u) => {
      put(ctx, sky, -40, -40 - 30 * u)
      stars(ctx, t, { width: 1280, height: 720, count: 50, colour: '#fff3dc', size: 3 })
      const near = lerp(0.5, 1.5, smooth(u))
      glow(ctx, 640, 900, 700 * near, '#7fc6e0', 0.5)
      at(ctx, 640, lerp(1000, 1050, u), near, 0.1 * u, () => put(ctx, globe, -420, -420))
      const x = 640 + 130 * wave(t, 9)
      const y = lerp(200, 370, smooth(u)) + 12 * wave(t, 2.6)
      at(ctx, x, y, lerp(1.15, 0.8, u), 0.06 * wave(t, 4), () => {
        rabbit(ctx, -46, 110, {
          size: 150,
          arms: 0.9,
          eyes: t > 8 ? 'happy' : 'open',
          ears: 0.05 * wave(t, 1.4),
        })
        at(ctx, 66, 112, 0.86, 0, () => coat(ctx, 1, 0.3 + 0.2 * wave(t, 1.8)))
        ctx.beginPath()
        ctx.arc(0, 20, 168, 0, 7)
        ctx.fillStyle = 'rgba(190,225,255,0.16)'
        ctx.fill()
        ctx.lineWidth = 5
        ctx.strokeStyle = 'rgba(233,246,255,0.85)'
        ctx.stroke()
        ctx.beginPath()
        ctx.arc(0, 20, 142, -2.7, -1.9)
        ctx.lineWidth = 12
        ctx.strokeStyle = 'rgba(255,255,255,0.6)'
        ctx.stroke()
      })
      bubbles(ctx, t, 640, 700, 640, 430, 12)
    }
  },
}

const snow: Shot = {
  seconds: 22,
  enter: 'melt',
  prepare: (stage) => {
    const city = stage.backdrop((ctx) => {
      wash(ctx, 0, 0, 1280, 720, ['#1a1f4f', '#3a3f7d', '#7a6fa8'])
      const random = seeded(51)
      for (let x = -20; x < 1300; x += 96) {
        const top = 170 + random() * 210
        box(ctx, x, top, 108, 500, random() > 0.5 ? '#2a2a62' : '#332f6b')
        for (let y = top + 26; y < 520; y += 42)
          for (let n = 0; n < 3; n++)
            if (random() > 0.58) round(ctx, x + 16 + n * 30, y, 16, 20, 2, '#ffd98a')
        box(ctx, x, top - 6, 108, 10, '#e9e3f7')
      }
      poly(
        ctx,
        [
          [0, 590],
          [1280, 576],
          [1280, 720],
          [0, 720],
        ],
        '#e4def4',
      )
      round(ctx, 190, 330, 420, 18, 6, '#fdf6ff')
      box(ctx, 206, 348, 12, 250, '#4f4a86')
      box(ctx, 582, 348, 12, 250, '#4f4a86')
      box(ctx, 218, 360, 364, 170, 'rgba(190,215,240,0.18)')
      round(ctx, 250, 540, 300, 16, 6, '#8a5b4a')
      box(ctx, 276, 556, 10, 44, '#6d4a52')
      box(ctx, 514, 556, 10, 44, '#6d4a52')
      box(ctx, 900, 250, 10, 350, '#4f4a86')
      round(ctx, 860, 244, 90, 14, 7, '#4f4a86')
    })
    return (ctx, t) => {
      const zoom = lerp(1, 1.25, smooth((t - 7) / 13))
      at(ctx, 420 * (1 - zoom), 520 * (1 - zoom), zoom, 0, () => {
        put(ctx, city)
        glow(ctx, 905, 270, 260, '#ffe3a8', 0.7)
        const worn = ramp(t, 9, 11)
        const shiver = worn < 1 ? wave(t, 0.16) * 1.2 : 0
        person(ctx, 400 + shiver, 606, {
          height: 190,
          coat: worn > 0.6 ? '#ffffff' : '#7a6f9c',
          hair: '#2a2236',
          cut: 'long',
          sitting: true,
          facing: 1,
          nod: lerp(0.28, -0.05, ramp(t, 10, 12)),
          breath: wave(t, 3),
          eyes: t > 12 && t < 15 ? 'closed' : 'open',
          arm: 0.6,
        })
        if (worn > 0) glow(ctx, 400, 530, 200, '#ffffff', 0.5 * between(t, 9, 16, 1.2))
        if (worn < 0.7) {
          const down = settle((t - 2.5) / 6)
          if (t > 2.5)
            at(
              ctx,
              lerp(980, 400, down),
              lerp(-60, 590, down),
              lerp(0.9, 0.72, down),
              lerp(0.4, 0, down),
              () => {
                glow(ctx, 0, -80, 180, '#fff0c4', 0.6)
                ctx.globalAlpha = 1 - worn
                coat(ctx, 1, 0.5 + 0.3 * wave(t, 1.4))
                ctx.globalAlpha = 1
              },
            )
        }
        const bubble = between(t, 12, 21.5, 1.4)
        if (bubble > 0) {
          ctx.globalAlpha = bubble
          at(ctx, 780, 250 + 12 * wave(t, 3), 0.62, 0, () => {
            rabbit(ctx, 0, 90, {
              size: 150,
              facing: -1,
              eyes: 'happy',
              arms: 1.7 + 0.2 * wave(t, 0.9),
            })
            ctx.beginPath()
            ctx.arc(0, 10, 130, 0, 7)
            ctx.lineWidth = 5
            ctx.strokeStyle = 'rgba(233,246,255,0.9)'
            ctx.stroke()
          })
          ctx.globalAlpha = 1
        }
        for (let n = 0; n < 3; n++) {
          const age = (t / 2.2 + n / 3) % 1
          disc(
            ctx,
            436 + age * 40,
            466 - age * 26,
            4 + age * 9,
            `rgba(255,255,255,${(0.35 * (1 - age) * (1 - worn)).toFixed(2)})`,
          )
        }
      })
      drift(ctx, t, {
        width: 1280,
        height: 720,
        count: 120,
        colour: '#ffffff',
        speed: 52,
        size: 4.4,
        salt: Math.floor(chance(3) * 9),
      })
    }
  },
}

/** The coat that finds its name. */
export const moonLaundry3: Script = {
  key: 'moon-laundry-3',
  drawn: 12,
  opening: { start: 0, end: 8 },
  ending_start: 90,
  shots: [
    opening('3화', '이름을 찾은 외투'),
    waking,
    archive,
    earthrise,
    voyage,
    snow,
    ending('잃어버린 것은 길을 잃지 않아요'),
  ],
  korean: [
    [9, 12, '하얀 외투는 석 달째 잠들어 있었어요.'],
    [12.6, 15, '모카: 어…? 방금 소매가…'],
    [15.6, 18.6, '모카: 너, 인사할 줄 아는구나!'],
    [19, 21.6, '모카: 가고 싶은 데가 있는 거지?'],
    [23.4, 27, '서랍마다 주인을 기다리는 이름들이 있어요.'],
    [27.6, 31, '모카: 민준, 서연, 하은… 아니야, 아니야.'],
    [32.4, 36.4, '모카: 유라. 아직 꿰매지도 못한 이름표네.'],
    [38, 41.6, '지구가 떠오르는 시간.'],
    [42.2, 46.4, '모카는 오래 미룬 배달을 나섰어요.'],
    [47.4, 52, '모카: 사실 나, 지구는 처음이야. 조금 무서워.'],
    [54, 57.4, '외투가 모카의 손을 잡았어요.'],
    [58.4, 62, '모카: …따뜻하다. 너, 아무도 안 입어 봤다며.'],
    [63, 67.4, '누군가를 생각하며 지은 옷은\n처음부터 따뜻하대요.'],
    [69.4, 72.4, '유라: 엄마가 있었으면 뭐라고 했을까.'],
    [73, 76.4, '유라: 내일이 첫 출근인데.'],
    [78, 81, '유라: …어?'],
    [81.6, 85, '외투: (따뜻하게 입고 다녀라.)'],
    [85.6, 89.4, '잃어버린 것과 다시 만나는 밤,\n눈은 하나도 춥지 않았어요.'],
  ],
  english: [
    [9, 12, 'For three months the white coat had slept.'],
    [12.6, 15, 'Mocha: Oh…? Did that sleeve just…'],
    [15.6, 18.6, 'Mocha: You know how to say hello!'],
    [19, 21.6, 'Mocha: There is somewhere you want to be.'],
    [23.4, 27, 'In every drawer, a name waits for its owner.'],
    [27.6, 31, 'Mocha: Minjun, Seoyeon, Haeun… no, no.'],
    [32.4, 36.4, 'Mocha: Yura. A name tag never sewn on.'],
    [38, 41.6, 'The hour when the earth rises.'],
    [42.2, 46.4, 'Mocha set out on a delivery long put off.'],
    [47.4, 52, 'Mocha: I have never been to Earth.\nI am a little afraid.'],
    [54, 57.4, 'The coat took Mocha by the hand.'],
    [58.4, 62, 'Mocha: …You are warm. And nobody ever wore you.'],
    [63, 67.4, 'Clothes made while thinking of someone\nare warm from the start, they say.'],
    [69.4, 72.4, 'Yura: What would Mum have said?'],
    [73, 76.4, 'Yura: Tomorrow is my first day at work.'],
    [78, 81, 'Yura: …Oh?'],
    [81.6, 85, 'Coat: (Wrap up warm, my dear.)'],
    [85.6, 89.4, 'On the night when lost things are found again,\nthe snow was not cold at all.'],
  ],
  soundtrack: (duration) =>
    laundryMusic(
      duration,
      92,
      24,
      3,
      [
        { place: 'space', gain: 0.12, from: 6, to: 69 },
        { place: 'wind', gain: 0.12, from: 67, to: 92 },
      ],
      [
        { at: 1, sound: 'sparkle', gain: 0.14 },
        { at: 10.6, sound: 'whoosh', gain: 0.25 },
        ...[23, 24, 25, 26, 27].map(
          (second) =>
            ({ at: second, sound: 'click', gain: 0.3, pan: (second % 3) * 0.4 - 0.4 }) as const,
        ),
        { at: 32, sound: 'sparkle', gain: 0.22 },
        { at: 53, sound: 'whoosh', gain: 0.35 },
        { at: 77, sound: 'sparkle', gain: 0.24 },
      ],
    ),
}
