import type { MergeRefusal } from '#contract/accounts/staff/merges.ts'
import type { SuspensionCategory } from '#contract/accounts/account-rules.ts'
import type { StaffRole } from '#contract/core/staff-roles.ts'
import type {
  OrderStatus,
  PaymentMethod,
  RefundIneligibilityReason,
  RefundReason,
  RefundStatus,
  SubscriptionStatus,
} from '#contract/transactions/payment-schemas.ts'
import type { LedgerHistoryEntry, Purchase } from '#contract/transactions/transactions.ts'
import { formatCount, formatPoints, formatWon } from '#web/lib/format.ts'
import { josa } from '#web/lib/josa.ts'

/** Member search and corrections. */
export const studioMembersMessages = {
  title: '회원',
  detail: '이메일 전체, 휴대폰 번호 전체, 회원 번호, 주문 번호로 찾아요. 찾은 기록이 남아요.',
  search: '회원 검색',
  find: '찾기',
  search_placeholder: '이메일, 휴대폰, 회원 번호, 주문 번호',
  list: '회원 목록',
  found: (n: number) => `${formatCount(n)}명을 찾았어요`,
  newest: (n: number) => `전체 ${formatCount(n)}명, 최근에 가입한 회원부터 보여요`,
  empty: '찾는 회원이 없어요',
  empty_detail: '이메일은 앞에서부터, 휴대폰 번호는 전체를 입력해 주세요.',
  id: '회원 번호',
  name: '이름',
  email: '이메일',
  phone: '휴대폰',
  joined: '가입한 날',
  failed_messages: (n: number) => `미도착 ${formatCount(n)}`,
  failed_mail: (n: number) => `도착하지 않은 메일 ${formatCount(n)}건`,
  failed_sms: (n: number) => `도착하지 않은 문자 ${formatCount(n)}건`,
  failing_since: (what: string, day: string) => `${what}, ${day}부터 계속`,
  staff: '운영자',
  back: '회원 찾기',
  gone: '회원을 찾을 수 없어요',
  gone_detail: '탈퇴했거나 없는 회원 번호예요.',
  page_title: (name: string) => `${name}님`,
  looked: '이 화면을 열어 본 사실이 활동 기록에 남아요.',
  acts: '이 회원의 활동 기록',

  adult: '성인 인증',
  adult_until: (day: string) => `${day}까지`,
  none: '없음',
  marketing: '마케팅 수신',
  yes: '동의',
  no: '동의하지 않음',
  event_point: '이벤트 포인트',
  paid_point: '유료 포인트',
  plan: '이용권',
  plan_status: {
    active: '이용 중',
    past_due: '결제 실패',
    ended: '끝남',
  } satisfies Record<SubscriptionStatus, string>,
  renews: (day: string) => `${day} 자동 결제`,
  ends: (day: string) => `${day} 종료`,

  tabs: '회원 정보 종류',
  parts: {
    orders: '결제',
    purchases: '소장·대여',
    money: '원장',
    refunds: '환불',
    inquiries: '문의',
    devices: '기기',
    account: '계정',
    disclosures: '자료 제출',
  },
  nothing: '아직 내역이 없어요',
  time: '시각',
  item: '내용',
  amount: '금액',
  state: '상태',
  order: '주문 번호',
  action: '할 일',
  kind: '종류',
  balance: '남은 포인트',
  kinds: {
    purchase: '구매',
    top_up: '충전',
    subscription: '이용권',
    refund: '환불',
    grant: '지급',
    expiry: '소멸',
    correction: '정정',
  } satisfies Record<LedgerHistoryEntry['kind'], string>,
  purchase_states: {
    active: '보유 중',
    refunding: '환불 중',
    refunded: '환불',
    ended: '기간 끝',
  } satisfies Record<Purchase['state'], string>,
  owned: '소장',
  rented: '대여',
  until: (at: string) => `${at}까지`,
  methods: { card: '카드', point: '포인트' } satisfies Record<PaymentMethod, string>,
  order_states: {
    created: '결제 전',
    confirming: '확인 중',
    unknown: '결제사 확인 중',
    paid: '결제 완료',
    failed: '결제 안 됨',
    partially_cancelled: '일부 환불',
    cancelled: '환불',
  } satisfies Record<OrderStatus, string>,
  refund_states: {
    pending: '진행 중',
    succeeded: '완료',
    failed: '실패',
  } satisfies Record<RefundStatus, string>,
  refund_reasons: {
    requested: '회원 요청',
    undeliverable: '자동 취소',
    account_deletion: '탈퇴',
    staff: '운영자',
  } satisfies Record<RefundReason, string>,
  event: '이벤트',
  paid: '유료',
  answered: '답변 완료',
  open: '답변 대기',

  device: '기기',
  seen: '마지막 사용',
  signed_in: '로그인',
  unknown_device: '알 수 없는 기기',
  sign_out: '로그아웃',
  sign_out_all: '모든 기기 로그아웃',
  sign_out_title: '이 기기에서 로그아웃할까요?',
  sign_out_all_title: '모든 기기에서 로그아웃할까요?',
  sign_out_detail: '바로 로그아웃되고, 회원이 다시 로그인해야 해요.',
  signed_out: '로그아웃했어요',

  reason: '이유',
  reason_hint: '활동 기록에 남아요. 회원에게는 보이지 않아요.',
  cancel: '닫기',
  before: '이전',

  refund: '환불',
  refund_of: (title: string) => `${title} 환불`,
  refund_title: '환불할까요?',
  refund_confirm: (what: string) => `${what} 환불하기`,
  to_card: '결제한 카드로',
  to_points: '포인트로',
  taken_points: '거두는 포인트',
  expired: (lapsed: number) =>
    `이벤트 ${josa(formatPoints(lapsed), '은/는')} 기한이 지나 돌아와도 쓸 수 없어요.`,
  overrides: {
    too_late: '회원이 직접 환불할 수 있는 기간이 지났어요. 운영자 권한으로 환불해요.',
    already_watched: '회원이 이미 본 결제예요. 운영자 권한으로 환불해요.',
    already_refunded: '',
    points_spent: '',
    bonus_spent: '',
    not_paid: '',
  } satisfies Record<RefundIneligibilityReason, string>,
  refunded: '환불했어요',
  refund_reserved: '환불을 접수했어요. 결제사 확인이 끝나면 완료돼요.',
  refund_failed: '결제사가 환불을 거절했어요. 바뀐 것은 없어요.',
  refund_conflict: '그사이 환불됐거나 상태가 바뀌었어요.',

  grant: '포인트 지급',
  grant_title: '이벤트 포인트 지급',
  grant_detail: '지급한 날부터 1년 동안 쓸 수 있는 이벤트 포인트예요.',
  grant_amount: '지급할 포인트',
  grant_range: (min: number, max: number) => `${formatPoints(min)}부터 ${formatPoints(max)}까지`,
  grant_next: '다음',
  grant_confirm_title: (name: string, amount: number) =>
    `${name}님에게 이벤트 ${josa(formatPoints(amount), '을/를')} 지급할까요?`,
  grant_after: '지급한 포인트는 회원이 바로 쓸 수 있고, 되돌릴 수 없어요.',
  grant_confirm: (amount: number) => `${formatPoints(amount)} 지급하기`,
  granted: (amount: number) => `이벤트 ${josa(formatPoints(amount), '을/를')} 지급했어요`,
} as const

/** Shared texts of the account dialogs. */
export const memberAccountMessages = {
  reason: '이유',
  own_account: '내 계정은 다른 운영자가 바꿀 수 있어요.',
  conflict: '그사이 다른 운영자가 바꿨어요. 회원 정보를 새로 확인해 주세요.',
} as const

/** Changing the address of a member. */
export const emailChangeMessages = {
  row: '이메일',
  change: '이메일 바꾸기',
  title: '이메일을 바꿀까요?',
  detail:
    '새 주소로 링크를 보내고, 지금 주소에도 알려요. 링크를 열어 확인하면 바뀌고 모든 기기에서 로그아웃돼요. 본인인지 먼저 확인해 주세요.',
  email: '새 이메일',
  submit: '링크 보내기',
  started: '새 주소로 링크를 보냈어요',
  in_use: '이 이메일로 가입한 계정이 있어요.',
  waiting: (email: string, until: string) => `${email} 주소의 확인을 ${until}까지 기다려요.`,
  cancel: '변경 취소',
  cancel_title: '이메일 변경을 취소할까요?',
  cancel_detail: '새 주소로 보낸 링크를 더 쓸 수 없어요.',
  cancelled: '이메일 변경을 취소했어요',
} as const

/** Merging another account of the same person into this one. */
export const mergeMessages = {
  row: '계정 합치기',
  none: '같은 분의 다른 계정을 이 계정으로 합쳐요.',
  start: '합치기',
  title: '다른 계정을 이 계정으로 합칠까요?',
  detail:
    '두 계정의 메일함으로 확인 링크를 보내요. 두 곳에서 모두 확인하면 여기에서 합칠 수 있고, 다른 계정은 닫혀요.',
  source: '합치고 닫을 계정의 회원 번호',
  submit: '확인 링크 보내기',
  started: '두 메일함으로 링크를 보냈어요',
  waiting: (source: number, target: number, until: string) =>
    `${source}번을 ${target}번으로 합치려고 ${until}까지 확인을 기다려요.`,
  confirmed: { source: '닫을 계정 확인됨', target: '남을 계정 확인됨' },
  unconfirmed: { source: '닫을 계정 확인 전', target: '남을 계정 확인 전' },
  complete: '합치기',
  complete_title: '두 계정을 합칠까요?',
  complete_detail: '아래 내용을 옮기고 다른 계정을 닫아요. 되돌릴 수 없어요.',
  merged: '두 계정을 합쳤어요',
  on_target: '남을 계정의 화면에서 합칠 수 있어요.',
  conflict: '두 메일함에서 아직 확인하지 않았거나, 그사이 시간이 지났어요.',
  moved: {
    profiles: (n: number) => `프로필 ${formatCount(n)}개`,
    histories: (n: number) => `시청 기록 ${formatCount(n)}개`,
    likes: (n: number) => `찜 ${formatCount(n)}개`,
    reviews: (n: number) => `리뷰 ${formatCount(n)}개`,
    inquiries: (n: number) => `문의 ${formatCount(n)}건`,
    purchases: (n: number) => `볼 수 있는 회차 ${formatCount(n)}개`,
    points: (n: number) => `포인트 ${formatPoints(n)}`,
    plan: (name: string) => `${name} 이용권`,
    duplicates: (n: number) => `같은 작품의 리뷰 ${formatCount(n)}개는 남을 계정 것만 남아요.`,
  },
  refusals: {
    not_found: '합칠 계정을 찾을 수 없어요. 회원 번호를 확인해 주세요.',
    staff: '운영자의 계정은 합칠 수 없어요. 먼저 운영자에서 해임해 주세요.',
    paused: '정지됐거나 탈퇴를 신청한 계정이 있어요. 먼저 풀어 주세요.',
    profiles: '두 계정의 프로필이 다섯 개를 넘어요. 회원이 쓰지 않는 프로필을 지워야 해요.',
    in_progress: '진행 중인 결제나 환불이 있어요. 끝난 뒤에 다시 해 주세요.',
    both_paid:
      '두 계정 모두 포인트나 볼 수 있는 회차, 이용권이 있어요. 장부를 섞지 않으려고 합치지 않아요. 한쪽을 환불하거나 다 쓴 뒤에 합칠 수 있어요.',
  } satisfies Record<MergeRefusal, string>,
} as const

/** Suspending and restoring a member. */
export const suspensionMessages = {
  row: '이용 정지',
  none: '정지되지 않았어요.',
  badge: '이용 정지',
  note: (category: string, at: string) => `${category} 때문에 ${at}부터 로그인할 수 없어요.`,
  category: '회원에게 알릴 이유',
  categories: {
    terms_violation: '약관 위반',
    payment_dispute: '결제 문제',
    account_security: '계정 보호',
  } satisfies Record<SuspensionCategory, string>,
  category_details: {
    terms_violation: '이용약관을 어긴 것으로 보일 때',
    payment_dispute: '결제나 환불에 문제가 있을 때',
    account_security: '다른 사람이 계정을 쓰는 것으로 보일 때',
  } satisfies Record<SuspensionCategory, string>,
  pick_category: '회원에게 알릴 이유를 골라 주세요.',
  suspend: '이용 정지',
  suspend_title: '이용을 정지할까요?',
  suspend_detail:
    '모든 기기에서 바로 로그아웃되고 로그인할 수 없어요. 그동안 이용권은 결제되지 않고, 포인트와 남은 기간은 줄지 않아요.',
  suspended: '이용을 정지했어요',
  restore: '정지 풀기',
  restore_title: '이용 정지를 풀까요?',
  restore_detail: '회원이 다시 로그인할 수 있고, 포인트와 남은 기간은 정지된 만큼 늘어나요.',
  restored: '이용 정지를 풀었어요',
} as const

/** The roles of staff. */
export const staffMessages = {
  title: '운영자',
  detail: '역할마다 볼 수 있는 화면과 할 수 있는 일이 달라요. 바꾼 역할은 바로 적용돼요.',
  list: '운영자 목록',
  name: '이름',
  email: '이메일',
  role: '역할',
  second_factor: '추가 인증',
  has_second_factor: '사용 중',
  no_second_factor: '아직 없음',
  action: '처리',
  change: '역할 바꾸기',
  change_of: (name: string) => `${name}님의 역할 바꾸기`,
  own: '내 역할은 다른 소유자가 바꿀 수 있어요',
  new_role: '새 역할',
  current: (role: string) => `지금 역할은 ${josa(role, '이에요/예요')}.`,
  pick_role: '새 역할을 골라 주세요.',
  reason: '이유',
  reason_hint: '활동 기록에 남아요.',
  cancel: '취소',
  changed: '역할을 바꿨어요.',
  conflict: '그사이 다른 소유자가 역할을 바꿨어요. 목록을 확인해 주세요.',
  role_details: {
    analyst: '현황과 추천·검색·탈퇴 이유의 숫자를 보기만 해요.',
    editor: '작품, 영상, 자막, 공개 일정, 추천과 검색어를 고쳐요.',
    support: '문의에 답하고, 리뷰와 공지를 관리하고, 회원 정보를 봐요.',
    finance: '현황과 회원의 결제를 보고, 환불하고 포인트를 지급해요.',
    owner: '모든 일을 하고, 다른 운영자의 역할을 정해요.',
  } satisfies Record<StaffRole, string>,
} as const

type Sums = { amount: number; event_point: number; paid_point: number }

/** The refunded amount and its destination: `1,500원`, or `이벤트 300P + 유료 1,200P`. */
export function refundDestinationLabel(sums: Sums): string {
  return sums.amount > 0 ? formatWon(sums.amount) : pointsOf(sums)
}

/** The kinds of points that are not zero. */
export function pointsOf({ event_point, paid_point }: Omit<Sums, 'amount'>): string {
  const { event, paid } = studioMembersMessages
  const parts = [
    ...(event_point ? [`${event} ${signedPoints(event_point)}`] : []),
    ...(paid_point ? [`${paid} ${signedPoints(paid_point)}`] : []),
  ]
  return parts.join(' + ')
}

/** `1,500P`, or with a minus sign `−1,500P`. */
const signedPoints = (value: number) => `${value < 0 ? '−' : ''}${formatPoints(Math.abs(value))}`
