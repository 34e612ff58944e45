export const footerMessages = {
  nav: '약관과 안내',
  terms: '이용약관',
  privacy: '개인정보처리방침',
  paid_service: '유료서비스 이용약관',
  notices: '공지사항',
  faqs: '자주 묻는 질문',
  inquiry: '1:1 문의',
  support: '고객센터',
  social: { instagram_url: '인스타그램', youtube_url: '유튜브', x_url: 'X' },
  check_business: '사업자정보 확인',
  notice: '시범 서비스예요. 화면에 나오는 작품, 인물, 회사 정보는 모두 지어낸 것이에요.',
  rights: (company: string) => `© ${company}`,
} as const
