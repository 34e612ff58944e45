import { dayMs, seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'
import { formatCount, formatDate } from '#web/lib/format.ts'

const weekdays = '일월화수목금토'

/** The day in Seoul, counted from the epoch. */
const dayOf = (milliseconds: number): number =>
  Math.floor((milliseconds + seoulUtcOffsetMs) / dayMs)

/** `오늘`, `어제`, `11월 19일 (목)` or, in another year, `2025년 11월 19일`: the day of `instant` in Seoul. */
export function dayLabel(instant: string, now: number): string {
  const date = dayOf(Date.parse(instant))
  const today = dayOf(now)
  if (date === today) return '오늘'
  if (date === today - 1) return '어제'
  const [year, month, day] = formatDate(instant).split('.')
  const [thisYear] = formatDate(new Date(now).toISOString()).split('.')
  if (year !== thisYear) return `${year}년 ${month}월 ${day}일`
  // The epoch began on a Thursday.
  return `${month}월 ${day}일 (${weekdays[(date + 4) % 7]})`
}

export const historyMessages = {
  title: '시청 내역',
  description: '어디까지 봤는지 날짜별로 모아 봐요.',
  period: '기간',
  all: '전체',
  month: '최근 30일',
  resume: (title: string) => `${title} 이어 보기`,
  watch_again: (title: string) => `${title} 다시 보기`,
  select: '선택',
  select_done: '선택 끝내기',
  select_all: '모두 선택',
  select_none: '선택 해제',
  select_named: (title: string) => `${title} 선택`,
  selected: (n: number) => `${formatCount(n)}개 선택했어요`,
  delete: '삭제',
  delete_title: (n: number) => `시청 내역 ${formatCount(n)}개를 지울까요?`,
  delete_detail: '지우면 어디까지 봤는지도 사라지고 되돌릴 수 없어요.',
  deleted: (n: number) => `시청 내역 ${formatCount(n)}개를 지웠어요`,
  delete_failed: '지우지 못했어요. 잠시 후 다시 시도해 주세요.',
  clear: '기록 모두 지우기',
  clear_title: '시청 내역을 모두 지울까요?',
  clear_confirm: '모두 지우기',
  cleared: '시청 내역을 모두 지웠어요',
  pause: '기록 잠시 멈추기',
  resume_history: '다시 기록하기',
  pause_detail: '기록을 멈춰 두었어요. 지금 보는 작품은 시청 내역과 이어보기에 남지 않아요.',
  paused: '기록을 멈췄어요',
  resumed: '다시 기록해요',
  empty: '아직 본 작품이 없어요',
  empty_detail: '작품을 보면 보던 곳이 여기에 남아요. 언제든 이어 볼 수 있어요.',
  empty_month: '최근 30일 동안 본 작품이 없어요',
  empty_month_detail: '그 전에 본 작품은 전체에서 볼 수 있어요.',
  browse: '볼 작품 찾기',
  see_all: '전체 보기',
} as const
