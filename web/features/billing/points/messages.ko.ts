import {
  eventPointYears,
  expiryNoticeDays,
  paidPointYears,
} from '#contract/transactions/payment-constants.ts'
import type { PointKind } from '#contract/transactions/payment-schemas.ts'
import {
  formatDate,
  formatFullDate,
  formatMonthDay,
  formatPoints,
  formatWon,
} from '#web/lib/format.ts'

const kindNames: Record<PointKind, string> = { event: '이벤트', paid: '유료' }

/** Points page. */
export const pointsMessages = {
  title: '포인트',
  description: '가진 포인트를 보고 충전해요. 모으고 쓴 내역도 여기에 있어요.',
  balance: '쓸 수 있는 포인트',
  paid: '유료 포인트',
  event: '이벤트 포인트',
  kind: (kind: PointKind) => kindNames[kind],
  order_of_use: '이벤트 포인트부터 쓰고, 그 안에서는 기한이 가까운 것부터 써요.',
  expiring_title: `${expiryNoticeDays}일 안에 사라지는 포인트`,
  expiring: (kind: PointKind, amount: number) => `${kindNames[kind]} ${formatPoints(amount)}`,
  expires_on: (instant: string) => `${formatMonthDay(instant)}까지`,
  none_expiring: `${expiryNoticeDays}일 안에 사라지는 포인트는 없어요.`,
  top_up_title: '충전하기',
  top_up: ' 충전',
  top_up_detail: '1P는 1원이에요. 금액에 따라 이벤트 포인트를 더 드려요.',
  bonus: (bonus: number) => `+${formatPoints(bonus)}`,
  package_note:
    '남은 유료 포인트는 언제든 환불받을 수 있어요. 함께 받은 이벤트 포인트를 썼다면 그만큼 빼고 돌려드려요.',
  tabs: '포인트 내역',
  top_up_bonus: '충전하며 함께 받음',
  refunded: '환불로 돌아옴',
  refund_deduction: '환불하며 거둠',
  history: '모으고 쓴 내역',
  expiry: '남은 포인트와 기한',
  balance_after: (kind: PointKind, balance: number) =>
    `${kindNames[kind]} 잔액 ${formatPoints(balance)}`,
  changed: (by: number) => `${by > 0 ? '+' : '−'}${formatPoints(Math.abs(by))}`,
  empty_history: '아직 모으거나 쓴 포인트가 없어요',
  empty_history_detail: '충전하거나 포인트로 구매하면 여기에 남아요.',
  empty_expiry: '아직 받은 포인트가 없어요',
  empty_expiry_detail: '충전하거나 이벤트로 받은 포인트가 기한과 함께 여기에 보여요.',
  lot_remaining: (remaining: number, amount: number) =>
    `${formatPoints(amount)} 중 ${formatPoints(remaining)} 남음`,
  lot_received: (instant: string) => `${formatDate(instant)} 받음`,
  lot_until: (instant: string) => `${formatFullDate(instant)}까지`,
  lot_expired: (instant: string) => `${formatFullDate(instant)}에 기한이 지났어요`,
  lot_empty: '남은 포인트가 없어요',
  refund: '환불',
  refund_of: (title: string) => `${title} 환불`,
} as const

/** Top-up dialog. */
export const topUpMessages = {
  title: (amount: number) => `${formatPoints(amount)} 충전`,
  receives: '받는 포인트',
  paid: (amount: number) => `유료 ${formatPoints(amount)}`,
  paid_detail: `${paidPointYears}년 동안 쓸 수 있고, 남은 만큼 언제든 환불받아요.`,
  event: (bonus: number) => `이벤트 ${formatPoints(bonus)}`,
  event_detail: `${eventPointYears}년 동안 쓸 수 있고 먼저 쓰여요. 충전을 환불하면 남은 만큼 같이 거둬요.`,
  total: '모두',
  price: '결제 금액',
  once: '한 번만 결제돼요. 부가가치세가 들어 있어요.',
  cancel: '닫기',
  pay: (amount: number) => `${formatWon(amount)} 결제하기`,
  opening: '결제창을 열고 있어요',
  window_unavailable: '결제창을 열지 못했어요. 결제된 것은 없으니 잠시 뒤에 다시 시도해 주세요.',
} as const
