import { transactions } from '#contract/transactions/transactions.ts'
import { subscriptions } from '#contract/transactions/subscriptions.ts'
import type { TestMember } from '#test/fixtures/members.ts'
import { makePaidEpisode, topUp } from '#test/fixtures/payments.ts'
import {
  makeCustomer,
  openPaymentsTestApp,
  plans,
  type PaymentsTestApp,
} from '#test/fixtures/subscriptions.ts'
import { ProblemResponseError } from '#test/app/test-app.ts'
import { afterAll, afterEach, beforeAll, expect, test, it } from 'vitest'
import { ownershipTypes } from '#contract/transactions/payment-constants.ts'
import { decideSale, won } from './purchase-eligibility.ts'

// D-52: nothing is paid for without both consents, and an order says when they were given: the day names the texts, which
// are published with the day from which they hold.

let shop: PaymentsTestApp
beforeAll(async () => void (shop = await openPaymentsTestApp()))
afterEach(() => shop.rest())
afterAll(() => shop?.close())

type Consents = { precautions_agreed?: boolean; privacy_agreed?: boolean }
const both = { precautions_agreed: true, privacy_agreed: true }

/** What a member is asked for both before, with other consents than both. */
const acts: Record<string, (member: TestMember, given: Consents) => Promise<unknown>> = {
  'an episode by card': async (member, given) =>
    member.call(transactions.orderEpisode, {
      body: {
        ...{
          episode_id: await makePaidEpisode(shop),
          ownership_type_id: 3,
          payment_method: 'card',
        },
        ...(given as typeof both),
      },
    }),
  'an episode with points': async (member, given) =>
    member.call(transactions.chargePoints, {
      body: {
        ...{ changed_point: -1_500, is_event: false, is_topup: false, payment_method: 'point' },
        ...{ episode: await makePaidEpisode(shop), ...given },
      },
    }),
  'a top-up': (member, given) =>
    member.call(transactions.chargePoints, {
      body: {
        ...{ changed_point: 1_000, is_event: false, is_topup: true, payment_method: 'card' },
        ...given,
      },
    }),
  'a plan': (member, given) =>
    member.call(subscriptions.subscribe, {
      body: { subscription_plan_id: plans.basic, ...(given as typeof both) },
    }),
}

/** When what was ordered last was agreed to, and made. */
async function lastOrder({ id }: TestMember) {
  const { rows } = await shop.pool.query<{ id: number; agreed_at: string; created_at: string }>(
    `select o.id, o.agreed_at, o.created_at from orders o join wallets w on w.id = o.wallet_id
     where w.member_id = $1 order by o.id desc limit 1`,
    [id],
  )
  return rows[0]
}

test.each(Object.keys(acts))(
  '%s: nothing without both, each that is missing is named',
  async (name) => {
    const member = await makeCustomer(shop)
    await topUp(shop, member, 3_000)
    await member.register()
    const before = await lastOrder(member)
    const act = acts[name]!
    for (const [given, missing] of [
      [{ ...both, precautions_agreed: false }, ['precautions_agreed']],
      [{ ...both, privacy_agreed: false }, ['privacy_agreed']],
      [{ precautions_agreed: false, privacy_agreed: false }, Object.keys(both)],
    ] as const) {
      const error = await act(member, given).catch((fault: unknown) => fault)
      expect(error).toBeInstanceOf(ProblemResponseError)
      expect((error as ProblemResponseError).problem).toMatchObject({
        ...{ status: 400, code: 'invalid_request' },
        errors: missing.map((field) => ({ field, code: 'must_agree' })),
      })
    }
    expect(await lastOrder(member)).toEqual(before)
    shop.clock.advance(60_000)
    await act(member, both)
    const now = shop.clock.now().toISOString()
    expect(await lastOrder(member)).toMatchObject({ agreed_at: now, created_at: now })
  },
)

test('a plan for which a card is registered first was agreed to before the card’s window', async () => {
  const member = await makeCustomer(shop)
  const { window } = await member.choose(plans.basic)
  const agreed_at = shop.clock.now().toISOString()
  const returned = await shop.gateway.register(window!)
  shop.clock.advance(300_000)
  const body = { ...returned, subscription_plan_id: plans.basic }
  const { order } = await member.call(subscriptions.registerCard, { body })
  expect(order).toMatchObject({ status: 'paid' })
  const created_at = shop.clock.now().toISOString()
  expect(await lastOrder(member)).toMatchObject({ agreed_at, created_at })
})

test('nobody is asked at a renewal, and no consent is made up', async () => {
  const member = await makeCustomer(shop)
  await member.register('approve', plans.basic)
  await shop.passTo((await member.mine()).subscription?.period_end ?? '')
  const renewed = await lastOrder(member)
  expect(renewed).toMatchObject({ created_at: shop.clock.now().toISOString(), agreed_at: null })
})

const now = new Date('2026-05-01T12:00:00.000Z')
const episode: Parameters<typeof decideSale>[0] = {
  ...{ is_free: false, price: 1_500, rental_price: 900, age_rating: '15' },
  ...{ video_state: 'ready', released_at: '2026-05-01T12:00:00.000Z' },
}
const { owned, rental } = ownershipTypes
const minor = { is_adult: false }
const adult = { is_adult: true }

type Case = [string, Partial<typeof episode>, number, typeof minor, number | string]
it.each<Case>([
  ['sells an episode at its price', {}, owned, minor, 1_500],
  ['rents an episode at the price of its rental', {}, rental, minor, 900],
  ['sells an episode without a date of release', { released_at: null }, owned, minor, 1_500],
  ['sells nothing that is free', { is_free: true }, owned, minor, 'not_for_sale'],
  ['sells nothing without a price', { price: 0 }, owned, minor, 'not_for_sale'],
  ['sells for one won', { price: 1 }, owned, minor, 1],
  [
    'rents nothing without a price of a rental',
    { rental_price: null },
    rental,
    minor,
    'not_for_sale',
  ],
  [
    'sells nothing before its release',
    { released_at: '2026-05-01T12:00:00.001Z' },
    owned,
    minor,
    'not_for_sale',
  ],
  ['sells nothing that does not play', { video_state: 'preparing' }, owned, minor, 'not_for_sale'],
  [
    'sells nothing rated 19 without a proof of age',
    { age_rating: '19' },
    owned,
    minor,
    'adult_verification_required',
  ],
  ['sells what is rated 19 to adults', { age_rating: '19' }, owned, adult, 1_500],
])('%s', (_, more, ownership_type_id, buyer, expected) => {
  expect(decideSale({ ...episode, ...more }, ownership_type_id, buyer, now)).toEqual(
    typeof expected === 'number'
      ? { sold: true, price: expected }
      : { sold: false, refusal: expected },
  )
})

it.each([0, 1, 9_900])('accepts %s won', (amount) => expect(won(amount)).toBe(amount))

it.each([-1, 0.5, Number.NaN, Infinity, 2 ** 53])('throws for %s won', (amount) => {
  expect(() => won(amount)).toThrow(new RangeError(`${amount} is no amount`))
})
