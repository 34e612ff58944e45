import { freshSeconds } from '#contract/account-rules.ts'
import type { Caller } from '#server/kernel/handler.ts'
import type { Refusal } from '#server/kernel/refusals.ts'
import { createSealing } from '#server/kernel/sealing.ts'
import { makeMember } from '#test/members.ts'
import { openWorld, type World } from '#test/world.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'
import { proveAgain } from './prove-again.ts'
import { createSessionFinder } from './find-session.ts'

let world: World
beforeAll(async () => void (world = await openWorld()))
afterAll(() => world?.close())

const parts = {
  sealing: createSealing('of this test'),
  passwords: createPasswords(),
}

async function somebody(signed_in_ago: number) {
  const member = await makeMember(world, { signed_in_ago })
  const session = await createSessionFinder(world)(member.cookie.slice(4), world.clock.now())
  const caller = () => ({
    ...world,
    session,
    member: session?.member as Caller['member'],
    now: world.clock.now(),
    isGone: () => false,
  })
  /** What a try ends in: `passed`, or the code of its refusal. */
  const attempt = (password?: string) =>
    proveAgain(parts, caller(), password).then(
      () => 'passed',
      (refusal: Refusal) => refusal.code,
    )
  return { member, attempt }
}

test('a sign-in of less than ten minutes is proof enough; after them the password is asked for', async () => {
  const fresh = await somebody(freshSeconds * 1_000 - 1)
  const stale = await somebody(freshSeconds * 1_000)
  expect(await fresh.attempt()).toBe('passed')
  expect(await stale.attempt()).toBe('reauthentication_required')
  expect(await stale.attempt(stale.member.password)).toBe('passed')
})

test('a password that came is looked at, however fresh the sign-in is', async () => {
  const { attempt } = await somebody(0)
  expect(await attempt('not the password')).toBe('invalid_credentials')
})

test('guesses at once slow down as those of signing in do, and the right one begins anew', async () => {
  const { member, attempt } = await somebody(freshSeconds * 1_000)
  const answers = await Promise.all(Array.from({ length: 12 }, () => attempt('not the password')))
  expect(answers.filter((code) => code === 'invalid_credentials')).toHaveLength(5)
  expect(answers.filter((code) => code === 'rate_limited')).toHaveLength(7)
  expect(await attempt(member.password)).toBe('rate_limited')
  world.clock.advance(1_000)
  expect(await attempt(member.password)).toBe('passed')
  expect(await attempt('not the password')).toBe('invalid_credentials')
  expect(await attempt(member.password)).toBe('passed')
})
