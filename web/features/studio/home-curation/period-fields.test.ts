import { describe, expect, it } from 'vitest'
import { isEmptyPeriod, periodState } from './period-fields.tsx'

const period = { starts_at: '2026-12-24T00:00:00Z', ends_at: '2026-12-31T00:00:00Z' }
const at = (instant: string) => Date.parse(instant)

describe('periodState', () => {
  it('shows a row from its start, and no more at its end', () => {
    expect(periodState(period, true, at('2026-12-23T23:59:59Z'))).toBe('planned')
    expect(periodState(period, true, at('2026-12-24T00:00:00Z'))).toBe('shown')
    expect(periodState(period, true, at('2026-12-30T23:59:59Z'))).toBe('shown')
    expect(periodState(period, true, at('2026-12-31T00:00:00Z'))).toBe('ended')
  })
  it('has no limits without instants, and nothing is shown that is off', () => {
    const always = { starts_at: null, ends_at: null }
    expect(periodState(always, true, 0)).toBe('shown')
    expect(periodState(period, false, at('2026-12-25T00:00:00Z'))).toBe('off')
  })
})

it('an end at the start leaves no time', () => {
  expect(isEmptyPeriod({ ...period, ends_at: period.starts_at })).toBe(true)
  expect(isEmptyPeriod(period)).toBe(false)
  expect(isEmptyPeriod({ starts_at: null, ends_at: null })).toBe(false)
})
