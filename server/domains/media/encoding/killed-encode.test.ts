// hard: kills workers in the middle of encodes and waits for others to take over.
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createTempFolder, generateFilm } from '#test/fixtures/generated-films.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { processesWith, startWorker } from '#test/processes/worker-process.ts'
import { existsSync } from 'node:fs'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { readAsset, registerAsset, runMediaMaintenance } from '../index.ts'

// A busy machine encodes slowly.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const patience = { timeout: 50_000, interval: 50 }

let world: TestApp
let folders: ReturnType<typeof storageFolders>
let box: Awaited<ReturnType<typeof createTempFolder>>
let film: string
beforeAll(async () => {
  ;[world, box] = await Promise.all([openTestApp(), createTempFolder()])
  folders = storageFolders(world.config)
  film = await generateFilm(box.path, { name: 'a.mp4', size: '480x270', seconds: 8 })
})
afterAll(async () => {
  await world.close()
  await box[Symbol.asyncDispose]()
})

const register = () =>
  registerAsset({ ...world, ...folders, now: world.clock.now() }, { file: film })
const stateOf = async (id: number) => (await readAsset(world.db, id))!

async function asOwner<R extends pg.QueryResultRow>(text: string) {
  const client = new pg.Client({ connectionString: world.owner_url })
  await client.connect()
  try {
    return (await client.query<R>(text)).rows
  } finally {
    await client.end()
  }
}

const jobs = () =>
  asOwner<{ attempts: number; locked_by: string | null; due: boolean }>(
    'select attempts, locked_by, run_at <= now() as due from graphile_worker._private_jobs',
  )

/** A worker in a process of its own whose ffmpeg is at work on a film. */
async function inTheMiddle(id: number) {
  const worker = await startWorker(world)
  onTestFinished(async () => void (await worker.end('SIGKILL')))
  const { source_file } = await stateOf(id)
  await vi.waitUntil(async () => {
    const { state } = await stateOf(id)
    return state === 'encoding' && processesWith(source_file!).length > 0
  }, patience)
  return { worker, source: source_file! }
}

async function becomesReady(id: number) {
  const next = await world.work()
  await vi.waitUntil(async () => (await stateOf(id)).state === 'ready', patience)
  await next.stop()
  expect(existsSync(join(folders.media_dir, String(id), 'main.m3u8'))).toBe(true)
  expect((await readdir(folders.media_dir)).filter((name) => name.includes('.'))).toEqual([])
  expect(await readdir(folders.uploads_dir)).toEqual([])
  expect(await jobs()).toEqual([])
}

test('a worker killed in the middle leaves nothing readable and no ffmpeg; another ends its work', async () => {
  const id = await register()
  const { worker, source } = await inTheMiddle(id)
  await worker.end('SIGKILL')
  expect(existsSync(join(folders.media_dir, String(id)))).toBe(false)
  await vi.waitUntil(() => processesWith(source).length === 0, { timeout: 3_000 })
  expect(await jobs()).toMatchObject([{ attempts: 1 }])
  const began = performance.now()
  const next = world.work()
  await vi.waitUntil(async () => (await jobs())[0]?.attempts !== 1, { timeout: 8_000 })
  expect(performance.now() - began).toBeLessThan(8_000)
  await (await next).stop()
  await becomesReady(id)
})

test('a worker asked to stop gives its film back at once, unattempted, and leaves no ffmpeg', async () => {
  const id = await register()
  const { worker, source } = await inTheMiddle(id)
  const began = performance.now()
  expect(await worker.end('SIGTERM')).toBe(0)
  expect(performance.now() - began).toBeLessThan(3_000)
  expect(await jobs()).toEqual([{ attempts: 0, locked_by: null, due: true }])
  expect(processesWith(source)).toEqual([])
  expect(existsSync(join(folders.media_dir, String(id)))).toBe(false)
  expect((await stateOf(id)).state).toBe('encoding')
  await becomesReady(id)
})

const tend = () =>
  runMediaMaintenance({ ...world, ...folders, log: createLogger('silent', 'test') })

test('a film whose workers were killed at every attempt fails, and leaves nothing', async () => {
  const id = await register()
  const source = join(folders.uploads_dir, (await stateOf(id)).source_file!)
  await asOwner(
    'update graphile_worker._private_jobs set attempts = max_attempts, locked_at = now()',
  )
  await tend()
  // The last attempt is being made.
  expect((await stateOf(id)).state).toBe('uploaded')
  await asOwner('update graphile_worker._private_jobs set locked_at = null')
  await tend()
  expect(await stateOf(id)).toMatchObject({ state: 'failed', fault: 'encoder_failed' })
  expect(existsSync(source)).toBe(false)
  expect(await jobs()).toEqual([])
})

test('files that no film needs are removed, those of a film under way are not', async () => {
  const id = await register()
  const stray = join(folders.uploads_dir, 'stray')
  await writeFile(stray, 'of a registration that died')
  await utimes(stray, 0, 0)
  const work = join(folders.media_dir, '987654.work')
  await mkdir(folders.media_dir, { recursive: true })
  await writeFile(work, 'of a worker that died')
  await tend()
  // It may belong to a registration that has not committed yet.
  expect(existsSync(stray)).toBe(true)
  expect(existsSync(work)).toBe(false)
  world.clock.advance(7 * 3_600_000)
  await tend()
  expect(await readdir(folders.uploads_dir)).toEqual([(await stateOf(id)).source_file])
  expect((await stateOf(id)).state).toBe('uploaded')
  await becomesReady(id)
})
