import { ownershipTypes } from '#contract/transactions/payment-constants.ts'
import type { OrderStatus } from '#contract/transactions/payment-schemas.ts'
import { declineCopy, windowClosedText } from '#server/adapters/payments/index.ts'

const number = new Intl.NumberFormat('ko-KR')

/** Display names of the order statuses. */
export const orderStatusLabels: Record<OrderStatus, string> = {
  created: '결제 대기',
  confirming: '결제 확인 중',
  unknown: '결제 확인 중',
  paid: '결제 완료',
  failed: '결제 실패',
  partially_cancelled: '부분 환불',
  cancelled: '환불 완료',
}

/** Title of an order, as printed on its receipt. A single film has no episode number. */
export function episodeTitle(
  episode: {
    series: { title: string; is_series: boolean }
    season: { number: number }
    number: number
  },
  ownership_type_id: number,
): string {
  const { series, season, number: place } = episode
  const ownership = ownership_type_id === ownershipTypes.rental ? '대여' : '소장'
  const position = season.number > 1 ? `시즌 ${season.number} · ${place}화` : `${place}화`
  const name = series.is_series ? `${series.title} ${position}` : series.title
  // The gateway limits the length of order names.
  return `${name.slice(0, 90)} ${ownership}`
}

export const topUpTitle = (amount: number) => `포인트 ${number.format(amount)}P 충전`

/** Failure codes that the server sets itself; all others come from the gateway. */
export const failureCodes = {
  replaced: 'ORDER_REPLACED',
  window_ended: 'WINDOW_ENDED',
  already_owned: 'ALREADY_OWNED',
  video_not_ready: 'VIDEO_NOT_READY',
} as const

const failureCopy: Readonly<Record<string, string>> = {
  [failureCodes.replaced]:
    '그 뒤에 새로 시작한 결제가 있어 결제하지 않았어요. 빠져나간 금액은 없어요.',
  [failureCodes.window_ended]: '결제 시간이 지났어요. 빠져나간 금액은 없어요. 다시 결제해 주세요.',
  [failureCodes.already_owned]: '이미 볼 수 있는 회차라 결제하지 않았어요. 빠져나간 금액은 없어요.',
  [failureCodes.video_not_ready]:
    '지금은 볼 수 없는 회차라 결제하지 않았어요. 빠져나간 금액은 없어요.',
  PAY_PROCESS_CANCELED: windowClosedText,
  USER_CANCEL: windowClosedText,
  PAYMENT_MISMATCH:
    '결제 정보가 주문과 맞지 않아 결제하지 않았어요. 빠져나간 금액은 바로 취소돼요. 처음부터 다시 결제해 주세요.',
  PARTIAL_CANCELED:
    '결제가 도중에 취소돼 마치지 못했어요. 남은 금액도 바로 취소돼요. 처음부터 다시 결제해 주세요.',
  NOT_FOUND_PAYMENT: '결제를 찾지 못했어요. 빠져나간 금액은 없어요. 처음부터 다시 결제해 주세요.',
  EXPIRED: '결제 시간이 지났어요. 빠져나간 금액은 없어요. 다시 결제해 주세요.',
}

const defaultFailureText =
  '결제하지 못했어요. 빠져나간 금액은 없어요. 잠시 뒤에 다시 결제해 주세요.'

/** Member-facing text of a failure code: the reason, the next step, and what became of the money. */
export function failureText(code: string): string {
  const decline = (declineCopy as Readonly<Record<string, string>>)[code]
  return failureCopy[code] ?? (decline ? `${decline} 빠져나간 금액은 없어요.` : defaultFailureText)
}

/** Cancel reason of an unmatched payment, shown by the gateway. */
export const unmatchedPaymentReason = '주문과 맞지 않는 결제'
/** Ledger entry title of points granted by staff. */
export const grantTitle = '고객센터에서 드린 포인트'
