import { rentalSentence } from '#web/features/billing/rental-period.ko.ts'
import { refundWindowDays } from '#contract/transactions/payment-constants.ts'
import type {
  PaymentMethod,
  RefundEligibility,
  RefundIneligibilityReason,
} from '#contract/transactions/payment-schemas.ts'
import type { Purchase, OrderKind, Refund } from '#contract/transactions/transactions.ts'
import { formatDate, formatMonthDay, formatPoints, formatTime, formatWon } from '#web/lib/format.ts'
import { josa } from '#web/lib/josa.ts'
import { chargeRefundBlockedReasons } from '#web/features/billing/subscription/messages.ko.ts'

/** Purchases page. */
export const purchasesMessages = {
  title: '소장·대여',
  description: '소장하거나 대여한 회차를 다시 보고, 환불도 여기에서 해요.',
  kinds: '소장과 대여',
  owned: '소장',
  rented: '대여',
  play: (title: string) => `${title} 재생`,
  see_episode: (title: string) => `${title} 회차 정보`,
  bought: (instant: string) => `${formatDate(instant)} 구매`,
  owned_forever: '기간 제한 없이 볼 수 있어요',
  receipt: '결제 내역',
  receipt_of: (title: string) => `${title} 결제 내역`,
  refund: '환불',
  refund_of: (title: string) => `${title} 환불`,
  refund_until: (instant: string) =>
    `${formatMonthDay(instant)} ${formatTime(instant)}까지 환불할 수 있어요`,
  refunding: '환불하고 있어요',
  refunded: '환불했어요',
  ended: '대여가 끝났어요',
  buy_again: '다시 구매',
  buy_again_of: (title: string) => `${title} 다시 구매`,
  empty_owned: '아직 소장한 회차가 없어요',
  empty_owned_detail: '소장하면 기간 제한 없이 언제든 다시 볼 수 있어요.',
  empty_rented: '아직 대여한 회차가 없어요',
  empty_rented_detail: '대여한 회차는 정해진 기간 안에 보기 시작해 볼 수 있어요.',
  browse: '작품 둘러보기',
  payments: '결제 내역 보기',
} as const

/** Reasons against a refund, shown on a purchase. */
export const refundBlockedReasons: Record<RefundIneligibilityReason, string> = {
  too_late: `구매한 지 ${refundWindowDays}일이 지나 환불할 수 없어요`,
  already_watched: '무료 미리보기 뒤를 봐서 환불할 수 없어요',
  already_refunded: '이미 환불했어요',
  points_spent: '모두 써서 돌려받을 포인트가 없어요',
  bonus_spent: '함께 받은 이벤트 포인트를 쓴 만큼 빼면 돌려받을 금액이 없어요',
  not_paid: '결제가 끝나지 않아 환불할 수 없어요',
}

/** `카드 1,500원`, `이벤트 300P + 유료 1,200P`. */
export function paymentSummary(paid: {
  payment_method: PaymentMethod
  price: number
  event_point: number
  paid_point: number
}): string {
  if (paid.payment_method === 'card') return `카드 ${formatWon(paid.price)}`
  return pointSplitLabel(paid.event_point, paid.paid_point)
}

/** `이벤트 300P + 유료 1,200P`; omits a kind without points. */
export function pointSplitLabel(event_point: number, paid_point: number): string {
  const parts = [
    event_point !== 0 && `이벤트 ${formatPoints(event_point)}`,
    paid_point !== 0 && `유료 ${formatPoints(paid_point)}`,
  ]
  return parts.filter(Boolean).join(' + ') || formatPoints(0)
}

/** Short rental period for a card: `12월 21일까지 시작`, `23시간 남음`; null for owned episodes. */
export function rentalSummary(
  { expires_at, refundable }: Pick<Purchase, 'expires_at' | 'refundable'>,
  now: number,
): string | null {
  if (!expires_at) return null
  const remaining_ms = Date.parse(expires_at) - now
  if (remaining_ms <= 0) return purchasesMessages.ended
  return refundable.ineligibility_reason === 'already_watched'
    ? `${formatRemaining(remaining_ms)} 남음`
    : `${formatMonthDay(expires_at)}까지 시작`
}

function formatRemaining(remaining_ms: number): string {
  const minutes = Math.ceil(remaining_ms / 60_000)
  return minutes < 60 ? `${minutes}분` : `${Math.floor(minutes / 60)}시간`
}

/**
 * Rental period as of `now` (milliseconds). `already_watched` means that more than the preview was delivered,
 * so the rental has started.
 */
export function rentalDetails(
  {
    expires_at,
    playback_hours,
    refundable,
  }: Pick<Purchase, 'expires_at' | 'playback_hours' | 'refundable'>,
  now: number,
): string {
  if (!expires_at || playback_hours === null) return purchasesMessages.owned_forever
  const remaining_ms = Date.parse(expires_at) - now
  if (remaining_ms <= 0) return purchasesMessages.ended
  const is_started = refundable.ineligibility_reason === 'already_watched'
  const sentence = rentalSentence({ expires_at, is_started, playback_hours })
  return is_started ? `${sentence} · ${formatRemaining(remaining_ms)} 남음` : sentence
}

/** Refund dialog: what is refunded, how, and its consequences. */
export const refundMessages = {
  title: '환불할까요?',
  to_card: '결제한 카드로 환불',
  to_points: '돌아오는 포인트',
  card_days: '카드사에 따라 며칠 뒤에 돌아올 수 있어요.',
  same_expiry: '쓴 포인트가 원래 기한 그대로 돌아와요.',
  expired: (expired: number) =>
    `그중 이벤트 ${josa(formatPoints(expired), '은/는')} 기한이 이미 지나 돌아와도 쓸 수 없어요.`,
  spent_bonus: '이미 쓴 이벤트 포인트',
  bonus_returned: '앞선 환불에서 뺀 금액',
  deducted_paid: '환불하는 유료 포인트',
  deducted_event: '함께 거두는 이벤트 포인트',
  after: {
    episode: '환불하면 이 회차를 더 볼 수 없어요. 다시 보려면 새로 구매해야 해요.',
    points:
      '이미 쓴 포인트는 환불되지 않아요. 충전할 때 함께 받은 이벤트 포인트도 거두고, 이미 쓴 이벤트 포인트는 1P를 1원으로 빼고 돌려드려요.',
    subscription: '환불하면 이용권이 바로 끝나요.',
  } satisfies Record<OrderKind, string>,
  reverts_to_plan: (plan: string, until: string) =>
    `환불하면 이용권 변경이 취소돼요. ${plan} 이용권으로 돌아가 ${formatMonthDay(until)} ${formatTime(until)}까지 볼 수 있고, 더\u00a0결제되지 않아요.`,
  cancel: '닫기',
  retry: '다시 시도',
  confirm: ({ amount: won, event_point, paid_point }: RefundEligibility) =>
    `${won > 0 ? formatWon(won) : formatPoints(event_point + paid_point)} 환불받기`,
} as const

/** The reason against a refund after a rejected request. */
export function refundBlockedMessage(kind: OrderKind, reason: RefundIneligibilityReason): string {
  if (kind === 'subscription') return chargeRefundBlockedReasons[reason]
  return `${refundBlockedReasons[reason]}.`
}

/** The result of a refund request. */
export function refundResultMessage({
  status,
  amount: won,
  event_point,
  paid_point,
}: Refund): string {
  if (status === 'failed')
    return '환불하지 못했어요. 빠져나간 것은 없으니 잠시 뒤에 다시 시도해 주세요.'
  if (status === 'pending') return '환불을 접수했어요. 끝나면 결제 내역의 환불에서 볼 수 있어요.'
  return won > 0
    ? `${josa(formatWon(won), '을/를')} 결제한 카드로 환불했어요`
    : `${josa(pointSplitLabel(event_point, paid_point), '을/를')} 돌려받았어요`
}
