import { benchAccounts } from './scenarios/accounts.ts'
import { benchCacheInvalidation } from './scenarios/cache-invalidation.ts'
import { type BenchApp, openBenchApp } from './lib/bench-app.ts'
import { benchCachedEndpoints, benchCachedHome } from './scenarios/cached-responses.ts'
import { benchPayments } from './scenarios/payments.ts'
import { benchStudioEvents } from './scenarios/studio-events.ts'
import { benchStudioAnalytics } from './scenarios/studio-analytics.ts'
import { benchRender } from './scenarios/page-render.ts'
import { benchSegments } from './scenarios/media/segments.ts'
import { benchStart } from './scenarios/startup.ts'
import { benchStarted } from './scenarios/started.ts'
import { printTable, type Row } from './report.ts'
import { benchUploads } from './scenarios/media/uploads.ts'
import { benchWatchProgress } from './scenarios/watch-progress.ts'

/** Everything there is to measure, in the order of the issue. Each has a house of its own. */
const inHouse: Readonly<Record<string, (house: BenchApp) => Promise<Row[]>>> = {
  calls: benchCachedEndpoints,
  home: benchCachedHome,
  render: benchRender,
  change: benchCacheInvalidation,
  news: benchStudioEvents,
  watching: benchWatchProgress,
  segments: benchSegments,
  uploads: benchUploads,
  accounts: benchAccounts,
  money: benchPayments,
  numbers: benchStudioAnalytics,
  // Loaded when asked for: they bring a browser along.
  visit: async (house) => (await import('./scenarios/first-visit.ts')).benchFirstVisit(house),
  play: async (house) =>
    (await import('./scenarios/media/playback-start.ts')).benchPlayStart(house),
}
/** Those that start a house as anybody would. */
const fromOutside: Readonly<Record<string, () => Promise<Row[]>>> = {
  start: benchStart,
  started: benchStarted,
}
/** Those that bring what they need, and print tables of their own. */
const alone: Readonly<Record<string, () => Promise<void>>> = {
  catalogue: async () => (await import('./scenarios/catalogue.ts')).benchCatalogue(),
  encoder: async () => (await import('./scenarios/media/encoder.ts')).benchEncoder(),
  search: async () => (await import('./search/search.ts')).benchSearch(),
  replica: async () => (await import('./scenarios/replica.ts')).benchReplica(),
  memory: async () => (await import('./scenarios/memory.ts')).benchMemory(),
}

export const names = [...Object.keys(inHouse), ...Object.keys(fromOutside), ...Object.keys(alone)]

/**
 * Measures what is named, or everything, and prints one table: a report, never a test.
 * @throws where a name is unknown.
 */
export async function runBench(chosen: readonly string[]): Promise<void> {
  const unknown = chosen.filter((name) => !names.includes(name))
  if (unknown.length > 0)
    throw new Error(`No bench ${unknown.join(', ')}. There are: ${names.join(', ')}`)
  const wanted = (name: string) => chosen.length === 0 || chosen.includes(name)
  const rows: Row[] = []
  for (const [name, measure] of Object.entries(inHouse)) {
    if (!wanted(name)) continue
    rows.push(
      ...(await attempt(name, async () => {
        const house = await openBenchApp()
        try {
          return await measure(house)
        } finally {
          await house.close()
        }
      })),
    )
  }
  for (const [name, measure] of Object.entries(fromOutside)) {
    if (!wanted(name)) continue
    rows.push(...(await attempt(name, measure)))
  }
  if (rows.length > 0) printTable(rows)
  for (const [name, measure] of Object.entries(alone)) {
    if (!wanted(name)) continue
    console.log(`\n${name}`)
    await measure()
  }
}

/** One that fails is told in its place, and the others are measured all the same. */
async function attempt(name: string, measure: () => Promise<Row[]>): Promise<Row[]> {
  process.stderr.write(`${name}…\n`)
  try {
    return await measure()
  } catch (error) {
    process.stderr.write(`${name}: ${(error as Error).stack}\n`)
    return [{ name, ours: 'failed, see above', baseline: '', bar: '', ok: false }]
  }
}
