import { palette } from '#seed/art/look.ts'
import { cast, director, DOMESTIC, DRAMA, season, type Work, writer } from './work.ts'

export const dramas: readonly Work[] = [
  {
    id: 12,
    title: '봄은 세 번 늦는다',
    title_original: 'Spring Is Late Three Times',
    synopsis:
      '스물에 헤어지고 서른에 스쳐 간 두 사람이 마흔의 봄, 같은 마을 보건소와 양조장에서 다시 만난다. 말하지 못한 고백은 세 번 모두 봄에 있었다. 술이 익는 속도로 마음을 확인하는 어른들의 느린 로맨스.',
    categories: [DRAMA, DOMESTIC],
    age_rating: '12',
    descriptors: [],
    is_series: true,
    is_completed: false,
    released_on: '2026-10-17',
    popularity: 612_800,
    people: [
      director('seol_inha'),
      writer('guk_hyejin'),
      cast('ma_yeonji', '오선재'),
      cast('do_jaeha', '류건'),
      cast('bang_dalrae', '양조장 어머니'),
    ],
    seasons: [
      season(
        1,
        { from: '2026-10-17T11:00:00Z', minutes: 62, price: 1500, free: 1 },
        `
        누룩 냄새 | 이십 년 만에 돌아온 마을, 선재의 첫 환자는 하필 류건이다.
        첫 번째 봄 | 스무 살의 자전거, 건네지 못한 카세트테이프.
        비가 와서 다행인 날 | 양조장 지붕이 샌다. 두 사람은 밤새 독을 옮긴다.
        두 번째 봄 | 서른 살 공항에서 서로를 본 사람은 누구였을까.
        술이 익는 소리 | 귀를 대면 독 안에서 비가 온다.
        세 번째 봄 | 이번에는 늦지 않기로 한다.
        `,
      ),
    ],
    art: {
      scene: 'tree',
      variant: 'blossom',
      palette: palette('#4a2638 #b25a76 #ee9fae #fbd3cf #fff3e6 #3f8f7a'),
      at: [0.52, 0.655, 1],
      title: {
        lines: ['봄은', '세 번', '늦는다'],
        font: 'song',
        layout: 'stack',
        color: 'deep',
        size: 158,
        at: [0.09, 0.07],
        align: 'left',
        leading: 1.1,
      },
      tagline: '스물, 서른, 그리고 마흔의 봄',
      small: 'bottom',
      logo: true,
    },
  },
  {
    id: 16,
    title: '새벽 당직',
    title_original: 'Night Duty',
    synopsis:
      '지방 의료원 응급실의 밤은 의사 두 명과 간호사 셋, 그리고 커피로 버틴다. 서울에서 밀려 내려온 외과의 강도윤은 첫날부터 환자보다 먼저 쓰러질 지경이다. 살리지 못한 사람을 기억하는 법과 아침밥을 챙겨 먹는 법을 함께 배우는 메디컬 드라마.',
    categories: [DRAMA, DOMESTIC],
    age_rating: '15',
    descriptors: ['주제', '약물'],
    is_series: true,
    is_completed: true,
    released_on: '2024-09-05',
    popularity: 498_100,
    people: [
      director('guk_hyejin'),
      writer('ok_jihye'),
      cast('pyo_hangyeol', '강도윤'),
      cast('yoon_sobin', '수간호사 임하나'),
      cast('gok_minjae', '인턴 오태평'),
    ],
    seasons: [
      season(
        1,
        { from: '2024-09-05T12:00:00Z', minutes: 58, price: 1500, free: 1 },
        `
        오전 두 시 십 분 | 구급차 세 대가 동시에 들어온다. 당직은 두 명.
        골든 타임 | 헬기가 뜨지 못하는 안개. 남은 길은 육십 킬로미터의 국도다.
        보호자 대기실 | 같은 의자에서 사흘째 같은 사람이 앉아 있다.
        아침밥 | 아무도 죽지 않은 밤. 구내식당 미역국이 유난히 뜨겁다.
        `,
      ),
      season(
        2,
        { from: '2025-11-13T12:00:00Z', minutes: 60, price: 1500 },
        `
        폐쇄 통보 | 응급실을 닫겠다는 공문이 도착한 날에도 환자는 온다.
        눈길 | 첫눈, 그리고 버스 한 대.
        인턴의 봄 | 오태평이 처음으로 혼자 사망 선고를 한다.
        교대 | 해가 뜬다. 이름표를 떼고 걸어 나가는 사람들.
        `,
      ),
    ],
    art: {
      scene: 'corridor',
      palette: palette('#06222b #0d4a55 #2a8c8c #a5d9cc #eefbef #ff5a4d'),
      at: [0.5, 0.52, 1],
      title: {
        lines: ['새벽', '당직'],
        font: 'sans_bold',
        layout: 'corners',
        color: 'glow',
        size: 210,
        at: [0.5, 0.5],
      },
      tagline: '오늘 밤도, 아침까지',
      small: 'bottom',
      logo: true,
    },
  },
  {
    id: 18,
    title: '밥',
    title_original: 'Bap',
    synopsis:
      '엄마가 남긴 식당의 메뉴는 하나, 밥. 반찬은 그날 손님이 정한다. 십 년 만에 돌아온 셋째 딸 보리는 가게를 팔 생각뿐인데, 아침 여섯 시면 어김없이 사람들이 숟가락을 들고 앉는다. 먹이고 먹는 일로 서로를 용서해 가는 가족 이야기.',
    categories: [DRAMA, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    is_series: true,
    is_completed: true,
    released_on: '2025-05-16',
    popularity: 365_400,
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
        { from: '2025-05-16T11:00:00Z', minutes: 42, price: 1200, free: 1 },
        `
        여섯 시 | 문을 닫으러 온 보리가 얼떨결에 밥을 안친다.
        누룽지 | 아버지를 닮은 손님이 누룽지만 달라고 한다.
        이사 가는 날의 짜장 | 단골이 마지막 상을 받는다.
        미역국 두 그릇 | 생일이 같은 두 사람이 한 상에 앉는다.
        셋째 | 보리는 간판의 글자를 다시 칠한다.
        `,
      ),
    ],
    art: {
      scene: 'table',
      variant: 'rice',
      palette: palette('#3a2a1a #a2472a #d9843b #f0c98d #fff6e2 #2f6b4f'),
      at: [0.5, 0.69, 0.96],
      title: {
        lines: ['밥'],
        font: 'brush',
        layout: 'stack',
        color: 'deep',
        size: 720,
        at: [0.5, -0.005],
        align: 'center',
      },
      tagline: '메뉴는 하나, 사연은 여럿',
      small: 'bottom',
      logo: true,
    },
  },
  {
    id: 19,
    title: '무대 뒤의 이름들',
    title_original: 'The Names Backstage',
    synopsis:
      '폐관을 한 달 앞둔 소극장, 마지막 공연의 주연 배우가 사라진다. 조명 감독 이솔은 대본을 통째로 외운 유일한 사람이지만 무대 공포증이 있다. 막이 오르기까지 서른 날. 객석에서는 보이지 않던 이름들이 하나씩 빛 속으로 걸어 나온다.',
    categories: [DRAMA, DOMESTIC],
    age_rating: '12',
    descriptors: ['대사'],
    is_series: true,
    is_completed: false,
    released_on: '2026-11-14',
    popularity: 188_600,
    people: [
      director('eun_sia'),
      writer('seol_inha'),
      cast('chu_bora', '이솔'),
      cast('do_jaeha', '연출가 한무경'),
    ],
    seasons: [
      season(
        1,
        { from: '2026-11-14T11:30:00Z', minutes: 55, price: 1500, free: 1 },
        `
        암전 | 주연이 사라진 밤, 무대에는 조명만 남았다.
        대역 | 이솔이 조명실에서 대사를 중얼거리는 걸 한 사람이 듣는다.
        블로킹 | 걸음마다 테이프를 붙인다. 도망치지 않도록.
        드레스 리허설 | 객석에 사라진 주연이 앉아 있다.
        `,
      ),
    ],
    art: {
      scene: 'stage',
      variant: 'curtain',
      palette: palette('#16060f #4d0f2a #99213f #e76f5a #ffe9c4 #4fb0a5'),
      at: [0.5, 0.62, 0.95],
      title: {
        lines: ['무대 뒤의', '이름들'],
        font: 'song',
        layout: 'stack',
        color: 'glow',
        size: 150,
        at: [0.5, 0.13],
        align: 'center',
        leading: 1.14,
      },
      tagline: '커튼은 안쪽에서 먼저 열린다',
      small: 'bottom',
    },
  },
  {
    id: 20,
    title: '하프라인',
    title_original: 'Half Line',
    synopsis:
      '해체가 결정된 여자 실업 농구단, 남은 선수는 다섯 명. 교체 선수가 없는 팀이 전국 대회에 나간다. 무릎이 부서진 에이스와 한 번도 슛을 쏴 본 적 없는 신인이 같은 하프라인에 선다.',
    categories: [DRAMA, DOMESTIC],
    age_rating: '12',
    descriptors: [],
    is_series: true,
    is_completed: true,
    released_on: '2026-06-19',
    popularity: 276_300,
    people: [
      director('gang_maru'),
      writer('gil_haneul'),
      cast('so_gyeoul', '백코트 정유'),
      cast('yeo_unseo', '에이스 남도희'),
    ],
    seasons: [
      season(
        1,
        { from: '2026-06-19T11:00:00Z', minutes: 48, price: 1200, free: 1 },
        `
        다섯 명 | 벤치가 텅 비었다. 그래서 모두가 주전이다.
        파울 트러블 | 한 명이라도 나가면 경기는 끝난다.
        왼손 | 도희가 이십 년 만에 왼손으로 공을 든다.
        마지막 사 쿼터 | 시계는 멈추지 않고, 다섯 명은 쉬지 않는다.
        `,
      ),
    ],
    art: {
      scene: 'court',
      palette: palette('#2a1230 #c43d1f #f0733a #f7b267 #fff0d8 #2c4bd1'),
      at: [0.5, 0.67, 0.8],
      title: {
        lines: ['하프', '라인'],
        font: 'heavy',
        layout: 'spread',
        color: 'glow',
        size: 370,
        at: [0.5, 0.045],
        align: 'center',
        leading: 0.95,
      },
      tagline: '벤치는 비었다, 우리가 전부다',
      small: 'bottom',
    },
  },
]
