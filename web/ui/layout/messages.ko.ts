export const paginationMessages = {
  pages: '쪽 이동',
  first_page: '처음 쪽',
  previous_page: '이전 쪽',
  next_page: '다음 쪽',
  last_page: '마지막 쪽',
  page: (n: number) => `${n}쪽`,
} as const

export const stepperMessages = {
  label: '진행 단계',
  current: (step: number, total: number) => `${total}단계 중 ${step}단계`,
  done: '마침',
} as const
