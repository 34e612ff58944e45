import { ownershipTypes } from '#contract/transactions/payment-constants.ts'
import { expect, it } from 'vitest'
import { decideSale } from './purchase-eligibility.ts'

const now = new Date('2026-05-01T12:00:00.000Z')
const episode: Parameters<typeof decideSale>[0] = {
  is_free: false,
  price: 1_500,
  rental_price: 900,
  age_rating: '15',
  video_state: 'ready',
  is_upcoming: false,
  released_at: '2026-05-01T12:00:00.000Z',
}
const { owned, rental } = ownershipTypes
const minor = { is_adult: false }
const adult = { is_adult: true }

type Case = [string, Partial<typeof episode>, number, typeof minor, number | string]
it.each<Case>([
  ['sells an episode at its price', {}, owned, minor, 1_500],
  ['rents an episode at its rental price', {}, rental, minor, 900],
  ['sells an episode without a release date', { released_at: null }, owned, minor, 1_500],
  ['does not sell a free episode', { is_free: true }, owned, minor, 'not_for_sale'],
  ['does not sell an episode without a price', { price: 0 }, owned, minor, 'not_for_sale'],
  ['sells an episode for one won', { price: 1 }, owned, minor, 1],
  [
    'does not rent an episode without a rental price',
    { rental_price: null },
    rental,
    minor,
    'not_for_sale',
  ],
  [
    'does not sell an episode before its release',
    { released_at: '2026-05-01T12:00:00.001Z' },
    owned,
    minor,
    'video_not_ready',
  ],
  ['does not sell an upcoming episode', { is_upcoming: true }, owned, minor, 'video_not_ready'],
  [
    'does not sell an unplayable episode',
    { video_state: 'preparing' },
    owned,
    minor,
    'video_not_ready',
  ],
  [
    'does not sell an episode rated 19 without age verification',
    { age_rating: '19' },
    owned,
    minor,
    'adult_verification_required',
  ],
  ['sells an episode rated 19 to an adult', { age_rating: '19' }, owned, adult, 1_500],
])('%s', (_, more, ownership_type_id, buyer, expected) => {
  expect(decideSale({ ...episode, ...more }, ownership_type_id, buyer, now)).toEqual(
    typeof expected === 'number'
      ? { kind: 'sell', price: expected }
      : { kind: 'refuse', refusal: expected },
  )
})
