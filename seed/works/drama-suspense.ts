import { cast, director, DOMESTIC, DRAMA, season, type Work, writer } from './work.ts'

export const suspenseDramas: readonly Work[] = [
  {
    id: 11,
    title: '붉은 처마 아래',
    title_original: 'Beneath the Red Eaves',
    synopsis:
      '왕의 말을 받아 적는 사관 윤채에게는 한 번 본 글을 잊지 못하는 병이 있다. 불타 사라진 실록의 마지막 장을 기억하는 사람은 이제 그뿐이다. 지우려는 자와 적으려는 자가 붉은 처마 아래에서 맞선다. 올겨울의 첫 사극.',
    categories: [DRAMA, DOMESTIC],
    age_rating: '15',
    descriptors: ['폭력성', '주제'],
    tags: ['사극', '궁중', '긴장감'],
    is_series: true,
    is_completed: false,
    released_on: '2026-12-11',
    weight: 874,
    people: [
      director('cha_muyeol'),
      writer('ok_jihye'),
      cast('eun_sia', '윤채'),
      cast('gi_taeoh', '세자 이훤'),
      cast('ban_seokju', '영의정 심도'),
    ],
    seasons: [
      season(
        1,
        { from: '2026-12-11T12:00:00Z', price: 1500, free: 1 },
        '불타는 서고 | 실록이 타던 밤, 말단 사관 윤채는 마지막 장을 읽고 말았다.',
      ),
    ],
  },
  {
    id: 14,
    title: '옆집의 불은 꺼지지 않는다',
    title_original: 'The Light Next Door',
    synopsis:
      '재개발을 앞둔 복도식 아파트. 불면증 환자 정오는 맞은편 집의 불이 석 달째 한 번도 꺼지지 않았다는 사실을 알아챈다. 그 집은 십 년 전부터 비어 있다. 창문과 창문 사이 열한 걸음, 2월에 건너게 될 스릴러.',
    categories: [DRAMA, DOMESTIC],
    age_rating: '19',
    descriptors: ['공포', '폭력성', '주제'],
    tags: ['스릴러', '미스터리', '긴장감'],
    is_series: true,
    is_completed: false,
    released_on: '2027-02-03',
    weight: 522,
    people: [
      director('ra_eunho'),
      writer('sa_jina'),
      cast('seo_dogyeom', '정오'),
      cast('chu_bora', '604호'),
      cast('tak_yeongsu', '경비원 표씨'),
    ],
    seasons: [
      season(
        1,
        { from: '2027-02-03T13:00:00Z', price: 1900, free: 1 },
        '석 달째 | 정오는 잠들지 못하는 밤마다 맞은편 창을 센다.',
      ),
    ],
  },
  {
    id: 17,
    title: '영도다리 블루스',
    title_original: 'Yeongdo Bridge Blues',
    synopsis:
      '1979년 부산, 다리가 올라가는 오후 두 시마다 밀수선이 들어온다. 나이트클럽 트럼펫 주자 백산은 동생을 찾으려 조직의 장부를 외운다. 음악과 칼이 같은 박자로 움직이는 항구의 누아르, 다리는 1월에 열린다.',
    categories: [DRAMA, DOMESTIC],
    age_rating: '19',
    descriptors: ['폭력성', '약물', '대사'],
    tags: ['누아르', '시대극', '긴장감'],
    is_series: true,
    is_completed: false,
    released_on: '2027-01-22',
    weight: 476,
    people: [
      director('jegal_min'),
      writer('dokgo_yun'),
      cast('gi_taeoh', '백산'),
      cast('cha_muyeol', '선장 고래'),
      cast('ok_jihye', '마담 홍'),
    ],
    seasons: [
      season(
        1,
        { from: '2027-01-22T13:00:00Z', price: 1500, free: 1 },
        '오후 두 시 | 다리가 올라간다. 그 사이로 이름 없는 배가 지나간다.',
      ),
    ],
  },
]
