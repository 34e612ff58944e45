import type { Script } from '../film.ts'
import { bass, flute, keys, pad, piano, pluck, strings } from '../sound/instruments.ts'
import { beat, broken, held, progression, tune, walking, type Harmony } from '../sound/score.ts'
import { glow } from '../stage/light.ts'
import { box, oval } from '../stage/shapes.ts'
import { put } from '../stage/stage.ts'
import { chance } from '../stage/time.ts'
import { credits } from '../stage/titles.ts'
import { drift, mist, rain } from '../stage/weather.ts'
import { departing, terminus } from './scenes.ts'
import { autumn, country, journey, none, spring, strips, summer, viaduct, winter } from './set.ts'
import { petalOnPane, petalOnSill, sharedTangerine } from './sill.ts'

/** Four seasons through one window, on the slowest train. */
export const slowTrain: Script = {
  key: 'slow-train',
  opening: { start: 0, end: 7.5 },
  ending_start: 92,
  shots: [
    departing,
    journey(
      16,
      spring,
      2,
      150,
      none,
      (ctx, t, u) => {
        drift(
          ctx,
          t,
          {
            width: 1280,
            height: 560,
            count: 110,
            colour: '#ffd0dc',
            speed: 50,
            size: 5.5,
            wind: -330,
          },
          true,
        )
        petalOnPane(ctx, t, u)
      },
      '봄',
    ),
    journey(
      17,
      summer,
      12,
      170,
      viaduct,
      (ctx, t) => {
        mist(ctx, t, {
          width: 1280,
          height: 0,
          count: 8,
          colour: '#dfeaea',
          top: 300,
          bottom: 470,
          size: 230,
          alpha: 0.3,
          speed: -60,
        })
        rain(ctx, t, {
          width: 1280,
          height: 560,
          count: 190,
          colour: '#eaf6f6',
          wind: -420,
          speed: 900,
          size: 34,
        })
        for (let n = 0; n < 26; n++) {
          const run = (t * (0.05 + chance(n, 3) * 0.08) + chance(n, 1)) % 1
          oval(
            ctx,
            150 + chance(n, 2) * 980 - run * 120,
            80 + run * 450,
            3,
            5,
            'rgba(240,250,250,0.6)',
          )
        }
      },
      '여름',
    ),
    journey(
      17,
      autumn,
      23,
      150,
      (ctx) => glow(ctx, 860, 250, 260, '#fff0c0', 0.8),
      (ctx, t) =>
        drift(
          ctx,
          t,
          {
            width: 1280,
            height: 560,
            count: 70,
            colour: '#e4572e',
            speed: 60,
            size: 6,
            wind: -300,
          },
          true,
        ),
      '가을',
      sharedTangerine,
    ),
    journey(
      15,
      winter,
      44,
      130,
      none,
      (ctx, t) =>
        drift(ctx, t, {
          width: 1280,
          height: 560,
          count: 150,
          colour: '#ffffff',
          speed: 70,
          size: 4,
          wind: -260,
        }),
      '겨울',
      petalOnSill,
    ),
    terminus,
    credits(
      10,
      [
        ['', '느린 기차'],
        ['감독', '명지호'],
        ['극본', '여운서'],
        ['승객', '황보선'],
        ['그림', '한편 그림방'],
        ['음악', '한편 소리방'],
      ],
      '#fff3dd',
      (stage) => {
        const place = country(stage, winter, 44)
        return (ctx, t) => {
          put(ctx, place.sky)
          strips(ctx, place.far, 300, 240)
          ctx.globalAlpha = 0.72
          box(ctx, 0, 0, 1280, 720, '#1c2a44')
          ctx.globalAlpha = 1
          drift(ctx, t, {
            width: 1280,
            height: 720,
            count: 90,
            colour: '#ffffff',
            speed: 46,
            size: 4,
            wind: 12,
          })
        }
      },
    ),
  ],
  korean: [
    [8, 11, '가장 늦게 도착하는 기차가 있다.'],
    [11.4, 14.2, '서두르는 사람은 아무도 타지 않는다.'],
    [16, 19.6, '봄에는 터널이 꽃으로 되어 있다.'],
    [21, 25.4, '창에 붙은 꽃잎 하나가\n세 정거장을 함께 갔다.'],
    [32, 35.6, '여름, 철교 위에서 비를 만났다.'],
    [37, 41.6, '기차는 더 느려졌고\n아무도 불평하지 않았다.'],
    [43, 46.4, '빗소리에도 박자가 있다는 걸 알았다.'],
    [49, 52.6, '가을의 협곡은 불이 난 것 같았다.'],
    [54, 58.6, '마주 앉은 할머니가\n귤 하나를 반으로 나눴다.'],
    [60, 63.2, '내리실 때까지 우리는 이름을 묻지 않았다.'],
    [66, 69.4, '그리고 겨울. 소리가 하나씩 줄어든다.'],
    [71, 75.2, '식은 커피에서 아직 봄 냄새가 났다.'],
    [81, 84.6, '종착역입니다. 두고 내리는 물건이 없는지'],
    [85, 89, '천천히, 한 번 더 살펴보세요.'],
  ],
  soundtrack: (duration) => {
    const bars = Math.floor((duration * 100) / 180)
    const h: Harmony = {
      chords: progression('Gadd9 D/F# Em7 Bm7 Cmaj7 G/B Am7 D7sus4'),
      bars,
      meter: 3,
    }
    const melody = `B4/1 D5/1 G5/1 F#5/2 D5/1 E5/1 G5/1 B5/1 A5/3 G5/1 E5/1 C5/1 D5/2 B4/1 C5/1 B4/1 A4/1 D5/3`
    return {
      tempo: 100,
      room: 0.6,
      beds: [
        { place: 'train', gain: 0.34, to: 84, fade: 4 },
        { place: 'birds', gain: 0.5, to: 31, fade: 2 },
        { place: 'rain', gain: 0.34, from: 29, to: 48, fade: 2 },
        { place: 'crickets', gain: 0.4, from: 46, to: 65, fade: 2 },
        { place: 'wind', gain: 0.22, from: 62, fade: 3 },
      ],
      happenings: [
        { at: 2, sound: 'horn', gain: 0.2, pan: -0.6 },
        { at: 79.6, sound: 'horn', gain: 0.16, pan: 0.5 },
        { at: 80.7, sound: 'ding', gain: 0.2 },
      ],
      parts: [
        {
          play: pluck,
          gain: 0.24,
          pan: -0.25,
          send: 0.3,
          notes: broken(h, 0, bars - 2, '0 2 3 4 3 2', 50, 0.6),
        },
        { play: pad, gain: 0.09, send: 0.4, notes: held(h, 0, bars, 55, 0.5) },
        { play: flute, gain: 0.15, pan: 0.2, send: 0.5, notes: tune(melody, 24, 0.55) },
        {
          play: piano,
          gain: 0.24,
          pan: 0.1,
          send: 0.4,
          notes: [...tune(melody, 54, 0.55), ...tune(melody, 132, 0.5)],
        },
        {
          play: strings,
          gain: 0.13,
          pan: -0.1,
          send: 0.6,
          notes: [...tune(melody, 84, 0.5), ...held(h, 27, 40, 60, 0.28)],
        },
        {
          play: keys,
          gain: 0.12,
          pan: 0.3,
          send: 0.5,
          notes: [...tune(melody, 108, 0.5), ...broken(h, 36, bars - 2, '. 3 4', 67, 0.35)],
        },
        { play: bass, gain: 0.22, notes: walking(h, 4, bars - 1, '1 - 5', 31, 0.6) },
        { play: 'brush', gain: 0.1, send: 0.2, notes: beat(3, 10, 44, '..x.xo', 0.5) },
        { play: 'kick', gain: 0.18, notes: beat(3, 10, 44, 'x.....', 0.5) },
      ],
    }
  },
}
