import { cast, director, DOCUMENTARY, DOMESTIC, single, type Work, writer } from './work.ts'

export const documentaries: readonly Work[] = [
  {
    id: 4,
    title: '느린 기차',
    title_original: 'Slow Train',
    synopsis:
      '가장 늦게 도착하는 기차를 타고 한 해를 건넌다. 벚꽃 터널에서 출발해 비 내리는 철교와 단풍 든 협곡을 지나 눈 덮인 종착역까지, 창밖이 곧 이야기다. 한 승객이 남긴 몇 줄의 자막 말고는 음악과 바퀴 소리, 계절의 소리뿐이다.',
    categories: [DOCUMENTARY, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    tags: ['여행', '힐링', '잔잔한'],
    is_series: false,
    is_completed: true,
    released_on: '2026-03-08',
    weight: 298,
    people: [director('myeong_jiho'), writer('yeo_unseo'), cast('hwangbo_seon', '승객')],
    seasons: single(
      { from: '2026-03-08T09:00:00Z', price: 900, free: 1, films: ['slow-train'] },
      '느린 기차 | 꽃 터널로 들어간 기차가 눈 내리는 종착역에 닿는다. 커피 한 잔과 귤 반쪽이 함께 간다.',
    ),
  },
  {
    id: 5,
    title: '안개를 따는 사람들',
    title_original: 'Those Who Pick the Mist',
    synopsis:
      '해 뜨기 전 차밭에는 안개가 먼저 일어난다. 능선 다섯이 드러나면 사람들은 비탈에 올라 새순 하나에 잎 둘을 손끝으로 꺾고, 삼백 도 가마솥에서 맨손으로 아홉 번을 덖는다. 첫물차 한 잔이 되기까지의 아침을 기록한, 가장 조용한 노동의 다큐멘터리.',
    categories: [DOCUMENTARY, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    tags: ['자연', '힐링', '잔잔한'],
    is_series: false,
    is_completed: true,
    released_on: '2026-05-21',
    weight: 133,
    people: [director('myeong_jiho'), writer('bing_nara')],
    seasons: single(
      { from: '2026-05-21T09:00:00Z', price: 900, films: ['tea-mountain'] },
      '안개를 따는 사람들 | 능선이 하나씩 드러나는 새벽의 비탈에서 찻잔이 비는 아침까지.',
    ),
  },
  {
    id: 42,
    title: '소금의 시간',
    title_original: 'Salt Time',
    synopsis:
      '바닷물이 소금이 되기까지 스무날, 좋은 소금이 되기까지 삼 년. 서해의 염전에서 삼대째 물을 가두는 가족의 한여름을 따라갔다. 하늘이 바닥에 내려앉은 풍경을 담은 다큐멘터리가 1월에 찾아온다.',
    categories: [DOCUMENTARY, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    tags: ['자연', '장인', '잔잔한'],
    is_series: false,
    is_completed: true,
    released_on: '2027-01-06',
    weight: 76,
    people: [director('yeo_unseo'), writer('myeong_jiho')],
    seasons: single(
      { from: '2027-01-06T09:00:00Z', price: 1200 },
      '소금의 시간 | 물을 가두고, 볕을 기다리고, 소리를 듣는다. 소금이 오는 소리를.',
    ),
  },
  {
    id: 44,
    title: '활자의 집',
    title_original: 'The House of Type',
    synopsis:
      '납 글자 삼십만 개가 사는 인쇄소가 이번 겨울 문을 닫는다. 문선공 세 사람은 마지막 책을 손으로 짠다. 가장 많이 닳은 글자는 ‘나’가 아니라 ‘의’였다. 마지막 줄에서 글자 하나가 모자라고, 누군가 사십 년 동안 주머니에 넣고 다닌 납 조각을 꺼낸다. 실제 인쇄소처럼 들리는 다큐 무빙툰.',
    categories: [DOCUMENTARY, DOMESTIC],
    age_rating: 'ALL',
    descriptors: [],
    tags: ['휴먼', '장인', '여운'],
    is_series: false,
    is_completed: true,
    released_on: '2026-11-19',
    weight: 68,
    people: [director('namgung_ri'), writer('on_yujin')],
    seasons: single(
      { from: '2026-11-19T09:00:00Z', price: 0, free: 1, films: ['toon-type-house'] },
      '마지막 한 글자 | 마지막 책, 마지막 줄. 빈칸 하나를 채우는 다큐 무빙툰.',
    ),
  },
]
