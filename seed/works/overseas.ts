import { palette } from '#seed/art/look.ts'
import {
  cast,
  director,
  DOCUMENTARY,
  DRAMA,
  FILM,
  OVERSEAS,
  season,
  single,
  type Work,
  writer,
} from './work.ts'

export const overseas: readonly Work[] = [
  {
    id: 21,
    title: '사막에 두고 온 것들',
    title_original: 'What We Left in the Desert',
    synopsis:
      '지도 제작자 사미라는 십 년 전 실종된 사막 도시를 다시 그리기 위해 낙타몰이 소년과 길을 떠난다. 모래는 매일 지형을 바꾸고, 소년의 기억만이 변하지 않는 좌표다. 신기루와 진짜 물이 같은 색으로 빛나는 열하루의 여정.',
    categories: [FILM, OVERSEAS],
    age_rating: '12',
    descriptors: ['주제'],
    is_series: false,
    is_completed: true,
    released_on: '2025-08-07',
    popularity: 241_800,
    people: [director('leila'), writer('yusuf'), cast('leila', '사미라'), cast('yusuf', '낙타상')],
    seasons: single(
      { from: '2025-08-07T03:00:00Z', minutes: 109, price: 4900 },
      '사막에 두고 온 것들 | 열하루, 낙타 두 마리, 지워지는 지도 한 장.',
    ),
    art: {
      scene: 'desert',
      variant: 'sun',
      palette: palette('#3b1426 #9c2f36 #e06a3b #f8b56a #ffe9bf #2b6f77'),
      at: [0.5, 0.6, 1],
      title: {
        lines: ['사막에', '두고 온', '것들'],
        font: 'song',
        layout: 'stack',
        color: 'glow',
        size: 150,
        at: [0.92, 0.06],
        align: 'right',
        leading: 1.12,
      },
      tagline: '지도는 매일 아침 지워진다',
      small: 'bottom',
      logo: true,
    },
  },
  {
    id: 27,
    title: '올리브나무 아래의 우체부',
    title_original: 'Il postino sotto l’ulivo',
    synopsis:
      '주소가 없는 섬마을, 우체부 니노는 냄새와 목소리로 편지를 배달한다. 어느 여름 도착한 편지의 받는 사람은 "나를 기다리지 않는 사람". 니노는 마을 사람 모두에게 편지를 한 번씩 읽어 주기로 한다.',
    categories: [FILM, OVERSEAS],
    age_rating: 'ALL',
    descriptors: [],
    is_series: false,
    is_completed: true,
    released_on: '2024-05-23',
    popularity: 118_900,
    people: [director('elena'), writer('elena'), cast('tomas', '니노')],
    seasons: single(
      { from: '2024-05-23T03:00:00Z', minutes: 96, price: 2200 },
      '올리브나무 아래의 우체부 | 받는 사람이 없는 편지를, 마을 전체가 받는다.',
    ),
    art: {
      scene: 'tree',
      variant: 'olive',
      palette: palette('#23402e #5f7f43 #a9b665 #f2d675 #fdf6dc #2d7fb8'),
      at: [0.54, 0.645, 0.95],
      title: {
        lines: ['올리브나무', '아래의', '우체부'],
        font: 'song',
        layout: 'stack',
        color: 'deep',
        size: 118,
        at: [0.5, 0.05],
        align: 'center',
        leading: 1.12,
      },
      tagline: '주소가 없는 섬, 길 잃지 않는 편지',
      small: 'bottom',
    },
  },
  {
    id: 36,
    title: '리스본의 마지막 전차',
    title_original: 'O Último Elétrico',
    synopsis:
      '28번 전차의 마지막 운행일, 기관사 주앙은 종점에서 문을 열지 않는다. 열아홉 명의 승객과 노란 전차는 밤새 언덕을 오르내리며 각자가 내려야 했던 정류장을 지난다.',
    categories: [DRAMA, OVERSEAS],
    age_rating: '12',
    descriptors: [],
    is_series: true,
    is_completed: true,
    released_on: '2026-01-16',
    popularity: 176_500,
    people: [director('ines'), writer('tomas'), cast('tomas', '주앙'), cast('ines', '19번 승객')],
    seasons: [
      season(
        1,
        { from: '2026-01-16T10:00:00Z', every: 0, minutes: 44, price: 1500, free: 1 },
        `
        종점 | 문이 열리지 않는다. 주앙이 조용히 레버를 되돌린다.
        언덕 위의 빨래 | 창문을 스치는 이불 사이로 한 사람이 집을 본다.
        파두 | 두 번째 칸에서 누가 노래를 시작한다.
        첫차 | 해가 뜨고, 전차는 처음 보는 정류장에 선다.
        `,
      ),
    ],
    art: {
      scene: 'tram',
      palette: palette('#1d2a5c #3d63b8 #f27f5b #ffc66e #fff1d6 #ffd21f'),
      at: [0.5, 0.62, 1],
      title: {
        lines: ['리스본의', '마지막', '전차'],
        font: 'retro',
        layout: 'stack',
        color: 'deep',
        size: 190,
        at: [0.08, 0.06],
        align: 'left',
        leading: 1,
      },
      tagline: '내리지 못한 정류장이 다가온다',
      small: 'bottom',
    },
  },
  {
    id: 37,
    title: '북위 66도',
    title_original: '66° Nord',
    synopsis:
      '해가 뜨지 않는 달, 북극권 마을의 유일한 경찰 잉그리드는 얼음 호수에서 이십 년 전 자신의 이름이 적힌 썰매를 건진다. 낮이 돌아오기까지 스물하루. 어둠 속에서 모두가 모두의 발자국을 지운다.',
    categories: [DRAMA, OVERSEAS],
    age_rating: '15',
    descriptors: ['폭력성', '공포'],
    is_series: true,
    is_completed: true,
    released_on: '2026-01-30',
    popularity: 263_800,
    people: [
      director('aksel'),
      writer('sigrid'),
      cast('sigrid', '잉그리드'),
      cast('aksel', '제재소 주인'),
    ],
    seasons: [
      season(
        1,
        { from: '2026-01-30T12:00:00Z', minutes: 53, price: 1500, free: 1 },
        `
        극야 | 해가 지지 않은 게 아니라, 뜨지 않는다.
        얼음 밑의 이름 | 썰매 바닥에 잉그리드의 어릴 적 글씨가 있다.
        제재소 | 톱이 멈춘 밤, 숲에서 답장이 온다.
        스물하루 | 지평선이 붉어진다. 발자국이 하나 더 있다.
        `,
      ),
    ],
    art: {
      scene: 'aurora',
      palette: palette('#031018 #08303a #0f6d68 #41d9a0 #e8fff0 #ffb13d'),
      at: [0.5, 0.72, 1],
      title: {
        lines: ['북위', '66도'],
        font: 'sans_black',
        layout: 'spread',
        color: 'glow',
        size: 360,
        at: [0.5, 0.07],
        align: 'center',
        leading: 0.98,
        tracking: -0.03,
      },
      tagline: '해가 뜨지 않는 스물하루',
      small: 'bottom',
    },
  },
  {
    id: 38,
    title: '하버 스트리트 27번지',
    title_original: '27 Harbour Street',
    synopsis:
      '항구 마을 벽돌집 한 채, 다섯 개의 초인종, 다섯 세대의 이웃. 층마다 다른 시대에 이민 온 가족들이 한 계단을 나누어 쓴다. 초인종이 잘못 눌릴 때마다 새로운 이야기가 문을 여는 따뜻한 앙상블 드라마.',
    categories: [DRAMA, OVERSEAS],
    age_rating: 'ALL',
    descriptors: [],
    is_series: true,
    is_completed: false,
    released_on: '2024-10-11',
    popularity: 231_000,
    people: [
      director('margaret'),
      writer('desmond'),
      cast('margaret', '1층 로즈'),
      cast('priya', '3층 미라'),
      cast('desmond', '우편배달부'),
    ],
    seasons: [
      season(
        1,
        { from: '2024-10-11T10:00:00Z', minutes: 47, price: 1200, free: 1 },
        `
        다섯 개의 초인종 | 새로 온 미라가 다섯 번을 다 누르고서야 집을 찾는다.
        삼 층의 카레 | 냄새는 계단을 타고 위로만 올라가지 않는다.
        정전 | 촛불이 하나뿐인 밤, 모두가 계단에 앉는다.
        `,
      ),
      season(
        2,
        { from: '2026-11-03T10:00:00Z', minutes: 49, price: 1200 },
        `
        여섯 번째 초인종 | 없던 초인종이 하나 늘었다.
        지붕의 정원 | 토마토 도둑은 의외로 가까이 산다.
        로즈의 의자 | 1층 창가의 의자가 오늘은 비어 있다.
        항구의 불꽃 | 한 해의 마지막 밤, 계단에 다시 모두가 앉는다.
        `,
      ),
    ],
    art: {
      scene: 'facade',
      variant: 'brick',
      palette: palette('#33202a #8a3f3a #c96a4f #f0b98a #fff0d4 #2d6b8f'),
      at: [0.5, 0.6, 0.95],
      title: {
        lines: ['하버 스트리트', '27번지'],
        font: 'song',
        layout: 'stack',
        color: 'deep',
        size: 148,
        at: [0.5, 0.06],
        align: 'center',
        leading: 1.12,
        tracking: -0.02,
      },
      tagline: '초인종이 잘못 눌리면, 이야기가 시작된다',
      small: 'bottom',
    },
  },
  {
    id: 39,
    title: '열한 시의 재즈',
    title_original: 'Jūichi-ji no Jazz',
    synopsis:
      '골목 끝 재즈 바는 밤 열한 시에 문을 열고 손님은 하루 한 명만 받는다. 주인은 술 대신 그 사람의 밤에 맞는 음반을 골라 준다. 한 면이 도는 이십이 분, 손님은 누구에게도 하지 못한 말을 꺼낸다.',
    categories: [DRAMA, OVERSEAS],
    age_rating: '15',
    descriptors: ['약물', '주제'],
    is_series: true,
    is_completed: true,
    released_on: '2025-06-06',
    popularity: 154_400,
    people: [
      director('kenji'),
      writer('haruka'),
      cast('kenji', '주인'),
      cast('haruka', '첫 번째 손님'),
    ],
    seasons: [
      season(
        1,
        { from: '2025-06-06T13:00:00Z', minutes: 28, price: 900, free: 1 },
        `
        A면 첫 곡 | 비를 맞고 들어온 손님에게 주인은 비 소리가 녹음된 음반을 튼다.
        긁힌 자리 | 같은 마디가 되풀이된다. 손님도 같은 문장을 되풀이한다.
        B면 | 뒤집는 동안의 침묵이 가장 긴 대답이었다.
        문 닫는 시간 | 오늘의 손님은 주인 자신이다.
        `,
      ),
    ],
    art: {
      scene: 'table',
      variant: 'record',
      palette: palette('#10131f #22305a #c2452d #eea64b #f9e8c9 #3aa6a0'),
      at: [0.5, 0.6, 1],
      title: {
        lines: ['열한 시의', '재즈'],
        font: 'sans_black',
        layout: 'stack',
        color: 'glow',
        size: 200,
        at: [0.08, 0.055],
        align: 'left',
        leading: 1,
        tracking: -0.04,
      },
      tagline: '하루 한 사람, 한 면 이십이 분',
      small: 'bottom',
    },
  },
  {
    id: 40,
    title: '화성의 첫 번째 겨울',
    title_original: 'First Winter on Mars',
    synopsis:
      '화성의 겨울은 백오십사일. 첫 정착민 열두 명은 지구와의 교신이 끊긴 채 온실의 토마토 한 그루를 지킨다. 눈이 내릴 리 없는 행성에 눈이 내린 날, 기록 담당 준은 일지에 거짓말을 쓰기 시작한다.',
    categories: [DRAMA, OVERSEAS],
    age_rating: '12',
    descriptors: ['주제'],
    is_series: true,
    is_completed: false,
    released_on: '2026-10-27',
    popularity: 352_600,
    people: [
      director('jonah'),
      writer('priya'),
      cast('marisol', '사령관 베라'),
      cast('jonah', '준'),
    ],
    seasons: [
      season(
        1,
        { from: '2026-10-27T12:00:00Z', minutes: 56, price: 1500, free: 1 },
        `
        교신 두절 | 마지막 인사는 농담이었다. 그래서 아무도 웃지 않는다.
        토마토 | 온실의 온도와 침실의 온도 중 하나를 골라야 한다.
        푸른 노을 | 화성의 노을은 푸르다. 준이 처음으로 거짓말을 쓴다.
        눈 | 하얀 것이 내린다. 손에 닿아도 차갑지 않다.
        봄의 정의 | 백오십사일째, 문밖에 누군가 서 있다.
        `,
      ),
    ],
    art: {
      scene: 'desert',
      variant: 'mars',
      palette: palette('#2a0d14 #6d1f22 #b9452f #e68a5c #fbe0c8 #58b7d6'),
      at: [0.5, 0.6, 1],
      title: {
        lines: ['화성의', '첫 번째', '겨울'],
        font: 'sans_black',
        layout: 'stack',
        color: 'glow',
        size: 168,
        at: [0.5, 0.055],
        align: 'center',
        leading: 1.06,
        tracking: -0.03,
      },
      tagline: '백오십사일, 토마토 한 그루',
      small: 'bottom',
      logo: true,
    },
  },
  {
    id: 43,
    title: '세계의 지붕을 고치는 사람들',
    title_original: 'Menders of the Roof of the World',
    synopsis:
      '해발 사천 미터의 사원 지붕은 겨울마다 무너지고 봄마다 다시 얹힌다. 못 하나 쓰지 않는 목수들의 한 해를 따라간 관찰 다큐멘터리. 고치는 일이 곧 기도가 되는 사람들의 손을 오래 바라본다.',
    categories: [DOCUMENTARY, OVERSEAS],
    age_rating: 'ALL',
    descriptors: [],
    is_series: true,
    is_completed: true,
    released_on: '2025-01-09',
    popularity: 87_600,
    people: [director('tenzin'), writer('claire')],
    seasons: [
      season(
        1,
        { from: '2025-01-09T09:00:00Z', minutes: 50, price: 900, free: 1 },
        `
        눈의 무게 | 겨울, 지붕이 내는 소리로 무너질 날을 안다.
        나무를 고르는 봄 | 사흘을 걸어 한 그루를 고르고, 사흘을 빈다.
        상량 | 마을 전체가 밧줄 하나를 당긴다.
        `,
      ),
    ],
    art: {
      scene: 'mountain',
      variant: 'temple',
      palette: palette('#2b1b3d #7a3b57 #d9775a #f7bd7a #fff0d2 #2aa198'),
      at: [0.5, 0.59, 1],
      title: {
        lines: ['세계의 지붕을', '고치는 사람들'],
        font: 'serif_bold',
        layout: 'stack',
        color: 'glow',
        size: 122,
        at: [0.5, 0.06],
        align: 'center',
        leading: 1.24,
        tracking: -0.02,
      },
      tagline: '무너지는 것을 아는 사람만이 얹는다',
      small: 'bottom',
    },
  },
]
