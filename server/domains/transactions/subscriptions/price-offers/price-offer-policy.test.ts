import { describe, expect, it } from 'vitest'
import { decideOffer, nextPrice, type OfferState } from './price-offer-policy.ts'

const offer: OfferState = {
  effective_at: '2027-03-31T03:00:00.000Z',
  new_price: 12_000,
  needs_consent: true,
  agreed_at: null,
  without_consent: 'end',
}
const agreed = { ...offer, agreed_at: '2027-03-02T00:00:00.000Z' }

describe('a due offer', () => {
  it.each([
    ['applies with the consent', agreed, 'applied'],
    ['ends the subscription without it', offer, 'ended'],
    ['keeps the former terms without it', { ...offer, without_consent: 'keep' as const }, 'kept'],
    [
      'applies without a question if no term is worse',
      { ...offer, needs_consent: false },
      'applied',
    ],
  ] as const)('%s', (_, state, decision) => expect(decideOffer(state)).toBe(decision))
})

describe('the next charge', () => {
  it.each([
    ['has the new price with the consent', agreed, offer.effective_at, 12_000],
    [
      'has the former price in a period before the offer',
      agreed,
      '2027-02-28T03:00:00.000Z',
      10_000,
    ],
    ['is none without the consent', offer, offer.effective_at, null],
    [
      'has the former price if it is kept',
      { ...offer, without_consent: 'keep' as const },
      offer.effective_at,
      10_000,
    ],
    ['has the agreed price without an offer', null, offer.effective_at, 10_000],
  ] as const)('%s', (_, state, at, price) => expect(nextPrice(10_000, state, at)).toBe(price))
})
