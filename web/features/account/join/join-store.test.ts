import { consents } from '#contract/accounts/account-rules.ts'
import { expect, test } from 'vitest'
import {
  consentState,
  emptyJoinDraft,
  firstIncompleteStep,
  isStepReachable,
  missingConsents,
  parseJoinDraft,
} from './join-store.ts'

const required = {
  ...emptyJoinDraft.consents,
  terms_of_service: true,
  privacy_policy: true,
  age_verification: true,
}
const unverified = { email: null, phonenumber: null }

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

test('finds the first incomplete step', () => {
  const draft = { ...emptyJoinDraft, consents: required }
  const email = { ...unverified, email: 'a@example.com' }
  const both = { ...email, phonenumber: '01012345678' }
  expect(firstIncompleteStep(emptyJoinDraft, both)).toBe('')
  expect(firstIncompleteStep(draft, unverified)).toBe('create-id')
  expect(firstIncompleteStep(draft, email)).toBe('verify')
  expect(firstIncompleteStep(draft, both)).toBe('name')
  expect(firstIncompleteStep({ ...draft, username: '김한편' }, both)).toBe('password')
  // An expired verification is required again, even with a name.
  expect(firstIncompleteStep({ ...draft, username: '김한편' }, unverified)).toBe('create-id')
})

test('allows completed steps and rejects later ones', () => {
  expect(isStepReachable('', 'verify')).toBe(true)
  expect(isStepReachable('verify', 'verify')).toBe(true)
  expect(isStepReachable('name', 'verify')).toBe(false)
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
