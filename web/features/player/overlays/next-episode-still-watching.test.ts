import { expect, test } from 'vitest'
import { countAutoplayed, shouldAskStillWatching } from './next-episode.ts'

test('three episodes that began by themselves are asked about; one chosen by hand is not among them', () => {
  let count = 0
  const asked = (['itself', 'itself', 'hand', 'itself', 'itself', 'itself'] as const).map((by) => {
    count = countAutoplayed(count, by)
    return shouldAskStillWatching(count)
  })
  expect(asked).toEqual([false, false, false, false, false, true])
})
