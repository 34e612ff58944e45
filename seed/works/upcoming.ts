import {
  ANIMATION,
  cast,
  director,
  DOCUMENTARY,
  DOMESTIC,
  DRAMA,
  FILM,
  OVERSEAS,
  season,
  single,
  type Work,
  writer,
} from './work.ts'

/** Works that are announced (공개 예정): one opens within two weeks, one later, one has no date. */
export const announcements: readonly Work[] = [
  {
    id: 50,
    title: '심해 우체국',
    title_original: 'The Deep Sea Post Office',
    synopsis:
      '수심 천 미터, 받는 이를 찾지 못한 편지가 가라앉는 곳에 우체국이 있다. 새로 온 집배원 미역은 물에 젖어 글자가 번진 편지를 들고 첫 배달을 나선다. 빛이 닿지 않는 골목마다 저마다의 등불을 켠 이웃이 산다. 늦게 도착한 말들의 안부를 묻는 애니메이션.',
    categories: [ANIMATION, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    tags: ['판타지', '힐링', '여운'],
    is_series: true,
    is_completed: false,
    released_on: '2026-11-30',
    weight: 520,
    people: [
      director('bing_nara'),
      writer('eo_jinsol'),
      cast('pi_soyul', '미역'),
      cast('ban_seokju', '우체국장 아귀'),
    ],
    seasons: [
      season(
        1,
        { from: '2026-11-30T09:00:00Z', price: 1200, free: 1 },
        `
        번진 주소 | 글자가 번진 편지 한 통. 미역은 남은 획만 보고 해구 아래 골목을 더듬는다.
        등불을 켜는 집 | 답장을 한 번도 받지 못한 이웃이 백 번째 편지를 부친다.
        `,
      ),
    ],
  },
  {
    id: 51,
    title: '겨울 음반점',
    title_original: 'The Winter Record Shop',
    synopsis:
      '폐업을 일주일 앞둔 음반점에 스무 해 전 맡긴 음반을 찾는 손님이 온다. 주인 정오는 창고의 먼지를 털며 그 노래를 함께 듣던 겨울을 하나씩 되짚는다. 바늘이 홈을 따라 도는 동안만 돌아오는 사람들의 이야기.',
    categories: [DRAMA, FILM, DOMESTIC],
    age_rating: '12',
    descriptors: ['대사'],
    tags: ['휴먼', '음악', '잔잔한'],
    is_series: false,
    is_completed: true,
    released_on: '2026-12-24',
    weight: 380,
    people: [
      director('gok_minjae'),
      writer('seol_inha'),
      cast('do_jaeha', '정오'),
      cast('ok_jihye', '손님'),
    ],
    seasons: single(
      { from: '2026-12-24T09:00:00Z', price: 3300 },
      '본편 | 폐업 전 일주일, 찾아가지 않은 음반 한 장이 음반점의 마지막 손님을 부른다.',
    ),
  },
  {
    id: 52,
    title: '올리브가 쉬는 해',
    title_original: 'The Year the Olives Rest',
    synopsis:
      '올리브는 한 해 걸러 한 해를 쉰다. 열매가 열리지 않는 해, 섬의 농부들은 돌담을 다시 쌓고 기름틀을 닦으며 나무 곁에서 기다린다. 아무것도 거두지 않는 열두 달을 따라가는 다큐멘터리.',
    categories: [DOCUMENTARY, OVERSEAS],
    age_rating: 'ALL',
    descriptors: [],
    tags: ['자연', '힐링', '잔잔한'],
    is_series: true,
    is_completed: false,
    released_on: null,
    weight: 140,
    people: [director('ines'), writer('tomas'), cast('marisol', '내레이션')],
    seasons: [],
  },
]
