import { endpoints } from '#contract/index.ts'
import { deleteAccount, makeMember, type TestMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const { listSurveyComments, listSurveyMonths } = endpoints.studio_marketing

let app: TestApp
let staff: TestMember
beforeAll(async () => {
  app = await openTestApp({ now: '2026-11-01T00:30:00+09:00' })
  staff = await makeMember(app, { is_staff: true })
})
afterAll(() => app?.close())

const reasons = { service_problem: false, less_function: false, high_price: false }

test('lists reasons by month in Seoul and comments without their members, newest first', async () => {
  const leave = async (fields: Partial<typeof reasons>, user_comment = '') => {
    const member = await makeMember(app, {
      username: '제갈하늘',
      email: `left-${crypto.randomUUID()}@x.kr`,
    })
    await deleteAccount(app, member, { user_comment, ...fields })
  }
  await leave({ high_price: true, less_function: true }, '비싸요.')
  await leave({}, ' \n')
  // The last moment of October in Seoul.
  await app.pool.query(
    `insert into account_deletion_surveys (service_problem, less_function, high_price, user_comment, created_at)
     values (true, false, false, '끊겨요.', '2026-10-31T14:59:59Z'), (true, false, false, '오래전', '2025-11-30T14:59:59Z')`,
  )
  const { results: months } = await staff.call(listSurveyMonths, {})
  expect(months).toHaveLength(12)
  expect(months[0]).toMatchObject({ month: '2025-12', count: 0 })
  expect(months.slice(-2)).toEqual([
    { month: '2026-10', count: 1, ...counts({ service_problem: 1 }) },
    { month: '2026-11', count: 2, ...counts({ high_price: 1, less_function: 1, no_reason: 1 }) },
  ])

  const page = await staff.call(listSurveyComments, { query: { limit: 2 } })
  expect(page.count).toBe(3)
  expect(page.results).toEqual([
    { ...comment('오래전', '2025-11-30'), service_problem: true },
    { ...comment('끊겨요.', '2026-10-31'), service_problem: true },
  ])
  const rest = await staff.call(listSurveyComments, { query: { limit: 2, offset: 2 } })
  expect(rest.results).toEqual([
    { ...comment('비싸요.', '2026-11-01'), high_price: true, less_function: true },
  ])
  expect(JSON.stringify([months, page, rest])).not.toMatch(/제갈하늘|left-/)
})

const counts = (some: object) => ({
  service_problem: 0,
  less_function: 0,
  high_price: 0,
  no_reason: 0,
  ...some,
})
const comment = (user_comment: string, day: string) => ({
  id: expect.any(Number),
  ...reasons,
  user_comment,
  day,
})
