/**
 * Load that a replica takes off the primary: `npm run bench -- replica`. Requests uncached lists alternately from a server
 * without and one with a replica, while rows are written continuously and a visible row is edited twice a second.
 */
import { seedCatalogue } from '#seed/seed-catalogue.ts'
import { openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { openReplicatedDatabase, type ReplicatedDatabase } from '#test/services/postgres-replica.ts'
import { load } from '../lib/load.ts'
import { stopProcess, freePort, startNode } from '../lib/processes.ts'
import { median, perSecond, type Row } from '../report.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

const rounds = 3
const seconds = 3
const editEvery = 500
const writeEvery = 20
/** Milliseconds per kernel clock tick. */
const msOfTick = 10

export async function benchReplica(): Promise<Row[]> {
  const replicatedDatabase = await openReplicatedDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-bench-'))
  try {
    return await measure(replicatedDatabase, folder)
  } finally {
    await replicatedDatabase.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(
  { database, replica, primary_pid }: ReplicatedDatabase,
  folder: string,
): Promise<Row[]> {
  await migrate(database.owner_url)
  const seedDatabase = openDatabase(database.url, { connections: 1, name: 'bench', limits: 'none' })
  await seedCatalogue(seedDatabase.transact, new Date())
  await seedDatabase.close()
  const serve = async (env: NodeJS.ProcessEnv) => {
    const PORT = String(await freePort())
    const { child } = await startNode(join(import.meta.dirname, '../../server/main.ts'), {
      env: {
        DATABASE_URL: database.url,
        DATABASE_OWNER_URL: database.owner_url,
        PORT,
        DATA_DIR: folder,
        LOG_LEVEL: 'error',
        RATE_LIMITS: 'off',
        ...env,
      },
      as: 'server',
    })
    return { child, origin: `http://127.0.0.1:${PORT}` }
  }
  const servers = [await serve({}), await serve({ DATABASE_REPLICA_URL: replica.url })]
  const owner = new pg.Pool({ connectionString: database.owner_url, max: 2 })
  const write = (text: string) => void owner.query(text).catch(() => {})
  const writing = [
    setInterval(() => write('update series set title = title where id = 1'), editEvery),
    setInterval(
      () => write('update series set viewer_count = viewer_count + 1 where id = 2'),
      writeEvery,
    ),
  ]
  const results = servers.map(() => ({ answers: [] as number[], cpu: [] as number[] }))
  let at = 0
  try {
    for (let round = 0; round <= rounds; round++)
      for (const [which, { origin }] of servers.entries()) {
        const urls = Array.from({ length: 6_000 }, () => {
          at++
          return `${origin}/api/contents/episodes/?limit=${50 + (at % 51)}&offset=${at % 97}&ordering=${at % 2 ? 'number' : '-released_at'}`
        })
        const before = cpuOf(primary_pid)
        const { answers } = await load({ urls }, seconds)
        const cpu = (cpuOf(primary_pid) - before) / (answers * seconds)
        // The first round opens connections and is excluded.
        if (round === 0) continue
        results[which]!.answers.push(answers)
        results[which]!.cpu.push(cpu)
      }
    const [without, with_one] = results.map(({ answers, cpu }) => ({
      answers: median(answers),
      cpu: median(cpu),
    }))
    const figures = await (await fetch(`${servers[1]!.origin}/metrics`)).text()
    return [
      {
        name: 'the primary’s CPU for an answer that nobody has prepared, with a replica',
        ours: `${with_one!.cpu.toFixed(2)} ms`,
        baseline: `${without!.cpu.toFixed(2)} ms without one`,
        ratio: with_one!.cpu / without!.cpu,
        bar: '',
      },
      {
        name: 'such answers, of one server (all of it on these cores)',
        ours: perSecond(with_one!.answers),
        baseline: perSecond(without!.answers),
        ratio: with_one!.answers / without!.answers,
        bar: '',
      },
      {
        name: 'statements read there, by the server’s own account',
        ours: figures
          .split('\n')
          .filter((line) => /^hanpyeon_(public_reads|replica_passed_over)_total/.test(line))
          .map((line) => line.replace(/^.*="(\w+)"\} (\d+)$/, '$1 $2'))
          .join(', '),
        baseline: '',
        bar: '',
      },
    ]
  } finally {
    writing.forEach(clearInterval)
    await owner.end()
    for (const { child } of servers) await stopProcess(child)
  }
}

/** CPU time in ms of a PostgreSQL and its backends; Linux only. */
function cpuOf(postmaster: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => statOf(pid))
    .filter((stat) => stat && (stat.parent === postmaster || stat.pid === postmaster))
  return children.reduce((sum, stat) => sum + (stat?.ms ?? 0), 0)
}

function statOf(pid: string) {
  try {
    const words = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const ticks = Number(words[11]) + Number(words[12])
    return { pid: Number(pid), parent: Number(words[1]), ms: ticks * msOfTick }
  } catch {
    // The process has ended meanwhile.
    return undefined
  }
}
