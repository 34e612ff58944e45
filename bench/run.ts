import { benchAccounts } from './scenarios/accounts.ts'
import { benchCacheInvalidation } from './scenarios/cache-invalidation.ts'
import { type BenchApp, openBenchApp } from './lib/bench-app.ts'
import { benchCachedEndpoints, benchCachedHome } from './scenarios/cached-responses.ts'
import { benchNotifications } from './scenarios/notifications.ts'
import { benchPayments } from './scenarios/payments.ts'
import { benchStudioEvents } from './scenarios/studio-events.ts'
import { benchStudioAnalytics } from './scenarios/studio-analytics.ts'
import { benchRender } from './scenarios/page-render.ts'
import { benchSegments } from './scenarios/media/segments.ts'
import { benchStart } from './scenarios/startup.ts'
import { benchStarted } from './scenarios/started.ts'
import { printTable, type Row } from './report.ts'
import { writeResults } from './results.ts'
import { benchUploads } from './scenarios/media/uploads.ts'
import { benchWatchProgress } from './scenarios/watch-progress.ts'

/** Benchmarks that use an app, in report order. Each gets its own app. */
const appBenchmarks: Readonly<Record<string, (app: BenchApp) => Promise<Row[]>>> = {
  calls: benchCachedEndpoints,
  home: benchCachedHome,
  render: benchRender,
  change: benchCacheInvalidation,
  news: benchStudioEvents,
  notifications: benchNotifications,
  watching: benchWatchProgress,
  segments: benchSegments,
  uploads: benchUploads,
  accounts: benchAccounts,
  money: benchPayments,
  numbers: benchStudioAnalytics,
  // Imported on demand, because they load a browser.
  visit: async (app) => (await import('./scenarios/first-visit.ts')).benchFirstVisit(app),
  play: async (app) => (await import('./scenarios/media/playback-start.ts')).benchPlayStart(app),
}
/** Benchmarks that start what they measure themselves. Some print details besides their results. */
const standalone: Readonly<Record<string, () => Promise<Row[]>>> = {
  start: benchStart,
  started: benchStarted,
  catalogue: async () => (await import('./scenarios/catalogue.ts')).benchCatalogue(),
  encoder: async () => (await import('./scenarios/media/encoder.ts')).benchEncoder(),
  search: async () => (await import('./search/search.ts')).benchSearch(),
  replica: async () => (await import('./scenarios/replica.ts')).benchReplica(),
  recommend: async () => (await import('./recommend/recommend.ts')).benchRecommend(),
  training: async () => (await import('./recommend/training.ts')).benchTraining(),
  personal: async () => (await import('./recommend/serving.ts')).benchServing(),
  memory: async () => (await import('./scenarios/memory.ts')).benchMemory(),
}

const benchmarks: Readonly<Record<string, () => Promise<Row[]>>> = {
  ...Object.fromEntries(
    Object.entries(appBenchmarks).map(([name, measure]) => [name, () => withApp(measure)]),
  ),
  ...standalone,
}

async function withApp(measure: (app: BenchApp) => Promise<Row[]>): Promise<Row[]> {
  const app = await openBenchApp()
  try {
    return await measure(app)
  } finally {
    await app.close()
  }
}

/**
 * Runs the named benchmarks, or all, prints one table and writes the results of each (`results.ts`). A failed one is reported in
 * the table, and its earlier results stay. A report, not a test.
 * @throws Error for an unknown name.
 */
export async function runBench(chosen: readonly string[]): Promise<void> {
  const names = Object.keys(benchmarks)
  const unknown = chosen.filter((name) => !names.includes(name))
  if (unknown.length > 0)
    throw new Error(`No bench ${unknown.join(', ')}. There are: ${names.join(', ')}`)
  const rows: Row[] = []
  for (const [name, measure] of Object.entries(benchmarks)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    process.stderr.write(`${name}…\n`)
    try {
      const results = await measure()
      if (results.length > 0) writeResults(name, results, new Date())
      rows.push(...results)
    } catch (error) {
      process.stderr.write(`${name}: ${(error as Error).stack}\n`)
      rows.push({ name, ours: 'failed, see above', baseline: '', bar: '', ok: false })
    }
  }
  printTable(rows)
}
