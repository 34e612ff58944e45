import type { Script } from '../film.ts'
import { bass, bell, pad, piano, strings, woodwind } from '../sound/instruments.ts'
import { beat, broken, held, progression, tune, walking, type Harmony } from '../sound/score.ts'
import { put } from '../stage/stage.ts'
import { credits } from '../stage/titles.ts'
import { stars } from '../stage/weather.ts'
import { leaving, cabin, stopped, twelve, arriving } from './scenes.ts'
import { sea, night } from './set.ts'

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
        ['감독', '라은호'],
        ['극본', '사진아'],
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
    [28.6, 32, '매표원: …아홉, 열, 열하나.'],
    [34.4, 37.4, '승객: 방금 불이 왜 이래요?'],
    [40.4, 43.2, '선장: 엔진이 죽었어.'],
    [44.6, 48.2, '선장: 등대는 한참 전에 지나왔는데.'],
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
        ...[45.4, 48.2, 51, 56.2, 61, 65.8, 70.6].map(
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
