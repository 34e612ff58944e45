import { episodeFields } from '#contract/contents/staff/catalogue.ts'
import { CampaignFilters } from '#contract/accounts/staff/marketing.ts'
import { studio_payments } from '#contract/transactions/staff/payments.ts'
import { expect, test } from 'vitest'
import { parseWholeNumber, rangeOf } from './value-fields.tsx'

test('reads the range of a number from the contract', () => {
  expect(rangeOf(episodeFields.price)).toEqual({ min: 0, max: 10_000_000 })
  expect(rangeOf(episodeFields.rental_price)).toEqual({ min: 1, max: 10_000_000 })
  expect(rangeOf(CampaignFilters.shape.watched_within_days)).toEqual({ min: 1, max: 3_650 })
  expect(rangeOf(studio_payments.grantPoints.body.shape.amount)).toEqual({ min: 1, max: 100_000 })
})

test('parses whole numbers with separators, and no other text', () => {
  expect(parseWholeNumber('12,345')).toBe(12_345)
  for (const text of ['1.5', '-3', '천 원', '1e3']) expect(parseWholeNumber(text)).toBeNaN()
})
