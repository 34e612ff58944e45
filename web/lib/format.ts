import { seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'
import { formatCount, inSeoul } from './format-basics.ts'

export {
  formatCount,
  formatDuration,
  formatMonthDay,
  formatRating,
  formatWon,
  formatYear,
} from './format-basics.ts'

/**
 * Formats numbers and dates in Korean. No function depends on the clock, locale or time zone of the machine, so that
 * the server and the browser render the same text.
 */

/** Whole points: `1,000P`. */
export const formatPoints = (value: number): string => `${formatCount(value)}P`

/** A masked card number: `4330-1234-****-000*`. */
export const formatCardNumber = (masked: string): string => masked.replace(/.{4}(?=.)/g, '$&-')

/** Abbreviated number, rounded down: `987`, `1.2만`, `34만`, `1.5억`. */
export function formatCompactNumber(value: number): string {
  for (const [unit, name] of [
    [100_000_000, '억'],
    [10_000, '만'],
  ] as const) {
    if (value < unit) continue
    const tenths = Math.floor((value * 10) / unit)
    return `${tenths >= 100 || tenths % 10 === 0 ? formatCount(tenths / 10) : tenths / 10}${name}`
  }
  return formatCount(value)
}

/** Seconds as an ISO 8601 duration: `PT1H23M`. */
export function toIsoDuration(seconds: number): string {
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const remainder = Math.floor(seconds % 60)
  return `PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${remainder || seconds < 60 ? `${remainder}S` : ''}`
}

/** `YYYY.M.D` in Seoul, as the specification writes the inquiry history. */
export const formatDate = (instant: string): string => inSeoul(instant).join('.')

/** `YYYY.MM.DD` in Seoul, as the specification writes the FAQ. */
export const formatPaddedDate = (instant: string): string =>
  inSeoul(instant)
    .map((part) => String(part).padStart(2, '0'))
    .join('.')

/** `2026년 11월 1일`, in Seoul. */
export function formatFullDate(instant: string): string {
  const [y, m, d] = inSeoul(instant)
  return `${y}년 ${m}월 ${d}일`
}

/** `21:04`, in Seoul. */
export const formatTime = (instant: string): string =>
  new Date(Date.parse(instant) + seoulUtcOffsetMs).toISOString().slice(11, 16)

/** `2026.11.1 21:04`, in Seoul. */
export const formatDateTime = (instant: string): string =>
  `${formatDate(instant)} ${formatTime(instant)}`

/** Whether an instant is less than a minute before `now` (ms since the epoch). */
export const isJustNow = (instant: string, now: number) => now - Date.parse(instant) < 60_000

/**
 * Time relative to `now` (ms since the epoch): `방금`, `5분 전`, `3시간 전`, `3일 전`; after a week the date. Do not use it
 * in server-rendered content: pages are cached.
 */
export function formatRelativeTime(instant: string, now: number): string {
  if (isJustNow(instant, now)) return '방금'
  const minutes = Math.floor((now - Date.parse(instant)) / 60_000)
  if (minutes < 60) return `${minutes}분 전`
  if (minutes < 1440) return `${Math.floor(minutes / 60)}시간 전`
  if (minutes < 1440 * 7) return `${Math.floor(minutes / 1440)}일 전`
  return formatDate(instant)
}

/** `12분 남음`, `1시간 3분 남음`: rounded to minutes; below one with seconds, `7초 남음`. */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))}초 남음`
  const minutes = Math.round(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const parts = [hours > 0 && `${hours}시간`, minutes % 60 > 0 && `${minutes % 60}분`]
  return `${parts.filter(Boolean).join(' ')} 남음`
}

/** `3:20`, `1:02:05`: with hours if `total` has any, so that the width is constant during playback. */
export function formatTimecode(seconds: number, total = seconds): string {
  const rounded = Math.max(0, Math.floor(seconds))
  const h = Math.floor(rounded / 3600)
  const m = Math.floor(rounded / 60) % 60
  const s = String(rounded % 60).padStart(2, '0')
  return total >= 3600 ? `${h}:${String(m).padStart(2, '0')}:${s}` : `${h * 60 + m}:${s}`
}

/** `2026.11.28 21:00:00`, in Seoul. */
export const formatTimestamp = (instant: string): string =>
  `${formatDate(instant)} ${new Date(Date.parse(instant) + seoulUtcOffsetMs).toISOString().slice(11, 19)}`

/** `01012345678` → `010-1234-5678`. */
export const formatPhoneNumber = (digits: string): string =>
  digits.replace(/^(\d{3})(\d{3,4})(\d{4})$/, '$1-$2-$3')
