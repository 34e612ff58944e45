import type { ModerationAction, ReportedReview, ReportFilter } from '#contract/reviews/staff.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'
import { authorJoins, reviewColumns, withMaskedAuthor } from '../review-queries.ts'

/**
 * A reported review without the reason for hiding, which comes from the audit log. `hidden_as` is the id by which staff hid it,
 * or an earlier posting of it.
 */
export type ReportedReviewRow = Omit<ReportedReview, 'hidden_reason'> & { hidden_as: number | null }

const moderationColumns = sql`
  ${reviewColumns}, r.author_id as member_id, r.is_hidden,
  case when r.is_hidden then (select h.review_id from hidden_reviews h
    where h.series_id = r.series_id and hides_review(h, r) order by h.id desc limit 1) end as hidden_as,
  json_build_object('series_id', r.series_id, 'title', s.title, 'episode_id', r.episode_id, 'episode_title', e.title) as work,
  (select coalesce(json_agg(json_build_object('reason', n.reason, 'count', n.count) order by n.count desc, n.reason), '[]')
    from (select reason, count(*) from review_reports p where p.review_id = r.id and p.resolved_at is null group by reason) n
  ) as reports,
  coalesce(open.count, 0)::int as report_count, open.at as reported_at`

const moderationTables = sql`
  reviews r ${authorJoins} join series s on s.id = r.series_id
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
    sql<ReportedReviewRow>`select ${moderationColumns} from ${moderationTables} where ${condition} order by ${order} limit ${limit} offset ${offset}`.execute(
      db,
    ),
  ])
  return { count: total.rows[0]?.count ?? 0, results: page.rows.map(withMaskedAuthor) }
}

/** Reads a review as staff see it. */
export async function readReportedReview(tx: Tx, id: number) {
  const { rows } = await sql<ReportedReviewRow>`
    select ${moderationColumns} from ${moderationTables} where r.id = ${id}`.execute(tx)
  return rows.map(withMaskedAuthor)[0]
}

/** Locks a review (`for update`). @returns whether it exists. */
export async function lockReview(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from reviews where id = ${id} for update`.execute(tx)
  return rows.length > 0
}

/** Applies a decision of staff to a locked review. @returns whether it changed anything. */
export async function applyModeration(
  tx: Tx,
  { id, action, now }: { id: number; action: ModerationAction; now: Date },
): Promise<boolean> {
  const statements = {
    hide: sql`update reviews set is_hidden = true where id = ${id} and not is_hidden`,
    show: sql`update reviews set is_hidden = false where id = ${id} and is_hidden`,
    keep: sql`update review_reports set resolved_at = ${now} where review_id = ${id} and resolved_at is null`,
    // The reports that were resolved last.
    reopen: sql`update review_reports set resolved_at = null
      where review_id = ${id} and resolved_at = (select max(resolved_at) from review_reports where review_id = ${id})`,
  }
  const { numAffectedRows } = await statements[action].execute(tx)
  return Boolean(numAffectedRows)
}
