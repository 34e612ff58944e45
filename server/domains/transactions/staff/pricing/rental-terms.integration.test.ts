import { endpoints } from '#contract/index.ts'
import { connectAsOwner } from '#test/app/owner-statements.ts'
import type { ProblemResponseError } from '#test/app/test-app.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { makePaidEpisode, topUp } from '#test/fixtures/payments.ts'
import { openPaymentsTestApp, type PaymentsTestApp } from '#test/fixtures/subscriptions.ts'
import { recordPurchaseUse } from '../../entitlements/entitlement-queries.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

const { studio, studio_pricing: pricing, transactions } = endpoints
const hour = 3_600_000
const day = 24 * hour

let app: PaymentsTestApp
let staff: TestMember

beforeAll(async () => {
  app = await openPaymentsTestApp()
  staff = await makeMember(app, { is_staff: true, staff_role: 'finance' })
})
afterEach(() => set(30, 48))
afterAll(() => app?.close())

const current = async () => (await staff.call(pricing.readRentalTerms, {})).id
const set = async (start_days: number, playback_hours: number) => {
  const body = { id: await current(), start_days, playback_hours }
  return staff.call(pricing.setRentalTerms, { body })
}
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: ProblemResponseError) => error.problem.code,
  )
const makeRentable = () => makePaidEpisode(app, { price: 1_500, rental_price: 500 })
const orderRental = async (member: TestMember, episode_id: number, rental_terms_id?: number) =>
  member.call(transactions.orderEpisode, {
    body: {
      episode_id,
      ownership_type_id: 2,
      payment_method: 'card',
      ...(rental_terms_id !== undefined && { rental_terms_id }),
    },
  })
const pointRental = (episode: number) =>
  ({
    changed_point: -500,
    is_event: false,
    is_topup: false,
    payment_method: 'point',
    episode,
    ownership_type_id: 2,
  }) as const
const pay = async (
  member: TestMember,
  { payment_window }: Awaited<ReturnType<typeof orderRental>>,
) => member.call(transactions.confirmPayment, { body: await app.gateway.pay(payment_window) })
const rentalsOf = async (member: TestMember) =>
  (await member.call(transactions.listPurchases, { query: { ownership_type_id: 2 } })).results
const after = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString()

it('keeps the terms that a rental was ordered with, by card and with points', async () => {
  const member = await makeMember(app)
  await topUp(app, member, 3_000)
  await pay(member, await orderRental(member, await makeRentable()))
  const unpaid = await orderRental(member, await makeRentable())
  await set(10, 72)
  expect(await app.call(transactions.readRentalTerms, {})).toMatchObject({
    start_days: 10,
    playback_hours: 72,
  })
  await pay(member, unpaid)
  await member.call(transactions.createPointTransaction, {
    body: pointRental(await makeRentable()),
  })
  const rentals = (await rentalsOf(member)).toSorted((a, b) => a.id - b.id)
  expect(rentals.map(({ expires_at, playback_hours }) => [expires_at, playback_hours])).toEqual([
    [after(30 * day), 48],
    [after(30 * day), 48],
    [after(10 * day), 72],
  ])
  await app.transact(async (tx) => {
    for (const { id } of rentals) await recordPurchaseUse(tx, id, app.clock.now())
  })
  const started = (await rentalsOf(member)).toSorted((a, b) => a.id - b.id)
  expect(started.map(({ expires_at }) => expires_at)).toEqual([
    after(48 * hour),
    after(48 * hour),
    after(72 * hour),
  ])
})

it('orders nothing for a member who has seen other terms', async () => {
  const seen = await current()
  const member = await makeMember(app)
  await topUp(app, member, 3_000)
  const episode = await makeRentable()
  await set(7, 24)
  expect(await codeOf(orderRental(member, episode, seen))).toBe('rental_terms_changed')
  const body = { ...pointRental(episode), rental_terms_id: seen }
  expect(await codeOf(member.call(transactions.createPointTransaction, { body }))).toBe(
    'rental_terms_changed',
  )
  expect(await rentalsOf(member)).toEqual([])
  expect(await codeOf(orderRental(member, episode, await current()))).toBe('done')
})

it('offers a locked episode with the terms of a new rental', async () => {
  await set(14, 36)
  const member = await makeMember(app)
  const response = await member.fetch(`/api/contents/${await makeRentable()}/video/`)
  expect(await response.json()).toMatchObject({
    purchase_options: { rental_terms: { start_days: 14, playback_hours: 36 } },
  })
})

it('accepts one of several changes of the same terms, and records it', async () => {
  const id = await current()
  const results = await Promise.all(
    [1, 2, 3, 4].map((start_days) => {
      const body = { id, start_days, playback_hours: 48 }
      return codeOf(staff.call(pricing.setRentalTerms, { body }))
    }),
  )
  expect(results.toSorted()).toEqual(['done', 'edit_conflict', 'edit_conflict', 'edit_conflict'])
  const owner = await makeMember(app, { is_staff: true })
  const query = { subject_kind: 'rental_terms', subject_id: await current() }
  const { results: entries } = await owner.call(studio.listAuditLog, { query })
  expect(entries).toMatchObject([
    { kind: 'pricing.rental_terms_changed', before: { start_days: 30 } },
  ])
})

it('has constraints: terms never change, and a rental has those of its order', async () => {
  const owner = await connectAsOwner(app)
  const member = await makeMember(app)
  await pay(member, await orderRental(member, await makeRentable()))
  expect(await owner.outcome('update rental_terms set playback_hours = 1')).toContain('append-only')
  await set(20, 48)
  const newest = '(select max(id) from rental_terms)'
  const wallet = `(select id from wallets where member_id = ${member.id})`
  for (const table of ['orders', 'purchases'])
    expect(
      await owner.outcome(
        `update ${table} set rental_terms_id = ${newest} where wallet_id = ${wallet}`,
      ),
    ).toContain('cannot change')
  await owner.close()
})
