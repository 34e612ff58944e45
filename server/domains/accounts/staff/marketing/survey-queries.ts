import type { SurveyComment, SurveyMonth } from '#contract/accounts/staff/marketing.ts'
import type { Db } from '#server/db/client.ts'
import { sql } from 'kysely'

/** Counts the reasons of each of the last 12 months in Seoul, ascending; months without deletions are included. */
export async function readSurveyMonths(db: Db, now: Date): Promise<SurveyMonth[]> {
  const { rows } = await sql<SurveyMonth>`
    with months as (
      select generate_series(
        date_trunc('month', ${now}::timestamptz at time zone 'Asia/Seoul') - interval '11 months',
        date_trunc('month', ${now}::timestamptz at time zone 'Asia/Seoul'), interval '1 month') as month)
    select to_char(m.month, 'YYYY-MM') as month, count(s.id) as count,
      count(*) filter (where s.service_problem) as service_problem,
      count(*) filter (where s.less_function) as less_function,
      count(*) filter (where s.high_price) as high_price,
      count(*) filter (where not (s.service_problem or s.less_function or s.high_price)) as no_reason
    from months m left join account_deletion_surveys s
      on s.created_at >= m.month at time zone 'Asia/Seoul'
      and s.created_at < (m.month + interval '1 month') at time zone 'Asia/Seoul'
    group by m.month order by m.month`.execute(db)
  return rows
}

/** Reads the comments that are not blank, newest first. */
export async function readSurveyComments(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; results: SurveyComment[] }> {
  const comments = db
    .selectFrom('account_deletion_surveys')
    .where(sql<boolean>`user_comment ~ '\\S'`)
  const [{ count }, results] = await Promise.all([
    comments.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    comments
      .select(['id', 'service_problem', 'less_function', 'high_price', 'user_comment'])
      .select(sql<string>`to_char(created_at at time zone 'Asia/Seoul', 'YYYY-MM-DD')`.as('day'))
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
  ])
  return { count, results }
}
