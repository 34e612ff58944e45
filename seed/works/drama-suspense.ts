import { palette } from '#seed/art/look.ts'
import { cast, director, DOMESTIC, DRAMA, season, type Work, writer } from './work.ts'

export const suspenseDramas: readonly Work[] = [
  {
    id: 11,
    title: '붉은 처마 아래',
    title_original: 'Beneath the Red Eaves',
    synopsis:
      '왕의 말을 받아 적는 사관 윤채에게는 한 번 본 글을 잊지 못하는 병이 있다. 불타 사라진 실록의 마지막 장을 기억하는 사람은 이제 그뿐이다. 지우려는 자와 적으려는 자 사이에서, 붉은 처마 아래의 밤은 길어진다. 붓 한 자루로 왕조와 맞선 기록자의 이야기.',
    categories: [DRAMA, DOMESTIC],
    age_rating: '15',
    descriptors: ['폭력성', '주제'],
    is_series: true,
    is_completed: false,
    released_on: '2025-02-14',
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
        { from: '2025-02-14T12:00:00Z', price: 1900, free: 1 },
        `
        불타는 서고 | 실록이 타던 밤, 말단 사관 윤채는 마지막 장을 읽고 말았다.
        잊지 못하는 눈 | 세자가 윤채를 부른다. 그가 외우는 것이 무엇인지 시험하기 위해.
        `,
      ),
      season(
        2,
        { from: '2026-11-06T12:00:00Z', price: 1900 },
        `
        유배지의 먹 | 숯을 갈아 먹을 만든다. 모래 위에라도 적어야 한다.
        `,
      ),
    ],
    art: {
      scene: 'palace',
      palette: palette('#1c0a12 #5c1020 #a8202a #e8763f #fbe3b5 #1f4d4a'),
      at: [0.5, 0.585, 1],
      title: {
        lines: ['붉은 처마', '아래'],
        font: 'serif_bold',
        layout: 'vertical',
        color: 'glow',
        size: 142,
        at: [0.13, 0.06],
        align: 'left',
        tracking: 0.02,
        leading: 1.15,
      },
      tagline: '적지 않으면, 없던 일이 된다',
      small: 'bottom',
      logo: true,
    },
  },
  {
    id: 14,
    title: '옆집의 불은 꺼지지 않는다',
    title_original: 'The Light Next Door',
    synopsis:
      '재개발을 앞둔 복도식 아파트. 불면증 환자 정오는 맞은편 집의 불이 석 달째 한 번도 꺼지지 않았다는 사실을 알아챈다. 관리실 장부에 그 집은 십 년 전부터 비어 있다. 창문과 창문 사이 열한 걸음, 정오가 그 거리를 건너는 순간 자기 집의 불이 켜진다.',
    categories: [DRAMA, DOMESTIC],
    age_rating: '19',
    descriptors: ['공포', '폭력성', '주제'],
    is_series: true,
    is_completed: true,
    released_on: '2025-10-31',
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
        { from: '2025-10-31T13:00:00Z', every: 0, price: 1900 },
        `
        석 달째 | 정오는 잠들지 못하는 밤마다 맞은편 창을 센다.
        빈집 | 우편함에는 십 년 치 고지서가 새것처럼 꽂혀 있다.
        `,
      ),
    ],
    art: {
      scene: 'facade',
      variant: 'night',
      palette: palette('#070b14 #111c30 #1f3350 #4f6a86 #ffd35c #d63b2f'),
      at: [0.5, 0.5, 1],
      title: {
        lines: ['옆집의 불은', '꺼지지', '않는다'],
        font: 'sans_black',
        layout: 'stack',
        color: 'glow',
        size: 150,
        at: [0.075, 0.675],
        align: 'left',
        leading: 1.08,
        tracking: -0.03,
      },
      tagline: '당신이 볼 때, 그 창도 당신을 본다',
      small: 'top',
      logo: true,
    },
  },
  {
    id: 17,
    title: '영도다리 블루스',
    title_original: 'Yeongdo Bridge Blues',
    synopsis:
      '1979년 부산, 다리가 올라가는 오후 두 시마다 밀수선이 들어온다. 나이트클럽 트럼펫 주자 백산은 동생을 찾으려 조직의 장부를 외운다. 음악과 칼이 같은 박자로 움직이는 항구의 누아르.',
    categories: [DRAMA, DOMESTIC],
    age_rating: '19',
    descriptors: ['폭력성', '약물', '대사'],
    is_series: true,
    is_completed: false,
    released_on: '2026-10-23',
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
        { from: '2026-10-23T13:00:00Z', price: 1900 },
        `
        오후 두 시 | 다리가 올라간다. 그 사이로 이름 없는 배가 지나간다.
        트럼펫 | 백산은 악보 뒤에 장부를 적는다.
        `,
      ),
    ],
    art: {
      scene: 'bridge',
      palette: palette('#0b1226 #1c2f5a #3f6aa0 #e89b5b #ffd9a0 #e0402f'),
      at: [0.5, 0.6, 1],
      title: {
        lines: ['영도다리', '블루스'],
        font: 'retro',
        layout: 'spread',
        color: 'glow',
        size: 240,
        at: [0.5, 0.055],
        align: 'center',
        leading: 1,
      },
      tagline: '1979, 다리가 열리면 거래가 시작된다',
      small: 'bottom',
    },
  },
]
