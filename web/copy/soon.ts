/** Pages of areas that are on their way. */
export const soonCopy = {
  badge: '준비 중이에요',
  home: '홈으로 가기',
  mypage: {
    title: '마이',
    detail: '이어보기, 찜한 작품, 소장한 회차와 포인트를 한곳에 모아 보여 드릴게요.',
  },
} as const
