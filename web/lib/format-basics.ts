import { seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'

/** The formats of `format.ts` that the first page needs. */

/** Whole number with separators: `1,234,567`. */
export function formatCount(value: number): string {
  return String(Math.trunc(value)).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Whole won: `9,900원`. */
export const formatWon = (value: number): string => `${formatCount(value)}원`

/** Seconds as a duration: `1시간 23분`, `48분`; below ten minutes with seconds: `1분 36초`, `45초`. */
export function formatDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const remainder = Math.max(0, Math.trunc(seconds % 60))
  if (minutes < 1) return `${remainder}초`
  if (minutes < 10 && remainder > 0) return `${minutes}분 ${remainder}초`
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${minutes}분`
  return minutes % 60 === 0 ? `${hours}시간` : `${hours}시간 ${minutes % 60}분`
}

/** Date parts in Seoul of an instant or of a plain `YYYY-MM-DD`. */
export function inSeoul(instant: string): [year: number, month: number, day: number] {
  const plain = /^(\d{4})-(\d{2})-(\d{2})$/.exec(instant)
  if (plain) return [Number(plain[1]), Number(plain[2]), Number(plain[3])]
  const local = new Date(Date.parse(instant) + seoulUtcOffsetMs)
  return [local.getUTCFullYear(), local.getUTCMonth() + 1, local.getUTCDate()]
}

/** `2026`, in Seoul. */
export const formatYear = (instant: string): string => String(inSeoul(instant)[0])

/** `11월 1일`, in Seoul. */
export function formatMonthDay(instant: string): string {
  const [, m, d] = inSeoul(instant)
  return `${m}월 ${d}일`
}

/** `11.1`, in Seoul. */
export const formatShortDay = (instant: string): string => inSeoul(instant).slice(1).join('.')

const weekdays = ['일', '월', '화', '수', '목', '금', '토']

/** `11월 1일(일)`, in Seoul. */
export function formatMonthDayWeekday(instant: string): string {
  const [y, m, d] = inSeoul(instant)
  return `${m}월 ${d}일(${weekdays[new Date(Date.UTC(y, m - 1, d)).getUTCDay()]})`
}

/** A rating with one decimal: `4.0`. */
export const formatRating = (value: number): string => (Math.round(value * 10) / 10).toFixed(1)
