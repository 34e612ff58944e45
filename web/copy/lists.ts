/** Words of lists that go on as one scrolls. */
export const listCopy = {
  more: '더 보기',
  more_failed: '더 불러오지 못했어요.',
  retry: '다시 시도',
} as const
