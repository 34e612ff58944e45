import {
  refundWindowDays,
  rentalPlaybackHours,
  type PaymentMethod,
  type RefundIneligibilityReason,
} from '#contract/transactions/payment-constants.ts'
import type { Purchase } from '#contract/transactions/transactions.ts'
import { date, fullDate, monthDay, points, timeOfDay, won } from './format.ts'

/** 소장·대여: what the member bought and rented. */
export const purchasesCopy = {
  title: '소장·대여',
  description: '소장하거나 빌린 회차를 다시 보고, 환불도 여기에서 해요.',
  kinds: '소장과 대여',
  owned: '소장',
  rented: '대여',
  play: (title: string) => `${title} 재생`,
  see: (title: string) => `${title} 회차 정보`,
  bought: (instant: string) => `${date(instant)} 구매`,
  owned_forever: '기간 제한 없이 볼 수 있어요',
  receipt: '결제 내역',
  receipt_of: (title: string) => `${title} 결제 내역`,
  refund: '환불',
  refund_of: (title: string) => `${title} 환불`,
  refund_until: (instant: string) =>
    `${monthDay(instant)} ${timeOfDay(instant)}까지 환불할 수 있어요`,
  refunding: '환불하고 있어요',
  refunded: '환불했어요',
  ended: '대여가 끝났어요',
  again: '다시 구매',
  again_of: (title: string) => `${title} 다시 구매`,
  empty_owned: '아직 소장한 회차가 없어요',
  empty_owned_detail: '소장하면 기간 제한 없이 언제든 다시 볼 수 있어요.',
  empty_rented: '아직 빌린 회차가 없어요',
  empty_rented_detail: `빌리면 30일 안에 보기 시작하고, 시작한 뒤 ${rentalPlaybackHours}시간 동안 볼 수 있어요.`,
  find: '작품 둘러보기',
  payments: '결제 내역 보기',
} as const

/** Why nothing is paid back (D-55), where it is asked for. */
export const obstacleWords: Record<RefundIneligibilityReason, string> = {
  too_late: `구매한 지 ${refundWindowDays}일이 지나 환불할 수 없어요`,
  already_watched: '무료 미리보기 뒤를 봐서 환불할 수 없어요',
  already_refunded: '이미 환불했어요',
  points_spent: '모두 써서 돌려받을 포인트가 없어요',
  bonus_spent: '함께 받은 이벤트 포인트를 쓴 만큼 빼면 돌려받을 금액이 없어요',
  not_paid: '결제가 끝나지 않아 환불할 수 없어요',
}

/** `카드 1,500원`, `이벤트 300P + 유료 1,200P`, `1,500P`: what somebody paid and how. */
export function paidWords(paid: {
  payment_method: PaymentMethod
  price: number
  event_point: number
  paid_point: number
}): string {
  if (paid.payment_method === 'card') return `카드 ${won(paid.price)}`
  return pointWords(paid.event_point, paid.paid_point)
}

/** `이벤트 300P + 유료 1,200P`; of what is nothing, nothing is said. */
export function pointWords(event_point: number, paid_point: number): string {
  const parts = [
    event_point !== 0 && `이벤트 ${points(event_point)}`,
    paid_point !== 0 && `유료 ${points(paid_point)}`,
  ]
  return parts.filter(Boolean).join(' + ') || points(0)
}

/** The same in few words, for a card: `12월 21일까지 시작`, `23시간 남음`; nothing of what is owned. */
export function rentalBrief(
  { expires_at, refundable }: Pick<Purchase, 'expires_at' | 'refundable'>,
  now: number,
): string | null {
  if (!expires_at) return null
  const left = Date.parse(expires_at) - now
  if (left <= 0) return purchasesCopy.ended
  return refundable.ineligibility_reason === 'already_watched'
    ? `${hoursLeft(left)} 남음`
    : `${monthDay(expires_at)}까지 시작`
}

function hoursLeft(left: number): string {
  const minutes = Math.ceil(left / 60_000)
  return minutes < 60 ? `${minutes}분` : `${Math.floor(minutes / 60)}시간`
}

/** Until when a rental can be seen (D-51), from `now` (milliseconds). It was begun where more than the preview was handed out. */
export function rentalWords(
  { expires_at, refundable }: Pick<Purchase, 'expires_at' | 'refundable'>,
  now: number,
): string {
  if (!expires_at) return purchasesCopy.owned_forever
  const left = Date.parse(expires_at) - now
  if (left <= 0) return purchasesCopy.ended
  if (refundable.ineligibility_reason !== 'already_watched')
    return `${fullDate(expires_at)}까지 보기 시작하면 ${rentalPlaybackHours}시간 동안 볼 수 있어요`
  return `${monthDay(expires_at)} ${timeOfDay(expires_at)}까지 볼 수 있어요 · ${hoursLeft(left)} 남음`
}
