import { expect, test } from 'vitest'
import { startPosition, parseStartParam } from './start-position.ts'

test.each([
  ['t=75', 75],
  ['t=0', 0],
  ['t=-3', null],
  ['t=1.5', null],
  ['t=1m', null],
  ['t=', null],
  ['', null],
  ['t=9999999', null],
])('%s requests start %s', (query, seconds) => {
  expect(parseStartParam(new URLSearchParams(query))).toBe(seconds)
})

test('starts at a requested second within the video, else where the member left off', () => {
  const video = { duration: 1_800, resume_at: 600 }
  expect([null, 0, 75, 1_799, 1_800].map((requested) => startPosition(video, requested))).toEqual([
    600, 0, 75, 1_799, 600,
  ])
})
