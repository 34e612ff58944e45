import type { DeclineCode } from './payment-gateway.ts'

/** Decline reasons with the next step, for the member's screen and the email about a failed renewal. */
export const declineCopy: Readonly<Record<DeclineCode, string>> = {
  REJECT_CARD_PAYMENT:
    '한도를 넘었거나 잔액이 부족해요. 다른 카드로 결제하거나 한도를 확인해 주세요.',
  REJECT_CARD_COMPANY:
    '카드사에서 결제를 승인하지 않았어요. 카드사에 문의하거나 다른 카드로 결제해 주세요.',
  INVALID_REJECT_CARD: '사용할 수 없는 카드예요. 다른 카드로 결제해 주세요.',
  INVALID_STOPPED_CARD:
    '사용이 정지된 카드예요. 카드사에서 정지를 풀거나 다른 카드로 결제해 주세요.',
  INVALID_CARD_EXPIRATION: '카드 유효기간이 맞지 않아요. 유효기간을 확인하고 다시 입력해 주세요.',
  INVALID_CARD_LOST_OR_STOLEN: '분실이나 도난으로 신고된 카드예요. 다른 카드로 결제해 주세요.',
  INVALID_CARD_NUMBER: '카드 번호가 맞지 않아요. 번호를 확인하고 다시 입력해 주세요.',
  EXCEED_MAX_AMOUNT:
    '한 번에 결제할 수 있는 금액을 넘었어요. 금액을 낮추거나 다른 카드로 결제해 주세요.',
  BELOW_MINIMUM_AMOUNT:
    '카드로 결제할 수 있는 최소 금액보다 적어요. 금액을 확인하고 다시 결제해 주세요.',
}

/** Shown when the member closed the window or went back without paying. */
export const windowClosedText = '결제를 취소했어요. 빠져나간 금액은 없어요.'
