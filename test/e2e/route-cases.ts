/** A page of the site, or an address without one. */
export type RouteCase = {
  /** `{season}` and `{episode}` stand for the addresses of those of series 1. */
  path: string
  title: string
  status?: number
  /** Marked `noindex`. */
  hidden?: boolean
  /** Axe and scripts run on the same screen elsewhere: in another case, in `accounts/login-states` and `accounts/join`, or in the showcase. */
  repeated?: boolean
}

export const routeCases: RouteCase[] = [
  { path: '/', title: '한편 | 한 편씩, 마음에 드는 이야기를 만나는 곳' },
  { path: '/categories', title: '카테고리 | 한편' },
  { path: '/categories/6', title: '국내 | 한편' },
  { path: '/series/1', title: '달 세탁소 | 한편' },
  { path: '/series/2', title: '막배 | 한편' },
  { path: '/people/1', title: '한별하 | 한편' },
  { path: '{season}', title: '달 세탁소 시즌 1 | 한편' },
  { path: '{episode}', title: '달 세탁소 1화 첫 빨래 | 한편' },
  { path: '/profiles', title: '누가 볼까요? | 한편', hidden: true, repeated: true },
  { path: '/profiles/manage', title: '프로필 관리 | 한편', hidden: true, repeated: true },
  { path: '/profiles/manage/new', title: '프로필 만들기 | 한편', hidden: true, repeated: true },
  {
    path: '/profiles/manage/import',
    title: '다른 계정에서 옮겨오기 | 한편',
    hidden: true,
    repeated: true,
  },
  { path: '/profiles/manage/1', title: '프로필 고치기 | 한편', hidden: true, repeated: true },
  {
    path: '/lists/AAAAAAAAAAAAAAAAAAAAAA',
    title: '함께 보는 목록 | 한편',
    hidden: true,
    repeated: true,
  },
  { path: '/search', title: '검색 | 한편' },
  { path: '/search?q=%EB%8B%AC', title: '‘달’ 검색 결과 | 한편', hidden: true },
  { path: '/test', title: '부품 진열장 | 한편', hidden: true, repeated: true },
  { path: '/accounts', title: '로그인과 회원가입 | 한편', hidden: true, repeated: true },
  { path: '/accounts/login', title: '로그인 | 한편', hidden: true, repeated: true },
  {
    path: '/accounts/join',
    title: '약관 동의 (1/5) · 회원가입 | 한편',
    hidden: true,
    repeated: true,
  },
  {
    path: '/accounts/email-change',
    title: '이메일 바꾸기 | 한편',
    hidden: true,
    repeated: true,
  },
  { path: '/activate', title: '기기 로그인 | 한편', hidden: true, repeated: true },
  { path: '/mypage/plans', title: '이용권 | 한편' },
  { path: '/customer-service', title: '고객센터 | 한편' },
  { path: '/customer-service/faqs/account', title: '로그인/회원 · 자주 묻는 질문 | 한편' },
  {
    path: '/customer-service/faqs/account?q=%ED%99%98%EB%B6%88',
    title: '‘환불’ 질문 검색 | 한편',
    hidden: true,
  },
  { path: '/customer-service/notices', title: '공지사항 | 한편' },
  { path: '/customer-service/playback-check', title: '재생 점검 | 한편', repeated: true },
  { path: '/terms/privacy', title: '개인정보처리방침 | 한편' },
  ...[
    '/series/abc',
    '/series/999999',
    '/series/1/season/999999',
    '/people/999999',
    '/series/1/season/1/episode/abc',
    '/categories/99',
    '/video/999999',
    '/terms/nothing',
    '/customer-service/nothing',
    '/customer-service/faqs/nothing',
    '/customer-service/notices?id=999999',
    '/customer-service/notices?id=abc',
    '/없는-주소',
  ].map((path, at) => ({
    path,
    title: '찾으시는 화면이 없어요 | 한편',
    status: 404,
    hidden: true,
    repeated: at > 0,
  })),
]

/** The path of a case, with the ids of series 1. */
export const routePath = (path: string, ids: { season: string; episode: string }) =>
  path.replace('{season}', ids.season).replace('{episode}', ids.episode)
