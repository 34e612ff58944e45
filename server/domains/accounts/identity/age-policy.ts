import { seoulDate } from '#contract/core/seoul-time.ts'

/** By law a person is an adult from 1 January of the year in which they turn 19 (청소년 보호법 제2조). */
const adultAge = 19
/** In years; an earlier date of birth is treated as a typing error. */
const maxAge = 150

const yearOf = (date: string) => Number(date.slice(0, 4))

/** Whether a date of birth, `YYYY-MM-DD`, is plausible. */
export function isPlausibleBirthDate(birth_date: string, now: Date): boolean {
  const today = seoulDate(now)
  return birth_date <= today && yearOf(today) - yearOf(birth_date) <= maxAge
}

export const isAdult = (birth_date: string, now: Date): boolean =>
  isPlausibleBirthDate(birth_date, now) && yearOf(seoulDate(now)) - yearOf(birth_date) >= adultAge

/**
 * Returns the end of a verification made at `now`. Age and identity are verified once a year: 청소년 보호법 제16조 제1항, 시행령
 * 제17조, and the guideline of 여성가족부 of 2014-12-24.
 */
export function ageVerifiedUntil(now: Date): string {
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + 1)
  return until.toISOString()
}
