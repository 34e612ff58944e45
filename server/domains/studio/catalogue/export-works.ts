import { dayInSeoul } from '#contract/seoul.ts'
import { type ImportColumn, importColumns } from '#contract/studio-import.ts'
import type { Db } from '#server/db/client.ts'
import { categoryNames } from '#server/domains/contents/index.ts'
import type { Download } from '#server/kernel/handler.ts'
import { sql } from 'kysely'
import { type CsvColumn, csvFile } from '../csv.ts'
import { csvCopy } from './catalogue.copy.ts'
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
  return csvFile(csvCopy.file_name(dayInSeoul(now)), columns, rows)
}

const columns = importColumns.map((column): CsvColumn<Row> => [
  column,
  (row) => shownCell(column, valueOf(row, column)),
])

function valueOf(row: Row, column: ImportColumn): unknown {
  switch (column) {
    case 'kind':
      return row.is_series ? 'series' : 'film'
    case 'categories':
      return row.category_ids
    case 'year':
      return row.released_on
    default:
      return row[column]
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
