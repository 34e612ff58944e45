import { count } from './format.ts'

/** Words on cards and lists of works. */
export const cardCopy = {
  single: '영화·단편',
  episodes: (n: number) => `${count(n)}화`,
  episode_number: (n: number) => `${n}화`,
  ranked: (rank: number, title: string) => `${rank}위 ${title}`,
  play: (title: string) => `${title} 재생`,
  more: '더 보기',
  more_of: (title: string) => `${title} 더 보기`,
  scroll_left: '이전 작품 보기',
  scroll_right: '다음 작품 보기',
} as const
