import { palette } from '#seed/art/look.ts'
import {
  ANIMATION,
  cast,
  director,
  DOMESTIC,
  FILM,
  OVERSEAS,
  season,
  single,
  type Work,
  writer,
} from './work.ts'

export const animations: readonly Work[] = [
  {
    id: 1,
    title: '달 세탁소',
    title_original: 'The Moon Laundry',
    synopsis:
      '지구에서 잃어버린 물건은 모두 달로 떠오른다. 고요의 바다 한쪽, 세탁소 주인 모카는 그것들을 하나하나 빨아 말리고 주인의 이름을 찾아 준다. 어느 밤, 이름표도 얼룩도 없는 하얀 외투 한 벌이 문 앞에 놓인다. 잃어버린 것과 다시 만나는 법을 조용히 이야기하는 애니메이션.',
    categories: [ANIMATION, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    is_series: true,
    is_completed: false,
    released_on: '2025-09-12',
    weight: 982,
    people: [
      director('han_byeol'),
      writer('namgung_ri'),
      cast('yoon_sobin', '모카'),
      cast('bok_sunim', '할머니·순이'),
      cast('pi_soyul', '유라'),
    ],
    seasons: [
      season(
        1,
        {
          from: '2025-09-12T09:00:00Z',
          price: 1500,
          free: 3,
          films: ['moon-laundry-1', 'moon-laundry-2', 'moon-laundry-3'],
        },
        `
        첫 빨래 | 달의 밤이 열나흘째 이어지던 날, 모카는 세탁소 문 앞에서 주인 없는 하얀 외투를 줍는다.
        바다 냄새가 나는 손수건 | 아무리 헹궈도 파도 소리가 가시지 않는 손수건. 모카는 물속에 귀를 대고 주인의 이름을 듣는다.
        이름을 찾은 외투 | 하얀 외투가 처음으로 소매를 움직인다. 지구가 떠오르는 시간, 모카는 오래 미룬 배달을 나선다.
        `,
      ),
      season(
        2,
        { from: '2026-10-30T09:00:00Z', price: 1500 },
        `
        달의 뒷면에서 온 손님 | 빛을 한 번도 본 적 없는 손님이 검은 보따리를 맡긴다.
        마르지 않는 모자 | 삼 년째 젖어 있는 모자. 모카는 그 안에 작은 구름이 산다는 걸 알게 된다.
        `,
      ),
    ],
    art: {
      scene: 'moon',
      palette: palette('#12173d #2a2f74 #6a62b4 #cdbfe6 #fbedcf #ff8566'),
      at: [0.47, 0.69, 1.08],
      title: {
        lines: ['달', '세탁소'],
        font: 'song',
        layout: 'vertical',
        color: 'glow',
        size: 172,
        at: [0.92, 0.05],
        align: 'right',
        tracking: 0.02,
      },
      tagline: '잃어버린 것들이 깨끗해지는 밤',
      small: 'bottom',
      logo: true,
    },
  },
  {
    id: 3,
    title: '종이 도시',
    title_original: 'Paper City',
    synopsis:
      '모든 것이 종이로 접힌 도시에서 비는 재난이다. 지붕 수선공 반지는 비가 그친 하늘 끝에서 누구도 접은 적 없는 새 한 마리를 본다. 새가 떨어뜨린 설계도를 따라가자, 도시가 펼쳐지기 전의 모습이 드러난다. 오리고 붙인 종이 무대 위에서 펼쳐지는 모험.',
    categories: [ANIMATION, DOMESTIC],
    age_rating: '12',
    descriptors: ['주제'],
    is_series: true,
    is_completed: false,
    released_on: '2026-10-24',
    weight: 541,
    people: [
      director('wi_seongju'),
      writer('eo_jinsol'),
      cast('gil_haneul', '반지'),
      cast('hyeon_baekho', '가위 경감'),
    ],
    seasons: [
      season(
        1,
        {
          from: '2026-10-24T08:00:00Z',
          price: 1200,
          free: 1,
          films: ['paper-city-1', 'paper-city-2'],
        },
        `
        접힌 골목 | 비가 그친 아침, 반지는 지붕 위에서 접은 자국이 없는 새를 본다.
        젖지 않는 새 | 새가 떨어뜨린 설계도에는 도시에 없는 길이 그려져 있다. 반지는 가위질 금지 구역으로 들어선다.
        `,
      ),
    ],
    art: {
      scene: 'paper_city',
      palette: palette('#5b1f2b #b5432f #ee8a4a #f7d9a8 #fff4dc #1f7a78'),
      at: [0.5, 0.7, 0.95],
      title: {
        lines: ['종이', '도시'],
        font: 'heavy',
        layout: 'stack',
        color: 'deep',
        size: 290,
        at: [0.5, 0.05],
        align: 'center',
        leading: 0.98,
        tracking: -0.02,
      },
      tagline: '비가 오면, 우리는 젖는다',
      small: 'bottom',
      logo: true,
    },
  },
  {
    id: 25,
    title: '고래가 부르는 시간',
    title_original: 'The Hour the Whale Calls',
    synopsis:
      '말을 잃은 소녀 이레는 매일 밤 열한 시 십일 분, 바다에서 자기 이름을 부르는 소리를 듣는다. 등대지기 할아버지는 오십이 헤르츠로 우는 고래 이야기를 들려준다. 아무도 알아듣지 못하는 노래에 이레가 처음으로 대답하기로 한 밤, 바다가 하늘로 열린다.',
    categories: [ANIMATION, FILM, OVERSEAS],
    age_rating: 'ALL',
    descriptors: [],
    is_series: false,
    is_completed: true,
    released_on: '2024-07-18',
    weight: 389,
    people: [
      director('haruka'),
      writer('claire'),
      cast('bing_nara', '이레'),
      cast('ban_seokju', '등대지기'),
    ],
    seasons: single(
      { from: '2024-07-18T03:00:00Z', price: 4900 },
      '고래가 부르는 시간 | 열한 시 십일 분, 바다가 이름을 부른다. 대답하기로 한 밤의 이야기.',
    ),
    art: {
      scene: 'underwater',
      variant: 'whale',
      palette: palette('#04203c #0a4a74 #1d8aa8 #8fd6d2 #f4f7dc #ffb86b'),
      at: [0.5, 0.4, 1],
      title: {
        lines: ['고래가', '부르는', '시간'],
        font: 'serif_bold',
        layout: 'stack',
        color: 'glow',
        size: 120,
        at: [0.5, 0.6],
        align: 'center',
        leading: 1.16,
        tracking: 0.06,
      },
      tagline: '52헤르츠, 세상에서 가장 외로운 노래',
      small: 'bottom',
      logo: true,
    },
  },
  {
    id: 29,
    title: '도깨비 시계방',
    title_original: 'The Dokkaebi Clock Shop',
    synopsis:
      '하루가 스물다섯 시간인 골목이 있다. 그 한 시간을 지키는 도깨비 시계방에 지각 대장 소목이 견습으로 들어온다. 손님들은 되돌리고 싶은 시각을 들고 오지만, 주인은 절대로 바늘을 거꾸로 돌려 주지 않는다. 시간을 고치는 대신 마음을 고치는 이상한 가게의 이야기.',
    categories: [ANIMATION, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    is_series: true,
    is_completed: true,
    released_on: '2025-03-08',
    weight: 214,
    people: [
      director('on_yujin'),
      writer('gok_minjae'),
      cast('maeng_doyun', '소목'),
      cast('bok_sunim', '주인 도깨비'),
    ],
    seasons: [
      season(
        1,
        { from: '2025-03-08T08:00:00Z', price: 1200, free: 1 },
        `
        스물다섯 번째 시간 | 지각을 피해 뛰던 소목이 지도에 없는 골목으로 미끄러진다.
        멈춘 괘종시계 | 삼십 년째 세 시를 가리키는 시계가 실려 온다.
        `,
      ),
    ],
    art: {
      scene: 'clock',
      palette: palette('#1b2a2b #0f5a55 #2f9b7f #f0d48a #fff3cf #e2543d'),
      at: [0.5, 0.625, 1],
      title: {
        lines: ['도깨비', '시계방'],
        font: 'retro',
        layout: 'spread',
        color: 'glow',
        size: 250,
        at: [0.5, 0.06],
        align: 'center',
        leading: 1.02,
      },
      tagline: '하루가 한 시간 더 긴 골목',
      small: 'bottom',
    },
  },
  {
    id: 31,
    title: '로봇 할머니의 여름방학',
    title_original: "Robot Grandma's Summer Vacation",
    synopsis:
      '바닷가 마을 외딴집, 고장 난 가사 로봇이 아이들 사이에서 할머니로 불린다. 배터리가 다 닳기 전까지 남은 날은 서른 밤. 숙제도 학원도 없는 여름, 네 아이는 할머니의 소원 목록을 하나씩 지워 나간다. 웃다가 끝에서 코가 찡해지는 가족 애니메이션.',
    categories: [ANIMATION, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    is_series: true,
    is_completed: true,
    released_on: '2026-07-20',
    weight: 302,
    people: [
      director('gang_maru'),
      writer('pyeon_sumi'),
      cast('bok_sunim', '로봇 할머니'),
      cast('so_gyeoul', '해찬'),
    ],
    seasons: [
      season(
        1,
        { from: '2026-07-20T07:00:00Z', every: 3, price: 900, free: 1 },
        `
        서른 밤 | 마루 밑에서 눈을 뜬 로봇이 아이들에게 밥은 먹었느냐고 묻는다.
        수박을 차갑게 하는 법 | 소원 하나. 우물에 담근 수박을 다 같이 쪼개 먹기.
        `,
      ),
    ],
    art: {
      scene: 'robot',
      palette: palette('#173b5c #1f7fa6 #46b9c9 #bfe9dc #fff3c9 #ff6f4e'),
      at: [0.5, 0.57, 0.95],
      title: {
        lines: ['로봇 할머니의', '여름방학'],
        font: 'round',
        layout: 'spread',
        color: '#fffaf0',
        size: 230,
        at: [0.5, 0.06],
        align: 'center',
        leading: 1,
      },
      tagline: '배터리는 서른 밤, 소원은 서른 개',
      small: 'bottom',
    },
  },
]
