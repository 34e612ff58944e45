import { palette } from '#seed/art/look.ts'
import { cast, director, DOMESTIC, DRAMA, season, SHORT, type Work, writer } from './work.ts'

export const comedyShorts: readonly Work[] = [
  {
    id: 46,
    title: '환승역에서 전남친을 세 번 만났다',
    title_original: 'Three Transfers, One Ex',
    synopsis:
      '출근길 환승역에서 전 남자친구를 만났다. 퇴근길에도 만났다. 막차에서 또 만났다. 우연 두 번은 참을 수 있지만 세 번은 노선도를 의심해야 한다. 2호선 한 바퀴를 도는 동안 벌어지는 이별 해명 코미디.',
    categories: [SHORT, DRAMA, DOMESTIC],
    age_rating: '12',
    descriptors: [],
    is_series: true,
    is_completed: true,
    released_on: '2026-08-05',
    weight: 271,
    people: [
      director('tae_raon'),
      writer('bing_nara'),
      cast('chu_bora', '지선'),
      cast('gok_minjae', '전남친'),
    ],
    seasons: [
      season(
        1,
        {
          from: '2026-08-05T09:00:00Z',
          every: 1,
          price: 300,
          free: 2,
          vertical: true,
        },
        `
        출근길 | 3-2번 칸. 왜 하필 같은 문 앞인가.
        퇴근길 | 반대 방향을 탔는데 또 있다.
        `,
      ),
    ],
    art: {
      scene: 'subway_map',
      palette: palette('#14213d #2f6fed #18b57b #ffb703 #fdfaf0 #f0463c'),
      at: [0.5, 0.66, 0.9],
      title: {
        lines: ['환승역에서', '전남친을', '세 번 만났다'],
        font: 'black',
        layout: 'stack',
        color: 'deep',
        size: 150,
        at: [0.075, 0.06],
        align: 'left',
        leading: 1.02,
      },
      tagline: '다음 역은 해명, 해명역입니다',
      small: 'bottom',
    },
  },
  {
    id: 47,
    title: '사표',
    title_original: 'Resignation',
    synopsis:
      '입사 칠 년 차 하대리의 재킷 안주머니에는 매일 새로 쓴 사표가 있다. 던질 순간마다 더 큰 사고가 터지고, 사표는 종이비행기가 되어 사무실을 날아다닌다. 직장인 속마음 해소극.',
    categories: [SHORT, DRAMA, DOMESTIC],
    age_rating: '12',
    descriptors: ['대사'],
    is_series: true,
    is_completed: false,
    released_on: '2026-10-20',
    weight: 248,
    people: [
      director('maeng_doyun'),
      writer('gil_haneul'),
      cast('pyo_hangyeol', '하대리'),
      cast('ban_seokju', '부장'),
    ],
    seasons: [
      season(
        1,
        {
          from: '2026-10-20T22:00:00Z',
          every: 7,
          price: 300,
          free: 1,
          vertical: true,
        },
        `
        월요일의 사표 | 문장은 완벽하다. 프린터가 고장 났을 뿐.
        `,
      ),
    ],
    art: {
      scene: 'paper_plane',
      palette: palette('#12355b #2a74c4 #62b6f0 #d7eefb #ffffff #ffcf33'),
      at: [0.5, 0.6, 1],
      title: {
        lines: ['사표'],
        font: 'serif_bold',
        layout: 'spread',
        color: 'glow',
        size: 440,
        at: [0.5, 0.06],
        align: 'center',
        tracking: 0.02,
      },
      tagline: '오늘도 안주머니에서 대기 중',
      small: 'bottom',
    },
  },
  {
    id: 48,
    title: '세자 저하의 심야 알바',
    title_original: 'His Highness Works Nights',
    synopsis:
      '연못에 빠졌다가 편의점 냉장고에서 나온 조선의 세자. 신분을 증명할 길이 없어 치킨집 심야 알바가 된다. 어명으로 튀김기를 다스리고 사극 말투로 단골을 모으는 세자 저하의 최저 시급 생존기.',
    categories: [SHORT, DRAMA, DOMESTIC],
    age_rating: '12',
    descriptors: [],
    is_series: true,
    is_completed: false,
    released_on: '2026-11-12',
    weight: 329,
    people: [
      director('eun_sia'),
      writer('maeng_doyun'),
      cast('gi_taeoh', '세자 이건'),
      cast('so_gyeoul', '사장 딸'),
    ],
    seasons: [
      season(
        1,
        {
          from: '2026-11-12T12:00:00Z',
          every: 3,
          price: 300,
          free: 1,
          vertical: true,
        },
        `
        냉장고에서 나온 자 | 여기가 어디냐. 사장 딸이 대답한다. 알바 면접이요.
        `,
      ),
    ],
    art: {
      scene: 'palace',
      variant: 'neon',
      palette: palette('#120a2c #2d1670 #7a2bd0 #ff5fb3 #fff0c9 #25e6c8'),
      at: [0.5, 0.6, 0.8],
      title: {
        lines: ['세자 저하의', '심야 알바'],
        font: 'black',
        layout: 'spread',
        color: 'glow',
        size: 190,
        at: [0.5, 0.045],
        align: 'center',
        leading: 1.02,
      },
      tagline: '어명이다, 오늘은 후라이드',
      small: 'bottom',
    },
  },
]
