import { cast, director, DOMESTIC, DRAMA, season, type Work, writer, single } from './work.ts'

export const dramas: readonly Work[] = [
  {
    id: 12,
    title: '봄은 세 번 늦는다',
    title_original: 'Spring Is Late Three Times',
    synopsis:
      '스무 살의 봄, 류건은 테이프 하나를 들고 버스 정류장으로 달린다. 삼 분 늦는다. 서른의 봄에는 승강장 하나만큼 늦는다. 마흔의 봄, 시골 보건소에 온 선재의 첫 환자는 하필 류건이고, 그는 아직 그 테이프를 갖고 있다. 벚꽃이 지기 전에 듣는 스무 해 전의 목소리. 컷이 움직이고 소리가 나는 무빙툰.',
    categories: [DRAMA, DOMESTIC],
    age_rating: '12',
    descriptors: [],
    tags: ['로맨스', '어른의 사랑', '잔잔한'],
    is_series: false,
    is_completed: true,
    released_on: '2026-10-17',
    weight: 96,
    people: [
      director('seol_inha'),
      writer('guk_hyejin'),
      cast('ma_yeonji', '오선재'),
      cast('do_jaeha', '류건'),
    ],
    seasons: single(
      { from: '2026-10-17T11:00:00Z', price: 300, films: ['toon-spring'] },
      '세 번째 봄 | 삼 분, 승강장 하나, 그리고 스무 해. 늦은 고백이 테이프에서 흘러나오는 무빙툰.',
    ),
  },
  {
    id: 18,
    title: '밥',
    title_original: 'Bap',
    synopsis:
      '엄마가 남긴 식당의 메뉴는 하나, 밥. 반찬은 그날 손님이 정한다. 가게를 팔 생각으로 십 년 만에 돌아온 셋째 딸 보리 앞에, 아침 여섯 시면 어김없이 사람들이 숟가락을 들고 앉는다. 먹이고 먹는 일로 용서해 가는 가족 드라마가 곧 문을 연다.',
    categories: [DRAMA, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    tags: ['가족', '음식', '따뜻한'],
    is_series: true,
    is_completed: false,
    released_on: '2026-12-16',
    weight: 365,
    people: [
      director('bang_dalrae'),
      writer('pyeon_sumi'),
      cast('ma_yeonji', '보리'),
      cast('hwangbo_seon', '큰언니 수수'),
      cast('tak_yeongsu', '단골 배씨'),
    ],
    seasons: [
      season(
        1,
        { from: '2026-12-16T11:00:00Z', price: 900, free: 1 },
        '여섯 시 | 문을 닫으러 온 보리가 얼떨결에 밥을 안친다.',
      ),
    ],
  },
]
