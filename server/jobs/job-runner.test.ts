import { createLogger } from '#server/shared/logger.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { sql } from 'kysely'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { JobContext } from './job-types.ts'
import { enqueue } from './enqueue.ts'
import { type JobRunner, startJobRunner } from './job-runner.ts'

let world: TestApp
beforeAll(async () => {
  world = await openTestApp()
})
afterAll(() => world.close())
beforeEach(() => asOwner('delete from graphile_worker._private_jobs').then(() => {}))

type Work = (payload: { work_id: number }, tools: JobContext) => Promise<void>

/** A worker of one kind of job, stopped with the test. */
async function worker(
  work: Work,
  send: () => Promise<void> = async () => {},
  jobs: { encode?: () => Promise<void>; protect?: () => Promise<void> } = {},
): Promise<JobRunner> {
  const runner = await startJobRunner({
    owner_url: world.owner_url,
    work: {
      render_demo_artwork: work,
      generate_demo_film: async () => {},
      encode_asset: jobs.encode ?? (async () => {}),
      encrypt_asset: jobs.protect ?? (async () => {}),
      send_message: send,
      send_password_reset: async () => {},
      process_payment: async () => {},
      delete_billing_key: async () => {},
      delete_profile_image: async () => {},
      process_refund: async () => {},
      cancel_unmatched_payment: async () => {},
    },
    cpu_bound: { names: ['encode_asset'], at_once: 1 },
    light_concurrency: 1,
    io_bound: { names: ['send_message'], at_once: 1 },
    urgent: { names: ['encrypt_asset'], at_once: 1 },
    grace_ms: 1_000,
    log: createLogger(world.config.log_level, 'test'),
  })
  onTestFinished(() => runner.stop())
  return runner
}

const putIn = (work_id: number, options = {}) =>
  world.transact((tx) =>
    enqueue(tx, 'render_demo_artwork', { work_id }, { key: `t:${work_id}`, ...options }),
  )

async function asOwner(text: string) {
  const client = new pg.Client({ connectionString: world.owner_url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const jobs = () =>
  asOwner(
    'select key, attempts, locked_by, last_error, run_at <= now() as due from graphile_worker._private_jobs order by key',
  )

const isLive = async (key: string) =>
  (await sql<{ live: boolean }>`select job_is_live(${key}) as live`.execute(world.db as never))
    .rows[0]?.live

function gate() {
  let open!: () => void
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

test('a job exists only if its transaction commits, is done once, and is gone', async () => {
  const done: number[] = []
  await worker(async ({ work_id }) => void done.push(work_id))
  await expect(
    world.transact(async (tx) => {
      await enqueue(tx, 'render_demo_artwork', { work_id: 1 })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await putIn(2)
  await expect.poll(async () => (await jobs()).length).toBe(0)
  expect(done).toEqual([2])
})

test('a running job is left to its worker, however long it takes', async () => {
  const { open, opened } = gate()
  let begun = 0
  const work: Work = async () => {
    begun++
    await opened
  }
  await worker(work)
  await putIn(1)
  await expect.poll(() => begun).toBe(1)
  await worker(work)
  // Longer than the grace after which a worker counts as dead, and some sweeps.
  await expect(vi.waitUntil(() => begun > 1, { timeout: 2_000 })).rejects.toThrow()
  open()
  await expect.poll(async () => (await jobs()).length).toBe(0)
})

test('what waits for others is not behind what works', async () => {
  const { open, opened } = gate()
  let sent = false
  await worker(
    () => opened,
    async () => void (sent = true),
  )
  await putIn(1)
  await expect.poll(async () => (await jobs())[0]?.locked_by).toBeTruthy()
  await world.transact((tx) => enqueue(tx, 'send_message', { message_id: 1 }))
  await expect.poll(async () => sent && (await jobs()).length === 1).toBe(true)
  open()
})

test('runs an encryption beside an encode and a drawing that take long', async () => {
  const { open, opened } = gate()
  let protectedAssets = 0
  await worker(
    () => opened,
    async () => {},
    { encode: () => opened, protect: async () => void protectedAssets++ },
  )
  await putIn(1)
  await world.transact((tx) => enqueue(tx, 'encode_asset', { asset_id: 1 }, { key: 'encode' }))
  await expect.poll(async () => (await jobs()).filter(({ locked_by }) => locked_by).length).toBe(2)
  await world.transact((tx) => enqueue(tx, 'encrypt_asset', { asset_id: 2 }))
  await expect.poll(() => protectedAssets).toBe(1)
  open()
  await expect.poll(async () => (await jobs()).length).toBe(0)
})

test('a worker that stops gives its job back at once, with its attempt, to the next', async () => {
  const first = gate()
  const stopping = await worker(async (_payload, { signal }) => {
    first.open()
    await new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error)),
    )
  })
  await putIn(1)
  await first.opened
  let attempt = 0
  await worker(async (_payload, tools) => void (attempt = tools.attempt))
  const began = performance.now()
  await stopping.stop()
  await expect.poll(() => attempt > 0).toBe(true)
  expect(attempt).toBe(1)
  expect(performance.now() - began).toBeLessThan(1_500)
})

test('what a stopping worker finishes is finished', async () => {
  const { open, opened } = gate()
  const stopping = await worker(async (_payload, { signal }) => {
    open()
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  })
  await putIn(1)
  await opened
  await stopping.stop()
  expect(await jobs()).toEqual([])
})

test('a job that fails is put off, and counted; its last attempt lives until it ends', async () => {
  let live: boolean | undefined
  await worker(async ({ work_id }, tools) => {
    if (work_id === 2) live = await isLive('t:2')
    throw new Error(`attempt ${tools.attempt} of ${tools.max_attempts}`)
  })
  await putIn(1)
  await putIn(2, { max_attempts: 1 })
  await expect
    .poll(async () => (await jobs()).every((job) => job.last_error && !job.locked_by))
    .toBe(true)
  expect(await jobs()).toMatchObject([
    { key: 't:1', attempts: 1, due: false, last_error: 'attempt 1 of 25' },
    { key: 't:2', attempts: 1, last_error: 'attempt 1 of 1' },
  ])
  expect(live).toBe(true)
  expect(await isLive('t:1')).toBe(true)
  expect(await isLive('t:2')).toBe(false)
})

test('a worker killed in the middle: another takes its job within seconds, and the attempt counts', async () => {
  await putIn(7)
  const child = fork(join(import.meta.dirname, '../../test/processes/stuck-worker.ts'), [
    world.owner_url,
  ])
  onTestFinished(() => void child.kill('SIGKILL'))
  expect(await once(child, 'message')).toEqual(['begun', undefined])
  let attempt = 0
  await worker(async (_payload, tools) => void (attempt = tools.attempt))
  child.kill('SIGKILL')
  await vi.waitUntil(() => attempt > 0, { timeout: 6_000 })
  expect(attempt).toBe(2)
})

test('a worker survives the loss of all its connections, and others do not take it for dead', async () => {
  const { open, opened } = gate()
  let begun = 0
  const work: Work = async () => {
    begun++
    await opened
  }
  await worker(work)
  await worker(work)
  await putIn(1)
  await expect.poll(() => begun).toBe(1)
  await asOwner(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name in ('hanpyeon jobs', 'hanpyeon presence')`)
  await expect(vi.waitUntil(() => begun > 1, { timeout: 2_000 })).rejects.toThrow()
  open()
  await expect.poll(async () => (await jobs()).length).toBe(0)
  await putIn(2)
  await vi.waitUntil(async () => (await jobs()).length === 0, { timeout: 5_000 })
  expect(begun).toBe(2)
})
