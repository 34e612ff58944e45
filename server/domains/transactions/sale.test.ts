import { ownershipTypes } from '#contract/money.ts'
import { expect, it } from 'vitest'
import { decideSale } from './sale.ts'

const now = new Date('2026-05-01T12:00:00.000Z')
const episode: Parameters<typeof decideSale>[0] = {
  ...{ is_free: false, price: 1_500, rental_price: 900, age_rating: '15' },
  ...{ video_state: 'ready', released_at: '2026-05-01T12:00:00.000Z' },
}
const { owned, rental } = ownershipTypes
const minor = { is_adult: false }
const adult = { is_adult: true }

type Case = [string, Partial<typeof episode>, number, typeof minor, number | string]
it.each<Case>([
  ['sells an episode at its price', {}, owned, minor, 1_500],
  ['rents an episode at the price of its rental', {}, rental, minor, 900],
  ['sells an episode without a date of release', { released_at: null }, owned, minor, 1_500],
  ['sells nothing that is free', { is_free: true }, owned, minor, 'not_for_sale'],
  ['sells nothing without a price', { price: 0 }, owned, minor, 'not_for_sale'],
  ['sells for one won', { price: 1 }, owned, minor, 1],
  [
    'rents nothing without a price of a rental',
    { rental_price: null },
    rental,
    minor,
    'not_for_sale',
  ],
  [
    'sells nothing before its release',
    { released_at: '2026-05-01T12:00:00.001Z' },
    owned,
    minor,
    'not_for_sale',
  ],
  ['sells nothing that does not play', { video_state: 'preparing' }, owned, minor, 'not_for_sale'],
  [
    'sells nothing rated 19 without a proof of age',
    { age_rating: '19' },
    owned,
    minor,
    'adult_verification_required',
  ],
  ['sells what is rated 19 to adults', { age_rating: '19' }, owned, adult, 1_500],
])('%s', (_, more, ownership_type_id, buyer, expected) => {
  expect(decideSale({ ...episode, ...more }, ownership_type_id, buyer, now)).toEqual(
    typeof expected === 'number'
      ? { sold: true, price: expected }
      : { sold: false, refusal: expected },
  )
})
