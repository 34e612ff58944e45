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
    weight: 242,
    people: [director('leila'), writer('yusuf'), cast('leila', '사미라'), cast('yusuf', '낙타상')],
    seasons: single(
      { from: '2025-08-07T03:00:00Z', price: 4900 },
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
    weight: 176,
    people: [director('ines'), writer('tomas'), cast('tomas', '주앙'), cast('ines', '19번 승객')],
    seasons: [
      season(
        1,
        { from: '2026-01-16T10:00:00Z', every: 0, price: 1500, free: 1 },
        `
        종점 | 문이 열리지 않는다. 주앙이 조용히 레버를 되돌린다.
        언덕 위의 빨래 | 창문을 스치는 이불 사이로 한 사람이 집을 본다.
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
    weight: 264,
    people: [
      director('aksel'),
      writer('sigrid'),
      cast('sigrid', '잉그리드'),
      cast('aksel', '제재소 주인'),
    ],
    seasons: [
      season(
        1,
        { from: '2026-01-30T12:00:00Z', price: 1500, free: 1 },
        `
        극야 | 해가 지지 않은 게 아니라, 뜨지 않는다.
        얼음 밑의 이름 | 썰매 바닥에 잉그리드의 어릴 적 글씨가 있다.
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
    is_dubbed: true,
    released_on: '2026-10-27',
    weight: 353,
    people: [
      director('jonah'),
      writer('priya'),
      cast('marisol', '사령관 베라'),
      cast('jonah', '준'),
    ],
    seasons: [
      season(
        1,
        { from: '2026-10-27T12:00:00Z', price: 1500, free: 1 },
        `
        교신 두절 | 마지막 인사는 농담이었다. 그래서 아무도 웃지 않는다.
        토마토 | 온실의 온도와 침실의 온도 중 하나를 골라야 한다.
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
    is_dubbed: true,
    released_on: '2025-01-09',
    weight: 88,
    people: [director('tenzin'), writer('claire')],
    seasons: [
      season(
        1,
        { from: '2025-01-09T09:00:00Z', price: 900, free: 1 },
        `
        눈의 무게 | 겨울, 지붕이 내는 소리로 무너질 날을 안다.
        나무를 고르는 봄 | 사흘을 걸어 한 그루를 고르고, 사흘을 빈다.
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
