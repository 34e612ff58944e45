import { transactions } from '#contract/transactions/transactions.ts'
import { buyByCard, makePaidEpisode } from '#test/fixtures/payments.ts'
import {
  makeCustomer,
  makeSubscriber,
  openPaymentsTestApp,
  plans,
  type PaymentsTestApp,
  type Subscriber,
} from '#test/fixtures/subscriptions.ts'
import { makePlayable, watch } from '#test/fixtures/watch-history.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { lockWallet } from '../ledger/wallet-queries.ts'
import { recordPlanUse } from '../entitlements/entitlement-queries.ts'

let app: PaymentsTestApp
let episode_id: number
beforeAll(async () => {
  app = await openPaymentsTestApp()
  const episode = { is_free: false, price: 1_500, in_subscription: true }
  episode_id = (await makePlayable(app, [episode]))[0] ?? 0
})
afterEach(() => app.rest())
afterAll(() => app?.close())

/**
 * Returns the result of a playback request. The episode has no film, so `video_not_ready` means that access is
 * granted.
 */
async function playbackResult(member: Subscriber): Promise<string> {
  const response = await member.fetch(`/api/contents/${episode_id}/video/`)
  const { code } = (await response.json()) as { code: string }
  return code === 'video_not_ready' ? 'plays' : code
}
/** Records the use of the plan, as playback does. */
async function recordPlay({ id }: Subscriber): Promise<void> {
  const now = app.clock.now()
  await app.transact(async (tx) => recordPlanUse(tx, (await lockWallet(tx, id, now)).id, now))
}
const refundable = async (member: Subscriber) => (await member.mine()).subscription?.refundable

test('grants access from the charge to the end of the period, with or without auto-renewal', async () => {
  const member = await makeCustomer(app)
  expect(await playbackResult(member)).toBe('purchase_required')
  await member.register('approve', plans.basic)
  expect(await playbackResult(member)).toBe('plays')
  const { subscription } = await member.renews(false)
  const end = Date.parse(subscription?.period_end ?? '')
  app.clock.set(new Date(end - 1).toISOString())
  expect(await playbackResult(member)).toBe('plays')
  // Access ends by the clock alone: the periodic task has not run yet.
  app.clock.set(new Date(end).toISOString())
  expect(await playbackResult(member)).toBe('purchase_required')
  await app.tend()
  expect(await playbackResult(member)).toBe('purchase_required')
  await member.choose(plans.basic)
  expect(await playbackResult(member)).toBe('plays')
})

test('keeps access for three days while past due', async () => {
  const member = await makeSubscriber(app, plans.basic, 'decline_later')
  const { subscription } = await member.mine()
  await app.passTo(subscription?.period_end ?? '')
  expect(await playbackResult(member)).toBe('plays')
  await app.pass(3)
  expect(await playbackResult(member)).toBe('purchase_required')
  await member.register('approve')
  expect(await playbackResult(member)).toBe('plays')
})

test('refuses a refund after playback in the same period only', async () => {
  const member = await makeSubscriber(app)
  expect(await refundable(member)).toMatchObject({ is_refundable: true, amount: 10_900 })
  await recordPlay(member)
  expect(await refundable(member)).toMatchObject({
    is_refundable: false,
    ineligibility_reason: 'already_watched',
  })
  const { subscription } = await member.mine()
  await app.passTo(subscription?.period_end ?? '')
  expect(await refundable(member)).toMatchObject({
    is_refundable: true,
    ineligibility_reason: null,
  })
  await app.pass(7)
  expect(await refundable(member)).toMatchObject({
    is_refundable: false,
    ineligibility_reason: 'too_late',
  })
})

test('counts playback while past due as use of the period that is charged later', async () => {
  const member = await makeSubscriber(app)
  await recordPlay(member)
  const { subscription } = await member.mine()
  app.gateway.faults.add({ call: 'chargeBilling', kind: 'code', code: 'REJECT_CARD_PAYMENT' })
  await app.passTo(subscription?.period_end ?? '')
  app.clock.advance(3_600_000)
  await recordPlay(member)
  await app.pass(1)
  expect((await member.mine()).subscription).toMatchObject({ status: 'active' })
  expect(await refundable(member)).toMatchObject({
    is_refundable: false,
    ineligibility_reason: 'already_watched',
  })
})

test('counts playback that continues over a renewal as use of the new period', async () => {
  const member = await makeSubscriber(app, plans.basic)
  await recordPlay(member)
  const { subscription } = await member.mine()
  const end = subscription?.period_end ?? ''
  app.clock.set(new Date(Date.parse(end) - 5_000).toISOString())
  await watch(app, member, episode_id, 300)
  await app.passTo(end)
  expect((await refundable(member))?.is_refundable).toBe(true)
  // Plan use that was recorded recently is not checked again for 15 s.
  app.clock.advance(16_000)
  await watch(app, member, episode_id, 320)
  expect(await refundable(member)).toMatchObject({
    is_refundable: false,
    ineligibility_reason: 'already_watched',
  })
  const { subscription: renewed } = await member.mine()
  await expect(
    member.call(transactions.requestRefund, { body: { order_id: renewed?.order_id ?? '' } }),
  ).rejects.toThrow('not_refundable')
})

test('does not count free episodes, owned episodes or previews as use of the plan', async () => {
  const member = await makeSubscriber(app, plans.basic)
  const [free = 0, previewed = 0] = await makePlayable(app, [
    { is_free: true, price: 0, in_subscription: false },
    { is_free: false, price: 1_500, in_subscription: true },
  ])
  const owned = await makePaidEpisode(app)
  await app.pool.query('update episodes set in_subscription = true where id = $1', [owned])
  await buyByCard(app, member, owned)
  const { rows } = await app.pool.query<{ id: number }>(
    `insert into media_assets (source_name) values ('film.mp4') returning id`,
  )
  await app.pool.query(
    `insert into content_keys (asset_id, secret_ciphertext, preview_duration) values ($1, '', 60)`,
    [rows[0]?.id],
  )
  await app.pool.query('update episodes set asset_id = $2 where id = $1', [previewed, rows[0]?.id])
  await watch(app, member, free, 300)
  await watch(app, member, owned, 300)
  await watch(app, member, previewed, 59)
  expect((await refundable(member))?.is_refundable).toBe(true)
  app.clock.advance(16_000)
  await watch(app, member, previewed, 61)
  expect((await refundable(member))?.is_refundable).toBe(false)
})
