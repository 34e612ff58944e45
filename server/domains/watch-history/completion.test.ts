import { describe, expect, it } from 'vitest'
import { completionSecond, resumePosition } from './completion.ts'

describe('doneAt', () => {
  it.each<[string, number, number | null, number]>([
    ['is 90 % of the runtime', 1_000, null, 900],
    ['is rounded up', 1_001, null, 901],
    ['is where the ending begins before that', 1_000, 899.9, 899],
    ['is 90 % where the ending begins later', 1_000, 901, 900],
    ['is never 0', 1_000, 0.5, 1],
    ['is never 0 where the runtime is unknown', 0, null, 1],
  ])('%s', (_, runtime, ending_start, expected) => {
    expect(completionSecond(runtime, ending_start)).toBe(expected)
  })
})

describe('resumeAt', () => {
  it('goes on where it was left', () => expect(resumePosition(899, 900)).toBe(899))
  it('starts again after the end', () => expect(resumePosition(900, 900)).toBe(0))
})
