import { palette } from '#seed/art/look.ts'
import { cast, director, DOCUMENTARY, DOMESTIC, season, single, type Work, writer } from './work.ts'

export const documentaries: readonly Work[] = [
  {
    id: 4,
    title: '느린 기차',
    title_original: 'Slow Train',
    synopsis:
      '가장 늦게 도착하는 기차를 타고 한 해를 건넌다. 벚꽃 터널에서 출발해 장마의 철교와 단풍 든 협곡을 지나 눈 덮인 종착역까지, 창밖이 곧 이야기다. 내레이션은 줄이고 바퀴 소리와 계절의 소리를 그대로 담았다.',
    categories: [DOCUMENTARY, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    is_series: true,
    is_completed: false,
    released_on: '2026-11-08',
    weight: 298,
    people: [director('myeong_jiho'), writer('yeo_unseo'), cast('hwangbo_seon', '목소리')],
    seasons: [
      season(
        1,
        { from: '2026-11-08T09:00:00Z', price: 900, free: 1, films: ['slow-train'] },
        `
        네 계절을 건너는 창 | 봄의 터널로 들어간 기차가 눈 내리는 종착역으로 나온다.
        간이역의 하루 | 하루 두 번 서는 기차, 하루 두 번 열리는 대합실.
        `,
      ),
    ],
    art: {
      scene: 'train',
      palette: palette('#20343d #3f7a6b #8fb98a #f3c39b #fff3dd #e4572e'),
      at: [0.5, 0.62, 1],
      title: {
        lines: ['느린', '기차'],
        font: 'serif',
        layout: 'stack',
        color: 'deep',
        size: 210,
        at: [0.5, 0.07],
        align: 'center',
        leading: 1.1,
        tracking: 0.3,
      },
      tagline: '가장 늦게 도착하는 사계절',
      small: 'bottom',
    },
  },
  {
    id: 5,
    title: '안개를 따는 사람들',
    title_original: 'Those Who Pick the Mist',
    synopsis:
      '해 뜨기 전 차밭에는 안개가 먼저 일어난다. 비탈의 굽이마다 다른 향이 나는 산골에서 찻잎 따는 사람들의 봄을 기록했다. 손끝으로 날씨를 읽고 김으로 시간을 재는, 가장 조용한 노동의 다큐멘터리.',
    categories: [DOCUMENTARY, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    is_series: true,
    is_completed: true,
    released_on: '2026-05-21',
    weight: 133,
    people: [director('myeong_jiho'), writer('bing_nara')],
    seasons: [
      season(
        1,
        { from: '2026-05-21T09:00:00Z', price: 1200, films: ['tea-mountain'] },
        `
        안개가 먼저 일어나는 산 | 첫물차를 따는 새벽, 능선이 하나씩 드러난다.
        가마솥 삼백 도 | 맨손으로 덖는 아홉 번, 향이 아홉 번 바뀐다.
        `,
      ),
    ],
    art: {
      scene: 'terraces',
      palette: palette('#0f3a33 #2a6b4c #6fa35d #c9d89b #f5f3dc #e2a03f'),
      at: [0.5, 0.6, 1],
      title: {
        lines: ['안개를', '따는', '사람들'],
        font: 'serif',
        layout: 'vertical',
        color: 'deep',
        size: 128,
        at: [0.9, 0.065],
        align: 'right',
        leading: 1.25,
        tracking: 0.05,
      },
      tagline: '해보다 먼저, 손보다 느리게',
      small: 'bottom',
    },
  },
  {
    id: 42,
    title: '소금의 시간',
    title_original: 'Salt Time',
    synopsis:
      '바닷물이 소금이 되기까지 스무날, 좋은 소금이 되기까지 삼 년. 서해의 염전에서 삼대째 물을 가두는 가족의 한여름을 따라갔다. 하늘이 바닥에 내려앉은 풍경을 담은 다큐멘터리가 1월에 찾아온다.',
    categories: [DOCUMENTARY, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    is_series: false,
    is_completed: true,
    released_on: '2027-01-06',
    weight: 76,
    people: [director('yeo_unseo'), writer('myeong_jiho')],
    seasons: single(
      { from: '2027-01-06T09:00:00Z', price: 1200 },
      '소금의 시간 | 물을 가두고, 볕을 기다리고, 소리를 듣는다. 소금이 오는 소리를.',
    ),
    art: {
      scene: 'salt',
      palette: palette('#28324a #6b7fa6 #c3a9b8 #f6cfae #fff8ec #d9532c'),
      at: [0.5, 0.5, 1],
      title: {
        lines: ['소금의', '시간'],
        font: 'serif_bold',
        layout: 'corners',
        color: 'deep',
        size: 170,
        at: [0.5, 0.5],
      },
      tagline: '하늘을 가두면, 바다가 남는다',
      small: 'bottom',
    },
  },
  {
    id: 44,
    title: '활자의 집',
    title_original: 'The House of Type',
    synopsis:
      '납 글자 삼십만 개가 사는 인쇄소가 이번 겨울 문을 닫는다. 문선공 세 사람은 마지막 책을 손으로 짠다. 가장 많이 닳은 글자는 ‘나’가 아니라 ‘의’였다. 마지막 줄에서 글자 하나가 모자라고, 누군가 사십 년 동안 주머니에 넣고 다닌 납 조각을 꺼낸다. 실제 인쇄소처럼 들리는 다큐 무빙툰.',
    categories: [DOCUMENTARY, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    is_series: false,
    is_completed: true,
    released_on: '2026-11-19',
    weight: 68,
    people: [director('namgung_ri'), writer('on_yujin'), cast('hwangbo_seon', '내레이션')],
    seasons: single(
      { from: '2026-11-19T09:00:00Z', price: 0, free: 1 },
      '마지막 한 글자 | 마지막 책, 마지막 줄. 빈칸 하나를 채우는 다큐 무빙툰.',
    ),
    art: {
      scene: 'type_case',
      palette: palette('#1b1a18 #3c3a36 #8c8577 #d8cfbd #f4eee0 #cf3b25'),
      at: [0.5, 0.5, 1],
      title: {
        lines: ['활자의', '집'],
        font: 'serif_bold',
        layout: 'stack',
        color: 'deep',
        size: 260,
        at: [0.075, 0.06],
        align: 'left',
        leading: 1.02,
        tracking: -0.02,
      },
      tagline: '삼십만 글자가 사는 집',
      small: 'bottom',
    },
  },
]
