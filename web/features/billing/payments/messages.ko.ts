import type {
  OrderStatus,
  PaymentMethod,
  PointKind,
  RefundReason,
  RefundStatus,
} from '#contract/transactions/payment-schemas.ts'
import type { LedgerHistoryEntry } from '#contract/transactions/transactions.ts'
import { formatPoints, formatWon } from '#web/lib/format.ts'

const kinds: Record<LedgerHistoryEntry['kind'], string> = {
  purchase: '구매',
  top_up: '충전',
  subscription: '이용권',
  refund: '환불',
  grant: '적립',
  expiry: '기한 만료',
  correction: '정정',
}
const statuses: Record<OrderStatus, string> = {
  created: '결제 대기',
  confirming: '결제 확인 중',
  unknown: '결제 확인 중',
  paid: '결제 완료',
  failed: '결제 실패',
  partially_cancelled: '부분 환불',
  cancelled: '환불 완료',
}
const refunds: Record<RefundStatus, string> = {
  pending: '환불하는 중',
  succeeded: '환불 완료',
  failed: '환불하지 못했어요',
}
const refundReasons: Record<RefundReason, string | null> = {
  requested: null,
  undeliverable: '이미 있거나 드릴 수 없는 상품이라 자동으로 환불해요.',
  account_deletion: '탈퇴하면서 돌려드리는 금액이에요.',
  staff: '고객센터에서 돌려드린 금액이에요.',
}
const pointNames: Record<PointKind, string> = { event: '이벤트', paid: '유료' }
const methods: Record<PaymentMethod, string> = { card: '카드', point: '포인트' }

/** Payments page. */
export const paymentsMessages = {
  title: '결제 내역',
  description: '결제하고 환불한 내역과 영수증을 모아 봐요.',
  tabs: '결제와 환불',
  all: '결제 내역',
  refunds: '환불 내역',
  kind: (kind: LedgerHistoryEntry['kind']) => kinds[kind],
  status: (status: OrderStatus) => statuses[status],
  refund_status: (status: RefundStatus) => refunds[status],
  refund_reason: (reason: RefundReason) => refundReasons[reason],
  method: (method: PaymentMethod) => methods[method],
  month: (year: string, month: string) => `${year}년 ${month}월`,
  refunded_won: (amount: number) => `−${formatWon(amount)}`,
  kind_points: (kind: PointKind, amount: number) =>
    `${pointNames[kind]} ${amount > 0 ? '+' : '−'}${formatPoints(Math.abs(amount))}`,
  balance_after: (left: number) => `남은 포인트 ${formatPoints(left)}`,
  to_card: '카드로 환불',
  receipt: '영수증',
  pending: '확인하고 있는 결제',
  pending_detail:
    '카드사의 답을 기다리고 있어요. 한 번만 결제되고, 결과가 나오면 여기에서 자동으로 바뀌어요.',
  empty: '아직 결제한 내역이 없어요',
  empty_detail: '회차를 구매하거나 포인트를 충전하면 영수증과 함께 여기에 남아요.',
  empty_refunds: '환불한 내역이 없어요',
  empty_refunds_detail: '환불하면 얼마가 어떻게 돌아왔는지 여기에서 볼 수 있어요.',
  browse: '작품 둘러보기',
  requested: (when: string) => `${when} 신청`,
  started: (when: string) => `${when} 시작`,
  completed: (when: string) => `${when} 완료`,
  refund_slow: '결제사의 답을 기다리고 있어요. 끝나면 자동으로 바뀌어요.',
  refund_failed: '돌려받지 못했어요. 고객센터로 알려 주시면 확인해 드릴게요.',
} as const

export const receiptMessages = {
  title: '영수증',
  back: '결제 내역으로',
  print: '인쇄하기',
  item: '상품',
  status: '상태',
  paid_at: '결제 일시',
  ordered_at: '주문 일시',
  order: '주문번호',
  method: '결제 수단',
  approval: '승인번호',
  supply: '공급가액',
  vat: '부가가치세',
  total: '합계',
  cancelled: '환불한 금액',
  amount_after_refund: '환불 뒤 금액',
  points: '받은 포인트',
  pending: '카드사의 답을 기다리고 있어요. 결과가 나오면 이 화면이 자동으로 바뀌어요.',
  bonus: (bonus: number) => ` + 이벤트 ${formatPoints(bonus)}`,
  paid_by_points: '포인트로 결제했어요. 카드 영수증은 포인트를 충전한 결제에 있어요.',
  watch: '보러 가기',
  not_found: '결제를 찾지 못했어요',
  not_found_detail: '주소가 바뀌었거나 다른 계정의 결제일 수 있어요.',
} as const
