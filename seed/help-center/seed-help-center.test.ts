import { endpoints } from '#contract/index.ts'
import { demoMembers } from '../activity/demo-credentials.ts'
import { seedMembers } from '../activity/members.ts'
import { resolveSecret } from '#server/config.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { createGuestClient } from '#test/app/guest-client.ts'
import { createPasswordHasher } from '#server/domains/accounts/index.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantInquiries } from './seed-inquiries.ts'
import { plantSupport } from './seed-help-center.ts'

const { accounts, customer_services } = endpoints
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ now: '2031-02-03T04:05:06Z' })
})
afterAll(() => app?.close())

test('seeds questions and notices once, none dated in the future', async () => {
  const { transact, clock } = app
  expect(await plantSupport(transact, clock.now())).toBe(true)
  expect(await plantSupport(transact, clock.now())).toBe(false)
  const { rows } = await app.pool.query<{ newest: string; oldest: string; few: number }>(
    `select max(created_at)::text as newest, min(created_at)::text as oldest,
       (select min(n)::int from (select count(*) as n from faqs group by subject_id)) as few
     from (select created_at from faqs union all select created_at from announcements)`,
  )
  const [row] = rows
  expect(row?.few).toBeGreaterThanOrEqual(8)
  expect(Date.parse(row?.newest ?? '')).toBeLessThanOrEqual(clock.now().getTime())
  expect(Date.parse(row?.oldest ?? '')).toBeGreaterThan(Date.parse('2030-10-01T00:00:00Z'))
})

test('seeds an answered and an open inquiry once, without sending email', async () => {
  const { transact, clock } = app
  // Nothing is seeded before the viewer exists.
  expect(await plantInquiries(transact, clock.now())).toBe(false)
  const encryption = createEncryption(resolveSecret(app.config, 'encryption'))
  await seedMembers(transact, { encryption, hash: createPasswordHasher().hash }, clock.now())
  expect(await plantInquiries(transact, clock.now())).toBe(true)
  expect(await plantInquiries(transact, clock.now())).toBe(false)
  const viewer = createGuestClient(app)
  const [{ email, password }] = demoMembers
  await viewer.call(accounts.signIn, { body: { email, password } })
  const list = () => viewer.call(customer_services.listInquiries, { query: { limit: 0 } })
  const { results } = await list()
  expect(results.map(({ is_answered }) => is_answered)).toEqual([false, true])
  expect((await app.pool.query('select from messages')).rows).toEqual([])
  for (const { id } of results)
    await viewer.call(customer_services.deleteInquiry, { params: { id } })
  expect(await plantInquiries(transact, clock.now())).toBe(false)
  expect((await list()).count).toBe(0)
})
