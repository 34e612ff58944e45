import type { Script } from '../film.ts'
import { bass, bell, flute, keys, lead, pad, strings } from '../sound/instruments.ts'
import { beat, broken, held, progression, tune, walking, type Harmony } from '../sound/score.ts'
import { glow } from '../stage/light.ts'
import { put } from '../stage/stage.ts'
import { credits } from '../stage/titles.ts'
import { alone, keeping, distance, relief, answering } from './scenes.ts'
import { light, deep, blink } from './set.ts'

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
        ['감독', '위성주'],
        ['극본', '남궁리'],
        ['노아', '단우진'],
        ['그림', '한편 그림방'],
        ['음악', '한편 소리방'],
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
