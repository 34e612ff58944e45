/** The behaviour of a card when charged. */
export type CardBehaviour =
  | { does: 'approve' }
  | { does: 'decline'; code: string }
  /** Approves the first charge and declines the following ones, for failing renewals. */
  | { does: 'decline_later'; code: string }
  /** A slow card company: approved after `ms`. */
  | { does: 'delay'; ms: number }
  /** Approved, and the response is lost. */
  | { does: 'lose_answer' }
  /** Not charged, with a code that leaves the outcome open. */
  | { does: 'fail'; code: string }

export type TestCard = { id: string; number: string; behaviour: CardBehaviour }

const behaviours: Readonly<Record<string, CardBehaviour>> = {
  approve: { does: 'approve' },
  delay: { does: 'delay', ms: 5_000 },
  decline_later: { does: 'decline_later', code: 'REJECT_CARD_PAYMENT' },
  REJECT_CARD_PAYMENT: { does: 'decline', code: 'REJECT_CARD_PAYMENT' },
  REJECT_CARD_COMPANY: { does: 'decline', code: 'REJECT_CARD_COMPANY' },
  INVALID_REJECT_CARD: { does: 'decline', code: 'INVALID_REJECT_CARD' },
  INVALID_STOPPED_CARD: { does: 'decline', code: 'INVALID_STOPPED_CARD' },
  INVALID_CARD_EXPIRATION: { does: 'decline', code: 'INVALID_CARD_EXPIRATION' },
  INVALID_CARD_LOST_OR_STOLEN: { does: 'decline', code: 'INVALID_CARD_LOST_OR_STOLEN' },
  INVALID_CARD_NUMBER: { does: 'decline', code: 'INVALID_CARD_NUMBER' },
  EXCEED_MAX_AMOUNT: { does: 'decline', code: 'EXCEED_MAX_AMOUNT' },
  BELOW_MINIMUM_AMOUNT: { does: 'decline', code: 'BELOW_MINIMUM_AMOUNT' },
  lose_answer: { does: 'lose_answer' },
  fail: { does: 'fail', code: 'FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING' },
}

/** Cards offered by the window; any other valid number is approved. */
export const testCards: readonly TestCard[] = Object.entries(behaviours).map(
  ([id, behaviour], index) => ({
    id,
    behaviour,
    number: withCheckDigit(`4330123400${String(index).padStart(2, '0')}000`),
  }),
)

/** @throws Error for an unknown id. */
export function testCard(id: string): TestCard {
  const card = testCards.find((candidate) => candidate.id === id)
  if (!card) throw new Error(`There is no test card ${id}.`)
  return card
}

/** Returns the behaviour of a card number. */
export function behaviourOf(number: string): CardBehaviour {
  return testCards.find((card) => card.number === number)?.behaviour ?? { does: 'approve' }
}

/** Whether a card number has 13 to 19 digits and a valid check digit (ISO/IEC 7812-1, Luhn). */
export function isCardNumber(digits: string): boolean {
  return /^\d{13,19}$/.test(digits) && luhnSum(digits) % 10 === 0
}

/** Masks a card number like the gateway: shows the first 8 digits and three of the last four. */
export function maskCardNumber(digits: string): string {
  return `${digits.slice(0, 8)}${'*'.repeat(digits.length - 12)}${digits.slice(-4, -1)}*`
}

function withCheckDigit(digits: string): string {
  return digits + String((10 - (luhnSum(`${digits}0`) % 10)) % 10)
}

function luhnSum(digits: string): number {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum
}
