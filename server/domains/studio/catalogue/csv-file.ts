import { importColumns, type ImportColumn, mostImportLines } from '#contract/studio-import.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { CsvError, parse } from 'csv-parse/sync'
import { withoutGuard } from '../csv.ts'
import { csvCopy } from './catalogue.copy.ts'

/** A line of the file: its number as a spreadsheet shows it, and what stands in the columns that say something. */
export type Cells = { line: number; cells: Partial<Record<ImportColumn, string>> }

export type FileFault = { line: number; column: string; detail: string }

/**
 * The lines of a file of works. Korean Excel writes CP949 unless told otherwise, so that is read, too.
 * @returns the lines, or what is wrong with the file as a whole.
 * @throws Refusal `file_unreadable` for what is no text
 */
export function readCsv(file: Buffer): { lines: Cells[] } | { fault: FileFault } {
  let records: string[][]
  try {
    records = parse(textOf(file), {
      bom: true,
      relax_column_count: true,
      trim: true,
      max_record_size: 100_000,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { lines } = error as { lines?: number }
    return { fault: { line: lines ?? 1, column: '', detail: csvCopy.broken_quotes } }
  }
  const [head = [], ...rows] = records
  const fault = faultOfHead(head)
  if (fault) return { fault: { line: 1, ...fault } }
  if (rows.length > mostImportLines)
    return {
      fault: {
        line: mostImportLines + 2,
        column: '',
        detail: csvCopy.too_many_lines(mostImportLines),
      },
    }
  const lines = rows.map((row, at): Cells => {
    const cells = head.flatMap((column, place) => {
      const cell = row[place] ?? ''
      return cell === '' ? [] : [[column, withoutGuard(cell)]]
    })
    return { line: at + 2, cells: Object.fromEntries(cells) as Cells['cells'] }
  })
  return { lines: lines.filter(({ cells }) => Object.keys(cells).length > 0) }
}

function textOf(file: Buffer): string {
  for (const encoding of ['utf-8', 'euc-kr']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(file)
      if (!text.includes('\0') && text.trim() !== '') return text
    } catch {
      // The next one, then.
    }
  }
  return refuse('file_unreadable')
}

function faultOfHead(head: readonly string[]): Pick<FileFault, 'column' | 'detail'> | undefined {
  const known: readonly string[] = importColumns
  const unknown = head.find((column) => !known.includes(column))
  if (!head.includes('work')) return { column: 'work', detail: csvCopy.no_work_column }
  if (unknown !== undefined) return { column: unknown, detail: csvCopy.unknown_column }
  const twice = head.find((column, at) => head.indexOf(column) !== at)
  return twice === undefined ? undefined : { column: twice, detail: csvCopy.column_twice }
}
