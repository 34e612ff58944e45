import {
  importColumns,
  type ImportColumn,
  maxImportRows,
} from '#contract/studio/catalogue-import.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { CsvError, parse } from 'csv-parse/sync'
import { stripFormulaGuard } from '../csv-export.ts'
import { csvCopy } from './catalogue.copy.ts'

/** A line of the file: its number as a spreadsheet shows it, and what stands in the columns that say something. */
export type CsvRow = { line: number; cells: Partial<Record<ImportColumn, string>> }

export type CsvFileError = { line: number; column: string; detail: string }

/**
 * The lines of a file of works. Korean Excel writes CP949 unless told otherwise, so that is read, too.
 * @returns the lines, or what is wrong with the file as a whole.
 * @throws Refusal `file_unreadable` for what is no text
 */
export function readCsv(file: Buffer): { lines: CsvRow[] } | { fault: CsvFileError } {
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
  if (rows.length > maxImportRows)
    return {
      fault: {
        line: maxImportRows + 2,
        column: '',
        detail: csvCopy.too_many_lines(maxImportRows),
      },
    }
  const lines = rows.map((row, at): CsvRow => {
    const cells = head.flatMap((column, place) => {
      const cell = row[place] ?? ''
      return cell === '' ? [] : [[column, stripFormulaGuard(cell)]]
    })
    return { line: at + 2, cells: Object.fromEntries(cells) as CsvRow['cells'] }
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
  return throwProblem('file_unreadable')
}

function faultOfHead(head: readonly string[]): Pick<CsvFileError, 'column' | 'detail'> | undefined {
  const known: readonly string[] = importColumns
  const unknown = head.find((column) => !known.includes(column))
  if (!head.includes('work')) return { column: 'work', detail: csvCopy.no_work_column }
  if (unknown !== undefined) return { column: unknown, detail: csvCopy.unknown_column }
  const twice = head.find((column, at) => head.indexOf(column) !== at)
  return twice === undefined ? undefined : { column: twice, detail: csvCopy.column_twice }
}
