import { normalizeText } from '#contract/core/characters.ts'
import type { FileDownload } from '#server/api/handler.ts'
import { stringify } from 'csv-stringify/sync'

/**
 * Returns whether a spreadsheet may treat a cell as a formula, also behind apostrophes, spaces and invisible characters: the
 * characters of OWASP's CSV Injection in every Unicode width (NFKC), such as the full-width `＝`.
 */
const looksLikeFormula = (cell: string) =>
  /^[\t\r\n]|^['\s\p{Default_Ignorable_Code_Point}\p{Cc}]*[=+\-@]/u.test(
    normalizeText(cell, 'NFKC'),
  )

/** A column: its header, and its cell for a row. */
export type CsvColumn<R> = readonly [head: string, cell: (row: R) => string | number]

/** Removes on import the prefix that an export adds. */
export const stripFormulaGuard = (cell: string): string =>
  cell.startsWith("'") && looksLikeFormula(cell) ? cell.slice(1) : cell

/**
 * Prefixes text that a spreadsheet would execute with `'`, so that it is displayed. The library's `escape_formulas` does
 * not cover apostrophes before a formula, line feeds and the small forms of Unicode.
 */
const guardFormula = (cell: string): string => (looksLikeFormula(cell) ? `'${cell}` : cell)

const linesOf = <R>(columns: readonly CsvColumn<R>[], rows: readonly R[]) =>
  csvOf(rows.map((row) => columns.map(([, cell]) => cell(row))))

/** Excel detects UTF-8 only by the byte order mark. */
const headOf = <R>(columns: readonly CsvColumn<R>[]) =>
  `\uFEFF${csvOf([columns.map(([head]) => head)])}`

const csvOf = (records: (string | number)[][]) =>
  stringify(records, {
    record_delimiter: 'windows',
    quoted_match: /[\r\n]|^\s|\s$/,
    cast: { string: guardFormula },
  })

/** Creates a CSV file that spreadsheets read as UTF-8. */
export function csvFile<R>(
  name: string,
  columns: readonly CsvColumn<R>[],
  rows: readonly R[],
): FileDownload & { bytes: Buffer } {
  const text = headOf(columns) + linesOf(columns, rows)
  return { bytes: Buffer.from(text), type: 'text/csv; charset=utf-8', name: `${name}.csv` }
}

/** Does the same from batches of rows; reads each batch after the previous one has been sent. */
export function csvStream<R>(
  name: string,
  columns: readonly CsvColumn<R>[],
  batches: AsyncIterable<readonly R[]>,
): FileDownload {
  async function* bytes() {
    yield Buffer.from(headOf(columns))
    for await (const rows of batches) yield Buffer.from(linesOf(columns, rows))
  }
  return { bytes: bytes(), type: 'text/csv; charset=utf-8', name: `${name}.csv` }
}
