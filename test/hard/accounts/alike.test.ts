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

// 1,000 known and 1,000 unknown inputs: neither response nor duration distinguishes them.

let world: TestApp
beforeAll(async () => void (world = await openTestApp()))
afterAll(() => world?.close())

const each = 1_000

/**
 * Calls each `known` input and its `unknown` one in pairs, in random order, and returns the median of their differences:
 * the load of the machine varies between minutes, hardly within a pair.
 *
 * The threshold `chance` is a permutation test: the signs of the differences are drawn at random 2,000 times, and 99.9 %
 * of the medians lie below it. A difference below 3 % of a call passes as well: over a network, whose times vary by more than
 * the whole call, measuring it takes thousands of calls for one address, and five an hour are allowed.
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
  // Warm-up, not counted.
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
    Math.abs(median(differences.map((difference) => (random() < 0.5 ? difference : -difference)))),
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

/** Status and body without the request id. */
async function readResponse<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  cookie?: string,
) {
  const response = await createGuestClient(world, cookie).fetch(endpoint, input)
  return response.status + (await response.text()).replace(/"request_id":"[^"]*"/, '')
}

test('sends codes alike for known and unknown addresses', async () => {
  const known: string[] = []
  for (let n = 0; n < each; n++) known.push((await makeMember(world)).email)
  const unknown = Array.from({ length: each }, freshEmail)
  await compare((isKnown, n) =>
    readResponse(accounts.sendSignUpCode, {
      body: { email: (isKnown ? known : unknown)[n] ?? '' },
    }),
  )
})

test('answers e-mail recovery alike for a wrong name and an unknown phone', async () => {
  const encryption = createEncryption(resolveSecret(world.config, 'encryption'))
  const now = world.clock.now()
  /** Opens a guest client with verified `phonenumber`, with enough attempts for the warm-up. */
  const proven = (phonenumber: string) =>
    world.transact(async (tx) => {
      const session = await openGuestSession(
        tx,
        'verification',
        { address: '127.0.0.1', device: '' },
        now,
      )
      await tx
        .insertInto('verification_codes')
        .values({
          session_id: session.id,
          channel: 'phone',
          target_ciphertext: encryption.encrypt(phonenumber),
          target_blind_index: encryption.blindIndex('phone', phonenumber),
          code_hash: null,
          sent_at: now.toISOString(),
          expires_at: now.toISOString(),
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
    return readResponse(
      accounts.recoverEmail,
      { body: { username: '박아무개', phonenumber } },
      cookie,
    )
  })
})
