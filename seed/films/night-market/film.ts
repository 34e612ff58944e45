import type { Script } from '../film.ts'
import { bass, keys, lead, pad, pluck, woodwind } from '../sound/instruments.ts'
import { beat, broken, held, progression, tune, walking, type Harmony } from '../sound/score.ts'
import { wash } from '../stage/shapes.ts'

import { credits } from '../stage/titles.ts'
import { motes } from '../stage/weather.ts'
import { opening, tteokbokki, hotteok, noodles, lap } from './scenes.ts'
import { hot, lanterns } from './set.ts'

/** Twenty thousand won and one round of the night market. */
export const nightMarket: Script = {
  key: 'market-night',
  opening: { start: 0, end: 7.5 },
  ending_start: 92,
  shots: [
    opening,
    tteokbokki,
    hotteok,
    noodles,
    lap,
    credits(
      10,
      [
        ['', '야시장 한 바퀴'],
        ['감독', '추보라'],
        ['극본', '편수미'],
        ['진행', '곡민재'],
        ['시장 안내인', '방달래'],
        ['그림', '한편 그림방'],
        ['음악', '한편 소리방'],
        ['다음 시장', '비 오는 날의 전 골목'],
      ],
      hot.yellow,
      () => (ctx, t) => {
        wash(ctx, 0, 0, 1280, 720, [hot.night, hot.plum, '#5a2450'])
        lanterns(ctx, t, 60, 1)
        lanterns(ctx, t, 610, 2)
        motes(ctx, t, {
          width: 1280,
          height: 720,
          count: 30,
          colour: '#ffe0a0',
          speed: -24,
          size: 2.4,
          alpha: 0.6,
        })
      },
    ),
  ],
  korean: [
    [7.6, 10.6, '민재: 규칙은 하나. 현금 이만 원, 한 바퀴.'],
    [11.2, 14.2, '달래: 등불 켜질 때 들어가야 제일 맛있어요.'],
    [15, 19.2, '민재: 왜요?\n달래: 다들 첫 손님한테 후하거든.'],
    [21.4, 24.4, '민재: 저 불판, 박자가 있는데요?'],
    [25, 28.6, '사장님: 스무 해 저으면 팔이 노래를 해요.'],
    [29.4, 32.6, '민재: 한 접시 주세요. 떡 많이요!'],
    [37.4, 40.4, '달래: 여기는 뒤집는 걸 봐야 돼.'],
    [41, 44.4, '민재: 하나, 둘… 지금!'],
    [45.4, 48.8, '사장님: 호떡은 기다리는 사람 쪽으로 떨어져요.'],
    [53.4, 56.6, '국수집: 면은 들어 올릴 때 맛이 정해져.'],
    [57.4, 60.6, '민재: 사장님, 언제 주무세요?'],
    [61.2, 65.4, '국수집: 다들 배부르면.'],
    [70, 73.4, '민재: 남은 돈 칠천 원. 반 바퀴 남았습니다.'],
    [76, 79.4, '달래: 이 시간엔 불이 하나씩 꺼져요.'],
    [81, 84, '민재: 사장님, 만두 아직 되나요?'],
    [84.8, 87.4, '만두집: 마지막 세 개. 칠천 원어치야.'],
    [88, 91.4, '민재: …이만 원, 다 썼다. 완벽해.'],
  ],
  soundtrack: (duration) => {
    const bars = Math.floor((duration * 112) / 240)
    const h: Harmony = { chords: progression('Em7 A7 Dmaj7 Bm7 Em7 A7 F#m7 B7'), bars, meter: 4 }
    const riff = `E5/.5 G5/.5 B5/1 A5/.5 G5/.5 E5/1 C#5/.5 E5/.5 G5/1 E5/2 D5/.5 F#5/.5 A5/1 F#5/.5 E5/.5 D5/1 B4/.5 D5/.5 F#5/1 D5/2`
    return {
      tempo: 112,
      room: 0.4,
      beds: [
        { place: 'crowd', gain: 0.55, to: 86, fade: 4 },
        { place: 'sizzle', gain: 0.7, from: 19.5, to: 52, fade: 0.6 },
        { place: 'water', gain: 0.2, from: 52, to: 68, fade: 0.6 },
        { place: 'crickets', gain: 0.5, from: 80, fade: 4 },
      ],
      happenings: [
        { at: 2.2, sound: 'click', gain: 0.4 },
        { at: 20, sound: 'whoosh', gain: 0.3 },
        ...Array.from(
          { length: 9 },
          (_, n) =>
            ({
              at: 37.4 + n * 1.6,
              sound: 'splash',
              gain: 0.18,
              pan: (n % 5) * 0.3 - 0.6,
            }) as const,
        ),
        ...[29.4, 45.4, 61.4, 85.2].map(
          (second) => ({ at: second, sound: 'ding', gain: 0.22, pan: 0.5 }) as const,
        ),
      ],
      parts: [
        {
          play: keys,
          gain: 0.17,
          pan: -0.3,
          send: 0.2,
          notes: broken(h, 0, bars - 2, '. 0 . 2 . 1 3 .', 55, 0.65),
        },
        {
          play: pluck,
          gain: 0.17,
          pan: 0.35,
          send: 0.2,
          notes: broken(h, 4, bars - 4, '0 . 2 0 . 3 . 2', 64, 0.6),
        },
        {
          play: woodwind,
          gain: 0.16,
          pan: 0.1,
          send: 0.3,
          notes: [4, 12, 28, 36].flatMap((bar) => tune(riff, bar * 4, 0.6)),
        },
        {
          play: lead,
          gain: 0.12,
          pan: -0.1,
          send: 0.3,
          notes: [8, 20, 32].flatMap((bar) => tune(riff, bar * 4, 0.6)),
        },
        { play: pad, gain: 0.07, send: 0.4, notes: held(h, 0, bars, 52, 0.45) },
        { play: bass, gain: 0.3, notes: walking(h, 2, bars - 2, '1 . 1 5 . 8 5 3', 33, 0.65) },
        { play: 'kick', gain: 0.4, notes: beat(4, 4, bars - 4, 'x..o..x.x..o....', 0.65) },
        {
          play: 'snare',
          gain: 0.16,
          send: 0.15,
          notes: beat(4, 4, bars - 4, '....x..o....x.o.', 0.6),
        },
        { play: 'hat', gain: 0.1, pan: 0.3, notes: beat(4, 2, bars - 3, 'x.xox.xox.xox.xo', 0.5) },
        {
          play: 'clap',
          gain: 0.1,
          send: 0.25,
          notes: beat(4, 12, bars - 6, '....x.......x...', 0.5),
        },
        {
          play: 'drum',
          gain: 0.16,
          pan: -0.3,
          send: 0.3,
          notes: beat(4, 8, bars - 4, 'x.....o.....x.oo', 0.5),
        },
      ],
    }
  },
}
