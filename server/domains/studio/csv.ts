import type { Download } from '#server/kernel/handler.ts'

/** Excel reads UTF-8 by its mark alone. */
const mark = '\uFEFF'
/** What a spreadsheet takes for a formula where a cell begins with it. */
const formula = /^[=+\-@\t\r]/

/** One column: its head, and what stands in it of a row. */
export type CsvColumn<R> = readonly [head: string, cell: (row: R) => string | number]

/** A cell (RFC 4180). Text that a spreadsheet would run begins with `'`, so that it is shown; numbers are numbers. */
function cellOf(value: string | number): string {
  const text = typeof value === 'string' && formula.test(value) ? `'${value}` : String(value)
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** What a cell of ours said, read again. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell

const headOf = <R>(columns: readonly CsvColumn<R>[]) =>
  `${mark}${columns.map(([head]) => cellOf(head)).join(',')}\r\n`

const lineOf = <R>(columns: readonly CsvColumn<R>[], row: R) =>
  `${columns.map(([, cell]) => cellOf(cell(row))).join(',')}\r\n`

/** Makes a CSV file that spreadsheets read as UTF-8. */
export function csvFile<R>(
  name: string,
  columns: readonly CsvColumn<R>[],
  rows: readonly R[],
): Download & { bytes: Buffer } {
  const text = headOf(columns) + rows.map((row) => lineOf(columns, row)).join('')
  return { bytes: Buffer.from(text), type: 'text/csv; charset=utf-8', name: `${name}.csv` }
}

/** The same from batches of rows, each of which is read when the one before it has been sent. */
export function csvStream<R>(
  name: string,
  columns: readonly CsvColumn<R>[],
  batches: AsyncIterable<readonly R[]>,
): Download {
  async function* bytes() {
    yield Buffer.from(headOf(columns))
    for await (const rows of batches)
      yield Buffer.from(rows.map((row) => lineOf(columns, row)).join(''))
  }
  return { bytes: bytes(), type: 'text/csv; charset=utf-8', name: `${name}.csv` }
}
