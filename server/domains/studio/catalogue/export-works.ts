import { type ImportColumn, importColumns } from '#contract/studio-import.ts'
import type { Db } from '#server/db/client.ts'
import { categoryNames } from '#server/domains/contents/index.ts'
import type { Download } from '#server/kernel/handler.ts'
import { sql } from 'kysely'
import { csvCopy } from './catalogue.copy.ts'
import { cellOf } from './csv-file.ts'
import { readWorkIds, type WorkFilters } from './queries.ts'

/** Works of one file at most. */
const most = 20_000

type Row = Record<Exclude<ImportColumn, 'kind' | 'categories' | 'year'>, unknown> & {
  is_series: boolean
  category_ids: number[]
  released_on: string | null
}

/** The works of the list as the import takes them: a line for each episode, or for a work that has none. */
export async function exportWorks(db: Db, filters: WorkFilters, now: Date): Promise<Download> {
  const ids = await readWorkIds(db, filters, most)
  const { rows } = await sql<Row>`
    select s.id as work, s.is_series, s.title, s.title_original, s.released_on, s.age_rating, s.category_ids,
      s.synopsis, se.number as season, se.title as season_title, e.number as episode, e.title as episode_title,
      e.synopsis as episode_synopsis, e.price, e.rental_price, e.is_free, e.in_subscription, e.orientation
    from series s
    left join (seasons se join episodes e on e.season_id = se.id) on se.series_id = s.id
    where s.id = any (${ids}::int[]) order by s.id, se.number, e.number`.execute(db)
  const lines = rows.map(({ is_series, category_ids, released_on, ...row }) => {
    const columns: Record<ImportColumn, unknown> = {
      ...row,
      kind: is_series ? 'series' : 'film',
      categories: category_ids,
      year: released_on,
    }
    return importColumns.map((column) => cellOf(shownCell(column, columns[column]))).join(',')
  })
  // The mark has Excel read it as UTF-8.
  const text = `\uFEFF${[importColumns.join(','), ...lines].join('\r\n')}\r\n`
  const day = new Date(now.getTime() + 9 * 3_600_000).toISOString().slice(0, 10)
  return {
    bytes: Buffer.from(text),
    type: 'text/csv; charset=utf-8',
    name: csvCopy.file_name(day),
  }
}

const nameOfCategory = new Map(Object.entries(categoryNames).map(([name, id]) => [id, name]))

/** A value as its column shows it. */
export function shownCell(column: ImportColumn, value: unknown): string {
  if (value === null || value === undefined) return ''
  switch (column) {
    case 'categories':
      return (value as number[]).map((id) => nameOfCategory.get(id) ?? String(id)).join(', ')
    case 'year':
      return (value as string).slice(0, 4)
    case 'kind':
      return csvCopy.kinds[value as 'series' | 'film']
    case 'orientation':
      return csvCopy.orientations[value as 'horizontal' | 'vertical']
    case 'is_free':
    case 'in_subscription':
      return value ? csvCopy.yes : csvCopy.no
    default:
      return String(value as string | number)
  }
}
