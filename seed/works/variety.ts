import { cast, director, DOMESTIC, season, VARIETY, type Work, writer } from './work.ts'

export const varieties: readonly Work[] = [
  {
    id: 7,
    title: '야시장 한 바퀴',
    title_original: 'Once Round the Night Market',
    synopsis:
      '해가 지면 문을 여는 시장만 골라 걷는 심야 먹방 산책. 주머니에는 현금 이만 원, 시간은 시장 한 바퀴. 진행자 민재와 시장 안내인 달래가 떡볶이 불판과 호떡 철판, 국수 그릇을 지나 마지막 만두까지 간다. 배고플 때 틀면 곤란한 예능.',
    categories: [VARIETY, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    tags: ['먹방', '여행', '편안한'],
    is_series: true,
    is_completed: false,
    released_on: '2026-07-10',
    weight: 468,
    people: [
      director('chu_bora'),
      writer('pyeon_sumi'),
      cast('gok_minjae', '진행'),
      cast('bang_dalrae', '시장 안내인'),
    ],
    seasons: [
      season(
        1,
        {
          from: '2026-07-10T13:00:00Z',
          price: 900,
          free: 1,
          films: ['market-night'],
        },
        `
        이만 원의 밤 | 등불이 켜지는 순간부터 마지막 만두 세 개까지, 첫 번째 한 바퀴.
        `,
      ),
    ],
  },
  {
    id: 32,
    title: '무인도 식당',
    title_original: 'Table for Nobody',
    synopsis:
      '손님이 올 리 없는 무인도에 식당을 연다. 재료는 섬에서 구하고, 손님은 지나가는 배를 불러 세운다. 셰프와 평생 라면만 끓인 사람의 열흘짜리 개업기, 2월에 간판을 단다.',
    categories: [VARIETY, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    tags: ['음식', '여행', '유쾌한'],
    is_series: true,
    is_completed: false,
    released_on: '2027-02-10',
    weight: 399,
    people: [director('on_yujin'), cast('maeng_doyun', '셰프'), cast('hyeon_baekho', '라면 담당')],
    seasons: [
      season(
        1,
        { from: '2027-02-10T10:00:00Z', price: 900, free: 1 },
        '개업 첫날, 손님 0명 | 간판을 달았다. 읽을 사람이 없다.',
      ),
    ],
  },
  {
    id: 33,
    title: '오늘도 지각입니다',
    title_original: 'Late Again Today',
    synopsis:
      '정시에 도착하면 지는 토크 쇼. 출연자는 가장 그럴듯한 지각 사유를 들고 와야 하고, 판정단은 단 하나의 거짓말을 찾아낸다. 사유가 커질수록 스튜디오도 커진다. 새해 첫 녹화에는 벌써 한 명이 늦었다.',
    categories: [VARIETY, DOMESTIC],
    age_rating: '12',
    descriptors: ['대사'],
    tags: ['토크', '코미디', '유쾌한'],
    is_series: true,
    is_completed: false,
    released_on: '2027-01-02',
    weight: 205,
    people: [
      director('eo_jinsol'),
      writer('gil_haneul'),
      cast('tae_raon', '진행'),
      cast('pyo_hangyeol', '판정단'),
    ],
    seasons: [
      season(
        1,
        { from: '2027-01-02T12:00:00Z', price: 900, free: 1 },
        '코끼리가 길을 막아서 | 세 가지 사유 중 둘은 사실이다. 코끼리는 사실일까.',
      ),
    ],
  },
  {
    id: 34,
    title: '팔도 노래 트럭',
    title_original: 'The Singing Truck',
    synopsis:
      '오 톤 트럭을 펼치면 무대가 된다. 노래를 부르고 싶은 사람이 손을 들면 어디든 찾아가는 로드 음악 예능. 고추밭 발라드와 등대 위의 트로트를 실은 트럭이 1월에 시동을 건다.',
    categories: [VARIETY, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    tags: ['음악', '여행', '따뜻한'],
    is_series: true,
    is_completed: false,
    released_on: '2027-01-13',
    weight: 290,
    people: [director('guk_hyejin'), cast('do_jaeha', '운전과 기타'), cast('yoon_sobin', '노래')],
    seasons: [
      season(
        1,
        { from: '2027-01-13T10:00:00Z', price: 900, free: 1 },
        '첫 시동 | 무대를 펼쳤더니 고추밭 한가운데다.',
      ),
    ],
  },
  {
    id: 35,
    title: '모른 척 탐정단',
    title_original: 'The Pretend-Not-to-Know Detectives',
    synopsis:
      '범인을 알아도 모른 척해야 하는 추리 예능. 여섯 명 중 한 명은 진실을 안 채로 시작하고, 들키지 않고 팀을 정답까지 데려가야 한다. 표정 관리에 실패한 사람부터 퇴장하는 첫 게임이 12월에 열린다.',
    categories: [VARIETY, DOMESTIC],
    age_rating: '12',
    descriptors: ['모방위험'],
    tags: ['추리', '두뇌 싸움', '긴장감'],
    is_series: true,
    is_completed: false,
    released_on: '2026-12-09',
    weight: 344,
    people: [
      director('dan_woojin'),
      writer('jegal_min'),
      cast('so_gyeoul', '탐정'),
      cast('ban_seokju', '탐정'),
    ],
    seasons: [
      season(
        1,
        { from: '2026-12-09T11:00:00Z', price: 900, free: 1 },
        '온천 호텔의 여섯 손님 | 수증기 너머에서 한 사람만 웃지 않는다.',
      ),
    ],
  },
]
