import { describe, expect, it } from 'vitest'
import { completionSecond, resumePosition } from './completion.ts'

describe('completionSecond', () => {
  it.each<[string, number, number | null, number]>([
    ['is 90 % of the runtime', 1_000, null, 900],
    ['is rounded up', 1_001, null, 901],
    ['is the start of the ending if that is earlier', 1_000, 899.9, 899],
    ['is 90 % if the ending starts later', 1_000, 901, 900],
    ['is never 0', 1_000, 0.5, 1],
    ['is never 0 for an unknown runtime', 0, null, 1],
  ])('%s', (_, runtime, ending_start, expected) => {
    expect(completionSecond(runtime, ending_start)).toBe(expected)
  })
})

describe('resumePosition', () => {
  it('returns the saved position', () => expect(resumePosition(899, 900)).toBe(899))
  it('returns 0 after completion', () => expect(resumePosition(900, 900)).toBe(0))
})
