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
  /** For `openWorld`: the primary, with a template of its own, and the replica. */
  database: ProvidedContext['database']
  replica: TestReplica
  primary_pid: number
  close(): Promise<void>
}

export type TestReplica = {
  /** As the application, at the embedded database: `openWorld` puts its own in that one's place. */
  url: string
  /** Asks it as its owner, in the database of that name. */
  ask(database: string, text: string): Promise<Record<string, unknown>[]>
  /** From one moment to the next, as a machine goes. */
  kill(): Promise<void>
  /** As a machine that hangs: connections stay, and nothing answers. */
  freeze(): void
  thaw(): void
  /** Brings it up on its port, where it goes on from what it had. */
  start(): Promise<void>
  /** Makes a primary of it. */
  promote(): Promise<void>
}

/** A primary and a replica that streams from it, both of this test alone, on loopback. */
export async function openReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-replicated-'))
  const primary = await startEmbedded(join(folder, 'primary'), { durable: false })
  const client = new pg.Client({ connectionString: primary.owner_url })
  await client.connect()
  // Nothing is forced to the disk, but a commit is flushed, and so sent, before it is told.
  await client.query('alter role all set synchronous_commit = on')
  await client.query(`create database ${templateDatabase}`)
  await migrate(primary.owner_url.replace(/\/[^/]*$/, `/${templateDatabase}`))
  const home = join(folder, 'replica')
  await copyCluster(client, join(folder, 'primary'), home)
  await client.end()
  const { username, password, port } = new URL(primary.owner_url)
  writeFileSync(
    join(home, 'postgres/postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'\n`,
  )
  /** To it and all its backends, as Linux tells them. */
  function signal(name: NodeJS.Signals): number {
    const pid = pidOf(home)
    const backends = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    for (const one of [pid, ...backends.map(Number)]) process.kill(one, name)
    return pid
  }
  let standby = await startEmbedded(home, { durable: false })
  const replica: TestReplica = {
    url: standby.url,
    async ask(database, text) {
      const asking = new pg.Client({
        connectionString: standby.owner_url.replace(/\/[^/]*$/, `/${database}`),
      })
      await asking.connect()
      try {
        return (await asking.query<Record<string, unknown>>(text)).rows
      } finally {
        await asking.end()
      }
    },
    async kill() {
      const pid = signal('SIGKILL')
      while (isThere(pid)) await pause(10)
    },
    freeze: () => void signal('SIGSTOP'),
    thaw: () => void signal('SIGCONT'),
    async start() {
      standby = await startEmbedded(home, { durable: false, port: standby.port })
    },
    async promote() {
      await replica.ask('postgres', 'select pg_promote()')
    },
  }
  return {
    database: { owner_url: primary.owner_url, url: primary.url, template: templateDatabase },
    replica,
    primary_pid: pidOf(join(folder, 'primary')),
    async close() {
      await standby.stop()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A base backup, as pg_basebackup makes one, which the packages do not bring along. */
async function copyCluster(primary: pg.Client, from: string, to: string) {
  await primary.query(`select pg_backup_start('replica', fast => true)`)
  // With owners: the server runs by another account where this runs as root.
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

const pidOf = (home: string) =>
  Number(readFileSync(join(home, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

function isThere(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}
