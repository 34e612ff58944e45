/** What the player says to fingers: seeking by taps, the lock, and the way from one upright film to the next. */
export const touchCopy = {
  /** The sum of a row of taps. */
  sought: (seconds: number) => `${seconds < 0 ? '−' : '+'}${Math.abs(seconds)}초`,
  lock: '화면 잠금',
  locked: '화면이 잠겨 있어요',
  unlock: '화면 잠금 풀기',
  unlock_hint: '길게 누르거나 밀어서 풀어 주세요',
  episodes: '회차 이동',
  next: '다음 화',
  previous: '이전 화',
  next_of: (title: string) => `다음 화: ${title}`,
  previous_of: (title: string) => `이전 화: ${title}`,
  first: '첫 화예요',
  last: '마지막 화예요',
  place: (number: number, count: number) => `${count}화 중 ${number}화`,
  place_short: (number: number, count: number) => `${number}/${count}`,
  see: '보러 가기',
  more: '더 보기',
  less: '접기',
} as const
