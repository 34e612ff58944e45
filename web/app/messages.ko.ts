export const appMessages = {
  skip: '본문으로 바로가기',
  main_nav: '주 메뉴',
  bottom_nav: '아래 메뉴',
  to_home: '홈으로',
  nav: {
    home: '홈',
    categories: '카테고리',
    short_drama: '숏드라마',
    search: '검색',
    mypage: '마이',
  },
  login: '로그인',
  close: '닫기',
} as const
