import { cast, director, DOMESTIC, DRAMA, season, SHORT, type Work, writer } from './work.ts'

export const shorts: readonly Work[] = [
  {
    id: 8,
    title: '13층과 14층 사이',
    title_original: 'Between 13 and 14',
    synopsis:
      '밤 열한 시, 엘리베이터가 13층과 14층 사이에서 멈춘다. 갇힌 사람은 3년을 만나고 어제 헤어진 유나와 하준, 둘 다 14층에 산다. 휴대폰 불빛 하나, 소금빵 반쪽, 아무도 누르지 않는 비상 버튼. 문이 열리면 모르는 사람으로 돌아가기로 한 두 사람의 세로 로맨스.',
    categories: [SHORT, DRAMA, DOMESTIC],
    age_rating: '12',
    descriptors: ['대사'],
    tags: ['로맨스', '미스터리', '설렘'],
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
          films: ['elevator-1', 'elevator-2', 'elevator-3'],
        },
        `
        멈춤 | 정전으로 멈춘 엘리베이터에 어제 헤어진 두 사람. 둘 다 상대가 먼저 말하길 기다린다.
        비상 버튼 | 누르면 끝난다. 그래서 아무도 누르지 않는다. 이 엘리베이터에서 보낸 날들이 문처럼 열렸다 닫힌다.
        한 사람씩 | 누르지도 않은 인터폰이 켜지고 구조대가 온다. 나갈 수 있는 사람은 한 번에 한 명이다.
        `,
      ),
    ],
  },
  {
    id: 9,
    title: '우산은 하나',
    title_original: 'One Umbrella',
    synopsis:
      '막차가 지나간 정류장에 사람은 둘, 우산은 하나. 수요일 밤 예보에 없던 비를 만난 두 사람이 이름도 모른 채 노란 우산 아래에서 한 정거장을 함께 걷는다. 젖는 어깨는 하나, 다음 약속은 비가 오면.',
    categories: [SHORT, DRAMA, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    tags: ['로맨스', '설렘', '비 오는 날'],
    is_series: true,
    is_completed: false,
    released_on: '2026-09-09',
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
          from: '2026-09-09T09:00:00Z',
          every: 1,
          price: 300,
          free: 1,
          vertical: true,
          films: ['umbrella'],
        },
        `
        수요일, 비 | 한 정거장은 생각보다 멀고, 생각보다 가깝다. 그의 오른쪽 어깨만 다 젖을 만큼.
        `,
      ),
    ],
  },
  {
    id: 10,
    title: '새벽 네 시의 편의점',
    title_original: 'Convenience, 4 A.M.',
    synopsis:
      '새벽 네 시에 편의점 문을 여는 사람에게는 모두 이유가 있다. 야간 알바 소담은 주먹밥이 데워지는 이십 초 동안 손님의 하루를 듣는다. 오늘의 손님은 회사에서 이름을 한 번도 불리지 못한 정우. 해가 제시간에 올 때까지, 가장 작은 위로의 이야기.',
    categories: [SHORT, DRAMA, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    tags: ['일상', '힐링', '새벽 감성'],
    is_series: true,
    is_completed: false,
    released_on: '2026-08-28',
    weight: 312,
    people: [
      director('dan_woojin'),
      writer('pi_soyul'),
      cast('gil_haneul', '소담'),
      cast('hyeon_baekho', '정우'),
    ],
    seasons: [
      season(
        1,
        {
          from: '2026-08-28T18:00:00Z',
          every: 3,
          price: 300,
          free: 1,
          vertical: true,
          films: ['convenience-4am'],
        },
        `
        이십 초 | 전자레인지가 도는 동안 손님이 울기 시작한다. 소담은 이름을 묻는다.
        `,
      ),
    ],
  },
]
