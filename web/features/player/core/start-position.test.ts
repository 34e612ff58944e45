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
])('%s wants to begin at %s', (query, at) => {
  expect(parseStartParam(new URLSearchParams(query))).toBe(at)
})

test('a film begins at a second that it has, else where it was left', () => {
  const film = { duration: 1_800, resume_at: 600 }
  expect([null, 0, 75, 1_799, 1_800].map((wanted) => startPosition(film, wanted))).toEqual([
    600, 0, 75, 1_799, 600,
  ])
})
