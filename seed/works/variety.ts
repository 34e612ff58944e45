import { palette } from '#seed/art/look.ts'
import { cast, director, DOMESTIC, season, VARIETY, type Work, writer } from './work.ts'

export const varieties: readonly Work[] = [
  {
    id: 7,
    title: '야시장 한 바퀴',
    title_original: 'Once Round the Night Market',
    synopsis:
      '해가 지면 문을 여는 시장만 골라 걷는 심야 먹방 산책. 지갑에는 현금 이만 원, 시간은 한 바퀴. 떡볶이 불판의 리듬과 호떡 뒤집는 소리, 사장님들의 인생 이야기가 밤새 이어진다. 배고플 때 틀면 곤란한 예능.',
    categories: [VARIETY, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    is_series: true,
    is_completed: false,
    released_on: '2026-11-06',
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
          from: '2026-11-06T13:00:00Z',
          price: 900,
          free: 1,
          films: ['market-night'],
        },
        `
        이만 원의 밤 | 등불이 켜지는 순간부터 마지막 만두까지, 첫 번째 한 바퀴.
        비 오는 날의 전 골목 | 빗소리와 기름 소리를 구별하기 어려운 밤.
        `,
      ),
    ],
    art: {
      scene: 'market',
      palette: palette('#1a0f2e #43205e #a12f5b #ff7a3d #ffe08a #22c1a6'),
      at: [0.5, 0.74, 1],
      title: {
        lines: ['야시장', '한 바퀴'],
        font: 'heavy',
        layout: 'tumble',
        color: 'glow',
        size: 240,
        at: [0.5, 0.06],
        align: 'center',
        leading: 1.02,
      },
      tagline: '현금 이만 원, 오늘 밤 다 쓴다',
      small: 'bottom',
      logo: true,
    },
  },
  {
    id: 32,
    title: '무인도 식당',
    title_original: 'Table for Nobody',
    synopsis:
      '손님이 올 리 없는 무인도에 식당을 연다. 재료는 섬에서 구하고, 손님은 지나가는 배를 불러 세운다. 셰프 넷과 평생 라면만 끓인 코미디언 한 명의 열흘짜리 개업기.',
    categories: [VARIETY, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    is_series: true,
    is_completed: true,
    released_on: '2026-05-02',
    weight: 399,
    people: [director('on_yujin'), cast('maeng_doyun', '셰프'), cast('hyeon_baekho', '라면 담당')],
    seasons: [
      season(
        1,
        { from: '2026-05-02T10:00:00Z', price: 1200, free: 1 },
        `
        개업 첫날, 손님 0명 | 간판을 달았다. 읽을 사람이 없다.
        배를 세우는 법 | 연기, 노래, 그리고 갓 구운 빵 냄새.
        `,
      ),
    ],
    art: {
      scene: 'island',
      palette: palette('#0b3a5b #1e8fb5 #58cfc4 #ffd27a #fff6dd #ff5d5d'),
      at: [0.5, 0.66, 1],
      title: {
        lines: ['무인도', '식당'],
        font: 'round',
        layout: 'spread',
        color: 'deep',
        size: 280,
        at: [0.5, 0.055],
        align: 'center',
        leading: 0.98,
      },
      tagline: '오늘의 손님, 아마도 없음',
      small: 'bottom',
    },
  },
  {
    id: 33,
    title: '오늘도 지각입니다',
    title_original: 'Late Again Today',
    synopsis:
      '정시에 도착하면 지는 토크 쇼. 출연자는 가장 그럴듯한 지각 사유를 들고 와야 하고, 판정단은 단 하나의 거짓말을 찾아낸다. 사유가 커질수록 스튜디오도 커진다. 매회 한 명은 정말로 늦는다.',
    categories: [VARIETY, DOMESTIC],
    age_rating: '12',
    descriptors: ['대사'],
    is_series: true,
    is_completed: false,
    released_on: '2026-10-01',
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
        { from: '2026-10-01T12:00:00Z', every: 14, price: 900, free: 1 },
        `
        코끼리가 길을 막아서 | 세 가지 사유 중 둘은 사실이다. 코끼리는 사실일까.
        `,
      ),
    ],
    art: {
      scene: 'shapes',
      palette: palette('#1d1a3a #5a3df0 #ff5fa2 #ffc531 #fff6e6 #19c39c'),
      at: [0.5, 0.71, 0.92],
      title: {
        lines: ['오늘도', '지각', '입니다'],
        font: 'heavy',
        layout: 'tumble',
        color: 'deep',
        size: 200,
        tracking: 0.09,
        at: [0.5, 0.075],
        align: 'center',
        leading: 0.98,
      },
      tagline: '늦을수록 이기는 토크 쇼',
      small: 'bottom',
    },
  },
  {
    id: 34,
    title: '팔도 노래 트럭',
    title_original: 'The Singing Truck',
    synopsis:
      '오 톤 트럭을 펼치면 무대가 된다. 노래를 부르고 싶은 사람이 손을 들면 어디든 찾아가는 로드 음악 예능. 고추밭 발라드, 등대 위의 트로트, 휴게소 합창까지 전국의 목소리를 싣고 달린다.',
    categories: [VARIETY, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    is_series: true,
    is_completed: false,
    released_on: '2025-04-05',
    weight: 290,
    people: [director('guk_hyejin'), cast('do_jaeha', '운전과 기타'), cast('yoon_sobin', '노래')],
    seasons: [
      season(
        1,
        { from: '2025-04-05T10:00:00Z', price: 900, free: 1 },
        `
        첫 시동 | 무대를 펼쳤더니 고추밭 한가운데다.
        `,
      ),
      season(
        2,
        { from: '2026-11-15T10:00:00Z', price: 900 },
        `
        섬으로 가는 트럭 | 배에 실린 무대 위에서 갑판 콘서트가 열린다.
        `,
      ),
    ],
    art: {
      scene: 'truck',
      palette: palette('#12324a #1f7a8c #f4a261 #ffe0b0 #fffaf0 #e63946'),
      at: [0.5, 0.64, 0.98],
      title: {
        lines: ['팔도', '노래 트럭'],
        font: 'retro',
        layout: 'slant',
        color: '#fffaf0',
        size: 230,
        at: [0.5, 0.07],
        align: 'center',
        leading: 1,
      },
      tagline: '손만 드세요, 무대가 갑니다',
      small: 'bottom',
    },
  },
  {
    id: 35,
    title: '모른 척 탐정단',
    title_original: 'The Pretend-Not-to-Know Detectives',
    synopsis:
      '범인을 알아도 모른 척해야 하는 추리 예능. 여섯 명 중 한 명은 매회 진실을 안 채로 시작하고, 들키지 않고 팀을 정답까지 데려가야 한다. 표정 관리에 실패한 사람부터 퇴장한다.',
    categories: [VARIETY, DOMESTIC],
    age_rating: '12',
    descriptors: ['모방위험'],
    is_series: true,
    is_completed: false,
    released_on: '2026-09-26',
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
        { from: '2026-09-26T11:00:00Z', every: 14, price: 1200, free: 1 },
        `
        온천 호텔의 여섯 손님 | 수증기 너머에서 한 사람만 웃지 않는다.
        `,
      ),
    ],
    art: {
      scene: 'eye',
      palette: palette('#0e2a22 #13624a #2fa36b #f2c14e #fdf3d7 #f2542d'),
      at: [0.5, 0.645, 0.88],
      title: {
        lines: ['모른 척', '탐정단'],
        font: 'retro',
        layout: 'spread',
        color: 'glow',
        size: 225,
        at: [0.5, 0.05],
        align: 'center',
        leading: 1.02,
      },
      tagline: '알아도 모르는 척, 몰라도 아는 척',
      small: 'bottom',
    },
  },
]
