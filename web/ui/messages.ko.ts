import { count } from '#web/lib/format.ts'

/** Words of controls that any page may use. */
export const controlCopy = {
  pages: '쪽 이동',
  first_page: '처음 쪽',
  previous_page: '이전 쪽',
  next_page: '다음 쪽',
  last_page: '마지막 쪽',
  page: (n: number) => `${n}쪽`,
  close: '닫기',
  cancel: '취소',
  characters: (used: number, most: number) => `${count(used)}/${count(most)}자`,
  stars: (value: string) => `별점 5점 만점에 ${value}점`,
  stars_choose: '별점',
  star_value: (value: number) => `${value}점`,
  progress: (percent: number) => `${percent}% 진행`,
  profile_of: (name: string) => `${name} 프로필`,
  messages: '알림',
} as const

/** Words of lists that go on as one scrolls. */
export const listCopy = {
  more: '더 보기',
  more_failed: '더 불러오지 못했어요.',
  retry: '다시 시도',
} as const
