import { addDays, seoulDate } from '#contract/core/seoul-time.ts'
import { endpoints } from '#contract/index.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditAction } from './audit-actions.ts'
import { diffFields, recordAuditEntry } from './audit-log.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

async function staffWhoActs() {
  const member = await makeMember(app, { is_staff: true, username: '편도현' })
  const { call } = member
  const as = {
    member: { ...member, is_staff: true } as never,
    client: { address: '203.0.113.7', device: '' },
  }
  const act = (subject_id: number, kind = 'catalogue.work_changed') =>
    app.transact((tx) =>
      recordAuditEntry(
        tx,
        { ...as, now: app.clock.now() },
        {
          kind: kind as AuditAction,
          subject_kind: 'series',
          subject_id,
          subject_name: '달의 뒷면',
          before: { title: '달' },
          after: { title: '달의 뒷면' },
          reason: '제목이 틀렸어요',
        },
      ),
    )
  const acts = (query: object = {}) => call(endpoints.studio.listAuditLog, { query })
  return { member, act, acts }
}

test('records staff member, action, time, address and both states, newest first', async () => {
  const { member, act, acts } = await staffWhoActs()
  await act(71)
  app.clock.advance(1_000)
  await act(72)
  const { results } = await acts({ staff_id: member.id })
  expect(results.map(({ subject_id }) => subject_id)).toEqual([72, 71])
  expect(results[0]).toEqual({
    id: expect.any(Number),
    at: app.clock.now().toISOString(),
    staff_id: member.id,
    staff_name: '편도현',
    kind: 'catalogue.work_changed',
    subject_kind: 'series',
    subject_id: 72,
    subject_name: '달의 뒷면',
    before: { title: '달' },
    after: { title: '달의 뒷면' },
    reason: '제목이 틀렸어요',
    address: '203.0.113.7',
  })
})

test('filters by action, action prefix and subject', async () => {
  const { act, acts, member } = await staffWhoActs()
  await act(81)
  await act(81, 'catalogue_x.changed')
  const mine = { staff_id: member.id }
  expect((await acts({ ...mine, kind: 'catalogue' })).count).toBe(1)
  expect((await acts({ ...mine, kind: 'catalogue.work_changed' })).count).toBe(1)
  expect((await acts({ ...mine, subject_kind: 'series', subject_id: 81 })).count).toBe(2)
  expect((await acts({ ...mine, subject_id: 82 })).count).toBe(0)
})

test('filters by the days of Seoul, and exports what matches as CSV', async () => {
  const { act, member } = await staffWhoActs()
  // The last moment of a day in Seoul, and the first of the next.
  const first = seoulDate(app.clock.now())
  const next = addDays(first, 1)
  app.clock.set(`${first}T14:59:59.999Z`)
  await act(83)
  app.clock.set(`${first}T15:00:00.000Z`)
  await act(84)
  // The second factor of the first one has expired.
  const reader = await staffWhoActs()
  const mine = { staff_id: member.id }
  const daysOf = async (range: object) =>
    (await reader.acts({ ...mine, ...range })).results.map(({ subject_id }) => subject_id)
  expect(await daysOf({ from: next })).toEqual([84])
  expect(await daysOf({ to: first })).toEqual([83])
  expect(await daysOf({ from: first, to: next })).toEqual([84, 83])
  const response = await reader.member.fetch(
    `/api/studio/audit-log/csv/?staff_id=${member.id}&to=${first}`,
  )
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const lines = (await response.text()).trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  const fields = [`${first}T14:59:59.999Z`, '편도현', member.id, '203.0.113.7']
  expect(lines[1]).toContain(`${fields.join(',')},catalogue.work_changed`)
  expect(lines[1]).toContain('제목이 틀렸어요')
})

test('cannot be altered and keeps the name of a deleted staff member', async () => {
  const { act, acts, member } = await staffWhoActs()
  await act(91)
  const reader = await staffWhoActs()
  const statements = [
    `update audit_log set reason = '' where subject_id = 91`,
    'delete from audit_log where subject_id = 91',
    'truncate audit_log',
  ]
  for (const statement of statements)
    await expect(app.pool.query(statement), statement).rejects.toThrow()
  const owner = new pg.Client({ connectionString: app.owner_url })
  await owner.connect()
  for (const statement of statements)
    await expect(owner.query(statement), statement).rejects.toThrow(/append-only/)
  await owner.end()
  expect((await acts({ subject_id: 91 })).count).toBe(1)
  await app.pool.query('delete from members where id = $1', [member.id])
  const { results } = await reader.acts({ subject_id: 91 })
  expect(results).toEqual([expect.objectContaining({ staff_id: null, staff_name: '편도현' })])
})

test('includes only the fields that differ', () => {
  expect(diffFields({ a: 1, b: [1], c: 'x' }, { a: 1, b: [2], c: 'y' })).toEqual({
    before: { b: [1], c: 'x' },
    after: { b: [2], c: 'y' },
  })
  expect(diffFields({ a: { b: 1 } }, { a: { b: 1 } })).toBeNull()
})
