import {
  cast,
  director,
  DOMESTIC,
  DRAMA,
  season,
  SHORT,
  type Work,
  writer,
  single,
} from './work.ts'

export const comedyShorts: readonly Work[] = [
  {
    id: 46,
    title: '환승역에서 전남친을 세 번 만났다',
    title_original: 'Three Transfers, One Ex',
    synopsis:
      '출근길 환승역에서 전 남자친구를 만난다. 퇴근길에도, 막차에서도 또 만난다. 두 번은 우연이어도 세 번은 노선도를 의심해야 한다. 2호선 한 바퀴를 도는 동안 벌어질 이별 해명 코미디. 12월, 첫 열차가 출발한다.',
    categories: [SHORT, DRAMA, DOMESTIC],
    age_rating: '12',
    descriptors: [],
    tags: ['로맨스', '코미디', '가벼운'],
    is_series: true,
    is_completed: false,
    released_on: '2026-12-03',
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
        { from: '2026-12-03T09:00:00Z', price: 300, free: 1, vertical: true },
        '출근길 | 3-2번 칸. 왜 하필 같은 문 앞인가.',
      ),
    ],
  },
  {
    id: 47,
    title: '사표',
    title_original: 'Resignation',
    synopsis:
      '입사 칠 년 차 하대리의 재킷 안주머니에는 매일 새로 쓴 사표가 있다. 던질 순간마다 더 큰 사고가 터지고, 사표는 종이비행기가 되어 사무실을 날아다닌다. 새해 첫 출근보다 먼저 도착하는 직장인 속마음 해소극.',
    categories: [SHORT, DRAMA, DOMESTIC],
    age_rating: '12',
    descriptors: ['대사'],
    tags: ['직장', '코미디', '공감'],
    is_series: true,
    is_completed: false,
    released_on: '2026-12-29',
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
        { from: '2026-12-29T22:00:00Z', price: 300, free: 1, vertical: true },
        '월요일의 사표 | 문장은 완벽하다. 프린터가 고장 났을 뿐.',
      ),
    ],
  },
  {
    id: 48,
    title: '세자 저하의 심야 알바',
    title_original: 'His Highness Works Nights',
    synopsis:
      '보름달이 뜬 연못에 빠진 조선의 세자 이건이 치킨집 냉장고에서 나온다. 여기가 어디냐고 묻자 사장 딸이 답한다. 면접 보러 오셨어요? 어명으로 튀김기를 다스리고 붓으로 주문을 받아 줄을 세우던 밤, 냉장고가 다시 빛난다. 돌아갈 것인가, 마지막 주문을 받을 것인가. 세로로 보는 무빙툰.',
    categories: [SHORT, DRAMA, DOMESTIC],
    age_rating: '12',
    descriptors: [],
    tags: ['판타지', '코미디', '유쾌한'],
    is_series: false,
    is_completed: true,
    released_on: '2026-11-12',
    weight: 100,
    people: [
      director('eun_sia'),
      writer('maeng_doyun'),
      cast('gi_taeoh', '세자 이건'),
      cast('so_gyeoul', '사장 딸'),
    ],
    seasons: single(
      { from: '2026-11-12T12:00:00Z', price: 0, free: 1, vertical: true, films: ['toon-prince'] },
      '어명이다, 바삭하여라 | 냉장고에서 나온 세자의 첫 출근을 그린 세로 무빙툰.',
    ),
  },
]
