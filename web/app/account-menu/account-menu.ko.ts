export const accountMenuMessages = {
  mypage: '마이',
  wishlist: '찜한 작품',
  purchased: '구매한 작품',
  points: '포인트',
  profile: '내 정보',
  help: '고객센터',
  history: '시청 내역',
  profiles: '다른 프로필',
  switch_profile: '누가 볼까요?',
  manage_profiles: '프로필 관리',
  kids: '어린이',
  logout: '로그아웃',
} as const
