import { palette } from '#seed/art/look.ts'
import { cast, director, DOMESTIC, DRAMA, season, SHORT, type Work, writer } from './work.ts'

export const shorts: readonly Work[] = [
  {
    id: 8,
    title: '13층과 14층 사이',
    title_original: 'Between 13 and 14',
    synopsis:
      '밤 열한 시, 엘리베이터가 13층과 14층 사이에서 멈춘다. 갇힌 사람은 어제 헤어진 연인 둘. 구조까지 남은 시간은 딱 한 회 분량. 문이 열리면 모르는 사람으로 돌아가기로 한 두 사람의 세로 로맨스.',
    categories: [SHORT, DRAMA, DOMESTIC],
    age_rating: '12',
    descriptors: ['대사'],
    is_series: true,
    is_completed: false,
    released_on: '2026-11-13',
    weight: 436,
    people: [
      director('pyeon_sumi'),
      writer('eo_jinsol'),
      cast('pyo_hangyeol', '하준'),
      cast('yoon_sobin', '유나'),
    ],
    seasons: [
      season(
        1,
        {
          from: '2026-11-13T09:00:00Z',
          every: 2,
          price: 300,
          free: 1,
          vertical: true,
          films: ['elevator-1', 'elevator-2'],
        },
        `
        멈춤 | 13과 14 사이에 불이 들어온다. 둘 다 상대가 먼저 말하길 기다린다.
        비상 버튼 | 누르면 끝난다. 그래서 아무도 누르지 않는다.
        `,
      ),
    ],
    art: {
      scene: 'elevator',
      palette: palette('#0f1420 #2b3350 #7c5a86 #f0976e #ffe3b8 #ff4d4d'),
      at: [0.5, 0.625, 0.95],
      title: {
        lines: ['13층과', '14층 사이'],
        font: 'sans_black',
        layout: 'stack',
        color: 'glow',
        size: 164,
        at: [0.5, 0.05],
        align: 'center',
        leading: 1.06,
        tracking: -0.04,
      },
      tagline: '문이 열리면, 우리는 모르는 사이',
      small: 'bottom',
    },
  },
  {
    id: 9,
    title: '우산은 하나',
    title_original: 'One Umbrella',
    synopsis:
      '정류장에 사람은 둘, 우산은 하나. 매주 수요일 비가 올 때마다 같은 자리에서 만나는 두 사람은 이름도 모른 채 한 정거장만큼 함께 걷는다. 맑은 수요일이 찾아오기 전까지.',
    categories: [SHORT, DRAMA, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    is_series: true,
    is_completed: false,
    released_on: '2026-11-17',
    weight: 358,
    people: [
      director('so_gyeoul'),
      writer('guk_hyejin'),
      cast('maeng_doyun', '우산 주인'),
      cast('bing_nara', '수요일의 사람'),
    ],
    seasons: [
      season(
        1,
        {
          from: '2026-11-17T09:00:00Z',
          every: 1,
          price: 300,
          free: 1,
          vertical: true,
          films: ['umbrella'],
        },
        `
        수요일, 비 | 한 정거장. 어깨 하나씩은 젖은 채로.
        오른쪽 어깨 | 이번에는 그 사람이 젖는 쪽에 선다.
        `,
      ),
    ],
    art: {
      scene: 'umbrella',
      palette: palette('#152238 #2c4c74 #5f88ab #b7cddb #f4f1e6 #f2b705'),
      at: [0.5, 0.63, 1],
      title: {
        lines: ['우산은', '하나'],
        font: 'round',
        layout: 'stack',
        color: 'glow',
        size: 236,
        at: [0.085, 0.065],
        align: 'left',
        leading: 1.02,
        tracking: -0.02,
      },
      tagline: '한 정거장만큼의 사이',
      small: 'bottom',
    },
  },
  {
    id: 10,
    title: '새벽 네 시의 편의점',
    title_original: 'Convenience, 4 A.M.',
    synopsis:
      '새벽 네 시에 편의점 문을 여는 사람에게는 모두 이유가 있다. 야간 알바 소담은 바코드를 찍는 짧은 시간 동안 손님의 하루를 듣는다. 삼각김밥이 데워지는 이십 초, 가장 작은 위로의 옴니버스.',
    categories: [SHORT, DRAMA, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    is_series: true,
    is_completed: false,
    released_on: '2026-11-10',
    weight: 312,
    people: [
      director('dan_woojin'),
      writer('pi_soyul'),
      cast('gil_haneul', '소담'),
      cast('hyeon_baekho', '택시 기사'),
    ],
    seasons: [
      season(
        1,
        {
          from: '2026-11-10T18:00:00Z',
          every: 3,
          price: 300,
          free: 1,
          vertical: true,
          films: ['convenience-4am'],
        },
        `
        이십 초 | 전자레인지가 도는 동안, 손님이 울기 시작한다.
        우유는 맨 뒤에서 | 유통 기한을 보는 사람은 내일을 믿는 사람이다.
        `,
      ),
    ],
    art: {
      scene: 'storefront',
      palette: palette('#0a1330 #1b2c66 #3c5fb0 #7fe0d0 #f6fff2 #ff5c8a'),
      at: [0.5, 0.64, 1],
      title: {
        lines: ['새벽', '네 시의', '편의점'],
        font: 'retro',
        layout: 'stack',
        color: 'glow',
        size: 186,
        at: [0.085, 0.06],
        align: 'left',
        leading: 1.02,
      },
      tagline: '이십 초 동안만 들어 드려요',
      small: 'bottom',
    },
  },
]
