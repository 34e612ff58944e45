export const tasteMessages = {
  title: '어떤 작품을 좋아하세요?',
  detail: '세 편쯤 고르면 취향에 맞는 작품을 보여 드려요.',
  submit: (count: number) => (count > 0 ? `${count}편 골랐어요` : '골랐어요'),
  skip: '건너뛰기',
} as const
