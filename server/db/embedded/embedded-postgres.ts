import { acquirePidLock } from '#server/shared/pid-lock-file.ts'
import { makeFolder } from '#server/shared/make-folder.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { type Binaries, findBinaries } from './find-binaries.ts'
import {
  database,
  newPassword,
  type Passwords,
  prepareRolesAndDatabase,
  readPasswords,
} from './embedded-roles.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../connection.ts'

export type EmbeddedDatabase = {
  /** URL of the application role, which owns nothing. */
  url: string
  /** URL of the owner role, which migrates and runs the job queue. */
  owner_url: string
  port: number
  /** Whether it was already running, started by another process or left by a killed one. */
  adopted: boolean
  stop(): Promise<void>
}

type Account = { uid: number; gid: number }
type Running = { pid: number; port: number }

const startTimeoutMs = 60_000
/** Per signal. */
const stopTimeoutMs = 8_000

/**
 * Starts PostgreSQL 18 in `folder`, creating a cluster if there is none. A server that already runs there (left by a killed
 * process, or started by another one) is adopted. `durable: false` trades crash safety for speed, for tests only.
 * @param options.port fixed port; defaults to the last used or any free port
 * @param options.onExit called once if PostgreSQL ends without `stop`
 * @throws StartupError with the last lines of PostgreSQL's log if it does not start
 */
export async function startEmbedded(
  folder: string,
  options: { durable: boolean; port?: number; onExit?: () => void },
): Promise<EmbeddedDatabase> {
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : undefined
  const binaries = await findBinaries(account !== undefined)
  makeFolder(folder)
  const releaseLock = await acquireStartLock(join(folder, 'postgres.starting'))
  try {
    const cluster = join(folder, 'postgres')
    if (!hasCluster(folder)) await createCluster(folder, binaries, account, options.durable)
    const existing = await runningCluster(cluster)
    const passwords = readPasswords(folder, existing !== undefined)
    const running = existing ?? (await launchAfterOrphans(folder, binaries, account, options))
    const urlOf = (user: keyof Passwords, name: string) =>
      `postgres://${user}:${passwords[user]}@127.0.0.1:${running.port}/${name}`
    try {
      const logFile = join(folder, 'postgres.log')
      const owner = urlOf('postgres', 'postgres')
      await waitUntilReady(owner, () => isPostgres(running.pid), logFile)
      if (!existing) await prepareRolesAndDatabase(owner, passwords.hanpyeon)
    } catch (error) {
      if (!existing) await shutDown(running.pid)
      throw error
    }
    const exitTimer = watchExit(running.pid, () => options.onExit?.())
    return {
      url: urlOf('hanpyeon', database),
      owner_url: urlOf('postgres', database),
      port: running.port,
      adopted: existing !== undefined,
      async stop() {
        clearInterval(exitTimer)
        await shutDown(running.pid)
      },
    }
  } finally {
    releaseLock()
  }
}

/** @throws the system's error if this account may not look into `folder` */
export const hasCluster = (folder: string): boolean =>
  statSync(join(folder, 'postgres'), { throwIfNoEntry: false }) !== undefined

/** Serializes concurrent starts, so that the cluster is created once: the second start finds it running. */
async function acquireStartLock(path: string): Promise<() => void> {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const releaseLock = acquirePidLock(path)
    if (releaseLock) return releaseLock
    if (Date.now() > deadline)
      throw new StartupError(`PostgreSQL is being started by another process: ${path}`)
    await pause(100)
  }
}

/** Creates a cluster and moves it into place when complete, so that an interrupted creation starts over. */
async function createCluster(
  folder: string,
  binaries: Binaries,
  account: Account | undefined,
  durable: boolean,
) {
  const draft = join(folder, 'postgres.new')
  const secretFile = join(folder, 'postgres.secret')
  rmSync(draft, { recursive: true, force: true })
  rmSync(secretFile, { force: true })
  writeFileSync(secretFile, newPassword(), { mode: 0o600 })
  mkdirSync(draft, { mode: 0o700 })
  // The other account cannot read `folder`, so it gets a copy of the password.
  const copy = mkdtempSync(join(tmpdir(), 'hanpyeon-initdb-'))
  const passwordFile = join(copy, 'password')
  try {
    copyFileSync(secretFile, passwordFile)
    if (account)
      for (const path of [draft, copy, passwordFile]) chownSync(path, account.uid, account.gid)
    const args = ['-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
    args.push('--encoding=UTF8', '--locale=C')
    args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8')
    if (!durable) args.push('--no-sync')
    await runToEnd(binaries.initdb, draft, args, account)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  renameSync(draft, join(folder, 'postgres'))
}

/**
 * Launches PostgreSQL, and retries while processes of a killed server are still exiting: PostgreSQL refuses to start as
 * long as they hold its shared memory.
 */
async function launchAfterOrphans(...args: Parameters<typeof launch>): Promise<Running> {
  const [folder] = args
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const running = await launch(...args)
    while (isPostgres(running.pid) && !hasSharedMemory(join(folder, 'postgres'))) await pause(10)
    const log = readFileSync(join(folder, 'postgres.log'), 'utf8')
    const isRefused = log.includes('pre-existing shared memory block')
    if (!isRefused || Date.now() > deadline) return running
    await pause(100)
  }
}

/** Whether the server of `cluster` got its shared memory: its key is the seventh line of the PID file. */
function hasSharedMemory(cluster: string): boolean {
  const file = join(cluster, 'postmaster.pid')
  return existsSync(file) && Boolean(readFileSync(file, 'utf8').split('\n')[6]?.trim())
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
  // A setting of our own, which PostgreSQL ignores: the list of processes shows whose database it is.
  settings['hanpyeon.folder'] = folder
  const args = ['-p', String(port)]
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
  const logFile = join(folder, 'postgres.log')
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.before`)
  const log = openSync(logFile, 'w', 0o600)
  try {
    // A separate process group: Ctrl-C signals this process, which stops the database last.
    const child = spawnAs(binaries.postgres, join(folder, 'postgres'), args, account, {
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

/** Stops PostgreSQL with a fast shutdown; if it hangs, with signals that rely on crash recovery. */
async function shutDown(pid: number) {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isPostgres(pid)) return
    process.kill(pid, signal)
    const deadline = Date.now() + stopTimeoutMs
    while (isPostgres(pid) && Date.now() < deadline) await pause(20)
  }
}

/** Polls for the process, as it may not be a child of this process. */
function watchExit(pid: number, onExit: () => void): NodeJS.Timeout {
  const timer = setInterval(() => {
    if (isPostgres(pid)) return
    clearInterval(timer)
    onExit()
  }, 100)
  timer.unref()
  return timer
}

/** PostgreSQL refuses to run as root, so root runs it as another account of the machine. */
export function unprivilegedAccount(): Account {
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
 * Starts a program of PostgreSQL on a cluster. Another account may be unable to pass through the folders above (root's home,
 * a private data folder): it starts within the cluster and refers to it as its working directory, and so needs no capability.
 */
function spawnAs(
  program: string,
  cluster: string,
  args: string[],
  account: Account | undefined,
  options: { detached?: boolean; stdio: ['ignore', number | 'pipe', number | 'pipe'] },
): ChildProcess {
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', HOME: '/' }
  if (!account || !existsSync('/proc/self/cwd'))
    return spawn(program, ['-D', cluster, ...args], { ...options, env, ...account })
  return spawn(program, ['-D', '/proc/self/cwd', ...args], {
    ...options,
    ...account,
    env,
    cwd: cluster,
  })
}

async function runToEnd(
  program: string,
  cluster: string,
  args: string[],
  account: Account | undefined,
) {
  const child = spawnAs(program, cluster, args, account, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk))
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(
            /No space left on device/.test(output)
              ? Object.assign(new Error(output), { code: 'ENOSPC', path: cluster })
              : new StartupError(`PostgreSQL could not make its folder: ${lastLines(output)}`),
          ),
    )
  })
}

/**
 * Returns the postmaster that runs in `cluster` according to its PID file, once it is ready; waits for one that is
 * stopping. The PID file can outlive the server and its PID can be reused, which PostgreSQL would take for a running
 * server; in that case the file is removed.
 */
async function runningCluster(cluster: string): Promise<Running | undefined> {
  const file = join(cluster, 'postmaster.pid')
  const deadline = Date.now() + startTimeoutMs
  while (existsSync(file)) {
    const [pid = '', , , port, , , , status] = readFileSync(file, 'utf8').split('\n')
    if (!isPostgres(Number(pid))) {
      rmSync(file, { force: true })
      return undefined
    }
    if (status?.trim() === 'ready') return { pid: Number(pid), port: Number(port) }
    if (Date.now() > deadline)
      throw new StartupError(`PostgreSQL (process ${pid}) neither starts nor ends: stop it first.`)
    await pause(50)
  }
  return undefined
}

/**
 * Whether `pid` is a running PostgreSQL. Where /proc exists, a reused PID is recognised by its arguments. A process with
 * empty arguments counts as running unless it has ended (state Z or X): it may be in the middle of execve(2).
 */
function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  if (!existsSync('/proc/self/cmdline')) return true
  try {
    const cmdline = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    if (cmdline !== '') return cmdline.includes('postgres')
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Returns the last used port if it is free, so that the URL survives a restart. */
async function choosePort(file: string): Promise<number> {
  const lastPort = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  const port = await listenOnce(lastPort).catch(() => listenOnce(0))
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

async function waitUntilReady(url: string, isRunning: () => boolean, logFile: string) {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const client = createClient(url, { name: 'hanpyeon start' })
    try {
      await client.connect()
      return
    } catch (error) {
      if (!isRunning() || Date.now() > deadline) {
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

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-3).join(' | ')
}
