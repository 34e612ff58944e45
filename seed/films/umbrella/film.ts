import type { Script } from '../film.ts'
import { bass, flute, keys, pad, piano, pluck } from '../sound/instruments.ts'
import { beat, broken, held, progression, tune, walking, type Harmony } from '../sound/score.ts'
import { umbrella as openUmbrella } from '../stage/figure.ts'
import { box } from '../stage/shapes.ts'
import { put } from '../stage/stage.ts'
import { wave } from '../stage/time.ts'
import { credits } from '../stage/titles.ts'
import { ripples } from '../stage/weather.ts'
import { stop, walking1, above, parting } from './scenes.ts'
import { yellow, street, drops } from './set.ts'

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
        ['감독', '소겨울'],
        ['극본', '국혜진'],
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
    [15.6, 18.2, '그녀: 방금 저게 마지막일걸요.'],
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
  english: [
    [7, 10, 'Wednesday. Rain nobody had forecast.'],
    [11.2, 14.2, 'He: The last— I mean, when’s the next bus?'],
    [15.6, 18.2, 'She: I think that was the last one.'],
    [19, 21.6, 'He: If it’s just one stop, shall we share?'],
    [22, 24.6, 'She: …There is only one umbrella.'],
    [26, 29.2, 'One stop was farther than we thought,'],
    [29.6, 32.6, 'and nearer than we thought.'],
    [34, 37.4, 'She: Your shoulder is soaked.'],
    [37.8, 40.6, 'He: My right one likes the rain.'],
    [41, 43.6, 'She: No shoulder likes the rain.'],
    [46, 50, 'Seen from above,\nwe were just one yellow circle.'],
    [51.6, 55, 'She: You’re not asking my name?'],
    [55.4, 59, 'He: Then I’d have nothing left to say next week.'],
    [62, 65, 'She: This is me. Thank you.'],
    [66, 68.6, 'He: Um, next Wednesday, will you…'],
    [69, 71.8, 'She: If it rains.'],
    [77.4, 80.4, 'The rain stopped.'],
    [81, 85.4, 'He: …Why does it have to stop now?'],
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
        { at: 13.6, sound: 'whoosh', gain: 0.5, pan: -0.4 },
        { at: 14.9, sound: 'splash', gain: 0.4, pan: 0.3 },
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
