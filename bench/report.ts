/** A row of the report: a measurement with its baseline. */
export type Row = {
  name: string
  ours: string
  baseline: string
  /** Ratio to the baseline; undefined if the requirement is absolute. */
  ratio?: number
  /** The requirement as text. */
  bar: string
  /** Undefined if nothing could be measured or nothing is required. */
  ok?: boolean
}

/** The median of `values`, the upper of two middle values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

export function printTable(rows: readonly Row[]): void {
  const lines = [
    ['name', 'ours', 'baseline', 'ratio', 'bar', ''],
    ...rows.map((row) => [
      row.name,
      row.ours,
      row.baseline,
      row.ratio === undefined ? '' : row.ratio.toFixed(2),
      row.bar,
      row.ok === undefined ? '-' : row.ok ? 'ok' : 'SHORT',
    ]),
  ]
  const widths = lines[0]!.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)))
  for (const line of lines) {
    console.log(
      line
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
  }
}

/** Requires `value` to be at least `bar`. */
export const atLeast = (value: number, bar: number) => ({ bar: `>= ${bar}`, ok: value >= bar })

/**
 * Creates the row of a rate and its baseline from the same run.
 * @param of label of the baseline.
 * @param text formats a rate, per second by default.
 */
export function rateRow(row: {
  name: string
  ours: number
  baseline: number
  of: string
  ratio: number
  bar: number
  text?: (rate: number) => string
}): Row {
  const { name, ours, baseline, of, ratio, bar, text = perSecond } = row
  return {
    name,
    ours: text(ours),
    baseline: `${text(baseline)} ${of}`,
    ratio,
    ...atLeast(ratio, bar),
  }
}

export const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')} /s`
export const gigabytes = (value: number) => `${(value / 1e9).toFixed(2)} GB/s`
export const milliseconds = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`
export const seconds = (value: number) => `${(value / 1_000).toFixed(2)} s`
