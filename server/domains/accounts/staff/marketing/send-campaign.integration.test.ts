import { accounts } from '#contract/accounts/accounts.ts'
import { endpoints } from '#contract/index.ts'
import {
  createTestCampaign,
  deliverCampaign,
  insertReaders,
  readCampaignMessages,
  scheduleTestCampaign,
  sendWholeCampaign,
} from '#test/fixtures/campaigns.ts'
import { readJobs } from '#test/fixtures/job-queue.ts'
import { deleteAccount, makeMember, type TestMember } from '#test/fixtures/members.ts'
import { openMailServer } from '#test/services/smtp-server.ts'
import { expectProblem, openTestAppForTest, type TestApp } from '#test/app/test-app.ts'
import { expect, test } from 'vitest'

const { studio_marketing } = endpoints
const noon = '2026-11-23T12:00:00+09:00'
const hour = 3_600_000
/** PostgreSQL's code of an exceeded `lock_timeout`. */
const lockNotAvailable = '55P03'

async function openStudio(options: Parameters<typeof openTestAppForTest>[0] = {}) {
  const app = await openTestAppForTest({ now: noon, ...options })
  const staff = await makeMember(app, { is_staff: true, username: '박운영' })
  return { app, staff }
}

const makeReader = (app: TestApp, email?: string) =>
  makeMember(app, { is_marketing_agreed: true, ...(email ? { email } : {}) })

const read = (staff: TestMember, id: number) =>
  staff.call(studio_marketing.readCampaign, { params: { id } })

const setConsent = (member: TestMember, is_marketing_agreed: boolean) =>
  member.call(accounts.updateMe, { body: { is_marketing_agreed } })

/** The job of a campaign in the queue. */
const jobOf = async (app: TestApp, id: number) =>
  (await readJobs(app)).find(({ key }) => key === `campaign:${id}`)

test('sends to members with consent only, in batches, and counts', async () => {
  const { app, staff } = await openStudio()
  const readers = await insertReaders(app, 22)
  await makeMember(app)
  const draft = await createTestCampaign(staff)
  const scheduled = await scheduleTestCampaign(staff, draft)
  expect(scheduled).toMatchObject({ status: 'scheduled', send_at: new Date(noon).toISOString() })
  expect((await jobOf(app, draft.id))?.run_at).toEqual(new Date(noon))

  await app.workNow('send_campaign', { campaign_id: draft.id })
  expect(await read(staff, draft.id)).toMatchObject({ status: 'sending', audience: 20, queued: 20 })
  await sendWholeCampaign(app, draft.id)
  const messages = await readCampaignMessages(app, draft.id)
  expect(messages.map(({ recipient }) => recipient)).toEqual(readers)
  expect(await read(staff, draft.id)).toMatchObject({
    status: 'sent',
    audience: 22,
    sent: 22,
    queued: 0,
    failed: 0,
    unsubscribed: 0,
    completed_at: new Date(noon).toISOString(),
  })
})

test('adds a campaign to each inbox once, with the page that it links to, unless it is switched off', async () => {
  const { app, staff } = await openStudio()
  const [reader, silent] = [await makeReader(app), await makeReader(app)]
  await makeMember(app)
  await silent.call(endpoints.notifications.updateNotificationSettings, {
    body: { change: { kind: 'notice', channel: 'in_app', is_on: false } },
  })
  const context = `새 작품이 있어요.\n\n[보러 가기](${app.config.site_url}/series/1)`
  const { id } = await scheduleTestCampaign(staff, await createTestCampaign(staff, { context }))
  await sendWholeCampaign(app, id)
  const inboxOf = (member: TestMember) =>
    member.call(endpoints.notifications.listNotifications, { query: {} })
  expect((await inboxOf(reader)).results).toMatchObject([
    { kind: 'notice', title: '(광고) 겨울 소식', body: '새 작품이 있어요.', path: '/series/1' },
  ])
  expect((await inboxOf(silent)).results).toEqual([])
  const { rows } = await app.pool.query('select from notifications')
  expect(rows).toHaveLength(1)
})

test('sends each mail once when two workers run the job at the same time', async () => {
  const { app, staff } = await openStudio()
  const readers = await insertReaders(app, 22)
  const { id } = await scheduleTestCampaign(staff, await createTestCampaign(staff))
  // The queue repeats a job that has waited too long for the lock, as may happen on a busy machine.
  const run = (): Promise<void> =>
    app.workNow('send_campaign', { campaign_id: id }).catch((error: { code?: string }) => {
      if (error.code !== lockNotAvailable) throw error
      return run()
    })
  await Promise.all([run(), run()])
  await sendWholeCampaign(app, id)
  const recipients = (await readCampaignMessages(app, id)).map(({ recipient }) => recipient)
  expect(recipients).toEqual(readers)
})

test('has at most one mail of a campaign for each member, by a constraint', async () => {
  const { app, staff } = await openStudio()
  const reader = await makeReader(app)
  const { id } = await scheduleTestCampaign(staff, await createTestCampaign(staff))
  await sendWholeCampaign(app, id)
  // A repetition of the batch, as if the position had been lost.
  await app.pool.query(
    `update marketing_campaigns
     set status = 'sending', completed_at = null, last_member_id = 0 where id = $1`,
    [id],
  )
  await expect(app.workNow('send_campaign', { campaign_id: id })).rejects.toThrow(
    'marketing_recipients_once',
  )
  const { rows } = await app.pool.query('select from messages where recipient = $1', [reader.email])
  expect(rows).toHaveLength(1)
})

test('sends nothing between 21:00 and 08:00 in Seoul', async () => {
  const { app, staff } = await openStudio({ now: '2026-11-23T22:10:00+09:00' })
  await makeReader(app)
  const opening = new Date('2026-11-24T08:00:00+09:00')
  const { id, send_at } = await scheduleTestCampaign(staff, await createTestCampaign(staff))
  expect(send_at).toBe(opening.toISOString())
  expect((await jobOf(app, id))?.run_at).toEqual(opening)
  // A job that runs too early waits.
  await app.workNow('send_campaign', { campaign_id: id })
  expect(await readCampaignMessages(app, id)).toEqual([])

  app.clock.set('2026-11-24T20:59:00+09:00')
  await app.workNow('send_campaign', { campaign_id: id })
  // A queued mail waits, too, and so does the next batch.
  app.clock.set('2026-11-24T21:00:00+09:00')
  await deliverCampaign(app, id)
  await app.workNow('send_campaign', { campaign_id: id })
  const [message] = await readCampaignMessages(app, id)
  const nextOpening = new Date('2026-11-25T08:00:00+09:00')
  expect(message?.sent_at).toBeNull()
  const jobs = await readJobs(app)
  expect(jobs.find(({ key }) => key === `message:${message?.id}`)).toMatchObject({
    task: 'send_bulk_message',
    run_at: nextOpening,
  })
  expect((await jobOf(app, id))?.run_at).toEqual(nextOpening)

  app.clock.set(nextOpening.toISOString())
  await sendWholeCampaign(app, id)
  expect(await readCampaignMessages(app, id)).toMatchObject([
    { sent_at: nextOpening.toISOString() },
  ])
})

test('sends nothing to members who withdraw the consent or leave before delivery', async () => {
  const { app, staff } = await openStudio()
  const [before, queued, left, stays] = await Promise.all([1, 2, 3, 4].map(() => makeReader(app)))
  const { id } = await scheduleTestCampaign(staff, await createTestCampaign(staff))
  await setConsent(before!, false)
  await app.workNow('send_campaign', { campaign_id: id })
  await setConsent(queued!, false)
  await deleteAccount(app, left!)
  await sendWholeCampaign(app, id)
  const messages = await readCampaignMessages(app, id)
  expect(messages.map(({ recipient }) => recipient)).toEqual([stays!.email])
  expect(await read(staff, id)).toMatchObject({ status: 'sent', audience: 3, sent: 1, failed: 0 })
  const { rows } = await app.pool.query(
    `select member_id, status from marketing_recipients where campaign_id = $1 order by status, member_id`,
    [id],
  )
  expect(rows).toEqual([
    { member_id: stays!.id, status: 'sent' },
    { member_id: queued!.id, status: 'skipped' },
    { member_id: null, status: 'skipped' },
  ])
})

test('can be cancelled until sending begins, and then sends nothing', async () => {
  const { app, staff } = await openStudio()
  await makeReader(app)
  const at = new Date(Date.parse(noon) + 2 * hour).toISOString()
  const draft = await createTestCampaign(staff)
  const { id, send_at } = await scheduleTestCampaign(staff, draft, at)
  expect(send_at).toBe(at)
  const params = { id }
  const cancelled = await staff.call(studio_marketing.cancelCampaign, { params })
  expect(cancelled).toMatchObject({ status: 'draft', send_at: null })
  app.clock.advance(3 * hour)
  await app.workNow('send_campaign', { campaign_id: id })
  expect(await readCampaignMessages(app, id)).toEqual([])

  await scheduleTestCampaign(staff, cancelled)
  await app.workNow('send_campaign', { campaign_id: id })
  const tooLate = await expectProblem(staff.call(studio_marketing.cancelCampaign, { params }))
  expect(tooLate.code).toBe('conflict')
})

test('sends (광고), the sender, an unsubscribe link and escaped text', async () => {
  const server = await openMailServer({
    recipient: (address) => (address.startsWith('gone') ? [550, 'no such user'] : undefined),
  })
  const { app, staff } = await openStudio({
    env: { SMTP_URL: server.url, SITE_URL: 'http://hanpyeon.example' },
  })
  await makeReader(app, 'reader@example.com')
  await makeReader(app, 'gone@example.com')
  const { id } = await scheduleTestCampaign(
    staff,
    await createTestCampaign(staff, {
      title: '<b>겨울</b> 소식',
      context:
        '## 새 "작품"\n\n<img src=x onerror=alert(1)> **굵게 & 크게**\n두 번째 줄\n\n- [보러 가기](https://hanpyeon.example/?a=1&b=\'2\')\n- [속임](javascript:alert(1))',
    }),
  )
  await sendWholeCampaign(app, id)
  expect(await read(staff, id)).toMatchObject({ status: 'sent', sent: 1, failed: 1 })
  expect(server.received).toHaveLength(1)
  const [mail] = server.received
  expect(mail).toMatchObject({ to: 'reader@example.com' })
  const { headers = {}, html = '', text = '' } = mail ?? {}
  expect(headers['subject']).toBe('(광고) <b>겨울</b> 소식')
  const [, url = ''] =
    /^<(http:\/\/hanpyeon\.example\/unsubscribe\?token=[\w-]+)>$/.exec(
      headers['list-unsubscribe'] ?? '',
    ) ?? []
  expect(url).not.toBe('')
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  for (const body of [html, text])
    for (const part of [url, '수신 거부', '주식회사 한편', '마포구 한편길 12', 'help@'])
      expect(body).toContain(part)
  expect(html).not.toMatch(/<img|<b>|href="javascript/)
  expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;')
  expect(html).toMatch(/<strong [^>]*>굵게 &#38; 크게<\/strong><br>두 번째 줄/)
  expect(html).toContain('href="https://hanpyeon.example/?a=1&#38;b=&#39;2&#39;"')
  expect(text.replaceAll('\r\n', '\n')).toContain(
    "- 보러 가기 (https://hanpyeon.example/?a=1&b='2')\n- [속임](javascript:alert(1))",
  )
})
