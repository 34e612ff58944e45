import { formatCount, formatCompactNumber } from '#web/lib/format.ts'

const weekdays = ['일', '월', '화', '수', '목', '금', '토'] as const
const weekday = (day: string) => weekdays[new Date(day).getUTCDay()] ?? ''

/** `11월 20일 (금)` for `2026-11-20`. */
const dayWords = (day: string) =>
  `${Number(day.slice(5, 7))}월 ${Number(day.slice(8))}일 (${weekday(day)})`

/** `3시간`, or under an hour `24분`. */
const watched = (minutes: number) =>
  minutes < 60
    ? `${formatCount(minutes)}분`
    : `${formatCompactNumber(Math.round(minutes / 60))}시간`

/** `35,120시간`, or below a hundred hours `3시간 24분`. Tables and files have the exact minutes. */
function spent(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  if (hours >= 100) return `${formatCount(Math.round(minutes / 60))}시간`
  const rest = minutes % 60
  if (hours === 0) return `${rest}분`
  return rest === 0 ? `${hours}시간` : `${hours}시간 ${rest}분`
}

export const analyticsMessages = {
  title: '현황',
  detail: '하루는 한국 시간 자정에 바뀌어요.',
  offline: '인터넷 연결이 끊겼어요. 마지막으로 받은 숫자예요.',
  tiles: {
    label: '오늘',
    viewers_now: '지금 시청 중',
    viewers_now_note: '10초마다 새로 확인해요',
    plays: '오늘 재생',
    minutes: '오늘 시청 시간',
    revenue: '오늘 매출',
    subscribers: '구독자',
    player_errors: '오늘 재생 오류',
    yesterday: (value: string) => `어제 ${value}`,
    week_ago: (value: string) => `지난주 ${value}`,
    joined: (people: number) => `오늘 새로 ${formatCount(people)}명`,
    left: (people: number) => `구독 종료 ${formatCount(people)}명`,
    refunds: (amount: string) => `오늘 환불 ${amount}`,
    week: '지난 7일, 그 전 7일과 견줘',
    same: '그대로',
    fresh: '새로 생김',
    change: (percent: number) =>
      `주간 ${percent > 0 ? '+' : '−'}${formatCount(Math.abs(percent))}%`,
    spark: (name: string) => `${name} 최근 15일`,
  },
  figures: {
    plays: (value: number) => `${formatCompactNumber(value)}회`,
    minutes: watched,
    won: (value: number) => `${formatCompactNumber(value)}원`,
    people: (value: number) => `${formatCompactNumber(value)}명`,
    times: (value: number) => `${formatCompactNumber(value)}건`,
  },
  exact: {
    plays: (value: number) => `${formatCount(value)}회`,
    minutes: spent,
    won: (value: number) => `${value < 0 ? '−' : ''}${formatCount(Math.abs(value))}원`,
    people: (value: number) => `${formatCount(value)}명`,
    times: (value: number) => `${formatCount(value)}건`,
  },
  range: {
    label: '기간',
    days: { 7: '7일', 28: '28일', 90: '90일', 365: '1년' } as Readonly<Record<number, string>>,
    custom: '직접 고르기',
    from: '시작일',
    to: '종료일',
    apply: '보기',
    backwards: '종료일이 시작일보다 빨라요.',
    too_long: '한 번에 400일까지 볼 수 있어요.',
    incomplete: '시작일과 종료일을 모두 골라 주세요.',
    between: (from: string, to: string) =>
      from === to ? spelled(from) : `${spelled(from)} – ${spelled(to)}`,
  },
  chart: {
    title: '일별 추이',
    measure: '무엇을 볼까요',
    measures: {
      plays: '재생',
      minutes: '시청 시간',
      revenue: '매출·환불',
      subscribers: '구독',
      members: '새 회원',
      player_errors: '재생 오류',
    },
    series: {
      plays: '재생',
      minutes: '시청 시간',
      revenue: '매출',
      refunds: '환불',
      joined: '새 구독',
      left: '구독 종료',
      members: '새 회원',
      player_errors: '재생 오류',
    },
    day: dayWords,
    short_day: (day: string) => `${Number(day.slice(5, 7))}.${Number(day.slice(8))}`,
    short_month: (day: string) => `${day.slice(2, 4)}.${Number(day.slice(5, 7))}`,
    sum: (name: string) => `${name} 합계`,
    average: (value: string) => `하루 평균 ${value}`,
    today: '오늘은 아직 끝나지 않았어요',
    slider: (name: string) => `${name}, 날짜별 값. 화살표 키로 날짜를 옮겨요.`,
    empty: '이 기간에는 아직 기록이 없어요.',
    table: '표로 보기',
    chart: '표 닫기',
    table_label: '일별 숫자',
    columns: {
      day: '날짜',
      plays: '재생',
      minutes: '시청(분)',
      revenue: '매출(원)',
      purchases: '구매',
      top_ups: '충전',
      subscriptions: '이용권',
      refunds: '환불(원)',
      joined: '새 구독',
      renewed: '갱신',
      past_due: '결제 실패',
      left: '종료',
      members: '새 회원',
      player_errors: '오류',
    },
  },
  csv: 'CSV 받기',
  csv_of: (what: string) => `${what} CSV 받기`,
  works: {
    title: '많이 본 작품',
    by: '정렬',
    orders: { plays: '재생', minutes: '시청 시간', sales: '판매' },
    kind: '작품 종류',
    all_kinds: '모든 작품',
    kinds: { series: '시리즈', film: '영화' },
    work: '작품',
    plays: '재생',
    minutes: '시청 시간',
    sales: '판매',
    sales_note: '판매는 카드 결제와 유료 포인트를 더하고 환불을 뺀 금액이에요.',
    empty: '이 기간에 본 작품이 없어요',
    empty_detail: '재생이 시작되면 잠시 뒤 여기에 나와요. 다른 기간도 골라 보세요.',
  },
  errors: {
    title: '재생 오류',
    code: '오류',
    codes: {
      network: '영상을 받지 못함',
      media: '영상을 읽지 못함',
      unsupported: '재생할 수 없는 브라우저',
      refused: '재생이 거절됨',
    },
    work: '작품',
    browser: '브라우저',
    no_browser: '알 수 없음',
    count: '횟수',
    last_seen: '마지막',
    episode: (title: string, number: number | null) =>
      number === null ? title : `${title} ${number}화`,
    more: (rest: number) => `이 밖에 ${formatCount(rest)}가지가 더 있어요. CSV에 모두 들어 있어요.`,
    empty: '재생 오류가 없어요',
    empty_detail: '이 기간에 플레이어가 멈춘 적이 없어요.',
  },
} as const

/** `2026.11.20`. */
function spelled(day: string): string {
  return day.replaceAll('-', '.')
}
