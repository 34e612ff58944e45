import { ServiceSettings } from '#contract/service/staff.ts'
import { describe, expect, it } from 'vitest'
import {
  currentVersion,
  earliestDay,
  isSelling,
  missingParticulars,
  missingTerms,
  requestedConsents,
} from './service-policy.ts'

const settings = ServiceSettings.parse({
  company_name: '주식회사 새봄',
  representative: '이새봄',
  address: '서울특별시 중구 세종대로 110',
  phone: '02-1234-5678',
  email: 'help@example.com',
  business_number: '220-81-62517',
  mail_order_number: '제2026-서울중구-0001호',
  hosting_provider: '주식회사 새봄',
  privacy_officer: '이새봄',
})
const terms = (['service', 'privacy', 'paid-service'] as const).map((name) => ({ name }))
const version = (effective_on: string, requires_consent = false) => ({
  name: 'service' as const,
  effective_on,
  requires_consent,
})
/** A minute before midnight in Seoul. */
const now = new Date('2026-11-28T14:59:00Z')

describe('selling', () => {
  it('begins with the last particular and the last document', () => {
    expect(isSelling(settings, terms)).toBe(true)
    expect(isSelling({ ...settings, phone: '' }, terms)).toBe(false)
    expect(missingParticulars({ ...settings, phone: '', address: '' })).toEqual([
      'address',
      'phone',
    ])
    expect(isSelling(settings, terms.slice(1))).toBe(false)
    expect(missingTerms(terms.slice(2))).toEqual(['service', 'privacy'])
  })
})

describe('the version in force', () => {
  it('is the newest whose day has begun in Seoul', () => {
    const versions = [version('2026-11-29'), version('2026-11-28'), version('2026-11-01')]
    expect(currentVersion(versions, now)?.effective_on).toBe('2026-11-28')
    const minuteLater = new Date(now.getTime() + 60_000)
    expect(currentVersion(versions, minuteLater)?.effective_on).toBe('2026-11-29')
  })

  it('is the first one before any is in force', () => {
    const versions = [version('2027-02-01'), version('2027-01-01')]
    expect(currentVersion(versions, now)?.effective_on).toBe('2027-01-01')
    expect(currentVersion([], now)).toBeUndefined()
  })
})

describe('a new version', () => {
  it('is announced 7 days before, or 30, unless it is the first', () => {
    const versions = [version('2026-11-01')]
    const day = (is_disadvantageous: boolean) => earliestDay(versions, { is_disadvantageous }, now)
    expect(day(false)).toEqual({ day: '2026-12-05', notice_days: 7 })
    expect(day(true)).toEqual({ day: '2026-12-28', notice_days: 30 })
    expect(earliestDay([], { is_disadvantageous: true }, now)).toBeNull()
  })

  it('requests the consent of members if it says so, until a newer one does', () => {
    const versions = [
      version('2027-03-01'),
      version('2027-02-01', true),
      version('2027-01-01', true),
    ]
    expect(requestedConsents(versions)).toEqual([
      { kind: 'terms_of_service', version: '2027-02-01', terms: 'service' },
    ])
    expect(requestedConsents([version('2026-11-01')])).toEqual([])
  })
})
