import {
  importColumns,
  type ImportColumn,
  maxImportRows,
} from '#contract/studio/catalogue-import.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { CsvError, parse } from 'csv-parse/sync'
import { stripFormulaGuard } from '../csv-export.ts'
import { csvCopy } from './catalogue.copy.ts'

/** A row of the file: its spreadsheet row number, and the columns with a value. */
export type CsvRow = { line: number; cells: Partial<Record<ImportColumn, string>> }

export type CsvFileError = { line: number; column: string; detail: string }

/**
 * Reads the rows of an import file. Falls back to CP949, the default encoding of Korean Excel.
 * @returns the rows, or the error of the file as a whole.
 * @throws ProblemError `file_unreadable` if the file is not text
 */
export function readCsv(file: Buffer): { lines: CsvRow[] } | { fault: CsvFileError } {
  let records: string[][]
  try {
    records = parse(decodeText(file), {
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
  const [header = [], ...rows] = records
  const fault = headerError(header)
  if (fault) return { fault: { line: 1, ...fault } }
  if (rows.length > maxImportRows)
    return {
      fault: {
        line: maxImportRows + 2,
        column: '',
        detail: csvCopy.too_many_lines(maxImportRows),
      },
    }
  const lines = rows.map((row, index): CsvRow => {
    const cells = header.flatMap((column, columnIndex) => {
      const cell = row[columnIndex] ?? ''
      return cell === '' ? [] : [[column, stripFormulaGuard(cell)]]
    })
    return { line: index + 2, cells: Object.fromEntries(cells) as CsvRow['cells'] }
  })
  return { lines: lines.filter(({ cells }) => Object.keys(cells).length > 0) }
}

function decodeText(file: Buffer): string {
  for (const encoding of ['utf-8', 'euc-kr']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(file)
      if (!text.includes('\0') && text.trim() !== '') return text
    } catch {
      // Try the next encoding.
    }
  }
  return throwProblem('file_unreadable')
}

function headerError(
  header: readonly string[],
): Pick<CsvFileError, 'column' | 'detail'> | undefined {
  const knownColumns: readonly string[] = importColumns
  const unknown = header.find((column) => !knownColumns.includes(column))
  if (!header.includes('work')) return { column: 'work', detail: csvCopy.no_work_column }
  if (unknown !== undefined) return { column: unknown, detail: csvCopy.unknown_column }
  const duplicate = header.find((column, index) => header.indexOf(column) !== index)
  return duplicate === undefined ? undefined : { column: duplicate, detail: csvCopy.column_twice }
}
