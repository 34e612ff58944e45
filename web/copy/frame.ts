/** Words of the frame around every page. */
export const frameCopy = {
  brand: '한편',
  tagline: '한 편씩, 마음에 드는 이야기를 만나는 곳',
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
  loading: '불러오고 있어요',
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
    support_mail: 'help@hanpyeon.example',
    support_phone: '02-0000-0112',
    support_hours: '평일 10:00–18:00 (점심 12:30–13:30, 주말·공휴일 휴무)',
    notice: '한편은 시범 서비스예요. 화면에 나오는 작품, 인물, 회사 정보는 모두 지어낸 것이에요.',
    rights: '© 주식회사 한편',
  },
} as const

/** The title of a page as a tab shows it. */
export const pageTitle = (title?: string): string =>
  title ? `${title} | ${frameCopy.brand}` : `${frameCopy.brand} | ${frameCopy.tagline}`
