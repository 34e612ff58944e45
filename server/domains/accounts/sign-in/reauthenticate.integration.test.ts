import { reauthenticationWindowSeconds } from '#contract/accounts/account-rules.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import type { ProblemError } from '#server/shared/problem-error.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPasswordHasher } from '../passwords/password-hashing.ts'
import { reauthenticate } from './sign-in.ts'
import { createSessionFinder } from '../sessions/sessions.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

const deps = {
  encryption: createEncryption('of this test'),
  passwords: createPasswordHasher(),
}

async function memberWithSession(signed_in_ago: number) {
  const member = await makeMember(app, { signed_in_ago })
  const session = await createSessionFinder(app)(member.cookie.slice(4), app.clock.now())
  const caller = () => ({
    ...app,
    session,
    member: session?.member as RequestContext['member'],
    now: app.clock.now(),
    isAborted: () => false,
  })
  /** Returns `passed`, or the code of the error. */
  const attempt = (password?: string) =>
    reauthenticate(deps, caller(), password).then(
      () => 'passed',
      (error: ProblemError) => error.code,
    )
  return { member, attempt }
}

test('accepts a sign-in within ten minutes, and requires the password after that', async () => {
  const recent = await memberWithSession(reauthenticationWindowSeconds * 1_000 - 1)
  const expired = await memberWithSession(reauthenticationWindowSeconds * 1_000)
  expect(await recent.attempt()).toBe('passed')
  expect(await expired.attempt()).toBe('reauthentication_required')
  expect(await expired.attempt(expired.member.password)).toBe('passed')
  const ahead = await memberWithSession(-400 * 86_400_000)
  expect(await ahead.attempt()).toBe('reauthentication_required')
})

test('checks a given password even after a recent sign-in', async () => {
  const { attempt } = await memberWithSession(0)
  expect(await attempt('not the password')).toBe('invalid_credentials')
})

test('limits concurrent attempts like sign-in, and resets the count after success', async () => {
  const { member, attempt } = await memberWithSession(reauthenticationWindowSeconds * 1_000)
  const results = await Promise.all(Array.from({ length: 12 }, () => attempt('not the password')))
  expect(results.filter((code) => code === 'invalid_credentials')).toHaveLength(5)
  expect(results.filter((code) => code === 'rate_limited')).toHaveLength(7)
  expect(await attempt(member.password)).toBe('rate_limited')
  app.clock.advance(1_000)
  expect(await attempt(member.password)).toBe('passed')
  expect(await attempt('not the password')).toBe('invalid_credentials')
  expect(await attempt(member.password)).toBe('passed')
})
