import { endpoints } from '#contract/index.ts'
import {
  makeCustomer,
  makeSubscriber,
  openPaymentsTestApp,
  plans,
  type PaymentsTestApp,
  type Subscriber,
} from '#test/fixtures/subscriptions.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'

// What was agreed to before the card's window opened is what is charged after it (D-56): never another amount.

let shop: PaymentsTestApp
beforeAll(async () => void (shop = await openPaymentsTestApp()))
afterEach(() => shop.rest())
afterAll(() => shop?.close())

const { subscriptions, transactions } = endpoints
const hour = 3_600_000

/** Goes to the card's window for a plan. @returns what its page says when it comes back. */
async function goForCard(member: Subscriber, plan: number, agreed_amount: number) {
  const { window } = await member.call(subscriptions.subscribe, {
    body: {
      ...{ subscription_plan_id: plan, agreed_amount },
      ...{ precautions_agreed: true, privacy_agreed: true },
    },
  })
  if (!window) throw new Error('There is a card')
  const back = new URL(window.success_url).searchParams
  const returned = await shop.gateway.register(window)
  const body = {
    ...returned,
    subscription_plan_id: Number(back.get('plan')),
    agreed_amount: Number(back.get('agreed')),
  }
  return () => member.call(subscriptions.registerCard, { body })
}

const bookedFor = async ({ id }: Subscriber) => {
  const { rows } = await shop.pool.query<{ won: number }>(
    `select coalesce(sum(won), 0)::int as won from ledger_entries e join wallets w on w.id = e.wallet_id
     where w.member_id = $1`,
    [id],
  )
  return rows[0]?.won
}

async function asOwner(sql: string) {
  const owner = new pg.Client({ connectionString: shop.owner_url })
  await owner.connect()
  await owner.query(sql)
  await owner.end()
}

test('what is left of a period melts while a card is registered: it is charged as it was agreed to', async () => {
  const member = await makeSubscriber(shop, plans.basic)
  const { rows } = await shop.pool.query<{ key_sealed: Buffer }>(
    `select b.key_sealed from billing_cards b join wallets w on w.id = b.wallet_id where w.member_id = $1`,
    [member.id],
  )
  await shop.call(transactions.hearGateway, {
    body: {
      ...{ eventType: 'BILLING_DELETED', createdAt: '2027-02-01T00:00:00.000000' },
      data: { billingKey: shop.parts.sealing.decrypt(rows[0]?.key_sealed ?? Buffer.of()) },
    },
  })
  expect((await member.mine()).card).toBeNull()
  shop.clock.advance(72 * hour)
  const query = { subscription_plan_id: plans.premium }
  const { amount_now } = await member.call(subscriptions.quotePlan, { query })
  const say = await goForCard(member, plans.premium, amount_now)
  shop.clock.advance(hour / 10)
  const later = await member.call(subscriptions.quotePlan, { query })
  expect(later.amount_now).toBeGreaterThan(amount_now)
  const { order, mine } = await say()
  expect(order).toMatchObject({ status: 'paid', amount: amount_now })
  expect(mine.subscription).toMatchObject({ plan: { id: plans.premium } })
  expect(await bookedFor(member)).toBe(7_900 + amount_now)
})

test('the price changed meanwhile: the card is there, nothing is charged, and the new price is told', async () => {
  const member = await makeCustomer(shop)
  const say = await goForCard(member, plans.basic, 7_900)
  const setPrice = (price: number) =>
    asOwner(`update subscription_plans set price = ${price} where id = ${plans.basic}`)
  onTestFinished(() => setPrice(7_900))
  await setPrice(8_900)
  await expect(say()).rejects.toMatchObject({
    problem: { status: 409, code: 'amount_changed', amount: 8_900 },
  })
  expect(await member.mine()).toMatchObject({
    ...{ subscription: null, charging_order_id: null },
    card: { company: '신한' },
  })
  expect(await bookedFor(member)).toBe(0)
  // Said again, by a reload, it is no more than a card that is known.
  expect(await say()).toMatchObject({ order: null, mine: { subscription: null } })
})
