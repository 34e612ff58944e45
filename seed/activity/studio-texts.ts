import type { ReportReason } from '#contract/reviews/reviews.ts'

/** Texts of what staff and members of the demonstration wrote. `member` is the position of a member, `days` before now. */

export const campaigns = [
  {
    days: 24,
    title: '가을밤에 꺼내 보는 짧은 작품 세 편',
    context:
      '잠들기 전에 한 편 보기 좋은 작품을 골랐어요.\n\n- 달 세탁소: 잃어버린 것들이 깨끗해지는 밤\n- 우산은 하나: 같은 방향으로 걷는 두 사람\n- 새벽 네 시의 편의점: 불 켜진 곳에 모이는 사람들\n\n모두 1화는 무료예요.',
    watched_within_days: 30,
    /** Positions of the members who withdrew their consent by the mail. */
    unsubscribed: [6],
  },
  {
    days: 8,
    title: '13층과 14층 사이, 다음 이야기가 열렸어요',
    context:
      '멈춘 엘리베이터에서 두 사람이 하지 못한 말을 이어서 들어 보세요.\n\n세로 화면 그대로, 출근길에 한 손으로 볼 수 있어요.',
    unsubscribed: [25, 51],
  },
] as const

export const campaignDraft = {
  days: 1.2,
  title: '연말 결산: 올해 가장 많이 다시 본 장면',
  context:
    '올해 한편에서 가장 많이 다시 본 장면을 모으고 있어요.\n\n(장면 다섯 개와 링크를 넣어 주세요.)',
}

export const answerTemplates = [
  {
    title: '환불 안내',
    context:
      '{이름}님, 안녕하세요. 한편이에요.\n\n남겨 주신 ‘{제목}’ 문의를 확인했어요. 구매하신 지 7일 안이고 아직 보지 않은 회차는 마이 > 소장·대여에서 바로 환불하실 수 있어요.\n\n더 궁금한 점이 있으면 언제든 문의해 주세요. 고맙습니다.',
  },
  {
    title: '재생 문제 확인 요청',
    context:
      '{이름}님, 안녕하세요. 한편이에요.\n\n불편을 드려 죄송해요. 보시던 기기와 브라우저, 오류가 난 회차를 알려 주시면 바로 확인할게요.',
  },
] as const

/** Synonyms for what members searched in vain. */
export const synonyms = [
  { days: 19, term: '달빨래', replacement: '달 세탁소' },
  { days: 6, term: '엘베', replacement: '엘리베이터' },
] as const

/** Searches without results: how often on each of the last days. */
export const searchMisses: Readonly<Record<string, readonly number[]>> = {
  오징어게임: [3, 2, 4, 1, 2, 3, 1],
  '1080p 다운로드': [0, 1, 0, 1, 0, 0, 1],
  '야시장 레시피': [1, 0, 2, 0, 1],
  '달세탁소 굿즈': [2, 1, 0, 1, 1, 0, 2],
  '종이도시 3화': [2, 3, 1, 2],
  뮤지컬: [0, 1, 1, 0, 0, 1],
  '13층 ost': [1, 2, 1, 0, 1],
  '강아지 다큐': [0, 0, 1, 0, 1],
}

export const departures = [
  {
    name: '표은결',
    joined: 160,
    days: 41,
    high_price: false,
    less_function: true,
    service_problem: false,
    comment: '텔레비전으로 보내는 기능이 생기면 다시 올게요. 작품은 좋았어요.',
  },
  {
    name: '장미르',
    joined: 90,
    days: 22,
    high_price: true,
    less_function: false,
    service_problem: false,
    comment: '한 달에 두세 편밖에 못 봐서요.',
  },
  {
    name: '김누리',
    joined: 75,
    days: 9,
    high_price: false,
    less_function: false,
    service_problem: false,
    comment: '',
  },
] as const

/** Points that staff gave, and why. */
export const staffGrants = [
  { member: 12, days: 27, amount: 1_000, reason: '결제 창이 두 번 열린 불편에 대한 사과' },
  { member: 40, days: 5, amount: 500, reason: '자막 오타 제보 감사' },
] as const

type ReportedReview = {
  work: number
  member: number
  /** When it was written, and when it was reported. */
  days: number
  reported: number
  /** Half stars. */
  rating: number
  context: string
  reporters: readonly number[]
  reason: ReportReason
  verdict: 'hide' | 'keep' | null
  why: string
}

/** Reviews that members reported, with the decision of staff; the last one waits. */
export const reportedReviews: readonly ReportedReview[] = [
  {
    work: 7,
    member: 49,
    days: 16,
    rating: 10,
    context: '전편 공짜로 보는 곳 프로필에 적어 놨어요~ 들어오면 쿠폰도 드려요!!',
    reported: 15,
    reporters: [3, 17, 30],
    reason: 'advertising',
    verdict: 'hide',
    why: '다른 사이트로 이끄는 광고',
  },
  {
    work: 2,
    member: 34,
    days: 12,
    rating: 3,
    context: '솔직히 하품하다 끝났음. 이걸 왜 다들 좋다고 하는지 감독한테 묻고 싶다.',
    reported: 11,
    reporters: [14],
    reason: 'abuse',
    verdict: 'keep',
    why: '',
  },
  {
    work: 8,
    member: 21,
    days: 1.1,
    rating: 7,
    context:
      '3화 끝에 유나만 올라가고 하준이 탄 채로 엘리베이터가 뚝 떨어져요. 알고 봐도 심장이 내려앉음.',
    reported: 0.6,
    reporters: [9, 28],
    reason: 'spoiler',
    verdict: null,
    why: '',
  },
]

/** The works that staff chose for the hero: drawn films, the first of which is encoded first (`seed-films.ts`). */
export const heroWorks = [1, 8, 3, 4, 7]

/** The row that staff added to home, of works that play at night. */
export const nightRow = {
  title: '잠 안 오는 밤에',
  subtitle: '밤에 시작하는 이야기',
  after_row: 'abroad',
  works: [10, 9, 7, 6, 1, 8],
} as const
