import { accounts } from '#contract/accounts/accounts.ts'
import type { EndpointInput, Endpoint } from '#contract/core/endpoint.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { resolveSecret } from '#server/config.ts'
import { openGuestSession } from '#server/domains/accounts/index.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { freshEmail, freshPhone, createGuestClient } from '#test/app/guest-client.ts'
import { createRandom, getSeed } from '#test/runner/seed.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Known and unknown, 1,000 of each: neither what is said nor how long it takes tells them apart.

let world: TestApp
beforeAll(async () => void (world = await openTestApp()))
afterAll(() => world?.close())

const each = 1_000

/**
 * Asks each `known` and its `unknown` one right after the other, which of them first being left to chance, and takes
 * the median of what they differ by: how busy the machine is changes from minute to minute, hardly within a pair.
 *
 * The threshold: the same differences get signs at random 2,000 times over; 999 of 1,000 such deals have a median below
 * `chance`. A difference below it tells nobody anything. As a call that really differs by a hair would still fail
 * once in a while, what is below 3 % of a call passes as well: across a network, whose own times vary by more than the
 * whole call, telling that takes some thousands of calls about one address, and five an hour are allowed.
 */
async function compare(ask: (isKnown: boolean, n: number) => Promise<string>) {
  const answers = new Set<string>()
  const times: number[] = []
  async function time(isKnown: boolean, n: number) {
    const began = performance.now()
    answers.add(await ask(isKnown, n))
    const took = performance.now() - began
    times.push(took)
    return took
  }
  // Not counted: the first calls compile.
  for (let n = 0; n < 100; n++) await ask(n % 2 === 0, n)
  const random = createRandom(getSeed())
  const differences: number[] = []
  for (let n = 0; n < each; n++) {
    const isKnownFirst = random() < 0.5
    const first = await time(isKnownFirst, n)
    const second = await time(!isKnownFirst, n)
    differences.push(isKnownFirst ? first - second : second - first)
  }
  const difference = Math.abs(median(differences))
  const deals = Array.from({ length: 2_000 }, () =>
    Math.abs(median(differences.map((one) => (random() < 0.5 ? one : -one)))),
  ).sort((a, b) => a - b)
  const chance = deals[Math.floor(deals.length * 0.999)] ?? 0
  const call = median(times)
  console.log(
    `${each} of each: a call takes ${call.toFixed(3)} ms (median), known and unknown differ by ${difference.toFixed(3)} ms, chance alone by ${chance.toFixed(3)} ms`,
  )
  expect(answers.size).toBe(1)
  expect(difference, `SEED=${getSeed()}`).toBeLessThan(Math.max(chance, call * 0.03))
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Status and body, but for the request's id. */
async function told<E extends Endpoint>(endpoint: E, input: EndpointInput<E>, cookie?: string) {
  const response = await createGuestClient(world, cookie).fetch(endpoint, input)
  return response.status + (await response.text()).replace(/"request_id":"[^"]*"/, '')
}

test('asking for a code, by an address that has an account and one that has none', async () => {
  const known: string[] = []
  for (let n = 0; n < each; n++) known.push((await makeMember(world)).email)
  const unknown = Array.from({ length: each }, freshEmail)
  await compare((isKnown, n) =>
    told(accounts.sendSignupCode, { body: { email: (isKnown ? known : unknown)[n] ?? '' } }),
  )
})

test('looking for an address, by a wrong name and by a phone nobody joined with', async () => {
  const sealing = createEncryption(resolveSecret(world.config, 'encryption'))
  const now = world.clock.now()
  /** A browser that has proven `phonenumber`, with tries enough for the calls that are not counted. */
  const proven = (phonenumber: string) =>
    world.transact(async (tx) => {
      const session = await openGuestSession(
        tx,
        'verification',
        { address: '127.0.0.1', device: '' },
        now,
      )
      await tx
        .insertInto('verifications')
        .values({
          session_id: session.id,
          channel: 'phone',
          target_sealed: sealing.encrypt(phonenumber),
          target_index: sealing.blindIndex('phone', phonenumber),
          code_hash: null,
          sent_at: now.toISOString(),
          ends_at: now.toISOString(),
          verified_at: now.toISOString(),
        })
        .execute()
      return { phonenumber, cookie: `sid=${session.token}` }
    })
  const known: Awaited<ReturnType<typeof proven>>[] = []
  const unknown: typeof known = []
  for (let n = 0; n < each; n++) {
    known.push(await proven((await makeMember(world)).phonenumber))
    unknown.push(await proven(freshPhone()))
  }
  await compare((isKnown, n) => {
    const { phonenumber = '', cookie } = (isKnown ? known : unknown)[n] ?? {}
    return told(accounts.recoverId, { body: { username: '박아무개', phonenumber } }, cookie)
  })
})
