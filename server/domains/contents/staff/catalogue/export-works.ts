import { seoulDate, seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'
import { type ImportColumn, importColumns } from '#contract/contents/staff/catalogue-import.ts'
import type { Db } from '#server/db/client.ts'
import { type ImportCategories, readImportCategories } from '../../import/category-queries.ts'
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
export async function exportWorks(db: Db, filters: WorkFilters, now: Date): Promise<FileDownload> {
  const categories = await readImportCategories(db)
  const columns = importColumns.map((column): CsvColumn<ExportRow> => [
    column,
    (row) => shownCell(column, valueOf(row, column), categories),
  ])
  const rows = readExportBatches(db, filters, batchSize)
  return csvStream(csvCopy.file_name(seoulDate(now)), columns, rows)
}

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

/** A day and time in Seoul that spreadsheets read as such: `2026-12-01 09:00`, with the seconds that are not 0. */
function seoulDateTime(instant: string): string {
  const time = new Date(Date.parse(instant) + seoulUtcOffsetMs).toISOString()
  return time.slice(0, time.slice(17, 19) === '00' ? 16 : 19).replace('T', ' ')
}

/** Returns the name of a category, or its number if an import would split the name. */
function nameOf(ids: ImportCategories['ids'], id: number): string {
  const [name] = [...ids].find(([, other]) => other === id) ?? []
  return name && !/[,;/·]/.test(name) ? name : String(id)
}

/** Formats a value for its column. */
export function shownCell(
  column: ImportColumn,
  value: unknown,
  { ids }: Pick<ImportCategories, 'ids'>,
): string {
  if (value === null || value === undefined) return ''
  switch (column) {
    case 'categories':
      return (value as number[]).map((id) => nameOf(ids, id)).join(', ')
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
