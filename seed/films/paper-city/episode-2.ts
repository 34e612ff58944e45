import type { Script } from '../film.ts'
import { box, wash } from '../stage/shapes.ts'

import { wrap } from '../stage/time.ts'
import { credits } from '../stage/titles.ts'
import { desk, forbidden, chase, below, sea } from './episode-2-scenes.ts'
import { paperMusic } from './music.ts'
import { card } from './world.ts'
import { bird } from './characters.ts'

/** A road that is not there. */
export const paperCity2: Script = {
  key: 'paper-city-2',
  opening: { start: 0, end: 7.5 },
  ending_start: 92,
  shots: [
    desk,
    forbidden,
    chase,
    below,
    sea,
    credits(
      10,
      [
        ['', '종이 도시'],
        ['감독', '위성주'],
        ['극본', '어진솔'],
        ['반지', '길하늘'],
        ['가위 경감', '현백호'],
        ['그림', '한편 그림방'],
        ['음악', '한편 소리방'],
      ],
      card.cream,
      () => (ctx, t) => {
        wash(ctx, 0, 0, 1280, 720, ['#0d3434', card.deep, card.teal])
        for (let n = 0; n < 7; n++)
          bird(ctx, t, wrap(n * 230 + t * 60, 1700) - 200, 110 + ((n * 173) % 500), 60, -0.05)
        ctx.globalAlpha = 0.45
        box(ctx, 0, 0, 1280, 720, '#08201f')
        ctx.globalAlpha = 1
      },
    ),
  ],
  korean: [
    [7.6, 10.6, '반지: 우리 골목, 시장, 시계탑… 다 맞아.'],
    [11.2, 14.4, '반지: 그런데 이 붉은 선만 처음 봐.'],
    [15, 18.4, '선은 아무도 가지 않는 곳으로 이어졌다.'],
    [20, 23.4, '반지: 가위질 금지 구역.'],
    [24, 27.6, '자르지 말라는 말은\n들어가지 말라는 말과 다르다.'],
    [30.4, 33, '반지: 보기만 할 거야. 정말로.'],
    [34, 37.4, '???: 거기, 설계도를 든 아이.'],
    [39, 42, '가위 경감: 도시의 선은 내가 정한다.'],
    [42.6, 45.4, '반지: 이건 원래 있던 길이에요!'],
    [46.4, 49.4, '가위 경감: 그러니까 잘라 낸 거다.'],
    [51, 54.6, '반지: 새야, 어느 쪽이야!'],
    [59, 62.4, '아래층. 구겨진 사람들이 모여 사는 곳.'],
    [63.4, 67, '구겨진 이: 놀라지 마. 우리도 한때는 반듯했어.'],
    [68, 71.6, '구겨진 이: 젖어 봐야 알지. 종이도 물에 뜬다는 걸.'],
    [76.4, 80, '도시의 뒷면에는 바다가 있었다.'],
    [81, 84.6, '반지: 그래서 너는 젖지 않는구나.'],
    [85.6, 90, '반지: 두려워하지 않아서.'],
  ],
  soundtrack: (duration) =>
    paperMusic(
      duration,
      108,
      34,
      2,
      [
        { place: 'paper', gain: 0.9, to: 56 },
        { place: 'wind', gain: 0.24, from: 18, to: 57 },
        { place: 'water', gain: 0.25, from: 55, to: 75, fade: 3 },
        { place: 'sea', gain: 0.4, from: 74, fade: 2 },
      ],
      [
        { at: 1.2, sound: 'whoosh', gain: 0.3 },
        ...Array.from(
          { length: 12 },
          (_, n) => ({ at: 38.6 + n * 1.4, sound: 'click', gain: 0.6, pan: -0.4 }) as const,
        ),
        { at: 56, sound: 'whoosh', gain: 0.5 },
        { at: 58, sound: 'thud', gain: 0.4 },
        { at: 75, sound: 'sparkle', gain: 0.22 },
      ],
    ),
}
