import type { SubjectCode } from '#contract/customer-services/customer-services.ts'
import pg from 'pg'
import type { TestApp } from '#test/app/test-app.ts'

/** Deletes the FAQs and notices of the demonstration data, so that a test has only its own. */
export const clearSupport = (world: TestApp) =>
  withOwnerRole(world, 'delete from faqs; delete from announcements')

export async function withOwnerRole(world: TestApp, sql: string) {
  const owner = new pg.Client({ connectionString: world.owner_url })
  await owner.connect()
  try {
    await owner.query(sql)
  } finally {
    await owner.end()
  }
}

/** Inserts FAQs of a category, in this order. @returns their ids. */
export async function createFaqs(
  world: TestApp,
  code: SubjectCode,
  faqs: readonly { title: string; context?: string; created_at?: string; is_top?: boolean }[],
): Promise<number[]> {
  const { rows } = await world.pool.query<{ id: number }>(
    `insert into faqs (subject_id, title, context, position, is_top, created_at)
     select s.id, f.title, f.context, f.position, f.is_top, f.created_at
     from unnest($2::text[], $3::text[], $4::boolean[], $5::timestamptz[])
       with ordinality as f (title, context, is_top, created_at, position)
     join inquiry_subjects s on s.code = $1
     order by f.position returning id`,
    [
      code,
      faqs.map(({ title }) => title),
      faqs.map(({ title, context }) => context ?? `${title}의 답이에요.`),
      faqs.map(({ is_top = false }) => is_top),
      faqs.map(({ created_at = '2026-11-03T00:00:00Z' }) => created_at),
    ],
  )
  return rows.map(({ id }) => id)
}

/** Inserts notices, each a day older than the one before. @returns their ids. */
export async function createNotices(
  world: TestApp,
  notices: readonly { title: string; context?: string; is_pinned?: boolean }[],
): Promise<number[]> {
  const { rows } = await world.pool.query<{ id: number }>(
    `insert into announcements (title, context, is_pinned, created_at)
     select n.title, n.context, n.is_pinned, timestamptz '2026-11-20T00:00:00Z' - n.position * interval '1 day'
     from unnest($1::text[], $2::text[], $3::boolean[])
       with ordinality as n (title, context, is_pinned, position)
     order by n.position returning id`,
    [
      notices.map(({ title }) => title),
      notices.map(({ title, context }) => context ?? `${title}의 내용이에요.`),
      notices.map(({ is_pinned = false }) => is_pinned),
    ],
  )
  return rows.map(({ id }) => id)
}

/** Inserts inquiries of a member, every third of them answered; the last is the newest. */
export async function createInquiries(world: TestApp, member_id: number, count: number) {
  await world.pool.query(
    `insert into inquiries (member_id, subject_id, title, context, created_at, answer, answered_at)
     select $1, 1 + n % 7, '문의 ' || n, n || '번째로 여쭤봐요.', at,
       case when n % 3 = 0 then n || '번째 답변이에요.' end, case when n % 3 = 0 then at end
     from generate_series(1, $2::int) as n,
       lateral (select timestamptz '2026-01-02T03:00:00Z' + n * interval '1 hour' as at) as t`,
    [member_id, count],
  )
}
