import { endpoints } from '#contract/index.ts'
import { resolveSecret } from '#server/config.ts'
import { createPasswordHasher } from '#server/domains/accounts/index.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Whether response times reveal who is a member.

const { signIn: logIn, requestPasswordReset: sendPasswordLink } = endpoints.accounts
const many = 1_000

let world: TestApp
let members: readonly string[]
const strangers = Array.from({ length: many }, (_, n) => `person${n}@nobody.example`)
beforeAll(async () => {
  world = await openTestApp()
  members = await putMembers()
})
afterAll(() => world?.close())

/** Addresses as long as those of non-members. */
async function putMembers() {
  const encryption = createEncryption(resolveSecret(world.config, 'encryption'))
  const password_hash = await createPasswordHasher().hash('seven-lanterns-in-june')
  const at = world.clock.now().toISOString()
  const rows = strangers.map((stranger, n) => {
    const phone = `010${20_000_000 + n}`
    return {
      email: stranger.replace('nobody', 'member'),
      username: '김한편',
      phone_ciphertext: encryption.encrypt(phone),
      phone_blind_index: encryption.blindIndex('phone', phone),
      password_hash,
      password_changed_at: at,
      created_at: at,
    }
  })
  await world.transact((tx) => tx.insertInto('members').values(rows).execute())
  return rows.map(({ email }) => email)
}

/** Duration of a call in ms, and its response without id and date. */
async function timed(path: string, body: unknown) {
  const began = performance.now()
  const response = await world.fetch(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  const text = await response.text()
  const ms = performance.now() - began
  const headers = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
  const said = JSON.stringify([response.status, headers, text.replace(/"request_id":"[^"]*"/, '')])
  // A request id grows with the number of requests, so its length is irrelevant.
  return { ms, said: said.replace(/"content-length","\d+"/, '') }
}

/** Share of pairs in which one of `some` took longer than one of `others`: 0.5 if times are alike. */
function tellable(some: readonly number[], others: readonly number[]): number {
  const all = [...some.map((ms) => ({ ms, of: 1 })), ...others.map((ms) => ({ ms, of: 0 }))]
  all.sort((a, b) => a.ms - b.ms)
  let wins = 0
  let below = 0
  for (const { of } of all) {
    if (of === 0) below++
    else wins += below
  }
  return wins / (some.length * others.length)
}

/** Calls with a known and an unknown address alternately, so that load affects both. */
async function compare(ask: (email: string) => ReturnType<typeof timed>) {
  const known: number[] = []
  const unknown: number[] = []
  const said = new Set<string>()
  for (let n = 0; n < many; n++) {
    const pair = [
      { email: members[n] ?? '', times: known },
      { email: strangers[n] ?? '', times: unknown },
    ]
    for (const { email, times } of n % 2 ? pair : pair.toReversed()) {
      const answer = await ask(email)
      times.push(answer.ms)
      said.add(answer.said)
    }
  }
  return { said, tellable: tellable(known, unknown) }
}

// With 1,000 samples each, chance gives 0.5 with a standard deviation of 0.013; four of them are allowed.
const chance = { from: 0.45, to: 0.55 }

test(
  'signing in tells a member from nobody neither by what it says nor by its time',
  { timeout: 900_000 },
  async () => {
    const found = await compare((email) =>
      timed(logIn.path, { email, password: 'not the password' }),
    )
    console.log(
      `sign-in: a member takes longer than nobody in ${found.tellable.toFixed(3)} of pairs`,
    )
    expect(found.said.size).toBe(1)
    expect(found.tellable).toBeGreaterThan(chance.from)
    expect(found.tellable).toBeLessThan(chance.to)
  },
)

test('requests a password link in the same time for known and unknown addresses', async () => {
  const found = await compare((email) => timed(sendPasswordLink.path, { email }))
  console.log(`a link: a member takes longer than nobody in ${found.tellable.toFixed(3)} of pairs`)
  expect(found.said.size).toBe(1)
  expect(found.tellable).toBeGreaterThan(chance.from)
  expect(found.tellable).toBeLessThan(chance.to)
})

test('counts 1,000 concurrent guesses as five, and lets the owner sign in after a second', async () => {
  const email = members[0] ?? ''
  world.clock.advance(86_400_000)
  const statuses = new Map<string, number>()
  await Promise.all(
    Array.from({ length: many }, async (_, n) => {
      const response = await world.fetch(logIn.path, {
        method: 'POST',
        body: JSON.stringify({ email, password: `guess ${n}` }),
        headers: { 'content-type': 'application/json' },
      })
      const { code } = (await response.json()) as { code: string }
      statuses.set(code, (statuses.get(code) ?? 0) + 1)
    }),
  )
  console.log([...statuses].map(([code, times]) => `${times} ${code}`).join(', '))
  expect(statuses.get('invalid_credentials')).toBe(5)
  expect([...statuses.keys()].toSorted()).toEqual(
    ['invalid_credentials', 'rate_limited', 'service_unavailable'].filter((code) =>
      statuses.has(code),
    ),
  )
  world.clock.advance(1_000)
  const body = { email, password: 'seven-lanterns-in-june' }
  expect((await world.call(logIn, { body })).email).toBe(email)
})
