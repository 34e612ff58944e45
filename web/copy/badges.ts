import type { AgeCode } from '#contract/contents/contents.ts'
import { won } from './format.ts'

export const badgeCopy = {
  free: '무료',
  plan: '이용권',
  fresh: 'NEW',
  completed: '완결',
  running: '연재 중',
  preparing: '영상 준비 중',
  age_short: { ALL: '전체', '12': '12', '15': '15', '19': '19' } satisfies Record<AgeCode, string>,
  age: {
    ALL: '전체 관람가',
    '12': '12세 이상 관람가',
    '15': '15세 이상 관람가',
    '19': '청소년 관람불가',
  } satisfies Record<AgeCode, string>,
  /** The least one pays to see it; nothing where it is not sold. */
  price: (price: number, rental: number | null): string | null => {
    if (rental === null) return price > 0 ? won(price) : null
    if (price === 0) return `대여 ${won(rental)}`
    return rental < price ? `대여 ${won(rental)}부터` : won(price)
  },
  /** How one that is not free is open to the member. */
  opened: { owned: '구매함', subscribed: '이용권' },
}
