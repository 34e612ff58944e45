import type { Script } from './film.ts'
import { bass, flute, keys, pad, piano, pluck } from './sound/instruments.ts'
import { beat, broken, held, progression, tune, walking, type Harmony } from './sound/score.ts'
import { person, umbrella as openUmbrella, type Figure } from './stage/figure.ts'
import { glow, haze, vignette } from './stage/light.ts'
import { box, disc, oval, poly, round, wash } from './stage/shapes.ts'
import { at, put, type Ctx, type Shot, type Stage } from './stage/stage.ts'
import { text } from './stage/text.ts'
import { credits, title } from './stage/titles.ts'
import { between, lerp, ramp, seeded, smooth, wave, wrap } from './stage/time.ts'
import { rain, ripples } from './stage/weather.ts'

const she: Figure = {
  height: 430,
  coat: '#e8e2d6',
  hair: '#2a2430',
  cut: 'long',
  legs: '#3c4560',
  bag: '#b5654a',
}
const he: Figure = {
  height: 466,
  coat: '#2f4a68',
  hair: '#211f28',
  legs: '#22283a',
  scarf: '#7d98ad',
}
const yellow = ['#f2b705', '#d19a00'] as const
const drops = {
  width: 720,
  height: 1280,
  count: 240,
  colour: '#d6e8f5',
  speed: 1250,
  size: 42,
  wind: -170,
}

/** Blurred lights of a street far away, in the colours of wet signs. */
function street(stage: Stage, seed: number, width = 720) {
  return stage.layer(width, 1280, (ctx) => {
    wash(ctx, 0, 0, width, 1280, ['#152238', '#24405f', '#3b6284', '#2c4c6b'])
    const random = seeded(seed)
    for (let x = -40; x < width; x += 90 + random() * 60) {
      const top = 240 + random() * 330
      box(ctx, x, top, 110 + random() * 60, 900 - top, random() > 0.5 ? '#1d3350' : '#22405f')
      for (let y = top + 30; y < 800; y += 46)
        for (let n = 0; n < 3; n++)
          if (random() > 0.55)
            round(ctx, x + 16 + n * 34, y, 18, 24, 3, random() > 0.7 ? '#f6d98f' : '#6f93b0')
    }
    for (let n = 0; n < 26; n++)
      glow(
        ctx,
        random() * width,
        640 + random() * 230,
        24 + random() * 46,
        ['#f2b705', '#e8776a', '#7fd0d8', '#f4f1e6'][n % 4] ?? '#ffffff',
        0.5,
      )
    wash(ctx, 0, 860, width, 420, ['#20374f', '#16273c'])
    for (let n = 0; n < 34; n++)
      haze(
        ctx,
        random() * width,
        890 + random() * 330,
        14 + random() * 30,
        60 + random() * 120,
        ['#f2b705', '#e8776a', '#7fd0d8', '#b7cddb'][n % 4] ?? '#ffffff',
        0.13,
      )
  })
}

function shelter(ctx: Ctx): void {
  box(ctx, 70, 430, 12, 640, '#3a5068')
  box(ctx, 610, 430, 12, 640, '#3a5068')
  poly(
    ctx,
    [
      [30, 400],
      [660, 400],
      [640, 440],
      [50, 440],
    ],
    '#8fb0c6',
  )
  box(ctx, 82, 450, 528, 420, 'rgba(190,220,235,0.12)')
  round(ctx, 130, 930, 430, 22, 8, '#8a6a50')
  for (const x of [170, 500]) box(ctx, x, 950, 14, 100, '#5a4636')
  round(ctx, 500, 480, 84, 260, 8, '#f4f1e6')
  disc(ctx, 542, 520, 22, '#2f7fb0')
  for (let n = 0; n < 5; n++) round(ctx, 516, 566 + n * 30, 52, 9, 4, '#b7c6cf')
}

const stop: Shot = {
  seconds: 24,
  prepare: (stage) => {
    const back = street(stage, 4)
    const dark = vignette(stage, 0.5)
    return (ctx, t) => {
      put(ctx, back)
      const bus = (t - 15.5) / 4
      if (bus > 0 && bus < 1.3) {
        const x = lerp(-900, 1000, smooth(bus))
        round(ctx, x, 560, 760, 330, 40, '#2f8f6a')
        round(ctx, x + 30, 600, 700, 130, 20, '#f6e7b0')
        for (let n = 0; n < 4; n++) round(ctx, x + 200 + n * 130, 640, 60, 90, 30, '#3b5a52')
        glow(ctx, x + 760, 800, 260, '#fff3c8', 0.7)
      }
      rain(ctx, t, { ...drops, count: 150, alpha: 0.28, salt: 3 })
      shelter(ctx)
      text(ctx, '수요일 19:40', 345, 420, { size: 22, weight: 700, colour: '#1d3350' })
      person(ctx, 250, 1080, {
        ...she,
        facing: t > 10.6 ? 1 : -1,
        breath: wave(t, 3),
        nod: 0.1 * between(t, 6, 10, 1),
      })
      const come = ramp(t, 6.6, 10.4)
      const x = lerp(860, 470, come)
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

/** The two under it, from behind or from the side; `tilt` leans the umbrella to her. */
function couple(
  ctx: Ctx,
  t: number,
  x: number,
  y: number,
  back: boolean,
  tilt: number,
  step: number | undefined,
): void {
  const walk = step === undefined ? { breath: wave(t, 3) } : { step }
  person(ctx, x - 66, y, { ...she, ...walk, back })
  person(ctx, x + 62, y + 8, {
    ...he,
    ...walk,
    back,
    arm: back ? 0.5 : -0.6,
    ...(back ? {} : { nod: 0.04 }),
  })
  openUmbrella(ctx, x + 8, y - 242, 320, ...yellow, -tilt * 0.16 + 0.015 * wave(t, 1.9))
}

const walking1: Shot = {
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

const above: Shot = {
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
        [140, 2, '#51606f'],
        [590, 6, '#7b4f5c'],
        [110, 10, '#3f6b66'],
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

const parting: Shot = {
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

/** Rain, two strangers and one yellow umbrella. */
export const umbrellaFilm: Script = {
  key: 'umbrella',
  orientation: 'vertical',
  opening: { start: 0, end: 6.5 },
  ending_start: 86,
  shots: [
    stop,
    walking1,
    above,
    parting,
    credits(
      8,
      [
        ['', '우산은 하나'],
        ['우산 주인', '맹도윤'],
        ['수요일의 사람', '빙나라'],
        ['그림', '한편 그림방'],
        ['음악', '한편 소리방'],
        ['', '다음 수요일에 만나요'],
      ],
      '#f4f1e6',
      (stage) => {
        const back = street(stage, 4)
        return (ctx, t) => {
          put(ctx, back)
          ctx.globalAlpha = 0.5
          box(ctx, 0, 0, 720, 1280, '#101c2e')
          ctx.globalAlpha = 1
          openUmbrella(ctx, 360, 1120, 210, ...yellow, 0.5 + 0.03 * wave(t, 3))
          ripples(ctx, t, 1080, { ...drops, count: 14, size: 24 })
        }
      },
    ),
  ],
  korean: [
    [7, 10, '수요일. 예보에 없던 비.'],
    [11.2, 14.2, '그: 막차… 아니, 다음 버스 언제 와요?'],
    [14.5, 17, '그녀: 방금 저게 마지막일걸요.'],
    [19, 21.6, '그: 한 정거장이면, 같이 쓰실래요?'],
    [22, 24.6, '그녀: …우산은 하나인데요.'],
    [26, 29.2, '한 정거장은 생각보다 멀고'],
    [29.6, 32.6, '생각보다 가까웠다.'],
    [34, 37.4, '그녀: 그쪽 어깨, 다 젖었어요.'],
    [37.8, 40.6, '그: 원래 오른쪽은 비를 좋아해요.'],
    [41, 43.6, '그녀: 그런 어깨가 어디 있어요.'],
    [46, 50, '위에서 보면\n우리는 그냥 노란 동그라미 하나.'],
    [51.6, 55, '그녀: 이름은 안 물어봐요?'],
    [55.4, 59, '그: 물어보면, 다음 주에 할 말이 없을까 봐서요.'],
    [62, 65, '그녀: 여기예요. 고마웠어요.'],
    [66, 68.6, '그: 저기, 다음 주 수요일에도…'],
    [69, 71.8, '그녀: 비가 오면요.'],
    [77.4, 80.4, '비가 그쳤다.'],
    [81, 85.4, '그: …왜 벌써 그치고 그러냐.'],
  ],
  soundtrack: (duration) => {
    const bars = Math.floor((duration * 72) / 240)
    const h: Harmony = {
      chords: progression('Dmaj9 Bm7 Gmaj7 A7sus4 F#m7 Bm7 Em7 A7'),
      bars,
      meter: 4,
    }
    const melody = `F#5/1.5 E5/.5 D5/1 A4/1 B4/2.5 r/.5 D5/1 E5/1.5 D5/.5 B4/1 G4/1 A4/3 r/1
      F#5/1.5 G5/.5 A5/1 F#5/1 D5/2.5 r/.5 B4/1 E5/1 F#5/1 G5/1 E5/1 A5/3 r/1`
    return {
      tempo: 72,
      room: 0.7,
      beds: [
        { place: 'rain', gain: 0.5, to: 82, fade: 4 },
        { place: 'crickets', gain: 0.25, from: 78, fade: 3 },
      ],
      happenings: [
        { at: 15.6, sound: 'whoosh', gain: 0.5, pan: -0.4 },
        { at: 17.4, sound: 'splash', gain: 0.4, pan: 0.3 },
        { at: 20, sound: 'click', gain: 0.25 },
      ],
      parts: [
        { play: pad, gain: 0.12, send: 0.4, notes: held(h, 0, bars, 54, 0.5) },
        {
          play: keys,
          gain: 0.17,
          pan: -0.2,
          send: 0.4,
          notes: broken(h, 0, bars - 1, '0 2 1 3 2 4 3 1', 54, 0.5),
        },
        {
          play: piano,
          gain: 0.26,
          pan: 0.1,
          send: 0.4,
          notes: [...tune(melody, 16, 0.6), ...tune(melody, 64, 0.65)],
        },
        { play: flute, gain: 0.12, pan: 0.25, send: 0.6, notes: tune(melody, 48, 0.5) },
        {
          play: pluck,
          gain: 0.14,
          pan: 0.3,
          send: 0.3,
          notes: broken(h, 8, bars - 2, '. . 4 . . 3 . 5', 62, 0.5),
        },
        { play: bass, gain: 0.24, notes: walking(h, 4, bars - 1, '1 - - 5 - - 8 -', 33, 0.55) },
        { play: 'brush', gain: 0.12, send: 0.2, notes: beat(4, 8, bars - 4, '..o.x..o', 0.55) },
        {
          play: 'rim',
          gain: 0.05,
          pan: -0.3,
          send: 0.4,
          notes: beat(4, 8, bars - 4, '....x...', 0.5),
        },
      ],
    }
  },
}
