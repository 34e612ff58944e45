/** The expanded card. */
export const cardPreviewMessages = {
  open: (title: string) => `${title} 미리보기`,
  expand: '미리보기',
  play: '재생',
  play_first: '첫 화 재생',
  details: '작품 정보',
  failed: '미리보기를 불러오지 못했어요.',
} as const
