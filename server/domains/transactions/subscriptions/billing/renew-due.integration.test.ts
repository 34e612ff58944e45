import { dunningScheduleDays } from '#contract/transactions/payment-constants.ts'
import { declineCodes } from '#server/adapters/payments/index.ts'
import {
  makeSubscriber,
  openPaymentsTestApp,
  plans,
  type PaymentsTestApp,
  type Subscriber,
} from '#test/fixtures/subscriptions.ts'
import { deleteAllJobs, readJobs } from '#test/fixtures/job-queue.ts'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { lockWallet } from '../../ledger/wallet-queries.ts'
import { periodStart } from '../billing-period.ts'
import { enqueueDueRenewals } from './renew-due.ts'

let app: PaymentsTestApp
const startTime = '2027-01-31T03:00:00.000Z'
beforeAll(async () => void (app = await openPaymentsTestApp(startTime)))
afterEach(() => app.rest())
afterAll(() => app?.close())

const day = 86_400_000
const after = (at: string, days: number, ms = 0) =>
  new Date(Date.parse(at) + days * day + ms).toISOString()

/** The charges of a member at the gateway. */
const chargesOf = async (member: Subscriber) => {
  const { rows } = await app.pool.query<{ order_id: string }>(
    `select o.order_id from orders o join wallets w on w.id = o.wallet_id where w.member_id = $1 order by o.id`,
    [member.id],
  )
  return rows.flatMap(({ order_id }) => app.gateway.payments(order_id))
}
const paidCharges = async (member: Subscriber) =>
  (await chargesOf(member)).filter(({ status }) => status === 'DONE').length

const emailsTo = async ({ email }: Subscriber) => {
  const { rows } = await app.pool.query<{ subject: string; text: string }>(
    'select subject, text from messages where recipient = $1 order by id',
    [email],
  )
  return rows
}
/** Whether the member may play episodes of the plan now, as the entitlement check reads it. */
const hasAccess = async (member: Subscriber) => {
  const { rows } = await app.pool.query<{ plan_expires_at: string | null }>(
    'select plan_expires_at from wallets where member_id = $1',
    [member.id],
  )
  return Date.parse(rows[0]?.plan_expires_at ?? '') > app.clock.now().getTime()
}
const currentSubscription = async (member: Subscriber) => {
  const { subscription } = await member.mine()
  if (!subscription) throw new Error('The member has no subscription')
  return subscription
}

test('charges once a month on the anchor day for three years, with continuous access', async () => {
  const member = await makeSubscriber(app)
  const anchor = app.clock.now()
  for (let n = 1; n <= 36; n++) {
    const { period_end, next_charge } = await currentSubscription(member)
    expect(period_end).toBe(periodStart(anchor, n).toISOString())
    expect(next_charge).toEqual({ at: period_end, amount: 10_900 })
    await app.passTo(after(period_end, 0, -1))
    expect(await paidCharges(member)).toBe(n)
    await app.passTo(period_end)
    expect(await hasAccess(member)).toBe(true)
    expect(await paidCharges(member)).toBe(n + 1)
  }
  const { rows } = await app.pool.query<{ entries: number; won: number }>(
    `select count(*)::int as entries, sum(amount_krw)::int as won from ledger_entries e join wallets w on w.id = e.wallet_id
     where w.member_id = $1`,
    [member.id],
  )
  expect(rows[0]).toEqual({ entries: 37, won: 37 * 10_900 })
  expect((await emailsTo(member)).filter(({ subject }) => subject.includes('갱신'))).toHaveLength(
    36,
  )
})

test('retries a failed charge on days 1, 3, 5 and 7, keeps access for 3 days, and then ends', async () => {
  const member = await makeSubscriber(app, plans.standard, 'decline_later')
  const { period_end } = await currentSubscription(member)
  await app.passTo(period_end)
  for (const [index, days] of dunningScheduleDays.entries()) {
    const { status, failed, next_charge } = await currentSubscription(member)
    const next_retry_at = after(period_end, days)
    expect({ status, failed }).toEqual({
      status: 'past_due',
      failed: {
        code: 'REJECT_CARD_PAYMENT',
        detail: expect.stringContaining('한도'),
        next_retry_at,
        access_until: after(period_end, 3),
      },
    })
    expect(next_charge).toEqual({ at: next_retry_at, amount: 10_900 })
    expect(await chargesOf(member)).toHaveLength(index + 2)
    await app.passTo(after(next_retry_at, 0, -1))
    expect(await chargesOf(member)).toHaveLength(index + 2)
    expect(await hasAccess(member)).toBe(days <= 3)
    await app.passTo(next_retry_at)
  }
  expect(await currentSubscription(member)).toMatchObject({
    status: 'ended',
    failed: null,
    next_charge: null,
  })
  expect([await chargesOf(member), await paidCharges(member)]).toMatchObject([{ length: 6 }, 1])
  expect(await hasAccess(member)).toBe(false)
  await app.pass(60)
  expect(await chargesOf(member)).toHaveLength(6)
  const emails = (await emailsTo(member)).slice(1)
  expect(emails.map(({ subject }) => subject)).toEqual([
    ...Array<string>(3).fill('[한편] 이용권 결제가 되지 않았어요'),
    '[한편] 이용권이 곧 끝나요',
    '[한편] 이용권이 끝났어요',
  ])
  expect(emails[0]?.text).toContain('아직은 평소처럼 볼 수 있어요')
  expect(emails[2]?.text).toContain('재생이 멈췄어요')
})

describe('becomes past due and recovers after every decline code', () => {
  test.each(declineCodes)('%s', async (code) => {
    const member = await makeSubscriber(app)
    const { period_end } = await currentSubscription(member)
    app.gateway.faults.add({ call: 'chargeBilling', kind: 'code', code })
    await app.passTo(period_end)
    const pastDue = await currentSubscription(member)
    expect(pastDue).toMatchObject({ status: 'past_due', failed: { code } })
    expect(pastDue.failed?.detail).toMatch(/[가-힣].*요\.$/)
    const message = (await emailsTo(member)).at(-1)
    expect(message?.text).toContain(pastDue.failed?.detail)
    // The retry succeeds the next day, for the period that began when the last one ended.
    await app.passTo(after(period_end, 1))
    expect(await currentSubscription(member)).toMatchObject({
      status: 'active',
      failed: null,
      period_start: period_end,
    })
    expect(await paidCharges(member)).toBe(2)
  })
})

describe('turning auto-renewal off and on', () => {
  /** The time of the change, in days from the end of the period. */
  const steps: [string, number, 'charged' | 'not charged'][] = [
    ['on the first day', -28, 'not charged'],
    ['a millisecond before the end', -1 / day, 'not charged'],
    ['at the end, before the periodic task', 0, 'not charged'],
  ]
  test.each(steps)('ends without a charge when turned off %s', async (_name, days) => {
    const member = await makeSubscriber(app)
    const { period_end } = await currentSubscription(member)
    app.clock.set(after(period_end, days))
    expect((await member.renews(false)).subscription).toMatchObject({
      auto_renew: false,
      next_charge: null,
      period_end,
    })
    expect(await hasAccess(member)).toBe(days < 0)
    await app.passTo(after(period_end, 0, -1))
    expect(await hasAccess(member)).toBe(true)
    await app.passTo(period_end)
    expect(await currentSubscription(member)).toMatchObject({ status: 'ended' })
    expect(await hasAccess(member)).toBe(false)
    expect(await paidCharges(member)).toBe(1)
    expect((await emailsTo(member)).at(-1)?.text).toContain('해지하신 대로')
  })

  test('applies the last setting when it is changed repeatedly', async () => {
    const member = await makeSubscriber(app)
    const { period_end } = await currentSubscription(member)
    for (const auto_renew of [false, true, true, false, false, true])
      expect((await member.renews(auto_renew)).subscription).toMatchObject({ auto_renew })
    await app.passTo(period_end)
    expect(await currentSubscription(member)).toMatchObject({
      status: 'active',
      period_start: period_end,
    })
    expect(await paidCharges(member)).toBe(2)
  })

  test('stops retries when turned off while past due, keeps access for 3 days, and then ends', async () => {
    const member = await makeSubscriber(app, plans.standard, 'decline_later')
    const { period_end } = await currentSubscription(member)
    await app.passTo(period_end)
    const { subscription } = await member.renews(false)
    expect(subscription).toMatchObject({ next_charge: null, failed: { next_retry_at: null } })
    await app.passTo(after(period_end, 3, -1))
    expect([await hasAccess(member), (await currentSubscription(member)).status]).toEqual([
      true,
      'past_due',
    ])
    await app.passTo(after(period_end, 3))
    expect(await currentSubscription(member)).toMatchObject({ status: 'ended' })
    expect(await chargesOf(member)).toHaveLength(2)
  })

  test('retries on the next scheduled day when turned off and on again while past due', async () => {
    const member = await makeSubscriber(app)
    const { period_end } = await currentSubscription(member)
    app.gateway.faults.add({ call: 'chargeBilling', kind: 'code', code: 'REJECT_CARD_COMPANY' })
    await app.passTo(period_end)
    await member.renews(false)
    await app.passTo(after(period_end, 2))
    expect(await chargesOf(member)).toHaveLength(1)
    await member.renews(true)
    await app.tend()
    expect(await currentSubscription(member)).toMatchObject({
      status: 'active',
      period_start: period_end,
    })
  })

  test('keeps a pending charge and makes no later one when turned off during the charge', async () => {
    const member = await makeSubscriber(app)
    const { period_end } = await currentSubscription(member)
    app.gateway.faults.add({ call: 'chargeBilling', kind: 'hold' })
    app.clock.set(period_end)
    const taskRun = app.tend()
    await expect.poll(() => app.gateway.faults.holding).toBe(1)
    await member.renews(false)
    app.gateway.faults.release()
    await taskRun
    await app.tend()
    await processPendingPayments()
    const { period_end: next, ...renewed } = await currentSubscription(member)
    expect(renewed).toMatchObject({
      auto_renew: false,
      period_start: period_end,
      next_charge: null,
    })
    await app.passTo(next)
    expect(await currentSubscription(member)).toMatchObject({ status: 'ended' })
    expect(await paidCharges(member)).toBe(2)
  })
})

/** Runs the jobs of pending payments, as the queue does. */
async function processPendingPayments() {
  const { rows } = await app.pool.query<{ id: number }>(
    `select id from orders where status in ('confirming', 'unknown') order by id`,
  )
  for (const { id } of rows) await app.workNow('process_payment', { order_id: id }).catch(() => {})
}

test('makes each due charge once when many workers run at the same time', async () => {
  const members = await Promise.all(Array.from({ length: 12 }, () => makeSubscriber(app)))
  const { period_end } = await currentSubscription(members[0] as Subscriber)
  app.clock.set(period_end)
  await Promise.all(Array.from({ length: 5 }, () => app.tend()))
  await app.tend()
  for (const member of members) {
    expect(await currentSubscription(member)).toMatchObject({
      status: 'active',
      period_start: period_end,
    })
    expect(await chargesOf(member)).toHaveLength(2)
  }
})

test('skips a subscription whose setting is being changed and reads it in the next run', async () => {
  const member = await makeSubscriber(app)
  const { period_end } = await currentSubscription(member)
  app.clock.set(period_end)
  await app.transact(async (tx) => {
    const { id } = await lockWallet(tx, member.id, app.clock.now())
    await tx
      .updateTable('subscriptions')
      .set({ auto_renew: false })
      .where('wallet_id', '=', id)
      .execute()
    await app.tend()
  })
  expect(await currentSubscription(member)).toMatchObject({ status: 'active' })
  await app.tend()
  expect(await currentSubscription(member)).toMatchObject({ status: 'ended' })
  expect(await chargesOf(member)).toHaveLength(1)
})

test('renews other subscriptions when one renewal fails', async () => {
  const [first, second] = [await makeSubscriber(app), await makeSubscriber(app)]
  const { period_end } = await currentSubscription(second)
  // No encryption key decrypts this value.
  await app.pool.query(
    `update billing_cards set billing_key_ciphertext = '\\x00' where wallet_id = (select id from wallets where member_id = $1)`,
    [first.id],
  )
  await app.passTo(period_end)
  expect((await first.mine()).pending_order_id).not.toBeNull()
  expect(await currentSubscription(second)).toMatchObject({ period_start: period_end })
})

test('charges only the current period after three months without a worker', async () => {
  const member = await makeSubscriber(app)
  const anchor = new Date((await currentSubscription(member)).period_start)
  await app.passTo(after(periodStart(anchor, 3).toISOString(), 10))
  expect(await currentSubscription(member)).toMatchObject({
    period_start: periodStart(anchor, 3).toISOString(),
    period_end: periodStart(anchor, 4).toISOString(),
  })
  expect(await paidCharges(member)).toBe(2)
})

test('keeps access during two days without a worker', async () => {
  const member = await makeSubscriber(app)
  const { period_end } = await currentSubscription(member)
  app.clock.set(after(period_end, 2))
  expect(await hasAccess(member)).toBe(true)
  await app.tend()
  expect(await currentSubscription(member)).toMatchObject({ period_start: period_end })
})

test('has one job for each due subscription after sweeps that run at the same time', async () => {
  const members = await Promise.all([makeSubscriber(app), makeSubscriber(app)])
  const { period_end } = await currentSubscription(members[0])
  const keyOf = async ({ id }: Subscriber) => {
    const { rows } = await app.pool.query<{ key: string }>(
      `select 'renewal:' || id as key from wallets where member_id = $1`,
      [id],
    )
    return rows[0]?.key
  }
  const renewals = async () =>
    (await readJobs(app)).flatMap(({ task, key }) => (task === 'renew_subscription' ? [key] : []))
  await deleteAllJobs(app)
  app.clock.set(after(period_end, 0, -1))
  await enqueueDueRenewals(app.parts)
  expect(await renewals()).toEqual([])
  app.clock.set(period_end)
  await Promise.all([enqueueDueRenewals(app.parts), enqueueDueRenewals(app.parts)])
  await enqueueDueRenewals(app.parts)
  expect(await renewals()).toEqual((await Promise.all(members.map(keyOf))).sort())
})

test('charges once when a worker runs the job of a renewal again', async () => {
  const member = await makeSubscriber(app)
  const { period_end } = await currentSubscription(member)
  app.clock.set(period_end)
  await enqueueDueRenewals(app.parts)
  const runner = await app.work()
  onTestFinished(() => runner.stop())
  await expect.poll(async () => (await currentSubscription(member)).period_start).toBe(period_end)
  const { rows } = await app.pool.query<{ id: number }>(
    'select id from wallets where member_id = $1',
    [member.id],
  )
  await app.workNow('renew_subscription', { wallet_id: rows[0]!.id })
  expect(await paidCharges(member)).toBe(2)
})
