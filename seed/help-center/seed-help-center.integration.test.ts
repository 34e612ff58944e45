import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantSupport } from './seed-help-center.ts'

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
