import { expect, test } from 'vitest'
import { createAgeGroups, type ViewerCount } from './age-groups.ts'

const viewers = (age_limit: '12' | '15', count: number): ViewerCount => ({
  age_limit,
  series_id: null,
  viewers: count,
})
const work = (series_id: number, count: number): ViewerCount => ({
  age_limit: '12',
  series_id,
  viewers: count,
})

test('sums up batches and orders works by viewers', () => {
  const groups = createAgeGroups()
  groups.add([viewers('12', 12), work(1, 5), work(2, 4), work(3, 6)])
  groups.add([viewers('12', 8), work(2, 4), work(3, 1)])
  expect(groups.list()).toEqual([{ age_limit: '12', series_ids: [2, 3, 1] }])
})

test('has no group of fewer than 20 viewers and no work of fewer than 5', () => {
  const groups = createAgeGroups()
  groups.add([viewers('12', 19), work(1, 19), viewers('15', 20)])
  expect(groups.list()).toEqual([])
  groups.add([viewers('12', 1), work(2, 4)])
  expect(groups.list()).toEqual([{ age_limit: '12', series_ids: [1] }])
})
