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

// The charge after the card window equals the amount agreed to before it.

let app: PaymentsTestApp
beforeAll(async () => void (app = await openPaymentsTestApp()))
afterEach(() => app.rest())
afterAll(() => app?.close())

const { subscriptions, transactions } = endpoints
const hour = 3_600_000

/** Opens the card window for a plan. @returns a function that submits the return from the window. */
async function openCardWindow(member: Subscriber, plan: number, agreed_amount: number) {
  const { billing_auth: window } = await member.call(subscriptions.subscribe, {
    body: {
      subscription_plan_id: plan,
      agreed_amount,
      precautions_agreed: true,
      privacy_agreed: true,
    },
  })
  if (!window) throw new Error('The member already has a card')
  const back = new URL(window.success_url).searchParams
  const returned = await app.gateway.register(window)
  const body = {
    ...returned,
    subscription_plan_id: Number(back.get('plan')),
    agreed_amount: Number(back.get('agreed')),
  }
  return () => member.call(subscriptions.registerCard, { body })
}

const postedWon = async ({ id }: Subscriber) => {
  const { rows } = await app.pool.query<{ won: number }>(
    `select coalesce(sum(amount_krw), 0)::int as won from ledger_entries e join wallets w on w.id = e.wallet_id
     where w.member_id = $1`,
    [id],
  )
  return rows[0]?.won
}

async function asOwner(sql: string) {
  const owner = new pg.Client({ connectionString: app.owner_url })
  await owner.connect()
  await owner.query(sql)
  await owner.end()
}

test('charges the agreed amount although the credit shrinks during card registration', async () => {
  const member = await makeSubscriber(app, plans.basic)
  const { rows } = await app.pool.query<{ billing_key_ciphertext: Buffer }>(
    `select b.billing_key_ciphertext from billing_cards b join wallets w on w.id = b.wallet_id where w.member_id = $1`,
    [member.id],
  )
  await app.call(transactions.receiveTossWebhook, {
    body: {
      eventType: 'BILLING_DELETED',
      createdAt: '2027-02-01T00:00:00.000000',
      data: {
        billingKey: app.parts.encryption.decrypt(rows[0]?.billing_key_ciphertext ?? Buffer.of()),
      },
    },
  })
  expect((await member.mine()).card).toBeNull()
  app.clock.advance(72 * hour)
  const query = { subscription_plan_id: plans.premium }
  const { amount_now } = await member.call(subscriptions.previewPlanChange, { query })
  const submitReturn = await openCardWindow(member, plans.premium, amount_now)
  app.clock.advance(hour / 10)
  const later = await member.call(subscriptions.previewPlanChange, { query })
  expect(later.amount_now).toBeGreaterThan(amount_now)
  const { order, subscription_state: mine } = await submitReturn()
  expect(order).toMatchObject({ status: 'paid', amount: amount_now })
  expect(mine.subscription).toMatchObject({ plan: { id: plans.premium } })
  expect(await postedWon(member)).toBe(7_900 + amount_now)
})

test('registers the card and charges nothing when the price changed meanwhile', async () => {
  const member = await makeCustomer(app)
  const submitReturn = await openCardWindow(member, plans.basic, 7_900)
  const setPrice = (price: number) =>
    asOwner(`update subscription_plans set price = ${price} where id = ${plans.basic}`)
  onTestFinished(() => setPrice(7_900))
  await setPrice(8_900)
  await expect(submitReturn()).rejects.toMatchObject({
    problem: { status: 409, code: 'amount_changed', amount: 8_900 },
  })
  expect(await member.mine()).toMatchObject({
    subscription: null,
    pending_order_id: null,
    card: { company: '신한' },
  })
  expect(await postedWon(member)).toBe(0)
  // A repeated request, as after a reload, only finds the known card.
  expect(await submitReturn()).toMatchObject({
    order: null,
    subscription_state: { subscription: null },
  })
})
