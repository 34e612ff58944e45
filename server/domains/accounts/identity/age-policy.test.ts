import { describe, expect, it } from 'vitest'
import { ageVerifiedUntil, isAdult, isPlausibleBirthDate } from './age-policy.ts'

/** 2027-01-01 00:30 in Seoul. */
const newYear = new Date('2026-12-31T15:30:00Z')

describe('an adult', () => {
  it.each([
    ['is one on 1 January of the year of the 19th birthday', '2008-12-31', true],
    ['is none a year before', '2009-01-01', false],
    ['is no one born after today', '2027-01-02', false],
    ['is no one born 151 years ago', '1876-01-01', false],
  ])('%s', (_, birth_date, expected) => expect(isAdult(birth_date, newYear)).toBe(expected))
})

it('takes dates of birth of the last 150 years', () => {
  expect(isPlausibleBirthDate('1877-01-01', newYear)).toBe(true)
  expect(isPlausibleBirthDate('2027-01-01', newYear)).toBe(true)
})

it('verifies for a year', () => {
  expect(ageVerifiedUntil(newYear)).toBe('2027-12-31T15:30:00.000Z')
})
