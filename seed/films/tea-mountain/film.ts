import type { Script } from '../film.ts'
import { bass, bell, flute, pad, pluck, strings } from '../sound/instruments.ts'
import { beat, broken, held, progression, tune, type Harmony } from '../sound/score.ts'
import { wash } from '../stage/shapes.ts'
import { put } from '../stage/stage.ts'
import { credits } from '../stage/titles.ts'
import { mist } from '../stage/weather.ts'
import { dawn, picking, leaf, kettle, cup } from './scenes.ts'
import { cream, mountains, fog } from './set.ts'

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
        ['감독', '명지호'],
        ['극본', '빙나라'],
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
