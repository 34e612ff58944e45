import { startEmbedded } from '#server/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { templateDatabase } from '#test/app/template-database.ts'
import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { ProvidedContext } from 'vitest'

export type ReplicatedDatabase = {
  /** The primary, with its own template, and the replica: options of `openTestApp`. */
  database: ProvidedContext['database']
  replica: TestReplica
  primary_pid: number
  primary: TestPrimary
  close(): Promise<void>
}

export type TestReplica = {
  /** The URL of the application role for the embedded database; `openTestApp` replaces the database name. */
  url: string
  /** Runs a query as the owner, in the named database. */
  ask(database: string, text: string): Promise<Record<string, unknown>[]>
  /** Kills the replica at once, as a machine failure does. */
  kill(): Promise<void>
  /** Suspends the processes, as on a hung machine: connections stay open without responses. */
  freeze(): void
  thaw(): void
  /** Starts the replica on its port with its data. */
  start(): Promise<void>
  /** Promotes the replica to a primary. */
  promote(): Promise<void>
}

export type TestPrimary = Pick<TestReplica, 'ask' | 'kill' | 'freeze' | 'thaw'> & {
  /** Makes the primary read-only, as a failover manager does before it promotes another server. */
  demote(): Promise<void>
}

/** Starts a primary and a streaming replica on loopback, for one test. */
export async function openReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-replicated-'))
  const primary = await startEmbedded(join(folder, 'primary'), { durable: false })
  const client = new pg.Client({ connectionString: primary.owner_url })
  await client.connect()
  // Turns on synchronous commit: a commit is flushed, and so sent to the replica, before it is acknowledged.
  await client.query('alter role all set synchronous_commit = on')
  await client.query(`create database ${templateDatabase}`)
  await migrate(primary.owner_url.replace(/\/[^/]*$/, `/${templateDatabase}`))
  const replicaFolder = join(folder, 'replica')
  await copyCluster(client, join(folder, 'primary'), replicaFolder)
  await client.end()
  const { username, password, port } = new URL(primary.owner_url)
  writeFileSync(
    join(replicaFolder, 'postgres/postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'\n`,
  )
  let standby = await startEmbedded(replicaFolder, { durable: false })
  const replica: TestReplica = {
    url: standby.url,
    ...controls(replicaFolder, standby.owner_url),
    async start() {
      standby = await startEmbedded(replicaFolder, { durable: false, port: standby.port })
    },
    async promote() {
      await replica.ask('postgres', 'select pg_promote()')
    },
  }
  const primaryControls = controls(join(folder, 'primary'), primary.owner_url)
  return {
    database: { owner_url: primary.owner_url, url: primary.url, template: templateDatabase },
    replica,
    primary_pid: pidOf(join(folder, 'primary')),
    primary: {
      ...primaryControls,
      async demote() {
        await primaryControls.ask('postgres', 'alter system set default_transaction_read_only = on')
        await primaryControls.ask('postgres', 'select pg_reload_conf()')
      },
    },
    async close() {
      primaryControls.thaw()
      await standby.stop()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What a test does to a running server. */
function controls(folder: string, owner_url: string) {
  /** Signals the postmaster and its backends, which Linux lists below /proc. */
  function signal(name: NodeJS.Signals): number {
    const pid = pidOf(folder)
    const backends = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    for (const each of [pid, ...backends.map(Number)]) process.kill(each, name)
    return pid
  }
  return {
    async ask(database: string, text: string) {
      const ownerClient = new pg.Client({
        connectionString: owner_url.replace(/\/[^/]*$/, `/${database}`),
      })
      await ownerClient.connect()
      try {
        return (await ownerClient.query<Record<string, unknown>>(text)).rows
      } finally {
        await ownerClient.end()
      }
    },
    async kill() {
      const pid = signal('SIGKILL')
      while (isProcessRunning(pid)) await pause(10)
    },
    freeze: () => void signal('SIGSTOP'),
    thaw() {
      if (isProcessRunning(pidOf(folder))) signal('SIGCONT')
    },
  }
}

/** Makes a base backup like pg_basebackup, which the packages do not include. */
async function copyCluster(primary: pg.Client, from: string, to: string) {
  await primary.query(`select pg_backup_start('replica', fast => true)`)
  // Preserves owners: the server runs under another account when the tests run as root.
  execFileSync('cp', ['-a', from, to])
  const { rows } = await primary.query<{ labelfile: string }>('select * from pg_backup_stop(false)')
  for (const name of ['postmaster.pid', 'postmaster.opts'])
    rmSync(join(to, 'postgres', name), { force: true })
  for (const name of ['postgres.port', 'postgres.log', 'postgres.starting'])
    rmSync(join(to, name), { force: true })
  const { uid, gid } = statSync(join(to, 'postgres'))
  for (const [name, text] of [
    ['backup_label', rows[0]!.labelfile],
    ['standby.signal', ''],
  ] as const) {
    writeFileSync(join(to, 'postgres', name), text)
    chownSync(join(to, 'postgres', name), uid, gid)
  }
}

const pidOf = (folder: string) =>
  Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

function isProcessRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}
