import type {
  Announcement,
  customer_services,
  Faq,
  AnnouncementDetail,
  FaqSearchResult,
  FaqWithOffset,
  Subject,
} from '#contract/customer-services/customer-services.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import { toPlainText } from '#contract/customer-services/rich-text.ts'
import type { Db } from '#server/db/client.ts'
import { escapeLike } from '#server/db/sql-values.ts'
import { sql } from 'kysely'
import { findHighlights, searchTerms } from './highlight-matches.ts'

/** Public queries of the help center. */

export async function readSubjects(db: Db): Promise<Subject[]> {
  const { rows } = await sql<Subject>`
    select id, code, name from inquiry_subjects order by position`.execute(db)
  return rows
}

/** Columns of `f` (faqs) and `s` (inquiry_subjects) in the response format. */
const faqColumns = sql`
  f.id, f.title, f.context, f.created_at, s.id as subject_id, s.code as subject_code, s.name as subject_name`

type FaqQuery = ParsedInput<typeof customer_services.listFaqs>['query']

/**
 * Lists FAQs. A search returns only those that match the most words, title matches first. Without a search, orders by
 * subject and by position within the subject.
 */
export async function readFaqs(db: Db, { subject_id, q, is_top, limit, offset }: FaqQuery) {
  const words = q === undefined ? [] : searchTerms(q)
  if (q !== undefined && words.length === 0) return { count: 0, results: [] }
  const patterns = words.map((word) => `%${escapeLike(word)}%`)
  const { rows } = await sql<Faq & { id: number | null; count: number }>`
    with shown as (
      select f.*,
        (select count(*) from unnest(${patterns}::text[]) as w (word)
          where f.search_title like w.word or f.search_context like w.word) as found,
        (select count(*) from unnest(${patterns}::text[]) as w (word) where f.search_title like w.word) as in_title
      from faqs f
      where not f.is_hidden
        and (${subject_id ?? null}::int is null or f.subject_id = ${subject_id ?? null}::int)
        and (${is_top ?? null}::boolean is null or f.is_top = ${is_top ?? null}::boolean)
    ), best as materialized (
      select * from shown where found = (select max(found) from shown) and (found > 0 or ${q === undefined})
    ), page as (
      select f.*, s.position as place from best f join inquiry_subjects s on s.id = f.subject_id
      order by f.in_title desc, place, f.position, f.id limit ${limit} offset ${offset}
    )
    select n.count, ${faqColumns}
    from (select count(*) from best) as n
    left join page f on true left join inquiry_subjects s on s.id = f.subject_id
    order by f.in_title desc, f.place, f.position, f.id`.execute(db)
  return {
    count: rows[0]?.count ?? 0,
    results: rows
      .filter(({ id }) => id !== null)
      .map(({ count: _, ...faq }): FaqSearchResult => ({
        ...faq,
        matched_title: findHighlights(faq.title, words),
        matched_context: findHighlights(toPlainText(faq.context), words),
      })),
  }
}

export async function readFaq(db: Db, id: number): Promise<FaqWithOffset | undefined> {
  const { rows } = await sql<FaqWithOffset>`
    select ${faqColumns}, (
        select count(*) from faqs b where b.subject_id = f.subject_id and not b.is_hidden
          and (b.position, b.id) < (f.position, f.id)
      ) as "offset"
    from faqs f join inquiry_subjects s on s.id = f.subject_id
    where f.id = ${id} and not f.is_hidden`.execute(db)
  return rows[0]
}

export async function readAnnouncements(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; results: Announcement[] }> {
  const { rows } = await sql<Announcement & { id: number | null; count: number }>`
    select n.count, a.id, a.title, a.is_pinned, a.created_at
    from (select count(*) from announcements where not is_hidden) as n
    left join (
      select * from announcements where not is_hidden
      order by is_pinned desc, created_at desc, id desc limit ${limit} offset ${offset}
    ) as a on true
    order by a.is_pinned desc, a.created_at desc, a.id desc`.execute(db)
  return {
    count: rows[0]?.count ?? 0,
    results: rows.filter(({ id }) => id !== null),
  }
}

export async function readAnnouncement(db: Db, id: number) {
  const neighbour = (older: boolean) => sql`(
    select json_build_object('id', b.id, 'title', b.title) from announcements b
    where not b.is_hidden and (b.created_at, b.id) ${older ? sql`<` : sql`>`} (a.created_at, a.id)
    order by b.created_at ${older ? sql`desc` : sql``}, b.id ${older ? sql`desc` : sql``} limit 1)`
  const { rows } = await sql<AnnouncementDetail>`
    select a.id, a.title, a.is_pinned, a.created_at, a.context,
      ${neighbour(true)} as previous, ${neighbour(false)} as next
    from announcements a where a.id = ${id} and not a.is_hidden`.execute(db)
  return rows[0]
}
