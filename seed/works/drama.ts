import { palette } from '#seed/art/look.ts'
import { cast, director, DOMESTIC, DRAMA, season, type Work, writer } from './work.ts'

export const dramas: readonly Work[] = [
  {
    id: 12,
    title: '봄은 세 번 늦는다',
    title_original: 'Spring Is Late Three Times',
    synopsis:
      '스물에 헤어지고 서른에 스쳐 간 두 사람이 마흔의 봄, 같은 마을 보건소와 양조장에서 다시 만난다. 말하지 못한 고백은 세 번 모두 봄에 있었다. 술이 익는 속도로 마음을 확인하는 어른들의 느린 로맨스.',
    categories: [DRAMA, DOMESTIC],
    age_rating: '12',
    descriptors: [],
    is_series: true,
    is_completed: false,
    released_on: '2026-10-17',
    weight: 613,
    people: [
      director('seol_inha'),
      writer('guk_hyejin'),
      cast('ma_yeonji', '오선재'),
      cast('do_jaeha', '류건'),
      cast('bang_dalrae', '양조장 어머니'),
    ],
    seasons: [
      season(
        1,
        { from: '2026-10-17T11:00:00Z', price: 1500, free: 1 },
        `
        누룩 냄새 | 이십 년 만에 돌아온 마을, 선재의 첫 환자는 하필 류건이다.
        첫 번째 봄 | 스무 살의 자전거, 건네지 못한 카세트테이프.
        `,
      ),
    ],
    art: {
      scene: 'tree',
      variant: 'blossom',
      palette: palette('#4a2638 #b25a76 #ee9fae #fbd3cf #fff3e6 #3f8f7a'),
      at: [0.52, 0.655, 1],
      title: {
        lines: ['봄은', '세 번', '늦는다'],
        font: 'song',
        layout: 'stack',
        color: 'deep',
        size: 158,
        at: [0.09, 0.07],
        align: 'left',
        leading: 1.1,
      },
      tagline: '스물, 서른, 그리고 마흔의 봄',
      small: 'bottom',
      logo: true,
    },
  },
  {
    id: 18,
    title: '밥',
    title_original: 'Bap',
    synopsis:
      '엄마가 남긴 식당의 메뉴는 하나, 밥. 반찬은 그날 손님이 정한다. 십 년 만에 돌아온 셋째 딸 보리는 가게를 팔 생각뿐인데, 아침 여섯 시면 어김없이 사람들이 숟가락을 들고 앉는다. 먹이고 먹는 일로 서로를 용서해 가는 가족 이야기.',
    categories: [DRAMA, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    is_series: true,
    is_completed: true,
    released_on: '2025-05-16',
    weight: 365,
    people: [
      director('bang_dalrae'),
      writer('pyeon_sumi'),
      cast('ma_yeonji', '보리'),
      cast('hwangbo_seon', '큰언니 수수'),
      cast('tak_yeongsu', '단골 배씨'),
    ],
    seasons: [
      season(
        1,
        { from: '2025-05-16T11:00:00Z', price: 1200, free: 1 },
        `
        여섯 시 | 문을 닫으러 온 보리가 얼떨결에 밥을 안친다.
        누룽지 | 아버지를 닮은 손님이 누룽지만 달라고 한다.
        `,
      ),
    ],
    art: {
      scene: 'table',
      variant: 'rice',
      palette: palette('#3a2a1a #a2472a #d9843b #f0c98d #fff6e2 #2f6b4f'),
      at: [0.5, 0.69, 0.96],
      title: {
        lines: ['밥'],
        font: 'brush',
        layout: 'stack',
        color: 'deep',
        size: 720,
        at: [0.5, -0.005],
        align: 'center',
      },
      tagline: '메뉴는 하나, 사연은 여럿',
      small: 'bottom',
      logo: true,
    },
  },
]
