import { createLogger } from '#server/shared/logger.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { deleteAllJobs, readJobs } from '#test/fixtures/job-queue.ts'
import { sql } from 'kysely'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { JobContext } from './job-types.ts'
import { enqueue } from './enqueue.ts'
import { type JobRunner, startJobRunner } from './job-runner.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())
beforeEach(() => deleteAllJobs(app))

type Work = (payload: { member_id: number }, tools: JobContext) => Promise<void>

/** Starts a worker with the given job handlers; it is stopped after the test. */
async function worker(
  work: Work,
  send: () => Promise<void> = async () => {},
  jobs: { encode?: () => Promise<void>; protect?: () => Promise<void> } = {},
): Promise<JobRunner> {
  const runner = await startJobRunner({
    owner_url: app.owner_url,
    jobs: {
      delete_account: { run: work },
      encode_asset: { lane: 'cpu', run: jobs.encode ?? (async () => {}) },
      encrypt_asset: { lane: 'urgent', run: jobs.protect ?? (async () => {}) },
      send_message: { lane: 'io', run: send },
    },
    concurrency: { cpu: 1, light: 1, io: 1, urgent: 1 },
    grace_ms: 1_000,
    log: createLogger(app.config.log_level, 'test'),
  })
  onTestFinished(() => runner.stop())
  return runner
}

const enqueueJob = (member_id: number, options = {}) =>
  app.transact((tx) =>
    enqueue(tx, 'delete_account', { member_id }, { key: `t:${member_id}`, ...options }),
  )

const jobs = () => readJobs(app)

const isLive = async (key: string) =>
  (await sql<{ live: boolean }>`select job_is_queued(${key}) as live`.execute(app.db as never))
    .rows[0]?.live

function gate() {
  let open!: () => void
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

test('runs a job once if its transaction commits, then deletes it', async () => {
  const done: number[] = []
  await worker(async ({ member_id }) => void done.push(member_id))
  await expect(
    app.transact(async (tx) => {
      await enqueue(tx, 'delete_account', { member_id: 1 })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await enqueueJob(2)
  await expect.poll(async () => (await jobs()).length).toBe(0)
  expect(done).toEqual([2])
})

test('leaves a running job to its worker, however long it takes', async () => {
  const { open, opened } = gate()
  let begun = 0
  const work: Work = async () => {
    begun++
    await opened
  }
  await worker(work)
  await enqueueJob(1)
  await expect.poll(() => begun).toBe(1)
  await worker(work)
  // Longer than the grace period after which a worker counts as dead, and several checks.
  await expect(vi.waitUntil(() => begun > 1, { timeout: 2_000 })).rejects.toThrow()
  open()
  await expect.poll(async () => (await jobs()).length).toBe(0)
})

test('runs IO-bound jobs while another job is running', async () => {
  const { open, opened } = gate()
  let sent = false
  await worker(
    () => opened,
    async () => void (sent = true),
  )
  await enqueueJob(1)
  await expect.poll(async () => (await jobs())[0]?.locked_by).toBeTruthy()
  await app.transact((tx) => enqueue(tx, 'send_message', { message_id: 1 }))
  await expect.poll(async () => sent && (await jobs()).length === 1).toBe(true)
  open()
})

test('runs an encryption while other jobs are running', async () => {
  const { open, opened } = gate()
  let protectedAssets = 0
  await worker(
    () => opened,
    async () => {},
    { encode: () => opened, protect: async () => void protectedAssets++ },
  )
  await enqueueJob(1)
  await app.transact((tx) => enqueue(tx, 'encode_asset', { asset_id: 1 }, { key: 'encode' }))
  await expect.poll(async () => (await jobs()).filter(({ locked_by }) => locked_by).length).toBe(2)
  await app.transact((tx) => enqueue(tx, 'encrypt_asset', { asset_id: 2 }))
  await expect.poll(() => protectedAssets).toBe(1)
  open()
  await expect.poll(async () => (await jobs()).length).toBe(0)
})

test('releases the job of a stopping worker at once, without counting the attempt', async () => {
  const first = gate()
  const stopping = await worker(async (_payload, { signal }) => {
    first.open()
    await new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error)),
    )
  })
  await enqueueJob(1)
  await first.opened
  let attempt = 0
  await worker(async (_payload, tools) => void (attempt = tools.attempt))
  await stopping.stop()
  await expect.poll(() => attempt > 0).toBe(true)
  // The sweep of a dead worker's jobs would have counted the first attempt.
  expect(attempt).toBe(1)
})

test('completes a job that ends while its worker is stopping', async () => {
  const { open, opened } = gate()
  const stopping = await worker(async (_payload, { signal }) => {
    open()
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  })
  await enqueueJob(1)
  await opened
  await stopping.stop()
  expect(await jobs()).toEqual([])
})

test('reschedules a failed job and counts the attempt; the last attempt is live until it ends', async () => {
  let live: boolean | undefined
  await worker(async ({ member_id }, tools) => {
    if (member_id === 2) live = await isLive('t:2')
    throw new Error(`attempt ${tools.attempt} of ${tools.max_attempts}`)
  })
  await enqueueJob(1)
  await enqueueJob(2, { max_attempts: 1 })
  await expect
    .poll(async () => (await jobs()).every((job) => job.last_error && !job.locked_by))
    .toBe(true)
  expect(await jobs()).toMatchObject([
    { key: 't:1', attempts: 1, is_due: false, last_error: 'attempt 1 of 25' },
    { key: 't:2', attempts: 1, last_error: 'attempt 1 of 1' },
  ])
  expect(live).toBe(true)
  expect(await isLive('t:1')).toBe(true)
  expect(await isLive('t:2')).toBe(false)
})

test('reassigns the job of a killed worker and counts the attempt', async () => {
  await enqueueJob(7)
  const child = fork(join(import.meta.dirname, '../../test/processes/stuck-worker.ts'), [
    app.owner_url,
  ])
  onTestFinished(() => void child.kill('SIGKILL'))
  expect(await once(child, 'message')).toEqual(['begun', undefined])
  let attempt = 0
  await worker(async (_payload, tools) => void (attempt = tools.attempt))
  child.kill('SIGKILL')
  await expect.poll(() => attempt).toBe(2)
})

test('keeps the job of a worker that loses all its connections', async () => {
  const { open, opened } = gate()
  let begun = 0
  const work: Work = async () => {
    begun++
    await opened
  }
  await worker(work)
  await worker(work)
  await enqueueJob(1)
  await expect.poll(() => begun).toBe(1)
  const owner = new pg.Client({ connectionString: app.owner_url })
  await owner.connect()
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name in ('hanpyeon jobs', 'hanpyeon liveness')`)
  await owner.end()
  await expect(vi.waitUntil(() => begun > 1, { timeout: 2_000 })).rejects.toThrow()
  open()
  await expect.poll(async () => (await jobs()).length).toBe(0)
  await enqueueJob(2)
  await expect.poll(async () => (await jobs()).length).toBe(0)
  expect(begun).toBe(2)
})
