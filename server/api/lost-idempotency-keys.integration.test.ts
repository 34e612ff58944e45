import { endpointList, endpoints } from '#contract/index.ts'
import { buildPath } from '#contract/core/endpoint.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import {
  buyByCard,
  buyWithPoints,
  givenConsents,
  makePaidEpisode,
  orderEpisode,
  topUp,
} from '#test/fixtures/payments.ts'
import { makeCustomer, makeSubscriber, plans } from '#test/fixtures/subscriptions.ts'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

/**
 * A replica that becomes the primary has an empty `idempotency_keys`, which is unlogged. Each effect then leaves a row that
 * prevents a second one (decisions/0003-idempotent-requests).
 */
type Repetition = { member: TestMember; path: string; body: object }

const { subscriptions, transactions, studio_payments } = endpoints

let app: TestApp
beforeAll(async () => void (app = await openTestApp({ gateway: true })))
afterAll(() => app?.close())

/** A request of each endpoint that takes a key, which succeeds. */
const requests = {
  async orderEpisode() {
    const member = await makeMember(app)
    const episode_id = await makePaidEpisode(app)
    const body = { episode_id, ownership_type_id: 3, payment_method: 'card', ...givenConsents }
    return { member, path: transactions.orderEpisode.path, body }
  },
  async confirmPayment() {
    const member = await makeMember(app)
    const { payment_window } = await orderEpisode(member, await makePaidEpisode(app))
    const body = await app.gateway.pay(payment_window)
    return { member, path: transactions.confirmPayment.path, body }
  },
  async createPointTransaction() {
    const member = await makeMember(app)
    await topUp(app, member, 5_000)
    const body = {
      changed_point: -1_000,
      is_event: false,
      is_topup: false,
      payment_method: 'point',
      episode: await makePaidEpisode(app, { price: 1_000 }),
      ...givenConsents,
    }
    return { member, path: transactions.createPointTransaction.path, body }
  },
  async requestRefund() {
    const member = await makeMember(app)
    await topUp(app, member, 5_000)
    const episode_id = await makePaidEpisode(app, { price: 1_000 })
    await buyWithPoints(member, episode_id, 1_000)
    return { member, path: transactions.requestRefund.path, body: { episode_id } }
  },
  async subscribe() {
    const member = await makeSubscriber(app, plans.basic)
    const body = { subscription_plan_id: plans.premium, ...givenConsents }
    return { member, path: subscriptions.subscribe.path, body }
  },
  async registerCard() {
    const member = await makeCustomer(app)
    const { billing_auth } = await member.choose(plans.standard)
    const body = {
      ...(await app.gateway.register(billing_auth!)),
      subscription_plan_id: plans.standard,
    }
    return { member, path: subscriptions.registerCard.path, body }
  },
  async refundOrder() {
    const buyer = await makeMember(app)
    const { order_id } = await buyByCard(app, buyer, await makePaidEpisode(app))
    const path = buildPath(studio_payments.refundOrder, { params: { id: String(buyer.id) } })
    const body = { order_id, reason: '잘못 산 작품' }
    return { member: await makeMember(app, { is_staff: true }), path, body }
  },
  async grantPoints() {
    const receiver = await makeMember(app)
    const path = buildPath(studio_payments.grantPoints, { params: { id: String(receiver.id) } })
    const body = { amount: 500, reason: '불편을 드려 죄송한 마음' }
    return { member: await makeMember(app, { is_staff: true }), path, body }
  },
} satisfies Record<string, () => Promise<Repetition>>

const names = Object.keys(requests) as (keyof typeof requests)[]

/** All that requests leave behind that is worth money. An order without a payment is worth nothing. */
async function readEffects() {
  const { rows } = await app.pool.query(
    `select (select count(*) from ledger_entries) as entries, (select count(*) from purchases) as purchases,
       (select count(*) from refunds) as refunds, (select count(*) from subscription_charges) as charges,
       (select count(*) from point_grants) as grants, (select count(*) from billing_cards) as cards,
       (select count(*) from subscriptions) as subscriptions`,
  )
  const paid = app.gateway.payments().map(({ balanceAmount }) => balanceAmount)
  return { ...(rows[0] as object), payments: paid.length, paid: paid.reduce((a, b) => a + b, 0) }
}

test('has a request of each endpoint that takes a key', () => {
  const keyed = endpointList.filter(({ endpoint }) => endpoint.idempotent)
  expect(keyed.map(({ name }) => name.split('.').at(-1)).toSorted()).toEqual(names.toSorted())
})

test.each(names)('%s takes effect once although its key was lost', async (name) => {
  const { member, path, body } = await requests[name]()
  const send = () =>
    member.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `lost-${name}` },
      body: JSON.stringify(body),
    })
  const before = await readEffects()
  const first = await send()
  expect(first.ok, await first.text()).toBe(true)
  const effects = await readEffects()
  // An order without a payment has none.
  expect(isDeepStrictEqual(effects, before)).toBe(name === 'orderEpisode')
  await app.pool.query('delete from idempotency_keys')
  const again = await Promise.all([send(), send()])
  for (const { status } of again) expect(status).toBeLessThan(500)
  expect(await readEffects()).toEqual(effects)
})
