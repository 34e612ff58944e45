/** One line of the table: what was measured, beside what. */
export type Row = {
  name: string
  ours: string
  baseline: string
  /** Ours to the baseline; absent where the bar is a figure and not a comparison. */
  ratio?: number
  /** What the issue asks for, in words. */
  bar: string
  /** Undefined where nothing could be measured, or nothing is asked. */
  ok?: boolean
}

/** The middle of `values`, the upper one of two. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
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

/** `value` of `bar` or more. */
export const atLeast = (value: number, bar: number) => ({ bar: `>= ${bar}`, ok: value >= bar })

/**
 * The row of a rate beside another of the same run.
 * @param of what the baseline is, as it stands behind its figure.
 * @param text how a rate is written: so many a second unless told.
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
    ...{ name, ours: text(ours), baseline: `${text(baseline)} ${of}`, ratio },
    ...atLeast(ratio, bar),
  }
}

export const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')} /s`
export const gigabytes = (value: number) => `${(value / 1e9).toFixed(2)} GB/s`
export const milliseconds = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`
export const seconds = (value: number) => `${(value / 1_000).toFixed(2)} s`
