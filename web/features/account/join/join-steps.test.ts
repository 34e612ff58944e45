import { requiredConsents } from '#contract/accounts/account-rules.ts'
import { expect, test } from 'vitest'
import { firstIncompleteStep, stepAt } from './join-steps.ts'
import { emptyJoinDraft } from './join-store.ts'

const consents = Object.fromEntries(
  requiredConsents.map((name) => [name, true]),
) as typeof emptyJoinDraft.consents
const unverified = { email: null, phonenumber: null }
const stepOf = (...input: Parameters<typeof firstIncompleteStep>) =>
  firstIncompleteStep(...input).path

test('finds the first incomplete step', () => {
  const draft = { ...emptyJoinDraft, consents }
  const email = { ...unverified, email: 'a@example.com' }
  const both = { ...email, phonenumber: '01012345678' }
  expect(stepOf(emptyJoinDraft, both)).toBe('')
  expect(stepOf(draft, unverified)).toBe('create-id')
  expect(stepOf(draft, email)).toBe('verify')
  expect(stepOf(draft, both)).toBe('name')
  expect(stepOf({ ...draft, username: '김한편' }, both)).toBe('password')
  // An expired verification is required again, even with a name.
  expect(stepOf({ ...draft, username: '김한편' }, unverified)).toBe('create-id')
})

test.each([
  ['/accounts/join', ''],
  ['/accounts/join/', ''],
  ['/accounts/join/verify', 'verify'],
  ['/accounts/join/birthday', ''],
])('%s is the step %j', (pathname, path) => expect(stepAt(pathname).path).toBe(path))
