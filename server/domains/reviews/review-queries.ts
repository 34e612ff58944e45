import type { ReportReason, Review, ReviewBody, reviews } from '#contract/reviews/reviews.ts'
import { type CatalogueLimit, isAbove, maxChildLimit } from '#contract/core/age-limits.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import { profileWidth } from '#contract/core/images.ts'
import { maskName } from '#contract/core/masking.ts'
import type { Db, Tx } from '#server/db/client.ts'
import {
  isPublicEpisode,
  isShownSeriesSql,
  isWithinLimit,
  seriesScope,
} from '#server/domains/contents/index.ts'
import { type RawBuilder, sql } from 'kysely'

/** API columns of a review, from `r` (reviews) and those of `authorJoins`, with the unmasked name. */
export const reviewColumns = sql`
  r.id, case when r.episode_id is null then 'series' else 'episode' end as content_type,
  coalesce(r.episode_id, r.series_id) as object_id, r.rating / 2.0 as rating, r.context, r.is_spoiler,
  m.username, author.avatar, '/images/' || author.picture_key || ${`/${profileWidth}.webp`} as picture_url, r.helpful_count, r.created_at, r.updated_at`

/** Joins the author to `r` (reviews). The name shown is that of the account, as the specification has it. */
export const authorJoins = sql`join members m on m.id = r.author_id join profiles author on author.id = r.profile_id`

/** Masks the name of the author. */
export const withMaskedAuthor = <T extends { username: string }>(row: T): T => ({
  ...row,
  username: maskName(row.username),
})

/** A reviewed series or episode, with the number of visible reviews. */
export type ReviewSubject = { series_id: number; episode_id: number | null; review_count: number }

/** Whether reviews with spoilers are left out: for the limits that children's profiles can have. */
const hidesSpoilers = (limit: CatalogueLimit) => !isAbove(limit, maxChildLimit)

/** Finds a visible series or episode within the limit. */
export async function findReviewSubject(
  db: Db,
  kind: 'series' | 'episode',
  id: number,
  limit: CatalogueLimit,
): Promise<ReviewSubject | undefined> {
  const reviewCount = (table: string, condition: RawBuilder<unknown>) =>
    hidesSpoilers(limit)
      ? sql`(select count(*) from reviews r where ${condition} and not r.is_hidden and not r.is_spoiler) as review_count`
      : sql.ref(`${table}.review_count`)
  const { rows } = await sql<ReviewSubject>`
    ${
      kind === 'series'
        ? sql`select s.id as series_id, null::int as episode_id, ${reviewCount('s', sql`r.series_id = s.id and r.episode_id is null`)} from series s
            where s.id = ${id} and ${isShownSeriesSql(seriesScope)} and ${isWithinLimit(seriesScope, limit)}`
        : sql`select e.series_id, e.id as episode_id, ${reviewCount('e', sql`r.episode_id = e.id`)}
            from episodes e join series s on s.id = e.series_id
            where e.id = ${id} and ${isPublicEpisode('e')} and not s.is_hidden
              and ${isWithinLimit(seriesScope, limit)}`
    }`.execute(db)
  return rows[0]
}

const orderKeys = {
  created_at: sql`r.created_at`,
  rating: sql`r.rating`,
  helpful: sql`r.helpful_count`,
} as const

type Page = ParsedInput<typeof reviews.listSeriesReviews>['query']

/** Whether `r` (reviews) is listed for a subject. */
const isListed = (subject: ReviewSubject, limit: CatalogueLimit) => sql`
  r.series_id = ${subject.series_id} and not r.is_hidden
  ${hidesSpoilers(limit) ? sql`and not r.is_spoiler` : sql``}
  and ${subject.episode_id === null ? sql`r.episode_id is null` : sql`r.episode_id = ${subject.episode_id}`}`

/** Counts the listed reviews by whole stars, from one to five. */
export async function countRatings(db: Db, subject: ReviewSubject, limit: CatalogueLimit) {
  const { rows } = await sql<{ stars: number; count: number }>`
    select (r.rating + 1) / 2 as stars, count(*)::int as count from reviews r
    where ${isListed(subject, limit)} group by 1`.execute(db)
  return [1, 2, 3, 4, 5].map((stars) => rows.find((row) => row.stars === stars)?.count ?? 0)
}

export async function readReviews(
  db: Db,
  subject: ReviewSubject,
  page: Page,
  limit: CatalogueLimit,
): Promise<Review[]> {
  const isDescending = page.ordering.startsWith('-')
  const key = orderKeys[page.ordering.replace('-', '') as keyof typeof orderKeys]
  const direction = isDescending ? sql`desc` : sql`asc`
  const { rows } = await sql<Review>`
    select ${reviewColumns} from reviews r ${authorJoins}
    where ${isListed(subject, limit)}
    order by ${key} ${direction}, r.id ${direction}
    limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows.map(withMaskedAuthor)
}

/** Reads a visible review of a work within the limit, with its series. */
export async function readReview(db: Db, id: number, limit: CatalogueLimit) {
  const { rows } = await sql<Review & { series_id: number; author_id: number }>`
    select ${reviewColumns}, r.series_id, r.author_id
    from reviews r ${authorJoins} join series s on s.id = r.series_id
    left join episodes e on e.id = r.episode_id
    where r.id = ${id} and not r.is_hidden and ${isShownSeriesSql(seriesScope)} and ${isWithinLimit(seriesScope, limit)}
      ${hidesSpoilers(limit) ? sql`and not r.is_spoiler` : sql``}
      and (e.id is null or ${isPublicEpisode('e')})`.execute(db)
  return rows[0] && withMaskedAuthor(rows[0])
}

/** The account's reviews of a series and its episodes, and the ids of reviews that it marked helpful. */
export async function readMemberReviews(
  db: Db,
  member_id: number,
  series_id: number,
): Promise<{ own: Review[]; helpful_review_ids: number[] }> {
  const { rows } = await sql<{ helpful_review_ids: number[]; id: number | null } & Review>`
    select array(
        select h.review_id from review_helpfuls h join reviews hr on hr.id = h.review_id
        where h.member_id = ${member_id} and hr.series_id = ${series_id} order by 1
      ) as helpful_review_ids, own.*
    from (select) as single_row left join (
      select ${reviewColumns} from reviews r ${authorJoins}
      where r.author_id = ${member_id} and r.series_id = ${series_id} and not r.is_hidden
    ) as own on true`.execute(db)
  return {
    own: rows.filter(({ id }) => id !== null).map(withMaskedAuthor),
    helpful_review_ids: rows[0]?.helpful_review_ids ?? [],
  }
}

/** Whether a profile has started the episode, or any episode of the series. */
export async function hasStartedWatching(
  db: Db,
  profile_id: number,
  { series_id, episode_id }: Pick<ReviewSubject, 'series_id' | 'episode_id'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from watch_histories h where h.profile_id = ${profile_id} and ${
      episode_id === null
        ? sql`h.episode_id in (select e.id from episodes e where e.series_id = ${series_id})`
        : sql`h.episode_id = ${episode_id}`
    } limit 1`.execute(db)
  return rows.length > 0
}

/** Writes the review of an account, replacing the previous one of the same series or episode, whichever profile wrote it. */
export async function upsertReview(
  tx: Tx,
  review: Pick<ReviewBody, 'rating' | 'context' | 'is_spoiler'> &
    Pick<ReviewSubject, 'series_id' | 'episode_id'> & {
      profile_id: number
      member_id: number
      now: Date
    },
): Promise<Review> {
  const at = review.now.toISOString()
  const { rows } = await sql<Review>`
    with edited as (
      update reviews set profile_id = ${review.profile_id}, rating = ${review.rating * 2}, context = ${review.context},
        is_spoiler = ${review.is_spoiler}, updated_at = ${at}
      where author_id = ${review.member_id} and series_id = ${review.series_id}
        and episode_id is not distinct from ${review.episode_id}::int
      returning *
    ), added as (
      insert into reviews (profile_id, series_id, episode_id, rating, context, is_spoiler, created_at, updated_at)
      select ${review.profile_id}, ${review.series_id}, ${review.episode_id}::int, ${review.rating * 2},
        ${review.context}, ${review.is_spoiler}, ${at}, ${at}
      where not exists (select from edited)
      on conflict (author_id, series_id, episode_id) do update set
        profile_id = excluded.profile_id, rating = excluded.rating, context = excluded.context,
        is_spoiler = excluded.is_spoiler, updated_at = excluded.updated_at
      returning *
    ), r as (select * from edited union all select * from added)
    select ${reviewColumns} from r ${authorJoins}`.execute(tx)
  return withMaskedAuthor(rows[0]!)
}

/** @returns whether the account had this review. */
export async function deleteReview(tx: Tx, member_id: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('reviews')
    .where('id', '=', id)
    .where('author_id', '=', member_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Reports a review; idempotent for each member. A settled report opens again if the text has changed since: a trigger inserts
 * reports of a text that was kept as resolved (decisions/0043-reviews).
 */
export async function insertReport(
  tx: Tx,
  report: { review_id: number; member_id: number; reason: ReportReason; now: Date },
) {
  const { now, ...row } = report
  await tx
    .insertInto('review_reports')
    .values({ ...row, created_at: now.toISOString() })
    .onConflict((conflict) =>
      conflict
        .columns(['review_id', 'member_id'])
        .doUpdateSet(({ ref }) => ({
          reason: ref('excluded.reason'),
          created_at: ref('excluded.created_at'),
          resolved_at: ref('excluded.resolved_at'),
        }))
        .where('review_reports.resolved_at', 'is not', null),
    )
    .execute()
}

/** Marks a review as helpful; idempotent. */
export const insertHelpful = (tx: Tx, vote: { review_id: number; member_id: number }) =>
  tx
    .insertInto('review_helpfuls')
    .values(vote)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Removes the helpful mark; idempotent. */
export const deleteHelpful = (tx: Tx, vote: { review_id: number; member_id: number }) =>
  tx
    .deleteFrom('review_helpfuls')
    .where('review_id', '=', vote.review_id)
    .where('member_id', '=', vote.member_id)
    .execute()
