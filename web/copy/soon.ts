/** Pages of areas that are on their way. */
export const soonCopy = {
  badge: '준비 중이에요',
  free: '무료로 볼 수 있는 작품 보기',
  home: '홈으로 가기',
  meanwhile: '그동안 이런 작품은 어때요?',
  mypage: {
    title: '마이',
    lead: '나만의 서재를 꾸미고 있어요',
    detail: '이어보기, 찜한 작품, 소장한 회차와 포인트를 한곳에 모아 보여 드릴게요.',
  },
} as const
