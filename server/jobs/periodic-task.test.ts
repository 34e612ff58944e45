import { createLogger } from '#server/shared/logger.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type PeriodicTaskOptions, startPeriodicTask } from './periodic-task.ts'
import { openTaskLocks } from './task-locks.ts'

const taskProcess = join(import.meta.dirname, '../../test/system/periodic-task-process.ts')

const log = createLogger('silent', 'test')

function start(options: Partial<PeriodicTaskOptions> & Pick<PeriodicTaskOptions, 'run'>) {
  const task = startPeriodicTask({
    ...{ name: 'test', interval_ms: 1_000, exclusive: 'each process', log, random: () => 0 },
    ...options,
  })
  onTestFinished(() => task.stop())
  return task
}

function openGate() {
  let open!: () => void
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

describe('a periodic task in one process', () => {
  afterEach(() => void vi.useRealTimers())

  it('does not start a run while one is under way', async () => {
    vi.useFakeTimers()
    const gate = openGate()
    const run = vi.fn(() => gate.opened)
    start({ run })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(run).toHaveBeenCalledTimes(1)
    gate.open()
    await vi.advanceTimersByTimeAsync(999)
    expect(run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('continues after a failed run', async () => {
    vi.useFakeTimers()
    const run = vi.fn(() => Promise.reject(new Error('no database')))
    start({ run })
    await vi.advanceTimersByTimeAsync(2_500)
    expect(run).toHaveBeenCalledTimes(3)
  })

  it('delays its first run by up to 5 s, and at most by its interval', async () => {
    vi.useFakeTimers()
    const [seldom, often] = [vi.fn(async () => {}), vi.fn(async () => {})]
    start({ run: seldom, interval_ms: 600_000, random: () => 0.5 })
    start({ run: often, interval_ms: 1_000, random: () => 0.5 })
    await vi.advanceTimersByTimeAsync(499)
    expect(often).toHaveBeenCalledTimes(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(often).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(seldom).toHaveBeenCalledTimes(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(seldom).toHaveBeenCalledTimes(1)
  })

  it('on stop aborts the current run, waits for it and starts no other', async () => {
    const begun = openGate()
    const gate = openGate()
    let signal: AbortSignal | undefined
    const run = vi.fn(async (runSignal: AbortSignal) => {
      signal = runSignal
      begun.open()
      await gate.opened
    })
    const task = start({ run, interval_ms: 1 })
    await begun.opened
    let hasStopped = false
    const stopping = task.stop().then(() => (hasStopped = true))
    expect(signal?.aborted).toBe(true)
    await new Promise(setImmediate)
    expect(hasStopped).toBe(false)
    gate.open()
    await stopping
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('stops at once between two runs', async () => {
    const run = vi.fn(async () => {})
    const task = start({ run, interval_ms: 3_600_000 })
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1))
    await task.stop()
    expect(run).toHaveBeenCalledTimes(1)
  })
})

describe('a periodic task in several processes', () => {
  let app: TestApp
  let owner: pg.Pool
  beforeAll(async () => {
    app = await openTestApp()
    owner = new pg.Pool({ connectionString: app.owner_url, max: 2 })
    await owner.query(
      `create table task_runs (id integer generated always as identity primary key, pid integer not null,
         started_at timestamptz not null, ended_at timestamptz)`,
    )
  })
  afterAll(async () => {
    await owner?.end()
    await app?.close()
  })

  const children: ChildProcess[] = []
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })

  function startProcess(name: string): ChildProcess {
    const child = fork(taskProcess, [app.owner_url, name])
    children.push(child)
    return child
  }

  const runs = async () =>
    (
      await owner.query<{ pid: number; ended_at: string | null }>(
        'select pid, ended_at from task_runs order by id',
      )
    ).rows

  it('locks several tasks at once, one query at a time', async () => {
    // Reported once per process by pg, which rejects concurrent queries from version 9.
    const warnings: Error[] = []
    const onWarning = (warning: Error) => void warnings.push(warning)
    process.on('warning', onWarning)
    onTestFinished(() => void process.off('warning', onWarning))
    const locks = openTaskLocks(app.owner_url, log)
    onTestFinished(() => locks.close())
    const acquired = await Promise.all(['a', 'b', 'c'].map((name) => locks.tryAcquire(name)))
    expect(acquired).not.toContain(undefined)
    await Promise.all(acquired.map(async (lock) => lock?.release()))
    expect(warnings).toEqual([])
  })

  it('runs in one process at a time, and in another once the first is killed', async () => {
    const processes = [startProcess('shared'), startProcess('shared')]
    await expect
      .poll(async () => new Set((await runs()).map(({ pid }) => pid)).size, { timeout: 60_000 })
      .toBe(2)
    await expect.poll(async () => (await runs()).length).toBeGreaterThan(20)
    const { rows: overlapping } = await owner.query(
      `select a.id, b.id from task_runs a join task_runs b on a.id < b.id
         and b.started_at < coalesce(a.ended_at, 'infinity') and a.pid <> b.pid`,
    )
    expect(overlapping).toEqual([])

    // Killed during a run, whose row stays open.
    const killed = processes[0]
    const isRunning = async () => (await runs()).at(-1)
    await expect.poll(isRunning).toMatchObject({ pid: killed?.pid, ended_at: null })
    const ended = once(killed!, 'exit')
    killed?.kill('SIGKILL')
    await ended
    const { rows } = await owner.query<{ count: number }>(
      'select count(*)::int as count from task_runs where pid = $1',
      [processes[1]?.pid],
    )
    const before = rows[0]?.count ?? 0
    await expect
      .poll(async () => (await runs()).filter(({ pid }) => pid === processes[1]?.pid).length)
      .toBeGreaterThan(before + 5)
  })

  it('skips a run while another process holds the lock, and runs other tasks', async () => {
    const [mine, others] = [openTaskLocks(app.owner_url, log), openTaskLocks(app.owner_url, log)]
    onTestFinished(async () => void (await Promise.all([mine.close(), others.close()])))
    const lock = await others.tryAcquire('held')
    const held = vi.fn(async () => {})
    const free = vi.fn(async () => {})
    start({ name: 'held', run: held, interval_ms: 1, exclusive: mine })
    start({ name: 'free', run: free, interval_ms: 1, exclusive: mine })
    await vi.waitFor(() => expect(free.mock.calls.length).toBeGreaterThan(5))
    expect(held).not.toHaveBeenCalled()
    await lock?.release()
    await vi.waitFor(() => expect(held).toHaveBeenCalled())
  })

  it('does not run twice on one connection', async () => {
    const locks = openTaskLocks(app.owner_url, log)
    onTestFinished(() => locks.close())
    const first = await locks.tryAcquire('twice')
    expect(await locks.tryAcquire('twice')).toBeUndefined()
    await first?.release()
    const again = await locks.tryAcquire('twice')
    expect(again).toBeDefined()
  })

  it('is aborted when its lock is lost, and runs again on a new connection', async () => {
    const locks = openTaskLocks(app.owner_url, log)
    onTestFinished(() => locks.close())
    const signals: AbortSignal[] = []
    const run = (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        signals.push(signal)
        signal.addEventListener('abort', () => resolve())
      })
    start({ name: 'lost', run, interval_ms: 1, exclusive: locks })
    await vi.waitFor(() => expect(signals).toHaveLength(1))
    await owner.query(
      `select pg_terminate_backend(pid) from pg_locks
       where locktype = 'advisory' and objid = (hashtext('lost')::bigint & 4294967295)::oid`,
    )
    await vi.waitFor(() => expect(signals).toHaveLength(2))
    expect(signals[0]?.aborted).toBe(true)
    expect(signals[1]?.aborted).toBe(false)
  })
})
