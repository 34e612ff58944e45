import type { ReportedReview, ReportFilter, ModerationAction } from '#contract/studio/support.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { sql } from 'kysely'
import { withMaskedAuthor, reviewColumns } from './queries.ts'

/** A reported review without the reason for hiding, which comes from the audit log. */
export type ReportedReviewRow = Omit<ReportedReview, 'hidden_reason'>

const columns = sql`
  ${reviewColumns}, r.member_id, r.is_hidden,
  json_build_object('series_id', r.series_id, 'title', s.title, 'episode_id', r.episode_id, 'episode_title', e.title) as work,
  (select coalesce(json_agg(json_build_object('reason', n.reason, 'count', n.count) order by n.count desc, n.reason), '[]')
    from (select reason, count(*) from review_reports p where p.review_id = r.id and p.resolved_at is null group by reason) n
  ) as reports,
  coalesce(open.count, 0)::int as report_count, open.at as reported_at`

const tables = sql`
  reviews r join members m on m.id = r.member_id join series s on s.id = r.series_id
  left join episodes e on e.id = r.episode_id
  left join lateral (
    select count(*), max(p.created_at) as at from review_reports p where p.review_id = r.id and p.resolved_at is null
  ) open on true`

/** Reviews with open reports, most reported first, or hidden reviews, last updated first. */
export async function readReported(
  db: Db,
  { report_state, limit, offset }: { report_state: ReportFilter; limit: number; offset: number },
): Promise<{ count: number; results: ReportedReviewRow[] }> {
  const condition =
    report_state === 'hidden'
      ? sql`r.is_hidden`
      : sql`not r.is_hidden and r.id in (select review_id from review_reports where resolved_at is null)`
  const order =
    report_state === 'hidden'
      ? sql`r.updated_at desc, r.id desc`
      : sql`open.count desc, open.at, r.id`
  const [total, page] = await Promise.all([
    sql<{ count: number }>`select count(*) from reviews r where ${condition}`.execute(db),
    sql<ReportedReviewRow>`select ${columns} from ${tables} where ${condition} order by ${order} limit ${limit} offset ${offset}`.execute(
      db,
    ),
  ])
  return { count: total.rows[0]?.count ?? 0, results: page.rows.map(withMaskedAuthor) }
}

/**
 * Hides or shows a review, or resolves or reopens its reports. Locks the review; triggers update averages and counts
 * (D-60).
 * @returns the updated review.
 * @throws ProblemError `not_found`; `conflict` if the action changes nothing
 */
export async function moderateReview(
  tx: Tx,
  { id, verdict, now }: { id: number; verdict: ModerationAction; now: Date },
): Promise<ReportedReviewRow> {
  const { rows } = await sql`select from reviews where id = ${id} for update`.execute(tx)
  if (rows.length === 0) return throwProblem('not_found')
  const moderation = await moderationSql(id, verdict, now).execute(tx)
  if (!moderation.numAffectedRows) return throwProblem('conflict')
  const result =
    await sql<ReportedReviewRow>`select ${columns} from ${tables} where r.id = ${id}`.execute(tx)
  return result.rows.map(withMaskedAuthor)[0] ?? throwProblem('not_found')
}

function moderationSql(id: number, verdict: ModerationAction, now: Date) {
  switch (verdict) {
    case 'hide':
      return sql`update reviews set is_hidden = true where id = ${id} and not is_hidden`
    case 'show':
      return sql`update reviews set is_hidden = false where id = ${id} and is_hidden`
    case 'keep':
      return sql`update review_reports set resolved_at = ${now} where review_id = ${id} and resolved_at is null`
    case 'reopen':
      // The reports that were resolved last.
      return sql`update review_reports set resolved_at = null
        where review_id = ${id} and resolved_at = (select max(resolved_at) from review_reports where review_id = ${id})`
  }
}
