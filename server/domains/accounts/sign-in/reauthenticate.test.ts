import { reauthenticationWindowSeconds } from '#contract/accounts/account-rules.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import type { ProblemError } from '#server/shared/problem-error.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPasswordHasher } from '../passwords/password-hashing.ts'
import { reauthenticate } from './reauthenticate.ts'
import { createSessionFinder } from '../sessions/find-session.ts'

let world: TestApp
beforeAll(async () => void (world = await openTestApp()))
afterAll(() => world?.close())

const parts = {
  sealing: createEncryption('of this test'),
  passwords: createPasswordHasher(),
}

async function somebody(signed_in_ago: number) {
  const member = await makeMember(world, { signed_in_ago })
  const session = await createSessionFinder(world)(member.cookie.slice(4), world.clock.now())
  const caller = () => ({
    ...world,
    session,
    member: session?.member as RequestContext['member'],
    now: world.clock.now(),
    isAborted: () => false,
  })
  /** What a try ends in: `passed`, or the code of its refusal. */
  const attempt = (password?: string) =>
    reauthenticate(parts, caller(), password).then(
      () => 'passed',
      (refusal: ProblemError) => refusal.code,
    )
  return { member, attempt }
}

test('a sign-in of less than ten minutes is proof enough; after them the password is asked for', async () => {
  const fresh = await somebody(reauthenticationWindowSeconds * 1_000 - 1)
  const stale = await somebody(reauthenticationWindowSeconds * 1_000)
  expect(await fresh.attempt()).toBe('passed')
  expect(await stale.attempt()).toBe('reauthentication_required')
  expect(await stale.attempt(stale.member.password)).toBe('passed')
})

test('a password that came is looked at, however fresh the sign-in is', async () => {
  const { attempt } = await somebody(0)
  expect(await attempt('not the password')).toBe('invalid_credentials')
})

test('guesses at once slow down as those of signing in do, and the right one begins anew', async () => {
  const { member, attempt } = await somebody(reauthenticationWindowSeconds * 1_000)
  const answers = await Promise.all(Array.from({ length: 12 }, () => attempt('not the password')))
  expect(answers.filter((code) => code === 'invalid_credentials')).toHaveLength(5)
  expect(answers.filter((code) => code === 'rate_limited')).toHaveLength(7)
  expect(await attempt(member.password)).toBe('rate_limited')
  world.clock.advance(1_000)
  expect(await attempt(member.password)).toBe('passed')
  expect(await attempt('not the password')).toBe('invalid_credentials')
  expect(await attempt(member.password)).toBe('passed')
})
