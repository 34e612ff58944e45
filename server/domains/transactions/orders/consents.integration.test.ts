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
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

// Every purchase requires both consents, given or left out, and the order records their time. The date identifies the
// version of the texts, which are published with their effective dates.

let app: PaymentsTestApp
beforeAll(async () => void (app = await openPaymentsTestApp()))
afterEach(() => app.rest())
afterAll(() => app?.close())

type Consents = { precautions_agreed?: boolean; privacy_agreed?: boolean }
const both = { precautions_agreed: true, privacy_agreed: true }

/** All purchases that require both consents. */
const purchases: Record<string, (member: TestMember, consents: Consents) => Promise<unknown>> = {
  'an episode by card': async (member, consents) =>
    member.call(transactions.orderEpisode, {
      body: {
        episode_id: await makePaidEpisode(app),
        ownership_type_id: 3,
        payment_method: 'card',
        ...(consents as typeof both),
      },
    }),
  'an episode with points': async (member, consents) =>
    member.call(transactions.createPointTransaction, {
      body: {
        changed_point: -1_500,
        is_event: false,
        is_topup: false,
        payment_method: 'point',
        episode: await makePaidEpisode(app),
        ...consents,
      },
    }),
  'a top-up': (member, consents) =>
    member.call(transactions.createPointTransaction, {
      body: {
        changed_point: 1_000,
        is_event: false,
        is_topup: true,
        payment_method: 'card',
        ...consents,
      },
    }),
  'a plan': (member, consents) =>
    member.call(subscriptions.subscribe, {
      body: { subscription_plan_id: plans.basic, ...(consents as typeof both) },
    }),
}

/** Reads the times of consent and creation of the member's last order. */
async function lastOrder({ id }: TestMember) {
  const { rows } = await app.pool.query<{ id: number; consented_at: string; created_at: string }>(
    `select o.id, o.consented_at, o.created_at from orders o join wallets w on w.id = o.wallet_id
     where w.member_id = $1 order by o.id desc limit 1`,
    [id],
  )
  return rows[0]
}

test.each(Object.keys(purchases))(
  '%s requires both consents and reports each refused one',
  async (name) => {
    const member = await makeCustomer(app)
    await topUp(app, member, 3_000)
    await member.register()
    const before = await lastOrder(member)
    const purchase = purchases[name]!
    for (const [consents, missing] of [
      [{ ...both, precautions_agreed: false }, ['precautions_agreed']],
      [{ ...both, privacy_agreed: false }, ['privacy_agreed']],
      [{ precautions_agreed: false, privacy_agreed: false }, Object.keys(both)],
    ] as const) {
      const error = await purchase(member, consents).catch((fault: unknown) => fault)
      expect(error).toBeInstanceOf(ProblemResponseError)
      expect((error as ProblemResponseError).problem).toMatchObject({
        status: 400,
        code: 'invalid_request',
        errors: missing.map((field) => ({ field, code: 'consent_required' })),
      })
    }
    expect(await lastOrder(member)).toEqual(before)
    app.clock.advance(60_000)
    await purchase(member, {})
    const now = app.clock.now().toISOString()
    expect(await lastOrder(member)).toMatchObject({ consented_at: now, created_at: now })
  },
)

test('records the time of consent to a plan before the billing-auth window', async () => {
  const member = await makeCustomer(app)
  const { billing_auth: window } = await member.choose(plans.basic)
  const consented_at = app.clock.now().toISOString()
  const returned = await app.gateway.register(window!)
  app.clock.advance(300_000)
  const body = { ...returned, subscription_plan_id: plans.basic }
  const { order } = await member.call(subscriptions.registerCard, { body })
  expect(order).toMatchObject({ status: 'paid' })
  const created_at = app.clock.now().toISOString()
  expect(await lastOrder(member)).toMatchObject({ consented_at, created_at })
})

test('records no consent for a renewal', async () => {
  const member = await makeCustomer(app)
  await member.register('approve', plans.basic)
  await app.passTo((await member.mine()).subscription?.period_end ?? '')
  const renewed = await lastOrder(member)
  expect(renewed).toMatchObject({ created_at: app.clock.now().toISOString(), consented_at: null })
})
