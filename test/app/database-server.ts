import { isRunning } from '#test/processes/is-running.ts'
import { openDatabase, type Transact } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { seedCatalogue } from '#seed/seed-catalogue.ts'
import { seedService } from '#seed/service/seed-service.ts'
import { daysSinceWritten } from '#seed/works/index.ts'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { ProvidedContext } from 'vitest'
import { templateDatabase } from './template-database.ts'

const seededTemplate = 'hanpyeon_planted'
const root = join(import.meta.dirname, '../..')
const cache = join(root, '.cache/test-database')
const memory = '/dev/shm'
const prefix = 'hanpyeon-test-'
/** Contains the process id of the run that owns the folder. */
const runnerFile = 'runner.pid'
/** A complete run needs less than this, in bytes; containers often limit `/dev/shm` to 64 MiB. */
const memoryNeeded = 2 * 1024 ** 3
/** The data does not outlive the run, so durability, replication and statistics are turned off. */
const settings = `
autovacuum = off
checkpoint_timeout = '1h'
max_wal_senders = 0
max_wal_size = '256MB'
min_wal_size = '32MB'
wal_level = minimal
`

/**
 * Starts PostgreSQL on a copy of a prepared cluster.
 * @returns the connection data for tests, and a function that stops the server and removes its folder.
 */
export async function startTestServer(): Promise<{
  provided: ProvidedContext['database']
  stop(): Promise<void>
}> {
  const days = daysSinceWritten(new Date())
  const parent = findFastFolder()
  removeLeftovers(parent)
  const folder = await mkdtemp(join(parent, prefix))
  writeFileSync(join(folder, runnerFile), String(process.pid))
  // Preserves owners: the server runs under another account when the tests run as root.
  execFileSync('cp', ['-a', `${await saveCluster(days)}/.`, folder])
  const database = await startEmbedded(folder, { durable: false })
  return {
    provided: {
      owner_url: database.owner_url,
      url: database.url,
      template: templateDatabase,
      planted: { template: seededTemplate, days },
    },
    async stop() {
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Returns a folder in memory if it has enough space, because creating databases is bound by file writes. */
function findFastFolder(): string {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= memoryNeeded ? memory : tmpdir()
}

/** Stops and removes the servers of killed runs, because they would occupy memory until the next restart. */
function removeLeftovers(parent: string) {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue
    const folder = join(parent, name)
    const runner = readNumber(join(folder, runnerFile))
    if (runner === undefined || isRunning(runner)) continue
    const postmaster = readNumber(join(folder, 'postgres/postmaster.pid'))
    if (postmaster !== undefined && isRunning(postmaster)) process.kill(postmaster, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

/** Returns the number in the first line of a file, if there is one. */
function readNumber(file: string): number | undefined {
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) || undefined : undefined
}

/**
 * Stores a stopped cluster with both templates below `.cache/`, named by a hash of its sources, so that a run
 * copies it instead of running initdb and every migration.
 */
async function saveCluster(days: number): Promise<string> {
  const name = fingerprint(days)
  const folder = join(cache, name)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const draft = await mkdtemp(join(cache, 'draft-'))
  const database = await startEmbedded(draft, { durable: false })
  try {
    await makeTemplates(database)
  } finally {
    await database.stop()
  }
  appendFileSync(join(draft, 'postgres/postgresql.auto.conf'), settings)
  for (const file of ['postgres.log', 'postgres.port', 'postgres.starting'])
    rmSync(join(draft, file), { force: true })
  const older = readdirSync(cache).filter((entry) => entry !== name && !entry.startsWith('draft-'))
  try {
    renameSync(draft, folder)
  } catch (error) {
    // Another run created the same cluster meanwhile.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  for (const entry of older) rmSync(join(cache, entry), { recursive: true, force: true })
  return folder
}

async function makeTemplates({ owner_url, url }: { owner_url: string; url: string }) {
  const at = (address: string, name: string) => address.replace(/\/[^/]*$/, `/${name}`)
  const client = new pg.Client({ connectionString: owner_url })
  await client.connect()
  try {
    await client.query(`create database ${templateDatabase}`)
    await migrate(at(owner_url, templateDatabase))
    // Nothing is sold without the particulars of a company.
    await seed(at(url, templateDatabase), seedService)
    await client.query(`create database ${seededTemplate} template ${templateDatabase}`)
    await seed(at(url, seededTemplate), seedCatalogue)
  } finally {
    await client.end()
  }
}

async function seed(url: string, insert: (transact: Transact, now: Date) => Promise<unknown>) {
  const { transact, close } = openDatabase(url, { connections: 1, name: 'seed' })
  try {
    await insert(transact, new Date())
  } finally {
    await close()
  }
}

function fingerprint(days: number): string {
  const hash = createHash('sha256').update(String(days))
  const sources = [
    'package-lock.json',
    'server/db/embedded/embedded-postgres.ts',
    'server/db/schema/migrate.ts',
    'test/app/database-server.ts',
    ...globSync(['server/db/schema/{functions,migrations}/*', 'seed/**/*.{ts,json}'], {
      cwd: root,
      exclude: ['**/*.test.ts'],
    }).sort(),
  ]
  for (const name of sources) hash.update(name).update(readFileSync(join(root, name)))
  return hash.digest('hex').slice(0, 16)
}
