const inSeoul = { timeZone: 'Asia/Seoul' } as const
const days = new Intl.DateTimeFormat('ko-KR', { ...inSeoul, dateStyle: 'long' })
const minutes = new Intl.DateTimeFormat('ko-KR', {
  ...inSeoul,
  dateStyle: 'long',
  timeStyle: 'short',
})
const minutesOfYear = new Intl.DateTimeFormat('ko-KR', {
  ...inSeoul,
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
const number = new Intl.NumberFormat('ko-KR')

/** `2027년 3월 31일` */
export const formatDay = (at: Date): string => days.format(at)
/** `2027년 3월 31일 오후 3:05` */
export const formatMinute = (at: Date): string => minutes.format(at)
/** `3월 31일 오후 3:05` */
export const formatMinuteOfYear = (at: Date): string => minutesOfYear.format(at)
/** `10,900원` */
export const formatWon = (won: number): string => `${number.format(won)}원`
/** `1,700P` */
export const formatPoints = (points: number): string => `${number.format(points)}P`
