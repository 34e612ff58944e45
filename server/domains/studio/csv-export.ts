import type { FileDownload } from '#server/api/handler.ts'

/** Excel detects UTF-8 only by the byte order mark. */
const byteOrderMark = '\uFEFF'
/**
 * Returns whether a spreadsheet may treat a cell as a formula, also behind apostrophes: the characters of OWASP's CSV
 * Injection in every Unicode width (NFKC), such as the full-width `＝`.
 */
const looksLikeFormula = (cell: string) => /^'*[=+\-@\t\r\n]/.test(cell.normalize('NFKC'))

/** A column: its header, and its cell for a row. */
export type CsvColumn<R> = readonly [head: string, cell: (row: R) => string | number]

/** Writes a cell (RFC 4180). Prefixes text that a spreadsheet would execute with `'`, so that it is displayed. */
function cellOf(value: string | number): string {
  const text = typeof value === 'string' && looksLikeFormula(value) ? `'${value}` : String(value)
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Removes on import the prefix that `cellOf` adds. */
export const stripFormulaGuard = (cell: string): string =>
  cell.startsWith("'") && looksLikeFormula(cell) ? cell.slice(1) : cell

const headOf = <R>(columns: readonly CsvColumn<R>[]) =>
  `${byteOrderMark}${columns.map(([head]) => cellOf(head)).join(',')}\r\n`

const lineOf = <R>(columns: readonly CsvColumn<R>[], row: R) =>
  `${columns.map(([, cell]) => cellOf(cell(row))).join(',')}\r\n`

/** Creates a CSV file that spreadsheets read as UTF-8. */
export function csvFile<R>(
  name: string,
  columns: readonly CsvColumn<R>[],
  rows: readonly R[],
): FileDownload & { bytes: Buffer } {
  const text = headOf(columns) + rows.map((row) => lineOf(columns, row)).join('')
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
    for await (const rows of batches)
      yield Buffer.from(rows.map((row) => lineOf(columns, row)).join(''))
  }
  return { bytes: bytes(), type: 'text/csv; charset=utf-8', name: `${name}.csv` }
}
