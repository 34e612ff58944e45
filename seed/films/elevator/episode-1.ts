import type { Script } from '../film.ts'
import { person } from '../stage/figure.ts'
import { glow, vignette } from '../stage/light.ts'
import { box, disc, round, wash } from '../stage/shapes.ts'
import { at, put, type Shot } from '../stage/stage.ts'
import { credits, title } from '../stage/titles.ts'
import { between, lerp, ramp, smooth, wave } from '../stage/time.ts'
import { bench, car, doors, her, him, indicator, lamplight, section, smallCar } from './car.ts'
import { liftMusic } from './music.ts'

const lobby: Shot = {
  seconds: 20,
  prepare: (stage) => {
    const inside = car(stage)
    const dark = vignette(stage, 0.55)
    return (ctx, t) => {
      const open = ramp(t, 8, 9.6) - ramp(t, 13.2, 15.6) * 0.72 + ramp(t, 16, 17) * 0.72
      ctx.save()
      ctx.beginPath()
      ctx.rect(125, 190, 470, 900)
      ctx.clip()
      put(ctx, inside)
      if (t > 11.6)
        person(ctx, lerp(360, 455, ramp(t, 11.6, 13)), 1080, {
          ...her,
          facing: t > 12.7 ? -1 : 1,
          breath: wave(t, 3),
          eyes: t > 14.6 && t < 14.8 ? 'closed' : 'open',
        })
      glow(ctx, 360, 260, 460, '#fff0c8', 0.3)
      ctx.restore()
      doors(ctx, stage, open)
      const floor = Math.max(1, Math.ceil(7 - t * 0.9))
      indicator(ctx, 360, 104, String(floor), t < 8 ? false : null)
      if (t > 3.4 && t < 11.7)
        person(ctx, lerp(-140, 360, ramp(t, 3.4, 11.5)), lerp(1220, 1100, ramp(t, 9.4, 11.5)), {
          ...her,
          ...(t < 7.4 || t > 9.6 ? { step: t * 0.75 } : { breath: wave(t, 3) }),
          back: t > 9.8,
        })
      if (t > 14.2) {
        const run = ramp(t, 14.2, 16.6)
        person(ctx, lerp(-220, 150, run), 1240, {
          ...him,
          ...(run < 1 ? { step: t * 1.5 } : { breath: wave(t, 1.4) }),
          arm: lerp(0.3, 1.5, ramp(t, 15.4, 16.3)),
        })
      }
      put(ctx, dark)
      title(ctx, t, {
        name: '13층과 14층 사이',
        below: '1화  멈춤',
        x: 360,
        y: 520,
        size: 60,
        colour: '#fff3dc',
        from: 0.4,
        to: 6.2,
      })
    }
  },
}

const climbing: Shot = {
  seconds: 17,
  enter: 'melt',
  prepare: (stage) => {
    const inside = car(stage)
    const dark = vignette(stage, 0.5)
    return (ctx, t) => {
      const shake = t > 13.4 ? 10 * Math.exp(-(t - 13.4) * 2.2) * wave(t, 0.11) : 0.8 * wave(t, 1.7)
      const flicker = t > 13.4 && t < 15.4 ? (Math.sin(t * 41) > 0.1 ? 0.3 : 1) : 1
      const power = t > 15.4 ? 0 : flicker
      at(ctx, 0, shake, 1, 0, () => {
        put(ctx, inside)
        // Their backs in the mirror.
        ctx.save()
        ctx.beginPath()
        ctx.rect(150, 230, 420, 420)
        ctx.clip()
        ctx.globalAlpha = 0.5
        person(ctx, 235, 880, { ...her, height: 520, back: true })
        person(ctx, 500, 890, { ...him, height: 560, back: true })
        ctx.restore()
        const look = between(t, 6, 9, 0.6)
        const answer = between(t, 9.4, 12, 0.6)
        person(ctx, 215, 1180, {
          ...her,
          facing: look > 0.5 ? 1 : -1,
          breath: wave(t, 3.2),
          eyes: wave(t, 2.7) > 0.97 ? 'closed' : 'open',
        })
        person(ctx, 515, 1190, {
          ...him,
          facing: answer > 0.5 ? -1 : 1,
          breath: wave(t, 2.9, 0.3),
          nod: 0.16 * between(t, 4, 13, 1),
        })
        lamplight(ctx, power)
      })
      const floor = Math.min(13, 1 + Math.floor(t * 0.93))
      indicator(ctx, 360, 190, t > 15.4 ? '--' : String(floor), t > 13.4 ? null : true)
      put(ctx, dark)
    }
  },
}

const between13and14: Shot = {
  seconds: 13,
  enter: 'melt',
  prepare: (stage) => {
    const tower = section(stage)
    const dark = vignette(stage, 0.5)
    return (ctx, _t, u) => {
      const y = lerp(-760, -420, smooth(u))
      at(ctx, 0, y, 1, 0, () => {
        put(ctx, tower)
        smallCar(ctx, 13.45, 0, true)
      })
      put(ctx, dark)
    }
  },
}

const talking: Shot = {
  seconds: 22,
  enter: 'melt',
  prepare: (stage) => {
    const inside = car(stage)
    const dark = vignette(stage, 0.7)
    return (ctx, t) => {
      const zoom = lerp(1, 1.12, smooth(t / 22))
      at(ctx, 360 * (1 - zoom), 900 * (1 - zoom), zoom, 0, () => {
        put(ctx, inside)
        bench(ctx)
        const light = ramp(t, 2.4, 3.4)
        person(ctx, 235, 1176, { ...her, sitting: true, breath: wave(t, 3), nod: 0.1 * wave(t, 4) })
        person(ctx, 500, 1180, {
          ...him,
          sitting: true,
          facing: -1,
          arm: lerp(0.2, 0.95, light),
          breath: wave(t, 2.8),
        })
        lamplight(ctx, 0.22)
        round(ctx, 372, 986, 22, 40, 5, '#e9f4ff')
        glow(ctx, 382, 1000, 330, '#bfe0ff', 0.75 * light)
        glow(ctx, 382, 1000, 120, '#e9f4ff', 0.6 * light)
      })
      indicator(ctx, 360, 190, '--', null)
      const bread = between(t, 13, 22.5, 0.8)
      if (bread > 0)
        at(ctx, lerp(300, 420, ramp(t, 14.5, 16.5)), 1030, 1, 0.2, () => {
          round(ctx, -24, -12, 48, 26, 12, '#d9984a')
          round(ctx, -16, -8, 32, 6, 3, '#f0bf78')
        })
      put(ctx, dark)
    }
  },
}

const lightAgain: Shot = {
  seconds: 14,
  enter: 'white',
  prepare: (stage) => {
    const inside = car(stage)
    const dark = vignette(stage, 0.5)
    return (ctx, t) => {
      const zoom = lerp(1.14, 1, smooth(t / 14))
      at(ctx, 360 * (1 - zoom), 900 * (1 - zoom), zoom, 0, () => {
        put(ctx, inside)
        const she = between(t, 3, 6, 0.6)
        const he = between(t, 6.6, 9.4, 0.6)
        const both = t > 10.6
        bench(ctx)
        person(ctx, 190, 1180, {
          ...her,
          sitting: true,
          facing: she > 0.5 || both ? 1 : -1,
          breath: wave(t, 3),
        })
        person(ctx, 540, 1186, {
          ...him,
          sitting: true,
          facing: he > 0.5 || both ? -1 : 1,
          breath: wave(t, 2.7),
        })
        disc(ctx, 58, 910, 15, '#e0453c')
        glow(ctx, 58, 910, 110, '#e0453c', 0.5 + 0.3 * wave(t, 1.6))
        lamplight(ctx, lerp(0.3, 1, ramp(t, 0.2, 1)))
      })
      indicator(ctx, 360, 190, '--', null)
      put(ctx, dark)
    }
  },
}

/** Two who parted yesterday, one lift, a power cut. */
export const elevator1: Script = {
  key: 'elevator-1',
  orientation: 'vertical',
  opening: { start: 0, end: 6.5 },
  ending_start: 86,
  shots: [
    lobby,
    climbing,
    between13and14,
    talking,
    lightAgain,
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
          at(ctx, 0, lerp(-300, -120, t / 8), 1, 0, () => {
            put(ctx, tower)
            smallCar(ctx, 13.45, 1, true)
          })
          ctx.globalAlpha = 0.72
          box(ctx, 0, 0, 720, 1280, '#101228')
          ctx.globalAlpha = 1
        }
      },
    ),
  ],
  korean: [
    [7, 10, '유나: 밤 열한 시. 오늘도 꼴찌 퇴근.'],
    [14.2, 16.6, '하준: 잠깐만요! 같이 가요!'],
    [17, 19.8, '유나: ……너구나.'],
    [20.6, 23.2, '하준: 14층이지. …알아.'],
    [24.4, 28.6, '어제 헤어졌다.\n3년을 만나고, 같은 층에 산다.'],
    [29.4, 32.4, '하준: (먼저 말하면 지는 거야.)'],
    [33.4, 36.6, '유나: 방금… 흔들리지 않았어?'],
    [38, 41.6, '13층과 14층 사이.\n누구의 집도 아닌 곳.'],
    [43, 47.4, '안내 방송: 정전으로 운행이 멈췄습니다.\n구조까지 잠시만 기다려 주세요.'],
    [51, 54, '하준: 불 켤게. 너 어두운 거 싫어하잖아.'],
    [54.6, 57.6, '유나: …그런 건 이제 잊어도 돼.'],
    [58.2, 61.6, '하준: 하루밖에 안 됐는데.'],
    [62.2, 65.2, '유나: …저녁을 못 먹었어.'],
    [65.8, 69.2, '하준: 소금빵 하나 있는데. 반 나눌래?'],
    [69.4, 71.8, '유나: 반보다 조금 더 줘.'],
    [73, 76.4, '불이 들어왔다.\n엘리베이터는 움직이지 않았다.'],
    [77.4, 82, '둘 다, 상대가 먼저 말하길 기다렸다.'],
    [82.8, 85.4, '유나, 하준: …있잖아.'],
  ],
  english: [
    [7, 10, 'Yuna: Eleven at night. Last one home again.'],
    [14.2, 16.6, 'Hajun: Wait! Hold the lift!'],
    [17, 19.8, 'Yuna: …It’s you.'],
    [20.6, 23.2, 'Hajun: Fourteen, right. …I know.'],
    [24.4, 28.6, 'We broke up yesterday. Three years together,\nand we live on the same floor.'],
    [29.4, 32.4, 'Hajun: (Whoever speaks first loses.)'],
    [33.4, 36.6, 'Yuna: Did it just… shake?'],
    [38, 41.6, 'Between the 13th floor and the 14th.\nNobody’s home.'],
    [43, 47.4, 'Announcement: Power failure.\nPlease wait for the rescue team.'],
    [51, 54, 'Hajun: I’ll make light. You hate the dark.'],
    [54.6, 57.6, 'Yuna: …You can forget things like that now.'],
    [58.2, 61.6, 'Hajun: It has only been a day.'],
    [62.2, 65.2, 'Yuna: …I had no dinner.'],
    [65.8, 69.2, 'Hajun: I have one salt bread roll. Half?'],
    [69.4, 71.8, 'Yuna: A bit more than half.'],
    [73, 76.4, 'The light came back.\nThe lift did not move.'],
    [77.4, 82, 'Each waited for the other to speak first.'],
    [82.8, 85.4, 'Yuna, Hajun: …You know.'],
  ],
  soundtrack: (duration) =>
    liftMusic(
      duration,
      84,
      [12, 23],
      [
        { place: 'hum', gain: 0.22, from: 0, to: 35.5 },
        { place: 'hum', gain: 0.09, from: 35, to: 73 },
        { place: 'hum', gain: 0.2, from: 72, to: 94 },
      ],
      [
        { at: 8, sound: 'ding', gain: 0.3 },
        { at: 8.2, sound: 'door', gain: 0.25 },
        ...[4.2, 4.9, 5.6, 6.3].map(
          (second) => ({ at: second, sound: 'step', gain: 0.16, pan: -0.3 }) as const,
        ),
        ...[14.4, 14.7, 15, 15.3, 15.6].map(
          (second) => ({ at: second, sound: 'step', gain: 0.22, pan: -0.2 }) as const,
        ),
        { at: 33.4, sound: 'thud', gain: 0.7 },
        { at: 35.4, sound: 'click', gain: 0.5 },
        { at: 42.6, sound: 'beep', gain: 0.2 },
        { at: 72.3, sound: 'click', gain: 0.5 },
        { at: 75, sound: 'thud', gain: 0.25 },
      ],
    ),
}
