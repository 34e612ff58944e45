import { formatPoints } from '#web/lib/format.ts'
import { josa } from '#web/lib/josa.ts'

export const mypageMessages = {
  title: '마이',
  description: '내 포인트와 이용권, 시청 내역과 프로필을 한곳에서 봐요.',
  nav: '마이 메뉴',
  entries: {
    overview: '한눈에 보기',
    videos: '시청 내역',
    wishlist: '찜',
    purchased: '소장·대여',
    plans: '이용권',
    points: '포인트',
    payments: '결제 내역',
    profile: '프로필',
    support: '고객센터',
  },
  greeting: (name: string) => `${name}님`,
  show_email: '이메일 보기',
  hide_email: '이메일 가리기',
  edit_profile: '프로필 관리',
  points: '포인트',
  paid_point: '유료 포인트',
  event_point: '이벤트 포인트',
  top_up: '충전하기',
  points_failed: '포인트를 불러오지 못했어요.',
  expiring: (amount: number, until: string) =>
    `${josa(formatPoints(amount), '이/가')} ${until}까지만 쓸 수 있어요`,
  purchases: '소장·대여',
  see_purchases: '모두 보기',
  purchases_empty: '소장하거나 빌린 회차가 여기에 모여요.',
  purchases_failed: '소장한 회차를 불러오지 못했어요.',
  retry: '다시 시도',
  details: {
    videos: '보던 곳부터 이어 보기',
    wishlist: '마음에 담아 둔 작품',
    purchased: '소장하거나 빌린 회차',
    plans: '이용권을 견주고 바꾸기',
    points: '충전하고 쓴 내역',
    payments: '영수증과 환불 내역',
    profile: '이름, 번호, 비밀번호와 기기',
    support: '자주 묻는 질문과 문의',
  },
  log_out: '로그아웃',
} as const

/** Reauthentication before sensitive changes (D-16). */
export const reauthenticationMessages = {
  title: '비밀번호를 확인할게요',
  detail: '중요한 정보를 바꾸기 전에 본인인지 한 번 더 확인해요.',
  password: '지금 비밀번호',
  incorrect: '비밀번호가 맞지 않아요. 다시 확인해 주세요.',
  confirm: '확인',
  cancel: '취소',
} as const
