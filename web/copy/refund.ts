import type { RefundIneligibilityReason } from '#contract/transactions/payment-constants.ts'
import type { OrderKind, Refund, RefundEligibility } from '#contract/transactions/transactions.ts'
import { monthDay, points, timeOfDay, won } from './format.ts'
import { josa } from './josa.ts'
import { obstacleWords, pointWords } from './purchases.ts'
import { chargeObstacles } from './subscription.ts'

/** Undoing a payment: what comes back, how, and what goes with it, said before it is done. */
export const refundCopy = {
  title: '환불할까요?',
  to_card: '결제한 카드로 환불',
  to_points: '돌아오는 포인트',
  card_days: '카드사에 따라 며칠 뒤에 돌아올 수 있어요.',
  same_expiry: '쓴 포인트가 원래 기한 그대로 돌아와요.',
  expired: (lapsed: number) =>
    `그중 이벤트 ${josa(points(lapsed), '은/는')} 기한이 이미 지나 돌아와도 쓸 수 없어요.`,
  spent_bonus: '이미 쓴 이벤트 포인트',
  owed: '앞선 환불에서 뺀 금액',
  goes_paid: '환불하는 유료 포인트',
  goes_event: '함께 거두는 이벤트 포인트',
  after: {
    episode: '환불하면 이 회차를 더 볼 수 없어요. 다시 보려면 새로 구매해야 해요.',
    points:
      '이미 쓴 포인트는 환불되지 않아요. 충전할 때 함께 받은 이벤트 포인트도 거두고, 이미 쓴 이벤트 포인트는 1P를 1원으로 빼고 돌려드려요.',
    subscription: '환불하면 이용권이 바로 끝나요.',
  } satisfies Record<OrderKind, string>,
  goes_back: (plan: string, until: string) =>
    `환불하면 요금제 변경이 취소돼요. ${plan} 이용권으로 돌아가 ${monthDay(until)} ${timeOfDay(until)}까지 볼 수 있고, 더\u00a0결제되지 않아요.`,
  cancel: '닫기',
  again: '다시 시도',
  yes: ({ amount: back, event_point, paid_point }: RefundEligibility) =>
    `${back > 0 ? won(back) : points(event_point + paid_point)} 환불받기`,
} as const

/** Why nothing is paid back after all (D-55): of an episode what was bought and seen, of a plan what was charged. */
export function obstacleOf(kind: OrderKind, obstacle: RefundIneligibilityReason): string {
  if (kind === 'subscription') return chargeObstacles[obstacle]
  return `${obstacleWords[obstacle]}.`
}

/** How it went, where it has been asked for. */
export function refundedWords({ status, amount: back, event_point, paid_point }: Refund): string {
  if (status === 'failed')
    return '환불하지 못했어요. 빠져나간 것은 없으니 잠시 뒤에 다시 시도해 주세요.'
  if (status === 'pending') return '환불을 접수했어요. 끝나면 결제 내역의 환불에서 볼 수 있어요.'
  return back > 0
    ? `${josa(won(back), '을/를')} 결제한 카드로 환불했어요`
    : `${josa(pointWords(event_point, paid_point), '을/를')} 돌려받았어요`
}
