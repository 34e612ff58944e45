export const appMessages = {
  skip: '본문으로 바로가기',
  main_nav: '주 메뉴',
  bottom_nav: '아래 메뉴',
  footer_nav: '약관과 안내',
  to_home: '한편 홈으로',
  nav: {
    home: '홈',
    categories: '카테고리',
    drama: '드라마',
    film: '영화',
    animation: '애니메이션',
    short_drama: '숏드라마',
    search: '검색',
    mypage: '마이',
  },
  login: '로그인',
  offline: '인터넷 연결이 끊겼어요. 연결되면 이어서 보여 드릴게요.',
  offline_held: '인터넷에 연결되면 바로 열어 드릴게요.',
  close: '닫기',
  footer: {
    terms: '이용약관',
    privacy: '개인정보처리방침',
    paid_service: '유료서비스 이용약관',
    notices: '공지사항',
    faqs: '자주 묻는 질문',
    inquiry: '1:1 문의',
    particulars: [
      ['상호', '주식회사 한편'],
      ['대표', '여운서'],
      ['사업자등록번호', '000-86-01120'],
      ['통신판매업신고', '제2026-서울마포-0112호'],
      ['주소', '서울특별시 마포구 한편길 12, 4층'],
      ['호스팅', '주식회사 한편'],
    ] as const,
    support: '고객센터',
    notice: '한편은 시범 서비스예요. 화면에 나오는 작품, 인물, 회사 정보는 모두 지어낸 것이에요.',
    rights: '© 주식회사 한편',
  },
} as const

export const errorPageMessages = {
  to_home: '홈으로 가기',
  to_search: '작품 검색하기',
  still_failing: '계속 문제가 있나요?',
  to_support: '고객센터에 물어보기',
  network_error: {
    title: '인터넷 연결을 확인해 주세요',
    detail: '화면을 불러오지 못했어요. 연결되면 저절로 다시 불러올게요.',
  },
  404: {
    title: '찾으시는 화면이 없어요',
    detail:
      '주소가 바뀌었거나 더는 제공하지 않는 작품일 수 있어요. 홈이나 검색에서 다시 찾아보세요.',
  },
  429: {
    title: '너무 빠르게 여러 번 열었어요',
    detail: '짧은 시간에 요청이 많이 몰려서 잠시 멈췄어요. 1분쯤 뒤에 다시 시도해 주세요.',
  },
  503: {
    title: '잠시 숨을 고르고 있어요',
    detail: '서버가 잠깐 쉬고 있어요. 조금 뒤에 다시 시도하면 이어서 볼 수 있어요.',
  },
  500: {
    title: '문제가 생겼어요',
    detail: '저희 쪽에서 생긴 문제예요. 다시 시도해도 같다면 고객센터로 알려 주세요.',
  },
} as const
