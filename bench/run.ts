import { benchAccounts } from './accounts.ts'
import { benchChange } from './change.ts'
import { type BenchHouse, openBenchHouse } from './house.ts'
import { benchCalls, benchHome } from './prepared.ts'
import { benchMoney } from './money.ts'
import { benchNews } from './news.ts'
import { benchNumbers } from './numbers.ts'
import { benchRender } from './render.ts'
import { benchSegments } from './segments.ts'
import { benchStart } from './start.ts'
import { benchStarted } from './started.ts'
import { printTable, type Row } from './table.ts'
import { benchUploads } from './uploads.ts'
import { benchWatching } from './watching.ts'

/** Everything there is to measure, in the order of the issue. Each has a house of its own. */
const inHouse: Readonly<Record<string, (house: BenchHouse) => Promise<Row[]>>> = {
  calls: benchCalls,
  home: benchHome,
  render: benchRender,
  change: benchChange,
  news: benchNews,
  watching: benchWatching,
  segments: benchSegments,
  uploads: benchUploads,
  accounts: benchAccounts,
  money: benchMoney,
  numbers: benchNumbers,
  // Loaded when asked for: they bring a browser along.
  visit: async (house) => (await import('./visit.ts')).benchVisit(house),
  play: async (house) => (await import('./play-start.ts')).benchPlayStart(house),
}
/** Those that start a house as anybody would. */
const fromOutside: Readonly<Record<string, () => Promise<Row[]>>> = {
  start: benchStart,
  started: benchStarted,
}
/** Those that bring what they need, and print tables of their own. */
const alone: Readonly<Record<string, () => Promise<void>>> = {
  catalogue: async () => (await import('./catalogue.ts')).benchCatalogue(),
  encoder: async () => (await import('./encoder.ts')).benchEncoder(),
  search: async () => (await import('./search.ts')).benchSearch(),
  replica: async () => (await import('./replica.ts')).benchReplica(),
  memory: async () => (await import('./memory.ts')).benchMemory(),
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
        const house = await openBenchHouse()
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
