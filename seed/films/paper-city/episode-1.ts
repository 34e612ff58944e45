import type { Script } from '../film.ts'
import { box, wash } from '../stage/shapes.ts'
import { put } from '../stage/stage.ts'
import { credits } from '../stage/titles.ts'

import { unfolding, storm, morning, face, alley } from './episode-1-scenes.ts'
import { paperMusic } from './music.ts'
import { card, street } from './world.ts'

/** After the rain, a bird without a crease. */
export const paperCity1: Script = {
  key: 'paper-city-1',
  opening: { start: 0, end: 7.5 },
  ending_start: 92,
  shots: [
    unfolding,
    storm,
    morning,
    face,
    alley,
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
        ['다음 화', '젖지 않는 새'],
      ],
      card.cream,
      (stage) => {
        const back = street(stage, 12, 1500, 260, true)
        return (ctx, t) => {
          wash(ctx, 0, 0, 1280, 720, [card.night, '#7a2c30', card.brick])
          put(ctx, back, -60 - t * 4, 260)
          ctx.globalAlpha = 0.6
          box(ctx, 0, 0, 1280, 720, '#3a1018')
          ctx.globalAlpha = 1
        }
      },
    ),
  ],
  korean: [
    [7.6, 10.8, '이 도시는 매일 아침 펼쳐진다.'],
    [11.4, 14.6, '벽도, 창문도, 사람도 모두 종이로 접혔다.'],
    [15, 17.8, '그래서 우리는 비를 무서워한다.'],
    [19.4, 22.4, '이웃: 비다! 처마 밑으로!'],
    [23, 26.4, '반지: 지붕은 제가 붙들고 있을게요!'],
    [28, 31, '이웃: 반지야, 너까지 젖으면 어떡해!'],
    [31.6, 35, '반지: 저는 두 겹이라 괜찮아요.'],
    [37.4, 40.6, '비가 그친 아침에는 지붕 수선공이 바쁘다.'],
    [42, 45, '반지: 여기 한 장, 저기 한 장…'],
    [47.4, 50, '반지: …어?'],
    [51, 54.4, '반지: 저 새, 접은 자국이 없어.'],
    [59, 62.4, '아무도 접지 않은 새.'],
    [63, 66.4, '젖었는데도 가라앉지 않는 새.'],
    [68, 71.6, '새는 무언가를 떨어뜨리고 갔다.'],
    [76, 79, '반지: 설계도…? 우리 도시잖아.'],
    [82, 85.4, '반지: 그런데 이 길은, 없는 길인데.'],
    [86.4, 90.6, '붉은 선은 도시의 뒤쪽으로 이어져 있었다.'],
  ],
  soundtrack: (duration) =>
    paperMusic(
      duration,
      100,
      23,
      0,
      [
        { place: 'paper', gain: 0.9 },
        { place: 'rain', gain: 0.5, from: 17, to: 37, fade: 1.2 },
        { place: 'birds', gain: 0.5, from: 36, to: 60, fade: 2 },
        { place: 'wind', gain: 0.2, from: 57, to: 75 },
      ],
      [
        { at: 24, sound: 'thunder', gain: 0.35 },
        { at: 30, sound: 'thunder', gain: 0.3, pan: 0.4 },
        { at: 47, sound: 'sparkle', gain: 0.2 },
        { at: 67, sound: 'whoosh', gain: 0.35 },
        { at: 81, sound: 'whoosh', gain: 0.25 },
      ],
    ),
}
