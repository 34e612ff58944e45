import type { Script } from '../film.ts'
import { bass, bell, keys, lead, pad, woodwind } from '../sound/instruments.ts'
import { beat, broken, held, progression, tune, walking, type Harmony } from '../sound/score.ts'
import { box } from '../stage/shapes.ts'
import { put } from '../stage/stage.ts'
import { credits } from '../stage/titles.ts'
import { outside, till, twenty, bench } from './scenes.ts'
import { storefront } from './set.ts'

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
        ['감독', '단우진'],
        ['극본', '피소율'],
        ['소담', '길하늘'],
        ['정우', '현백호'],
        ['그림', '한편 그림방'],
        ['음악', '한편 소리방'],
        ['', '이십 초 동안만 들어 드려요'],
      ],
      '#f6fff2',
      (stage) => {
        const front = storefront(stage)
        return (ctx, t) => {
          box(ctx, 0, 0, 720, 480, '#0a1330')
          put(ctx, front, -90, 380 - t * 2)
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
  english: [
    [7.4, 10.6, 'Everyone who opens this door at 4 a.m.'],
    [11, 13.6, 'has a reason.'],
    [17, 19.4, 'Sodam: Welcome.'],
    [24, 26.6, 'Guest: …Just this one.'],
    [27.4, 30, 'Sodam: 1,100 won. Shall I warm it up?'],
    [30.4, 32.6, 'Guest: Yes. Please.'],
    [33, 36.4, 'Sodam: It takes twenty seconds.'],
    [40, 43.4, 'Watching the rice ball turn, he began to cry.'],
    [44.4, 47.6, 'Guest: Sorry. It just looked so warm.'],
    [48.4, 51.4, 'Guest: Nobody at work said my name today.'],
    [52.2, 55, 'Sodam: May I ask your name?'],
    [55.4, 57.4, 'Guest: …Jeongwoo. Kim Jeongwoo.'],
    [57.6, 59.8, 'Sodam: Jeongwoo, it’s ready.'],
    [62, 65.4, 'Guest: Will you share it? It’s too hot for one.'],
    [69, 72.4, 'Sodam: I have a fish cake due to be thrown out.'],
    [73.4, 76.8, 'Guest: Will you be here at four tomorrow?'],
    [77.4, 80.4, 'Sodam: Yes. Twenty seconds, any time.'],
    [81.6, 85.4, 'The sun came on time that day, too.'],
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
        { at: 37.1, sound: 'click', gain: 0.5 },
        ...[0, 0.5, 1].map((late) => ({ at: 57.3 + late, sound: 'beep', gain: 0.22 }) as const),
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
