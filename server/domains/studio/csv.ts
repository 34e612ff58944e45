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

/** Rows as a file that spreadsheets open as it is meant. */
export function csvFile<R>(
  name: string,
  columns: readonly CsvColumn<R>[],
  rows: readonly R[],
): Download {
  const lines = [
    columns.map(([head]) => cellOf(head)),
    ...rows.map((row) => columns.map(([, cell]) => cellOf(cell(row)))),
  ]
  const text = mark + lines.map((line) => `${line.join(',')}\r\n`).join('')
  return { bytes: Buffer.from(text), type: 'text/csv; charset=utf-8', name: `${name}.csv` }
}
