import { seoulDate } from '#contract/core/seoul-time.ts'
import { type ImportColumn, importColumns } from '#contract/studio/catalogue-import.ts'
import type { Db } from '#server/db/client.ts'
import { categoryNames } from '#server/domains/contents/index.ts'
import type { FileDownload } from '#server/api/handler.ts'
import { sql } from 'kysely'
import { type CsvColumn, csvStream } from '../csv-export.ts'
import { csvCopy } from './catalogue.copy.ts'
import { matchesFilters, type WorkFilters } from './queries.ts'

/** Rows read per query and held in memory. */
const batchSize = 500

type Row = Record<Exclude<ImportColumn, 'kind' | 'categories' | 'year'>, unknown> & {
  is_series: boolean
  category_ids: number[]
  released_on: string | null
}

/**
 * Exports the filtered works in the import columns: one row per episode, or per work without episodes. Rows are read
 * in batches while the file is sent, so memory use does not grow with the catalogue. Edits made meanwhile appear in
 * the rows read after them.
 */
export const exportWorks = (db: Db, filters: WorkFilters, now: Date): FileDownload =>
  csvStream(csvCopy.file_name(seoulDate(now)), columns, readBatches(db, filters))

/** Keyset pagination by work, season number and episode number, 0 where there is none. */
async function* readBatches(db: Db, filters: WorkFilters): AsyncGenerator<readonly Row[]> {
  let last: readonly [number, number, number] = [0, -1, -1]
  for (;;) {
    const { rows } = await sql<Row & { season: number | null; episode: number | null }>`
      select s.id as work, s.is_series, s.title, s.title_original, s.released_on, s.age_rating, s.category_ids,
        s.synopsis, se.number as season, se.title as season_title, e.number as episode, e.title as episode_title,
        e.synopsis as episode_synopsis, e.price, e.rental_price, e.is_free, e.in_subscription, e.orientation
      from series s
      left join (seasons se join episodes e on e.season_id = se.id) on se.series_id = s.id
      where ${matchesFilters(filters)} and s.id >= ${last[0]}
        and (s.id, coalesce(se.number, 0), coalesce(e.number, 0)) > (${last[0]}, ${last[1]}, ${last[2]})
      order by s.id, coalesce(se.number, 0), coalesce(e.number, 0) limit ${batchSize}`.execute(db)
    if (rows.length > 0) yield rows
    const end = rows.at(-1)
    if (!end || rows.length < batchSize) return
    last = [Number(end.work), end.season ?? 0, end.episode ?? 0]
  }
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

/** Formats a value for its column. */
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
