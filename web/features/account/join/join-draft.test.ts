import { consents } from '#contract/accounts/account-rules.ts'
import { expect, test } from 'vitest'
import {
  consentState,
  emptyJoinDraft,
  firstIncompleteStep,
  isStepReachable,
  missingConsents,
  parseJoinDraft,
} from './join-draft.ts'

const required = {
  ...emptyJoinDraft.consents,
  terms_of_service: true,
  privacy_policy: true,
  age_verification: true,
}
const nothing = { email: null, phonenumber: null }

test('all is agreed only when every other is', () => {
  expect(consentState(emptyJoinDraft.consents)).toBe(false)
  expect(consentState(required)).toBe('some')
  expect(consentState({ ...required, marketing_info: true })).toBe(true)
  for (const name of consents)
    expect(consentState({ ...required, marketing_info: true, [name]: false })).toBe('some')
})

test('the three are needed, news are not', () => {
  expect(missingConsents(required)).toEqual([])
  expect(missingConsents({ ...required, age_verification: false })).toEqual(['age_verification'])
  expect(missingConsents({ ...emptyJoinDraft.consents, marketing_info: true })).toHaveLength(3)
})

test('the first step that is not done', () => {
  const draft = { ...emptyJoinDraft, consents: required }
  const email = { ...nothing, email: 'a@example.com' }
  const both = { ...email, phonenumber: '01012345678' }
  expect(firstIncompleteStep(emptyJoinDraft, both)).toBe('')
  expect(firstIncompleteStep(draft, nothing)).toBe('create-id')
  expect(firstIncompleteStep(draft, email)).toBe('verify')
  expect(firstIncompleteStep(draft, both)).toBe('name')
  expect(firstIncompleteStep({ ...draft, username: '김한편' }, both)).toBe('password')
  // What was proven too long ago is asked for again, though a name is there.
  expect(firstIncompleteStep({ ...draft, username: '김한편' }, nothing)).toBe('create-id')
})

test('a done step can be entered again, a later one cannot', () => {
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
])('what is kept as %j is an empty draft', (text) => {
  expect(parseJoinDraft(text)).toEqual(emptyJoinDraft)
})

test('what was kept is read as it was', () => {
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
