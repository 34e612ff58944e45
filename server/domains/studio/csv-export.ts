import type { FileDownload } from '#server/api/handler.ts'

/** Excel reads UTF-8 by its mark alone. */
const mark = '\uFEFF'
/**
 * Whether a spreadsheet may take a cell for a formula, also behind apostrophes: by the characters of OWASP's CSV
 * Injection, in every width that Unicode holds for the same (NFKC), such as the full-width `＝`.
 */
const looksLikeFormula = (cell: string) => /^'*[=+\-@\t\r\n]/.test(cell.normalize('NFKC'))

/** One column: its head, and what stands in it of a row. */
export type CsvColumn<R> = readonly [head: string, cell: (row: R) => string | number]

/** Writes a cell (RFC 4180). Text that a spreadsheet would run gets a `'` before it, so that it is shown. */
function cellOf(value: string | number): string {
  const text = typeof value === 'string' && looksLikeFormula(value) ? `'${value}` : String(value)
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Undoes for an import what `cellOf` put before a cell. */
export const stripFormulaGuard = (cell: string): string =>
  cell.startsWith("'") && looksLikeFormula(cell) ? cell.slice(1) : cell

const headOf = <R>(columns: readonly CsvColumn<R>[]) =>
  `${mark}${columns.map(([head]) => cellOf(head)).join(',')}\r\n`

const lineOf = <R>(columns: readonly CsvColumn<R>[], row: R) =>
  `${columns.map(([, cell]) => cellOf(cell(row))).join(',')}\r\n`

/** Makes a CSV file that spreadsheets read as UTF-8. */
export function csvFile<R>(
  name: string,
  columns: readonly CsvColumn<R>[],
  rows: readonly R[],
): FileDownload & { bytes: Buffer } {
  const text = headOf(columns) + rows.map((row) => lineOf(columns, row)).join('')
  return { bytes: Buffer.from(text), type: 'text/csv; charset=utf-8', name: `${name}.csv` }
}

/** The same from batches of rows, each of which is read when the one before it has been sent. */
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
