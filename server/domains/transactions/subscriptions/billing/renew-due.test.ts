import { dunningScheduleDays } from '#contract/transactions/payment-constants.ts'
import { declineCodes } from '#server/adapters/payments/index.ts'
import {
  makeSubscriber,
  openPaymentsTestApp,
  plans,
  type PaymentsTestApp,
  type Subscriber,
} from '#test/fixtures/subscriptions.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { lockWallet } from '../../ledger/wallets.ts'
import { periodStart } from '../billing-period.ts'

let shop: PaymentsTestApp
const began = '2027-01-31T03:00:00.000Z'
beforeAll(async () => void (shop = await openPaymentsTestApp(began)))
afterEach(() => shop.rest())
afterAll(() => shop?.close())

const day = 86_400_000
const after = (at: string, days: number, ms = 0) =>
  new Date(Date.parse(at) + days * day + ms).toISOString()

/** What was charged to a member, as the gateway has it. */
const chargesOf = async (member: Subscriber) => {
  const { rows } = await shop.pool.query<{ order_id: string }>(
    `select o.order_id from orders o join wallets w on w.id = o.wallet_id where w.member_id = $1 order by o.id`,
    [member.id],
  )
  return rows.flatMap(({ order_id }) => shop.gateway.payments(order_id))
}
const paidCharges = async (member: Subscriber) =>
  (await chargesOf(member)).filter(({ status }) => status === 'DONE').length

const mailsTo = async ({ email }: Subscriber) => {
  const { rows } = await shop.pool.query<{ subject: string; text: string }>(
    'select subject, text from messages where recipient = $1 order by id',
    [email],
  )
  return rows
}
/** Whether films of the plan play now, as entitlement reads it. */
const isOpen = async (member: Subscriber) => {
  const { rows } = await shop.pool.query<{ plan_until: string | null }>(
    'select plan_until from wallets where member_id = $1',
    [member.id],
  )
  return Date.parse(rows[0]?.plan_until ?? '') > shop.clock.now().getTime()
}
const running = async (member: Subscriber) => {
  const { subscription } = await member.mine()
  if (!subscription) throw new Error('Nothing is subscribed to')
  return subscription
}

test('three years in a moment: charged once a month, on the day of the anchor, open throughout', async () => {
  const member = await makeSubscriber(shop)
  const anchor = shop.clock.now()
  for (let n = 1; n <= 36; n++) {
    const { period_end, next_charge } = await running(member)
    expect(period_end).toBe(periodStart(anchor, n).toISOString())
    expect(next_charge).toEqual({ at: period_end, amount: 10_900 })
    await shop.passTo(after(period_end, 0, -1))
    expect(await paidCharges(member)).toBe(n)
    await shop.passTo(period_end)
    expect(await isOpen(member)).toBe(true)
    expect(await paidCharges(member)).toBe(n + 1)
  }
  const { rows } = await shop.pool.query<{ entries: number; won: number }>(
    `select count(*)::int as entries, sum(won)::int as won from ledger_entries e join wallets w on w.id = e.wallet_id
     where w.member_id = $1`,
    [member.id],
  )
  expect(rows[0]).toEqual({ entries: 37, won: 37 * 10_900 })
  expect((await mailsTo(member)).filter(({ subject }) => subject.includes('갱신'))).toHaveLength(36)
})

test('a charge that fails is tried again on days 1, 3, 5 and 7; films play for 3 days; then it ends', async () => {
  const member = await makeSubscriber(shop, plans.standard, 'decline_later')
  const { period_end } = await running(member)
  await shop.passTo(period_end)
  for (const [index, days] of dunningScheduleDays.entries()) {
    const { status, failed, next_charge } = await running(member)
    const retry_at = after(period_end, days)
    expect({ status, failed }).toEqual({
      status: 'past_due',
      failed: {
        code: 'REJECT_CARD_PAYMENT',
        detail: expect.stringContaining('한도'),
        retry_at,
        access_until: after(period_end, 3),
      },
    })
    expect(next_charge).toEqual({ at: retry_at, amount: 10_900 })
    expect(await chargesOf(member)).toHaveLength(index + 2)
    await shop.passTo(after(retry_at, 0, -1))
    expect(await chargesOf(member)).toHaveLength(index + 2)
    expect(await isOpen(member)).toBe(days <= 3)
    await shop.passTo(retry_at)
  }
  expect(await running(member)).toMatchObject({ status: 'ended', failed: null, next_charge: null })
  expect([await chargesOf(member), await paidCharges(member)]).toMatchObject([{ length: 6 }, 1])
  expect(await isOpen(member)).toBe(false)
  await shop.pass(60)
  expect(await chargesOf(member)).toHaveLength(6)
  const mails = (await mailsTo(member)).slice(1)
  expect(mails.map(({ subject }) => subject)).toEqual([
    ...Array<string>(3).fill('[한편] 이용권 결제가 되지 않았어요'),
    '[한편] 이용권이 곧 끝나요',
    '[한편] 이용권이 끝났어요',
  ])
  expect(mails[0]?.text).toContain('아직은 평소처럼 볼 수 있어요')
  expect(mails[2]?.text).toContain('재생이 멈췄어요')
})

describe('every decline', () => {
  test.each(declineCodes)('%s', async (code) => {
    const member = await makeSubscriber(shop)
    const { period_end } = await running(member)
    shop.gateway.faults.add({ call: 'chargeBilling', kind: 'code', code })
    await shop.passTo(period_end)
    const owing = await running(member)
    expect(owing).toMatchObject({ status: 'past_due', failed: { code } })
    expect(owing.failed?.detail).toMatch(/[가-힣].*요\.$/)
    const told = (await mailsTo(member)).at(-1)
    expect(told?.text).toContain(owing.failed?.detail)
    // It goes through the next day, for the period that began when the last one ended (S3).
    await shop.passTo(after(period_end, 1))
    expect(await running(member)).toMatchObject({
      ...{ status: 'active', failed: null, period_start: period_end },
    })
    expect(await paidCharges(member)).toBe(2)
  })
})

describe('the toggle, at every step', () => {
  /** What is done with it, and how far from the period's end. */
  const steps: [string, number, 'charged' | 'not charged'][] = [
    ['on the first day', -28, 'not charged'],
    ['a millisecond before the end', -1 / day, 'not charged'],
    ['at the end, before the round', 0, 'not charged'],
  ]
  test.each(steps)('off %s', async (_name, days) => {
    const member = await makeSubscriber(shop)
    const { period_end } = await running(member)
    shop.clock.set(after(period_end, days))
    expect((await member.renews(false)).subscription).toMatchObject({
      ...{ auto_renew: false, next_charge: null, period_end },
    })
    if (days < 0) expect(await isOpen(member)).toBe(true)
    await shop.passTo(after(period_end, 0, -1))
    expect(await isOpen(member)).toBe(true)
    await shop.passTo(period_end)
    expect(await running(member)).toMatchObject({ status: 'ended' })
    expect(await isOpen(member)).toBe(false)
    expect(await paidCharges(member)).toBe(1)
    expect((await mailsTo(member)).at(-1)?.text).toContain('해지하신 대로')
  })

  test('off, on, off, on: what was said last holds, and pressing twice is pressing once', async () => {
    const member = await makeSubscriber(shop)
    const { period_end } = await running(member)
    for (const auto_renew of [false, true, true, false, false, true])
      expect((await member.renews(auto_renew)).subscription).toMatchObject({ auto_renew })
    await shop.passTo(period_end)
    expect(await running(member)).toMatchObject({ status: 'active', period_start: period_end })
    expect(await paidCharges(member)).toBe(2)
  })

  test('off while a charge is owed: nothing is tried again, films play for the 3 days, then it ends', async () => {
    const member = await makeSubscriber(shop, plans.standard, 'decline_later')
    const { period_end } = await running(member)
    await shop.passTo(period_end)
    const { subscription } = await member.renews(false)
    expect(subscription).toMatchObject({ next_charge: null, failed: { retry_at: null } })
    await shop.passTo(after(period_end, 3, -1))
    expect([await isOpen(member), (await running(member)).status]).toEqual([true, 'past_due'])
    await shop.passTo(after(period_end, 3))
    expect(await running(member)).toMatchObject({ status: 'ended' })
    expect(await chargesOf(member)).toHaveLength(2)
  })

  test('off while a charge is owed and on again: tried on the next of its days', async () => {
    const member = await makeSubscriber(shop)
    const { period_end } = await running(member)
    shop.gateway.faults.add({ call: 'chargeBilling', kind: 'code', code: 'REJECT_CARD_COMPANY' })
    await shop.passTo(period_end)
    await member.renews(false)
    await shop.passTo(after(period_end, 2))
    expect(await chargesOf(member)).toHaveLength(1)
    await member.renews(true)
    await shop.tend()
    expect(await running(member)).toMatchObject({ status: 'active', period_start: period_end })
  })

  test('off while the charge is under way: it stands, and the next does not come (S5)', async () => {
    const member = await makeSubscriber(shop)
    const { period_end } = await running(member)
    shop.gateway.faults.add({ call: 'chargeBilling', kind: 'hold' })
    shop.clock.set(period_end)
    const round = shop.tend()
    await expect.poll(() => shop.gateway.faults.holding).toBe(1)
    await member.renews(false)
    shop.gateway.faults.release()
    await round
    await shop.tend()
    await settleAll()
    const { period_end: next, ...renewed } = await running(member)
    expect(renewed).toMatchObject({
      auto_renew: false,
      period_start: period_end,
      next_charge: null,
    })
    await shop.passTo(next)
    expect(await running(member)).toMatchObject({ status: 'ended' })
    expect(await paidCharges(member)).toBe(2)
  })
})

/** What the queue does with what is under way. */
async function settleAll() {
  const { rows } = await shop.pool.query<{ id: number }>(
    `select id from orders where status in ('confirming', 'unknown') order by id`,
  )
  for (const { id } of rows) await shop.workNow('process_payment', { order_id: id }).catch(() => {})
}

test('many workers at once: each due charge is made once', async () => {
  const members = await Promise.all(Array.from({ length: 12 }, () => makeSubscriber(shop)))
  const { period_end } = await running(members[0] as Subscriber)
  shop.clock.set(period_end)
  await Promise.all(Array.from({ length: 5 }, () => shop.tend()))
  await shop.tend()
  for (const member of members) {
    expect(await running(member)).toMatchObject({ status: 'active', period_start: period_end })
    expect(await chargesOf(member)).toHaveLength(2)
  }
})

test('a toggle that is being written while the round comes: passed over, and read again (S5)', async () => {
  const member = await makeSubscriber(shop)
  const { period_end } = await running(member)
  shop.clock.set(period_end)
  await shop.transact(async (tx) => {
    const { id } = await lockWallet(tx, member.id, shop.clock.now())
    await tx
      .updateTable('subscriptions')
      .set({ auto_renew: false })
      .where('wallet_id', '=', id)
      .execute()
    await shop.tend()
  })
  expect(await running(member)).toMatchObject({ status: 'active' })
  await shop.tend()
  expect(await running(member)).toMatchObject({ status: 'ended' })
  expect(await chargesOf(member)).toHaveLength(1)
})

test('one whose renewal fails here holds up nobody behind it', async () => {
  const [first, second] = [await makeSubscriber(shop), await makeSubscriber(shop)]
  const { period_end } = await running(second)
  // What nobody else's key opens.
  await shop.pool.query(
    `update billing_cards set key_sealed = '\\x00' where wallet_id = (select id from wallets where member_id = $1)`,
    [first.id],
  )
  await shop.passTo(period_end)
  expect((await first.mine()).charging_order_id).not.toBeNull()
  expect(await running(second)).toMatchObject({ period_start: period_end })
})

test('nobody worked for three months: the period that runs is charged, and none of those that were missed', async () => {
  const member = await makeSubscriber(shop)
  const anchor = new Date((await running(member)).period_start)
  await shop.passTo(after(periodStart(anchor, 3).toISOString(), 10))
  expect(await running(member)).toMatchObject({
    period_start: periodStart(anchor, 3).toISOString(),
    period_end: periodStart(anchor, 4).toISOString(),
  })
  expect(await paidCharges(member)).toBe(2)
})

test('nobody worked for two days: films play on meanwhile', async () => {
  const member = await makeSubscriber(shop)
  const { period_end } = await running(member)
  shop.clock.set(after(period_end, 2))
  expect(await isOpen(member)).toBe(true)
  await shop.tend()
  expect(await running(member)).toMatchObject({ period_start: period_end })
})
