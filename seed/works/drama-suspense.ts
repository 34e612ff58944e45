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
    popularity: 874_300,
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
        { from: '2025-02-14T12:00:00Z', minutes: 68, price: 1900, free: 1 },
        `
        불타는 서고 | 실록이 타던 밤, 말단 사관 윤채는 마지막 장을 읽고 말았다.
        잊지 못하는 눈 | 세자가 윤채를 부른다. 그가 외우는 것이 무엇인지 시험하기 위해.
        사초 | 적지 않으면 없는 일이 된다. 윤채는 버선 속에 첫 장을 숨긴다.
        눈 내리는 국문장 | 스승이 끌려간다. 이름 하나만 대면 살 수 있다.
        첫 번째 이름 | 사라진 장의 첫 줄이 궁궐 담장에 나붙는다.
        붓을 꺾다 | 세자는 왕이 되고, 왕이 된 그가 처음 내린 명은 윤채의 손을 묶는 것이었다.
        `,
      ),
      season(
        2,
        { from: '2026-11-06T12:00:00Z', minutes: 70, price: 1900 },
        `
        유배지의 먹 | 숯을 갈아 먹을 만든다. 모래 위에라도 적어야 한다.
        돌아온 사람 | 죽은 줄 알았던 스승의 필체가 저잣거리에 나돈다.
        빈 옥좌 | 왕이 사라진 밤, 궁 안의 모두가 같은 거짓말을 한다.
        마지막 장 | 윤채가 처음으로 소리 내어 그 문장을 읽는다.
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
    id: 13,
    title: '피고인 없는 법정',
    title_original: 'Court Without a Defendant',
    synopsis:
      '선고 하루 전 피고인이 구치소에서 사라졌다. 재판은 멈추지 않는다. 국선 변호사 차은결은 빈 의자를 변호해야 하고, 검사는 빈 의자에 사형을 구형한다. 법정에 남은 모두가 서로를 의심하기 시작할 때 판결문이 먼저 유출된다.',
    categories: [DRAMA, DOMESTIC],
    age_rating: '15',
    descriptors: ['주제', '대사'],
    is_series: true,
    is_completed: true,
    released_on: '2026-04-03',
    popularity: 455_000,
    people: [
      director('dokgo_yun'),
      writer('jegal_min'),
      cast('yeo_unseo', '차은결'),
      cast('hyeon_baekho', '검사 마준기'),
      cast('hwangbo_seon', '재판장'),
    ],
    seasons: [
      season(
        1,
        { from: '2026-04-03T12:30:00Z', minutes: 64, price: 1500, free: 1 },
        `
        빈 의자 | 개정 십 분 전, 피고인석이 비어 있다.
        국선 | 아무도 맡지 않으려는 의뢰인은 이제 어디에도 없다.
        증인은 거짓말을 한다 | 모든 증언이 맞아떨어진다. 그래서 이상하다.
        유출 | 쓰이지도 않은 판결문이 아침 신문에 실린다.
        최후 진술 | 빈 의자를 대신해 일어선 사람은 뜻밖의 인물이었다.
        `,
      ),
    ],
    art: {
      scene: 'stairs',
      variant: 'court',
      palette: palette('#0d1216 #26323a #5f6f78 #c7c9c2 #f3efe4 #d8402c'),
      at: [0.52, 0.63, 0.95],
      title: {
        lines: ['피고인', '없는', '법정'],
        font: 'black',
        layout: 'stack',
        color: 'glow',
        size: 210,
        at: [0.075, 0.05],
        align: 'left',
        leading: 0.94,
      },
      tagline: '의자는 비었고, 재판은 시작된다',
      small: 'bottom',
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
    popularity: 521_600,
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
        { from: '2025-10-31T13:00:00Z', every: 0, minutes: 51, price: 1900 },
        `
        석 달째 | 정오는 잠들지 못하는 밤마다 맞은편 창을 센다.
        빈집 | 우편함에는 십 년 치 고지서가 새것처럼 꽂혀 있다.
        열한 걸음 | 복도를 건너는 동안 센서등이 한 걸음 먼저 켜진다.
        604호 | 문이 열린다. 안에서 정오의 목소리가 들린다.
        소등 | 아파트 전체의 불이 꺼지고, 창 하나만 남는다.
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
    id: 15,
    title: '졸업식이 끝나고 우리는 아무도 집에 가지 않았다',
    title_original: 'After Graduation, None of Us Went Home',
    synopsis:
      '졸업식 날 오후 네 시, 3학년 7반 서른한 명이 교실로 돌아왔다. 타임캡슐에서 나온 쪽지 한 장 때문이다. "우리 중 한 명은 입학한 적이 없다." 창밖이 어두워질 때까지 이어지는 하룻밤의 청춘 미스터리.',
    categories: [DRAMA, DOMESTIC],
    age_rating: '12',
    descriptors: ['주제'],
    is_series: true,
    is_completed: true,
    released_on: '2026-02-12',
    popularity: 433_900,
    people: [
      director('so_gyeoul'),
      writer('eo_jinsol'),
      cast('maeng_doyun', '반장 서우진'),
      cast('bing_nara', '민들레'),
      cast('tae_raon', '한노을'),
    ],
    seasons: [
      season(
        1,
        { from: '2026-02-12T10:00:00Z', minutes: 45, price: 1200, free: 2 },
        `
        오후 네 시 | 빈 교실에 하나둘 불이 켜진다. 쪽지의 글씨체는 담임을 닮았다.
        출석 번호 32번 | 번호는 서른둘, 의자는 서른하나.
        방송반의 테이프 | 삼 년 전 축제의 소리를 되감는다.
        옥상에서 | 모두가 한 번씩은 여기에서 울었다.
        자정의 종례 | 우리는 아무도 집에 가지 않았다. 너를 두고는.
        `,
      ),
    ],
    art: {
      scene: 'classroom',
      palette: palette('#1c2b3a #2f6d74 #6fb7a4 #f6c98a #ffeec2 #e8574a'),
      at: [0.5, 0.66, 1],
      title: {
        lines: ['졸업식이 끝나고', '우리는 아무도', '집에 가지 않았다'],
        font: 'serif_bold',
        layout: 'stack',
        color: '#fff6df',
        size: 118,
        at: [0.085, 0.075],
        align: 'left',
        leading: 1.28,
        tracking: -0.02,
      },
      tagline: '우리 중 한 명은 입학한 적이 없다',
      small: 'bottom',
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
    popularity: 476_200,
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
        { from: '2026-10-23T13:00:00Z', minutes: 66, price: 1900 },
        `
        오후 두 시 | 다리가 올라간다. 그 사이로 이름 없는 배가 지나간다.
        트럼펫 | 백산은 악보 뒤에 장부를 적는다.
        점바치 골목 | 점쟁이가 동생의 사주를 보고 복채를 돌려준다.
        선상 카지노 | 판돈은 배 한 척. 마담 홍이 패를 돌린다.
        태종대의 새벽 | 절벽 아래에서 두 사람만 돌아온다.
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
