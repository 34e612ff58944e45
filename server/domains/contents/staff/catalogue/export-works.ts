import { seoulDate, seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'
import { type ImportColumn, importColumns } from '#contract/contents/staff/catalogue-import.ts'
import type { Db } from '#server/db/client.ts'
import { categoryIdsByName } from '../../import/parse-import-row.ts'
import type { FileDownload } from '#server/api/handler.ts'
import { type CsvColumn, csvStream } from '#server/domains/studio/index.ts'
import { csvCopy } from './catalogue.copy.ts'
import { type ExportRow, readExportBatches, type WorkFilters } from './work-queries.ts'

/** Rows read per query and held in memory. */
const batchSize = 500

/**
 * Exports the filtered works in the import columns: one row per episode, or per work without episodes. Rows are read
 * in batches while the file is sent, so memory use does not grow with the catalogue. Edits made meanwhile appear in
 * the rows read after them.
 */
export const exportWorks = (db: Db, filters: WorkFilters, now: Date): FileDownload =>
  csvStream(csvCopy.file_name(seoulDate(now)), columns, readExportBatches(db, filters, batchSize))

const columns = importColumns.map((column): CsvColumn<ExportRow> => [
  column,
  (row) => shownCell(column, valueOf(row, column)),
])

function valueOf(row: ExportRow, column: ImportColumn): unknown {
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

const nameOfCategory = new Map<number, string>(
  [...categoryIdsByName].map(([name, id]) => [id, name]),
)

/** A day and time in Seoul that spreadsheets read as such: `2026-12-01 09:00`, with the seconds that are not 0. */
function seoulDateTime(instant: string): string {
  const time = new Date(Date.parse(instant) + seoulUtcOffsetMs).toISOString()
  return time.slice(0, time.slice(17, 19) === '00' ? 16 : 19).replace('T', ' ')
}

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
    case 'is_dubbed':
    case 'is_unpublished':
      return value ? csvCopy.yes : csvCopy.no
    case 'publish_at':
    case 'unpublish_at':
      return seoulDateTime(value as string)
    default:
      return String(value as string | number)
  }
}
