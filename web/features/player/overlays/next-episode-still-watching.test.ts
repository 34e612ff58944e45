import { expect, test } from 'vitest'
import { countAutoplayed, shouldAskStillWatching } from './next-episode.tsx'

test('asks after three autoplayed episodes; a user action resets the count', () => {
  let count = 0
  const results = (
    ['autoplay', 'autoplay', 'user', 'autoplay', 'autoplay', 'autoplay'] as const
  ).map((trigger) => {
    count = countAutoplayed(count, trigger)
    return shouldAskStillWatching(count)
  })
  expect(results).toEqual([false, false, false, false, false, true])
})
