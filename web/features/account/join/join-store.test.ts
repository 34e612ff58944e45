import { consents } from '#contract/accounts/account-rules.ts'
import { expect, test } from 'vitest'
import { consentState, emptyJoinDraft, missingConsents, parseJoinDraft } from './join-store.ts'

const required = {
  ...emptyJoinDraft.consents,
  terms_of_service: true,
  privacy_policy: true,
  age_verification: true,
}

test('reports all consents only if every one is given', () => {
  expect(consentState(emptyJoinDraft.consents)).toBe(false)
  expect(consentState(required)).toBe('some')
  expect(consentState({ ...required, marketing_info: true })).toBe(true)
  for (const name of consents)
    expect(consentState({ ...required, marketing_info: true, [name]: false })).toBe('some')
})

test('requires all consents except marketing', () => {
  expect(missingConsents(required)).toEqual([])
  expect(missingConsents({ ...required, age_verification: false })).toEqual(['age_verification'])
  expect(missingConsents({ ...emptyJoinDraft.consents, marketing_info: true })).toHaveLength(3)
})

test.each([
  null,
  '',
  '{',
  '[]',
  '3',
  'null',
  '{"consents":{"terms_of_service":"yes"},"email":3}',
  '{"sent":{"email":{"to":3}}}',
])('parses %j as an empty draft', (text) => {
  expect(parseJoinDraft(text)).toEqual(emptyJoinDraft)
})

test('restores a saved draft', () => {
  const code = { expires_at: 600_000, resend_at: 60_000, can_extend: true, ahead: 0 }
  const draft = {
    consents: required,
    email: 'a@example.com',
    phonenumber: '010-1234-5678',
    username: '김한편',
    sent: { email: { to: 'a@example.com', code }, phone: null },
  }
  expect(parseJoinDraft(JSON.stringify(draft))).toEqual(draft)
})
