import { expect, test } from 'vitest'
import { listSharedCredits } from './train-model.ts'

test('lists works by the number of shared leading people', () => {
  const works = [
    { id: 1, person_ids: [7, 8] },
    { id: 2, person_ids: [8] },
    { id: 3, person_ids: [8, 7] },
    // Person 7 is not among its leading ones.
    { id: 4, person_ids: [21, 22, 23, 24, 25, 26, 7] },
  ]
  expect(listSharedCredits(works)).toEqual([[3, 2], [1, 3], [1, 2], []])
})
