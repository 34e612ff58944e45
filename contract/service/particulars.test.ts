import { describe, expect, it } from 'vitest'
import { contrastRatio, isReadableAccent } from './accent-color.ts'
import { formatBusinessNumber, isBusinessNumber } from './particulars.ts'

describe('a 사업자등록번호', () => {
  it.each(['220-81-62517', '124-81-00998', '000-86-01129'])('%s has its check digit', (number) => {
    expect(isBusinessNumber(number)).toBe(true)
  })

  it.each(['220-81-62518', '000-86-01120', '22081-62517', '', '220-81-6251'])(
    '%j is none',
    (number) => {
      expect(isBusinessNumber(number)).toBe(false)
    },
  )

  it('may be typed with or without dashes', () => {
    expect(formatBusinessNumber(' 2208162517 ')).toBe('220-81-62517')
    expect(formatBusinessNumber('220 81 62517')).toBe('220-81-62517')
    expect(formatBusinessNumber('220-81-6251')).toBe('220-81-6251')
  })
})

describe('an accent colour', () => {
  it('has the contrast of WCAG', () => {
    expect(contrastRatio('#ffffff', '#000000')).toBeCloseTo(21)
    expect(contrastRatio('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  })

  it('is readable on dark surfaces or refused', () => {
    expect(['#ff9045', '#7cc4ff', '#ffffff'].map(isReadableAccent)).toEqual([true, true, true])
    expect(['#c0392b', '#0044cc', '#000000'].map(isReadableAccent)).toEqual([false, false, false])
  })
})
