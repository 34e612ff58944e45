import { createLogger } from '#server/shared/logger.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { deleteAllJobs, readJobs } from '#test/fixtures/job-queue.ts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { onTestFinished } from 'vitest'
import { startJobRunner } from './job-runner.ts'
import { startLocalTask } from './periodic-task.ts'
import type { TaskDefinition } from './task-types.ts'

const log = createLogger('silent', 'test')

function openGate() {
  let open!: () => void
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

describe('a task of each process', () => {
  afterEach(() => void vi.useRealTimers())

  function start({
    random = () => 0,
    ...task
  }: Partial<TaskDefinition> & { random?: () => number }) {
    const definition = { name: 'test', seconds: 1, run: async () => {}, ...task }
    const running = startLocalTask(definition, { log, random })
    onTestFinished(() => running.stop())
    return running
  }

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
    start({ run: seldom, seconds: 600, random: () => 0.5 })
    start({ run: often, random: () => 0.5 })
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
    const task = start({ run, seconds: 0.001 })
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
    const task = start({ run, seconds: 3_600 })
    await expect.poll(() => run.mock.calls.length).toBe(1)
    await task.stop()
    expect(run).toHaveBeenCalledTimes(1)
  })
})

describe('a shared task', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp()
  })
  afterAll(() => app.close())
  beforeEach(() => deleteAllJobs(app))

  async function startWorkerOf(...tasks: TaskDefinition[]) {
    const runner = await startJobRunner({
      owner_url: app.owner_url,
      jobs: {},
      tasks,
      concurrency: { light: 1 },
      grace_ms: 1_000,
      log,
    })
    onTestFinished(() => runner.stop())
    return runner
  }

  it('runs once in ten workers, and next an interval after the end of that run', async () => {
    const end = openGate()
    const run = vi.fn(() => end.opened)
    for (let n = 0; n < 10; n++) await startWorkerOf({ name: 'counted', seconds: 30, run })
    await expect.poll(() => run.mock.calls.length).toBe(1)
    const endedAt = Date.now()
    end.open()
    const delays = async () => (await readJobs(app)).map(({ run_at }) => Number(run_at) - endedAt)
    await expect.poll(delays).toSatisfy(([delay = 0, ...others]: number[]) => {
      return delay >= 30_000 && others.length === 0
    })
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('runs again after its interval when it fails', async () => {
    const run = vi.fn(() => Promise.reject(new Error('no disk')))
    await startWorkerOf({ name: 'failing', seconds: 0.1, run })
    await expect.poll(() => run.mock.calls.length).toBeGreaterThan(2)
    expect((await readJobs(app)).map(({ last_error }) => last_error)).toEqual([null])
  })

  it('does not delay others while it runs for long', async () => {
    const untilStop = (signal: AbortSignal) =>
      new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    const short = vi.fn(async () => {})
    await startWorkerOf(
      { name: 'long', seconds: 0.1, run: untilStop },
      { name: 'short', seconds: 0.1, run: short },
    )
    await expect.poll(() => short.mock.calls.length).toBeGreaterThan(1)
  })

  it('runs in another worker once the first is killed in the middle of a run', async () => {
    const child = fork(join(import.meta.dirname, '../../test/processes/stuck-worker.ts'), [
      app.owner_url,
      '--task',
    ])
    onTestFinished(() => void child.kill('SIGKILL'))
    expect(await once(child, 'message')).toEqual(['begun', undefined])
    const run = vi.fn(async () => {})
    await startWorkerOf({ name: 'stuck', seconds: 30, run })
    expect(run).not.toHaveBeenCalled()
    child.kill('SIGKILL')
    await expect.poll(() => run.mock.calls.length).toBe(1)
  })

  it('is aborted when its worker stops, and another worker continues', async () => {
    const begun = openGate()
    const run = (signal: AbortSignal) => {
      begun.open()
      return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    }
    const first = await startWorkerOf({ name: 'stopped', seconds: 0.1, run })
    await begun.opened
    const another = vi.fn(async () => {})
    await startWorkerOf({ name: 'stopped', seconds: 0.1, run: another })
    await first.stop()
    await expect.poll(() => another.mock.calls.length).toBeGreaterThan(0)
  })
})
