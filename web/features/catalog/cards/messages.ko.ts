import { formatCount, formatWon } from '#web/lib/format-basics.ts'
import type { AgeCode } from '#contract/contents/contents.ts'

export const cardMessages = {
  finished: '시청 완료',
  watched: (percent: number) => `${percent}% 봤어요`,
  single: '영화·단편',
  episodes: (n: number) => `${formatCount(n)}화`,
  episode_number: (n: number) => `${n}화`,
  season_episode: (season: number, n: number) => `시즌 ${season} · ${n}화`,
  ranked: (rank: number, title: string) => `${rank}위 ${title}`,
  play: (title: string) => `${title} 재생`,
  /** Of a work that is announced. */
  opens_on: (day: string) => `${day} 공개`,
  undecided: '공개일 미정',
  next_opens: (day: string) => `${day} 다음 화`,
  more: '더 보기',
  more_of: (title: string) => `${title} 더 보기`,
  scroll_left: '이전 작품 보기',
  scroll_right: '다음 작품 보기',
} as const

export const badgeMessages = {
  free: '무료',
  plan: '이용권',
  new: 'NEW',
  completed: '완결',
  ongoing: '방영 중',
  preparing: '영상 준비 중',
  upcoming: '공개 예정',
  dubbed: '더빙',
  age_short: { ALL: '전체', '12': '12', '15': '15', '19': '19' } satisfies Record<AgeCode, string>,
  age: {
    ALL: '전체 관람가',
    '12': '12세 이상 관람가',
    '15': '15세 이상 관람가',
    '19': '청소년 관람불가',
  } satisfies Record<AgeCode, string>,
  /** The lowest price of an episode; null if it is not sold. */
  price: (price: number, rental: number | null): string | null => {
    if (rental === null) return price > 0 ? formatWon(price) : null
    if (price === 0) return `대여 ${formatWon(rental)}`
    return rental < price ? `대여 ${formatWon(rental)}부터` : formatWon(price)
  },
  /** The member's access to an episode that is not free. */
  access: { owned: '구매함', rented: '대여', subscribed: '이용권' },
}
