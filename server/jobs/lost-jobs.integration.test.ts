import { accounts } from '#contract/accounts/accounts.ts'
import { transactions } from '#contract/transactions/transactions.ts'
import { createWorkerModules } from '#server/composition/worker-modules.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createGuestClient } from '#test/app/guest-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import {
  createTestCampaign,
  readCampaignMessages,
  scheduleTestCampaign,
} from '#test/fixtures/campaigns.ts'
import { deleteAllJobs, readJobs } from '#test/fixtures/job-queue.ts'
import { makeMember, scheduleDeletion } from '#test/fixtures/members.ts'
import { buyByCard, makePaidEpisode, orderEpisode } from '#test/fixtures/payments.ts'
import { makeSubscriber } from '#test/fixtures/subscriptions.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { JobName } from './job-types.ts'

let app: TestApp
// At noon in Seoul, when campaigns may be sent.
beforeAll(async () => {
  app = await openTestApp({ gateway: true, now: '2026-11-23T12:00:00+09:00' })
})
afterEach(() => app.gateway.faults.clear())
afterAll(() => app.close())

const day = 86_400_000

async function insert(text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await app.pool.query<{ id: number }>(`${text} returning id`, values)
  return rows[0]!.id
}

async function orderUnknown() {
  const member = await makeMember(app)
  const { order, payment_window } = await orderEpisode(member, await makePaidEpisode(app))
  const body = await app.gateway.pay(payment_window)
  app.gateway.faults.add({ call: 'confirm', kind: 'drop_connection_after' })
  app.gateway.faults.add({ call: 'read', kind: 'error_500' })
  await member.call(transactions.confirmPayment, { body })
  const { rows } = await app.pool.query<{ id: number }>(
    'select id from orders where order_id = $1',
    [order.order_id],
  )
  return rows[0]!.id
}

async function startCampaign() {
  const staff = await makeMember(app, { is_staff: true })
  await makeMember(app, { is_marketing_agreed: true })
  return (await scheduleTestCampaign(staff, await createTestCampaign(staff))).id
}

/** Creates what needs the job. @returns the key of the job; undefined if losing the job loses nothing. */
const cases: Record<JobName, () => Promise<string | undefined>> = {
  // Nothing is lost: the inbox has the notification.
  send_push: async () => undefined,
  check_sms: async () => {
    const id = await insert(
      `insert into sms_receipts (recipient, receipt, accepted_at) values ('01012345678', 'lost', $1)`,
      [app.clock.now()],
    )
    return `sms:${id}`
  },
  process_payment: async () => `order:${await orderUnknown()}`,
  async process_refund() {
    const member = await makeMember(app)
    const { order_id } = await buyByCard(app, member, await makePaidEpisode(app))
    app.gateway.faults.add({ call: 'cancel', kind: 'drop_connection_after' })
    app.gateway.faults.add({ call: 'read', kind: 'error_500' })
    const { id } = await member.call(transactions.requestRefund, { body: { order_id } })
    return `refund:${id}`
  },
  async cancel_unmatched_payment() {
    const id = await insert(
      `insert into unmatched_payments (order_id, payment_key, amount, detected_at) values ($1, 'k', 100, $2)`,
      [await orderUnknown(), app.clock.now()],
    )
    return `unmatched:${id}`
  },
  async delete_billing_key() {
    const member = await makeMember(app)
    await orderEpisode(member, await makePaidEpisode(app))
    const { rows } = await app.pool.query<{ id: number }>(
      'select id from wallets where member_id = $1',
      [member.id],
    )
    const id = await insert(
      `insert into billing_cards (wallet_id, auth_key_hash, billing_key_ciphertext, billing_key_blind_index,
         company, masked_number, registered_at, removed_at)
       values ($1, sha256('a'), 'b', 'c', '한편카드', '1234****', $2, $2)`,
      [rows[0]?.id, app.clock.now()],
    )
    return `card:${id}`
  },
  async renew_subscription() {
    const member = await makeSubscriber(app)
    const { subscription } = await member.mine()
    app.clock.set(subscription!.period_end)
    const { rows } = await app.pool.query<{ id: number }>(
      'select id from wallets where member_id = $1',
      [member.id],
    )
    return `renewal:${rows[0]?.id}`
  },
  encode_asset: async () =>
    `encode_asset:${await insert(`insert into media_assets (source_name) values ('film.mp4')`)}`,
  encode_first_rendition: async () => undefined,
  async encrypt_asset() {
    const asset = await insert(
      `insert into media_assets (state, source_name, duration, orientation, ready_at)
       values ('ready', 'film.mp4', 10, 'horizontal', now())`,
    )
    const episode = await makePaidEpisode(app)
    await app.pool.query('update episodes set asset_id = $2 where id = $1', [episode, asset])
    return `encrypt_asset:${asset}`
  },
  async delete_account() {
    const member = await makeMember(app)
    await scheduleDeletion(member)
    app.clock.advance(8 * day)
    return `delete_account:${member.id}`
  },
  async send_message() {
    const message = { kind: 'sms', to: '01012345678', text: '안녕하세요' } as const
    const id = await app.transact((tx) => queueMessage(tx, message, { now: app.clock.now() }))
    return `message:${id}`
  },
  async send_campaign() {
    return `campaign:${await startCampaign()}`
  },
  async send_bulk_message() {
    const campaign_id = await startCampaign()
    await app.workNow('send_campaign', { campaign_id })
    const [message] = await readCampaignMessages(app, campaign_id)
    return `message:${message?.id}`
  },
  async announce_episode() {
    const id = await insert(
      `insert into notification_events (kind, key, series_id, data, created_at, last_profile_id)
       values ('new_episode', '1', 1, '{}', now(), 0)`,
    )
    return `notification:${id}`
  },
  delete_profile_image: async () => undefined,
  purge_films: async () => undefined,
  send_password_reset: async () => undefined,
}

const names = Object.keys(cases) as JobName[]

test.each(names)('%s is enqueued again when its row is lost, or says why not', async (name) => {
  const key = await cases[name]()
  await deleteAllJobs(app)
  app.clock.advance(10 * 60_000)
  await app.runTask('lost_jobs')
  const log = createLogger('silent', 'test')
  const { requeueLost } = createWorkerModules(app.config, app.server.database, { log }).jobs[name]
  const isQueued = (await readJobs(app)).some((job) => job.task === name && job.key === key)
  expect(isQueued).toBe(key !== undefined)
  expect(typeof requeueLost).toBe(key === undefined ? 'object' : 'function')
})

test('an account whose deletion is due and was lost can still be kept by signing in', async () => {
  const member = await makeMember(app)
  await scheduleDeletion(member)
  await deleteAllJobs(app)
  app.clock.advance(8 * day)
  const guest = createGuestClient(app)
  const body = { email: member.email, password: member.password }
  const { scheduled_deletion } = await guest.refusal(accounts.signIn, { body })
  const { token = '' } = scheduled_deletion ?? {}
  expect(await guest.call(accounts.cancelDeletion, { body: { token } })).toMatchObject({
    id: member.id,
  })
})

test('an account whose deletion was lost is deleted within a minute', async () => {
  const member = await makeMember(app)
  await scheduleDeletion(member)
  await deleteAllJobs(app)
  app.clock.advance(8 * day)
  await app.runTask('lost_jobs')
  await app.workNow('delete_account', { member_id: member.id })
  const { rows } = await app.pool.query('select from members where id = $1', [member.id])
  expect(rows).toEqual([])
})
