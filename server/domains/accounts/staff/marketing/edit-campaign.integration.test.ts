import { endpoints } from '#contract/index.ts'
import type { CampaignFilters } from '#contract/accounts/staff/marketing.ts'
import { createTestCampaign, everyone, scheduleTestCampaign } from '#test/fixtures/campaigns.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { makePlayable } from '#test/fixtures/watch-history.ts'
import { expectProblem, openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const { studio, studio_marketing } = endpoints
const day = 86_400_000

let app: TestApp
let staff: TestMember
beforeAll(async () => {
  app = await openTestApp({ now: '2026-11-23T12:00:00+09:00' })
  staff = await makeMember(app, { is_staff: true, username: '박운영' })
})
afterAll(() => app?.close())

test('keeps drafts until they are scheduled, and refuses outdated edits', async () => {
  const { id, version } = await createTestCampaign(staff, { title: '겨울 소식' })
  const params = { id }
  const update = (body: { version: number; title: string }) =>
    staff.call(studio_marketing.updateCampaign, { params, body })
  const changed = await update({ version, title: '봄 소식' })
  expect(changed).toMatchObject({ title: '봄 소식', context: '새 작품이 있어요.' })
  const refusals = [
    () => update({ version, title: '여름 소식' }),
    () => scheduleTestCampaign(staff, { id, version }),
  ]
  for (const refusal of refusals) expect((await expectProblem(refusal())).code).toBe('conflict')
  const past = await expectProblem(
    scheduleTestCampaign(staff, changed, new Date(app.clock.now().getTime() - 1).toISOString()),
  )
  expect(past.errors).toMatchObject([{ field: 'send_at', code: 'in_the_past' }])

  const scheduled = await scheduleTestCampaign(staff, changed)
  const edits = [
    () => update({ version: scheduled.version, title: '가을 소식' }),
    () => staff.call(studio_marketing.deleteCampaign, { params }),
  ]
  for (const edit of edits) expect((await expectProblem(edit())).code).toBe('conflict')
  await staff.call(studio_marketing.cancelCampaign, { params })
  await staff.call(studio_marketing.deleteCampaign, { params })
  const gone = await expectProblem(staff.call(studio_marketing.readCampaign, { params }))
  expect(gone.code).toBe('not_found')
})

test('records what staff did in the audit log', async () => {
  const draft = await createTestCampaign(staff)
  const params = { id: draft.id }
  await staff.call(studio_marketing.testCampaign, { params })
  await scheduleTestCampaign(staff, draft)
  await staff.call(studio_marketing.cancelCampaign, { params })
  const { results } = await staff.call(studio.listAuditLog, {
    query: { subject_kind: 'marketing_campaign', subject_id: draft.id },
  })
  expect(results.map(({ kind }) => kind)).toEqual([
    'marketing.campaign_cancelled',
    'marketing.campaign_scheduled',
    'marketing.campaign_tested',
    'marketing.campaign_added',
  ])
  expect(results[0]).toMatchObject({ staff_id: staff.id, subject_name: '겨울 소식' })
})

test('sends a test mail to the caller alone, without consent and at night', async () => {
  app.clock.set('2026-11-23T23:00:00+09:00')
  const { id } = await createTestCampaign(staff, { title: '시험' })
  const { subject, html } = await staff.call(studio_marketing.previewCampaign, { params: { id } })
  expect(subject).toBe('(광고) 시험')
  await staff.call(studio_marketing.testCampaign, { params: { id } })
  const { rows } = await app.pool.query<{ id: number }>(
    `select id, recipient, subject, html from messages where subject = '(광고) 시험'`,
  )
  expect(rows).toEqual([{ id: expect.any(Number), recipient: staff.email, subject, html }])
  await app.workNow('send_message', { message_id: rows[0]?.id ?? 0 })
  const { rows: sent } = await app.pool.query('select sent_at from messages where id = $1', [
    rows[0]?.id,
  ])
  expect(sent).toEqual([{ sent_at: app.clock.now().toISOString() }])
})

test('counts the audience by joining, plan and last watching', async () => {
  app.clock.set('2026-11-23T12:00:00+09:00')
  const countAudience = async (filters: Partial<CampaignFilters> = {}) =>
    (await staff.call(studio_marketing.countAudience, { body: { ...everyone, ...filters } })).count
  const before = await countAudience()
  const join = (at: string, is_marketing_agreed = true) =>
    makeMember(app, {
      is_marketing_agreed,
      signed_in_ago: app.clock.now().getTime() - Date.parse(at),
    })
  const [early, late] = [
    await join('2020-03-01T00:00:00+09:00'),
    await join('2020-03-02T23:59:59+09:00'),
  ]
  await join('2020-03-02T12:00:00+09:00', false)
  expect(await countAudience()).toBe(before + 2)
  const joined = { joined_from: '2020-03-01', joined_to: '2020-03-02' }
  expect(await countAudience(joined)).toBe(2)
  expect(await countAudience({ ...joined, joined_from: '2020-03-02' })).toBe(1)
  expect(await countAudience({ ...joined, joined_to: '2020-03-01' })).toBe(1)
  expect(await countAudience({ ...joined, joined_to: '2020-02-29' })).toBe(0)

  await app.pool.query(
    `insert into wallets (member_id, customer_key, last_entry_at, plan_id, plan_expires_at)
     values ($1, 'with-plan', $2, 1, $2::timestamptz + interval '1 second')`,
    [early.id, app.clock.now()],
  )
  expect(await countAudience({ ...joined, has_plan: true })).toBe(1)
  expect(await countAudience({ ...joined, has_plan: false })).toBe(1)

  const [episode] = await makePlayable(app, [{}])
  await app.pool.query(
    `insert into watch_histories (profile_id, episode_id, series_id, progress, is_completed, watched_at, updated_at, counted_on, source_id)
     select $1, id, series_id, 30, false, $3, $3, current_date, 1 from episodes where id = $2`,
    [late.profile_id, episode, new Date(app.clock.now().getTime() - 10 * day)],
  )
  expect(await countAudience({ ...joined, watched_within_days: 10 })).toBe(1)
  expect(await countAudience({ ...joined, watched_within_days: 9 })).toBe(0)
  // A member who has never watched counts as one who has not watched for long.
  expect(await countAudience({ ...joined, not_watched_for_days: 10 })).toBe(1)
  expect(await countAudience({ ...joined, not_watched_for_days: 9 })).toBe(2)
})
