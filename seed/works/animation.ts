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
      '지구에서 잃어버린 물건은 밤이 깊으면 달로 떠오른다. 달에서 세탁소를 하는 토끼 모카는 그것들을 하나하나 빨아 말리고, 물속에 떠오르는 기억을 따라 주인에게 돌려보낸다. 눈길에 떨어진 빨간 장갑, 파도 소리가 나는 손수건, 그리고 이름표도 얼룩도 없는 하얀 외투. 세 가지 빨랫감이 하나의 배달로 이어지는 세 편의 애니메이션.',
    categories: [ANIMATION, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    tags: ['판타지', '힐링', '따뜻한'],
    is_series: true,
    is_completed: true,
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
          free: 2,
          films: ['moon-laundry-1', 'moon-laundry-2', 'moon-laundry-3'],
        },
        `
        첫 빨래 | 눈 오는 밤, 아이가 잃어버린 빨간 장갑 한 짝이 달로 올라온다. 장갑을 빨자 물속에 할머니의 뜨개질이 떠오른다.
        바다 냄새가 나는 손수건 | 몇 번을 헹궈도 파도 소리가 가시지 않는 손수건. 모카는 물속에 귀를 대고, 부두에 남은 순이의 이름을 듣는다.
        이름을 찾은 외투 | 석 달째 잠들어 있던 하얀 외투가 소매를 흔든다. 지구가 떠오르는 시간, 모카는 오래 미룬 배달을 나선다.
        `,
      ),
    ],
  },
  {
    id: 3,
    title: '종이 도시',
    title_original: 'Paper City',
    synopsis:
      '모든 것이 종이로 접힌 도시에서 비는 재난이다. 비가 그친 아침, 지붕 수선공 반지는 접은 자국이 하나도 없는 하얀 새를 본다. 새가 떨어뜨린 설계도에는 도시에 없는 붉은 길이 그려져 있고, 그 길을 잘라 낸 가위 경감이 반지를 뒤쫓는다. 오리고 붙인 종이 무대에서 펼쳐지는 두 편의 모험.',
    categories: [ANIMATION, DOMESTIC],
    age_rating: '12',
    descriptors: ['주제'],
    tags: ['판타지', '모험', '따뜻한'],
    is_series: true,
    is_completed: true,
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
          price: 900,
          free: 1,
          films: ['paper-city-1', 'paper-city-2'],
        },
        `
        접힌 골목 | 젖은 지붕을 고치던 반지 앞에 접은 자국이 없는 하얀 새가 나타나 설계도 한 장을 떨어뜨린다.
        젖지 않는 새 | 설계도의 붉은 길을 따라 가위질 금지 구역에 들어선 반지가 가위 경감에게 쫓긴다.
        `,
      ),
    ],
  },
  {
    id: 25,
    title: '고래가 부르는 시간',
    title_original: 'The Hour the Whale Calls',
    synopsis:
      '말을 잃은 소녀 이레는 매일 밤 열한 시 십일 분, 바다에서 자기를 부르는 소리를 듣는다. 등대지기 할아버지는 오십이 헤르츠로 우는 고래 이야기를 들려준다. 아무도 알아듣지 못해 늘 혼자라는 고래. 이레는 등대의 나팔로 대답하기로 한다. 바다가 하늘로 열리는 밤의 무빙툰.',
    categories: [ANIMATION, FILM, OVERSEAS],
    age_rating: 'ALL',
    descriptors: [],
    tags: ['판타지', '성장', '여운'],
    is_series: false,
    is_completed: true,
    released_on: '2026-07-18',
    weight: 94,
    people: [
      director('haruka'),
      writer('claire'),
      cast('bing_nara', '이레'),
      cast('ban_seokju', '등대지기'),
    ],
    seasons: single(
      { from: '2026-07-18T03:00:00Z', price: 0, free: 1, films: ['toon-whale'] },
      '열한 시 십일 분 | 아무도 대답하지 않던 노래에 이레가 처음 대답하는 무빙툰.',
    ),
  },
  {
    id: 29,
    title: '도깨비 시계방',
    title_original: 'The Dokkaebi Clock Shop',
    synopsis:
      '지각 대장 소목이 뛰다가 지도에 없는 골목으로 미끄러진다. 하루가 스물다섯 시간인 도깨비 시계방. 한 할아버지가 삼십 년째 세 시에 멈춘 괘종시계를 안고 들어와 그 시각으로 되돌려 달라고 한다. 주인은 바늘을 거꾸로 돌리지 않는 대신 태엽을 감아 보라고 한다. 시계 속에서 쪽지가 나오는 무빙툰.',
    categories: [ANIMATION, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    tags: ['판타지', '모험', '유쾌한'],
    is_series: false,
    is_completed: true,
    released_on: '2026-09-05',
    weight: 110,
    people: [
      director('on_yujin'),
      writer('gok_minjae'),
      cast('maeng_doyun', '소목'),
      cast('bok_sunim', '주인 도깨비'),
    ],
    seasons: single(
      { from: '2026-09-05T08:00:00Z', price: 0, free: 1, films: ['toon-clock-shop'] },
      '멈춘 괘종시계 | 삼십 년째 세 시. 소목이 태엽을 감자 시계가 숨겨 둔 것을 내놓는 무빙툰.',
    ),
  },
  {
    id: 31,
    title: '로봇 할머니의 여름방학',
    title_original: "Robot Grandma's Summer Vacation",
    synopsis:
      '바닷가 마을 외딴집, 고장 난 가사 로봇이 아이들 사이에서 할머니로 불린다. 배터리가 다 닳기 전까지 남은 날은 서른 밤. 소원 목록을 하나씩 지워 나갈 여름을 그리고 있는 가족 애니메이션. 공개일은 아직 정해지지 않았다.',
    categories: [ANIMATION, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    tags: ['가족', '성장', '따뜻한'],
    is_series: true,
    is_completed: false,
    released_on: null,
    weight: 302,
    people: [
      director('gang_maru'),
      writer('pyeon_sumi'),
      cast('bok_sunim', '로봇 할머니'),
      cast('so_gyeoul', '해찬'),
    ],
    seasons: [],
  },
]
