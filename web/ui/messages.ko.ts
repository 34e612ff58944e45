export const uiMessages = {
  search: '검색',
  loading: '불러오고 있어요',
  load_failed: '내용을 불러오지 못했어요',
  load_failed_detail: '잠시 후 다시 시도해 주세요.',
  more: '더 보기',
  more_failed: '더 불러오지 못했어요.',
  retry: '다시 시도',
  stars: (value: string) => `별점 5점 만점에 ${value}점`,
} as const

export const paginationMessages = {
  pages: '쪽 이동',
  first_page: '처음 쪽',
  previous_page: '이전 쪽',
  next_page: '다음 쪽',
  last_page: '마지막 쪽',
  page: (n: number) => `${n}쪽`,
} as const
