import type { EmailFacts } from '#server/messages/email-template.ts'
import { formatDay, formatWon } from '#server/messages/formats.copy.ts'
import { serviceName } from '#server/messages/service-placeholders.ts'
import type { UnannouncedOffer } from './price-offer-queries.ts'

const monthly = (won: number) => `월 ${formatWon(won)}`
const dayOf = ({ effective_at }: UnannouncedOffer) => formatDay(new Date(effective_at))

/** Rights that change with the price; none for most offers. */
const changedRights = (offer: UnannouncedOffer): string[] => [
  ...(offer.old_height === offer.new_height
    ? []
    : [`최고 화질 ${offer.old_height}p → ${offer.new_height}p`]),
  ...(offer.old_streams === offer.new_streams
    ? []
    : [`동시 시청 ${offer.old_streams}대 → ${offer.new_streams}대`]),
]

const withoutConsentText = (offer: UnannouncedOffer): string =>
  offer.without_consent === 'keep'
    ? '동의하지 않으면 지금 이용료와 조건이 그대로 이어져요.'
    : `동의하지 않으면 ${dayOf(offer)}에 이용권이 끝나고 더 결제되지 않아요.`

/**
 * The text that the member sees and agrees to: day, both prices, way of payment, and how to undo it (전자상거래법 제13조
 * 제6항).
 */
export function offerTerms(offer: UnannouncedOffer, card: string | null): string {
  const rights = changedRights(offer)
  const lines = [
    `${dayOf(offer)} 결제부터 ${offer.plan} 이용권의 이용료가 ${monthly(offer.old_price)}에서 ${monthly(offer.new_price)}으로 바뀌어요.`,
    ...(rights.length > 0 ? [`조건도 바뀌어요: ${rights.join(', ')}.`] : []),
    `이용료는 지금처럼 매달 등록한 카드${card === null ? '' : `(${card})`}로 자동 결제돼요.`,
    ...(offer.needs_consent
      ? [
          '동의는 그 전까지 마이에서 언제든 취소할 수 있고, 이용권을 해지하면 결제된 기간까지 쓰고 끝나요.',
          withoutConsentText(offer),
        ]
      : ['따로 동의하지 않아도 돼요.']),
  ]
  return lines.join(' ')
}

export function offerEmail(offer: UnannouncedOffer) {
  if (!offer.needs_consent)
    return {
      subject: `[${serviceName}] ${offer.plan} 이용권의 이용료가 바뀌어요`,
      preheader: `${dayOf(offer)} 결제부터 ${monthly(offer.new_price)}이에요.`,
      title: '이용권의 이용료가 바뀌어요',
      paragraphs: [offerTerms(offer, null)],
      button: '내 이용권 보기',
    }
  return {
    subject: `[${serviceName}] ${offer.plan} 이용권의 새 이용료에 동의해 주세요`,
    preheader: `${dayOf(offer)} 결제부터 바뀌어요. 동의하셔야만 새 이용료가 결제돼요.`,
    title: '이용권의 이용료가 바뀌어요',
    paragraphs: [
      `${offer.plan} 이용권의 조건이 아래처럼 바뀌어요. 마이에서 내용을 확인하고 동의할지 정해 주세요. 동의하지 않으면 새 이용료는 결제되지 않아요.`,
      withoutConsentText(offer),
      '동의는 새 이용료가 결제되기 전까지 마이에서 언제든 취소할 수 있어요.',
    ],
    button: '확인하고 정하기',
  }
}

export const offerFacts = (offer: UnannouncedOffer, card: string | null): EmailFacts => [
  ['이용권', offer.plan],
  ['지금 이용료', monthly(offer.old_price)],
  ['새 이용료', monthly(offer.new_price)],
  ...changedRights(offer).map((text) => ['조건', text] as const),
  ['바뀌는 날', dayOf(offer)],
  ...(card === null ? [] : [['결제 카드', card] as const]),
]

export const stoppedOfferEmail = (plan: string, price: number) => ({
  subject: `[${serviceName}] ${plan} 이용권의 이용료가 바뀌지 않아요`,
  preheader: `지금처럼 ${monthly(price)}이에요.`,
  title: '이용료가 그대로예요',
  paragraphs: [
    `안내드린 ${plan} 이용권의 이용료 변경을 거두었어요. 다음 결제도 지금처럼 ${monthly(price)}이에요. 동의하셨더라도 새 이용료는 결제되지 않아요.`,
  ],
  button: '내 이용권 보기',
})
