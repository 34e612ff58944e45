import type { Script } from '../film.ts'
import { person, umbrella } from '../stage/figure.ts'
import { glow, vignette } from '../stage/light.ts'
import { box, disc, line, oval, round, wash } from '../stage/shapes.ts'
import { at, put, type Ctx, type Shot } from '../stage/stage.ts'
import { text } from '../stage/text.ts'
import { credits, title } from '../stage/titles.ts'
import { between, lerp, ramp, smooth, wave } from '../stage/time.ts'
import { bench, car, doors, her, him, indicator, lamplight, section, smallCar } from './car.ts'
import { liftMusic } from './music.ts'

type Day = {
  readonly floor: string
  readonly tint: string
  readonly draw: (ctx: Ctx, t: number) => void
}

const together = (ctx: Ctx, t: number, near: number, closed = false): void => {
  person(ctx, 360 - near, 1075, {
    ...her,
    breath: wave(t, 3),
    eyes: closed ? 'closed' : 'open',
    arm: 0.5,
  })
  person(ctx, 360 + near, 1080, { ...him, facing: -1, breath: wave(t, 2.8), arm: 0.5 })
}

const days: readonly Day[] = [
  {
    floor: '1',
    tint: '#ffe6b8',
    draw: (ctx, t) => {
      together(ctx, t, 130)
      for (const x of [285, 425]) {
        round(ctx, x, 762, 34, 50, 6, '#fff7ea')
        round(ctx, x, 776, 34, 18, 2, '#9c6a4a')
      }
    },
  },
  {
    floor: '14',
    tint: '#a8c4e8',
    draw: (ctx, t) => {
      together(ctx, t, 95)
      umbrella(ctx, 360, 700, 330, '#e2b33f', '#c99629', 0.04 * wave(t, 2))
    },
  },
  {
    floor: '14',
    tint: '#ffd0c0',
    draw: (ctx, t) => {
      together(ctx, t, 105, true)
      round(ctx, 312, 768, 96, 52, 8, '#fff3ea')
      round(ctx, 312, 768, 96, 18, 8, '#f0a0a8')
      for (let n = 0; n < 3; n++) {
        line(
          ctx,
          [
            [336 + n * 24, 768],
            [336 + n * 24, 744],
          ],
          '#7fb7be',
          4,
        )
        oval(ctx, 336 + n * 24, 736, 4, 7, '#ffb347')
        glow(ctx, 336 + n * 24, 736, 50, '#ffb347', 0.5 + 0.2 * wave(t, 0.4, n * 0.3))
      }
    },
  },
  {
    floor: '1',
    tint: '#d8e8c0',
    draw: (ctx, t) => {
      together(ctx, t, 120)
      round(ctx, 330, 790, 60, 54, 8, '#b7695c')
      for (let n = 0; n < 7; n++)
        oval(
          ctx,
          360 + Math.cos(n * 0.9) * 46,
          740 - Math.abs(Math.sin(n * 1.3)) * 70,
          15,
          34,
          n % 2 ? '#5f9c78' : '#77b48c',
          n * 0.9 + 0.05 * wave(t, 3),
        )
    },
  },
]

const everyday: Shot = {
  seconds: 29,
  enter: 'white',
  prepare: (stage) => {
    const inside = car(stage)
    const dark = vignette(stage, 0.5)
    return (ctx, t) => {
      const local = t + 0.5
      const index = Math.min(3, Math.floor(local / 7.2))
      const s = local - index * 7.2
      const day = days[index]
      ctx.save()
      ctx.beginPath()
      ctx.rect(125, 190, 470, 900)
      ctx.clip()
      put(ctx, inside)
      day?.draw(ctx, t)
      glow(ctx, 360, 300, 560, day?.tint ?? '#ffffff', 0.42)
      ctx.restore()
      doors(ctx, stage, ramp(s, 0.3, 1.5) - ramp(s, 5.4, 6.6))
      indicator(ctx, 360, 104, day?.floor ?? '14', index % 2 === 0)
      put(ctx, dark)
    }
  },
}

const yesterday: Shot = {
  seconds: 13,
  enter: 'melt',
  prepare: (stage) => {
    const inside = car(stage)
    const dark = vignette(stage, 0.55)
    return (ctx, t) => {
      put(ctx, inside)
      for (const [x, y, w, h] of [
        [110, 1010, 190, 150],
        [130, 880, 150, 130],
        [270, 1060, 170, 130],
        [150, 780, 110, 100],
      ] as const) {
        round(ctx, x, y, w, h, 4, '#c99a62')
        box(ctx, x + w / 2 - 12, y, 24, h, '#e3c08d')
        box(ctx, x, y, w, 5, '#a87c4a')
      }
      text(ctx, '네 물건', 225, 950, { size: 34, weight: 700, colour: '#7d5a34' })
      person(ctx, 372, 1190, {
        ...her,
        nod: 0.24 * ramp(t, 2, 5),
        breath: wave(t, 3.4),
        eyes: t > 10 ? 'closed' : 'open',
      })
      person(ctx, 590, 1200, { ...him, facing: -1, breath: wave(t, 3), nod: 0.12 })
      glow(ctx, 360, 110, 520, '#fff0c8', 0.3)
      indicator(ctx, 360, 190, String(Math.max(8, 14 - Math.floor(t / 2.4))), false)
      put(ctx, dark)
    }
  },
}

/** The red button, as large as the question; `reach` are the hands, 0 away, 1 almost touching. */
function button(
  seconds: number,
  enter: 'cut' | 'melt',
  reach: (t: number) => number,
  named: boolean,
): Shot {
  return {
    seconds,
    enter,
    prepare: (stage) => {
      const panel = stage.backdrop((ctx) => {
        wash(ctx, 0, 0, 720, 1280, ['#2b2631', '#4a4148', '#2a242c'])
        round(ctx, 110, 120, 500, 1040, 44, '#5d5352')
        round(ctx, 122, 132, 476, 1016, 38, '#46403f')
        for (let n = 0; n < 3; n++)
          for (let side = 0; side < 2; side++) {
            disc(ctx, 250 + side * 220, 250 + n * 118, 44, '#2e292b')
            disc(ctx, 250 + side * 220, 250 + n * 118, 38, '#b8ab90')
            text(ctx, String(17 - n * 2 + side), 250 + side * 220, 250 + n * 118, {
              size: 34,
              weight: 700,
              colour: '#4a4034',
            })
          }
        disc(ctx, 360, 880, 150, '#2a2021')
        disc(ctx, 360, 880, 132, '#f2c230')
        disc(ctx, 360, 880, 108, '#8c1f1c')
        disc(ctx, 360, 870, 104, '#d93a33')
        text(ctx, '비상', 360, 868, { size: 64, weight: 900, colour: '#ffe9df' })
      })
      const dark = vignette(stage, 0.7)
      return (ctx, t) => {
        const zoom = lerp(1, 1.12, smooth(t / seconds))
        at(ctx, 360 * (1 - zoom), 800 * (1 - zoom), zoom, 0, () => {
          put(ctx, panel)
          glow(ctx, 360, 870, 320, '#ff5648', 0.4 + 0.2 * wave(t, 1.7))
          const u = reach(t)
          for (const side of [-1, 1]) {
            const x = lerp(side * 620, side * 190, u) + 360
            const y = lerp(1360, 985, u)
            at(ctx, x, y, 1, side * -0.85, () => {
              round(ctx, -46, 40, 92, 520, 40, side < 0 ? her.coat : him.coat)
              round(ctx, -38, -30, 76, 100, 34, '#f0cdb2')
              round(ctx, -34, -118, 26, 120, 13, '#f0cdb2')
              round(ctx, -4, -62, 24, 70, 12, '#e6bda0')
              round(ctx, 18, -50, 22, 62, 11, '#e6bda0')
            })
          }
        })
        put(ctx, dark)
        if (named)
          title(ctx, t, {
            name: '13층과 14층 사이',
            below: '2화  비상 버튼',
            x: 360,
            y: 620,
            size: 60,
            colour: '#fff3dc',
            from: 0.4,
            to: 6,
          })
      }
    },
  }
}

const waiting: Shot = {
  seconds: 15,
  enter: 'melt',
  prepare: (stage) => {
    const inside = car(stage)
    const dark = vignette(stage, 0.6)
    return (ctx, t) => {
      const zoom = lerp(1, 1.1, smooth(t / 15))
      at(ctx, 360 * (1 - zoom), 1000 * (1 - zoom), zoom, 0, () => {
        put(ctx, inside)
        bench(ctx)
        const near = 40 * ramp(t, 8, 11)
        person(ctx, 200 + near, 1180, {
          ...her,
          sitting: true,
          breath: wave(t, 3),
          nod: 0.1 * between(t, 3, 7, 1),
        })
        person(ctx, 540 - near, 1186, {
          ...him,
          sitting: true,
          facing: -1,
          breath: wave(t, 2.7),
          nod: 0.1,
        })
        lamplight(ctx, 0.72)
      })
      indicator(ctx, 360, 190, '--', null)
      put(ctx, dark)
    }
  },
}

const stillThere: Shot = {
  seconds: 12,
  enter: 'melt',
  prepare: (stage) => {
    const tower = section(stage)
    const dark = vignette(stage, 0.5)
    return (ctx, t) => {
      const zoom = lerp(1.7, 1, smooth(t / 11))
      at(ctx, 360 * (1 - zoom), 470 * (1 - zoom) - 530, zoom, 0, () => {
        put(ctx, tower)
        smallCar(ctx, 13.45, 1, true)
      })
      put(ctx, dark)
    }
  },
}

/** Pressing it would end it; so nobody does. */
export const elevator2: Script = {
  key: 'elevator-2',
  orientation: 'vertical',
  opening: { start: 0, end: 6 },
  ending_start: 88,
  shots: [
    button(9, 'cut', (t) => 0.55 * between(t, 6, 12, 1.8), true),
    waiting,
    everyday,
    yesterday,
    button(10, 'melt', (t) => 0.9 * ramp(t, 1, 4.5) - 0.35 * ramp(t, 6.5, 9.5), false),
    stillThere,
    credits(
      8,
      [
        ['', '13층과 14층 사이'],
        ['감독', '편수미'],
        ['극본', '어진솔'],
        ['유나', '윤소빈'],
        ['하준', '표한결'],
        ['그림', '한편 그림방'],
        ['음악', '한편 소리방'],
        ['', '다음 화에 계속'],
      ],
      '#fff3dc',
      (stage) => {
        const tower = section(stage)
        return (ctx, t) => {
          wash(ctx, 0, 0, 720, 1280, ['#171a3a', '#232a55'])
          at(ctx, 0, lerp(-560, -530, t / 8), 1, 0, () => {
            put(ctx, tower)
            smallCar(ctx, 13.45, 1, true)
          })
          ctx.globalAlpha = 0.66
          box(ctx, 0, 0, 720, 1280, '#101228')
          ctx.globalAlpha = 1
        }
      },
    ),
  ],
  korean: [
    [6.4, 9, '누르면, 끝난다.'],
    [9.8, 12.6, '유나: 안 눌러?'],
    [13, 15.8, '하준: 네가 더 가까워.'],
    [16.6, 20, '유나: 팔이 짧아서 그래.'],
    [20.6, 23.6, '아무도 움직이지 않았다.'],
    [24.6, 27.6, '하준: 따뜻한 거, 맞지?'],
    [28, 30.4, '유나: 어떻게 알았어?'],
    [32, 35, '유나: 우산은 하나면 되겠다. 집이 같으니까.'],
    [35.3, 37.4, '하준: 같은 층이지.'],
    [39, 41.8, '하준: 생일 축하해. 14층까지만 하는 파티야.'],
    [42.1, 44.4, '유나: 그럼 천천히 올라가자.'],
    [46.4, 49.2, '유나: 얘 이름은 십삼점오야.'],
    [49.5, 52, '하준: 우리 처음 만난 데네.'],
    [54.4, 57.2, '그리고 어제.'],
    [58, 61.4, '유나: 네 물건, 여기 다 담았어.'],
    [62, 65.2, '하준: …하나 빠졌어. 너.'],
    [67.4, 70.4, '유나: 왜 그 말을 어제 안 했어.'],
    [71, 75, '하준: 문이 너무 빨리 열려서.'],
    [77, 80.6, '13층과 14층 사이에서\n손이 멈췄다.'],
    [81.6, 85.6, '유나: 조금만 더 있다가 누르자.'],
  ],
  english: [
    [6.4, 9, 'Press it, and it is over.'],
    [9.8, 12.6, 'Yuna: You’re not pressing it?'],
    [13, 15.8, 'Hajun: You are closer.'],
    [16.6, 20, 'Yuna: My arms are too short.'],
    [20.6, 23.6, 'Neither of them moved.'],
    [24.6, 27.6, 'Hajun: A hot one, right?'],
    [28, 30.4, 'Yuna: How did you know?'],
    [32, 35, 'Yuna: One umbrella will do. Same house.'],
    [35.3, 37.4, 'Hajun: Same floor, even.'],
    [39, 41.8, 'Hajun: Happy birthday! A party up to floor 14.'],
    [42.1, 44.4, 'Yuna: Then let’s go up slowly.'],
    [46.4, 49.2, 'Yuna: Its name is Thirteen and a Half.'],
    [49.5, 52, 'Hajun: The place where we met.'],
    [54.4, 57.2, 'And then, yesterday.'],
    [58, 61.4, 'Yuna: I packed all your things.'],
    [62, 65.2, 'Hajun: …One is missing. You.'],
    [67.4, 70.4, 'Yuna: Why didn’t you say that yesterday?'],
    [71, 75, 'Hajun: The doors opened too fast.'],
    [77, 80.6, 'Between 13 and 14,\ntheir hands stopped.'],
    [81.6, 85.6, 'Yuna: Let’s stay a little, then press it.'],
  ],
  soundtrack: (duration) =>
    liftMusic(
      duration,
      88,
      [5, 9],
      [
        { place: 'hum', gain: 0.14 },
        { place: 'rain', gain: 0.16, from: 31, to: 38, fade: 1 },
        { place: 'birds', gain: 0.2, from: 45, to: 53, fade: 1 },
      ],
      [23.8, 30.9, 38.1, 45.3].flatMap((second) => [
        { at: second, sound: 'ding', gain: 0.25 } as const,
        { at: second + 0.2, sound: 'door', gain: 0.2 } as const,
      ]),
    ),
}
