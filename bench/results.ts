/** The latest results of each benchmark in `bench/results/`, from which `npm run doc-tables` writes docs/measurements.md. */
import type { Row } from './report.ts'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'results')

type Result = Row & {
  /** Day of the run, such as `2026-11-27`. */
  date: string
  /** Why a requirement is not met, written by hand. Kept for the row of the same name. */
  reason?: string
}
type Results = { command: string; machine: string; rows: Result[] }

export const readResults = (bench: string): Results =>
  JSON.parse(readFileSync(join(folder, `${bench}.json`), 'utf8')) as Results

/** Replaces the results of a benchmark. */
export function writeResults(bench: string, rows: readonly Row[], now: Date): void {
  const file = join(folder, `${bench}.json`)
  const previous = existsSync(file) ? readResults(bench).rows : []
  const gibibytes = Math.round(totalmem() / 2 ** 30)
  const results: Results = {
    command: `npm run bench -- ${bench}`,
    machine: `${cpus().length} × ${cpus()[0]?.model}, ${gibibytes} GiB`,
    rows: rows.map((row) => {
      const reason = previous.find(({ name }) => name === row.name)?.reason
      return { ...row, date: now.toISOString().slice(0, 10), ...(reason && { reason }) }
    }),
  }
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
}

/**
 * Selects what a document shows: results with a requirement or an absolute baseline. Of the ratios that share a requirement it
 * keeps the worst, with their number in its name.
 */
export function summarizeResults(results: readonly Result[]): Result[] {
  const shown = results.filter(
    ({ bar, baseline, ratio }) => bar !== '' || (baseline !== '' && ratio === undefined),
  )
  const groups = Map.groupBy(shown, ({ name, bar, ratio }) => (ratio === undefined ? name : bar))
  return Array.from(groups.values(), (group) => {
    const sorted = group.toSorted((a, b) => (a.ratio ?? 0) - (b.ratio ?? 0))
    const worst = (group[0]?.bar.startsWith('<') ? sorted.at(-1) : sorted[0]) as Result
    return group.length === 1
      ? worst
      : { ...worst, name: `${worst.name}, worst of ${group.length}` }
  })
}
