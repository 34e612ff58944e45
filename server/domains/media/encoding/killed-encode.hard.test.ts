// hard: kills workers in the middle of encodes and waits for others to take over.
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createTempFolder, generateFilm } from '#test/fixtures/generated-films.ts'
import { lockLastAttempts, readJobs } from '#test/fixtures/job-queue.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { processesWith, startWorker } from '#test/processes/worker-process.ts'
import { existsSync } from 'node:fs'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { readAsset } from '../asset-queries.ts'
import { registerAsset } from '../assets/register-asset.ts'
import { runMediaMaintenance } from '../maintenance.ts'

// Encoding is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const pollOptions = { timeout: 50_000, interval: 50 }

let app: TestApp
let folders: ReturnType<typeof storageFolders>
let tempFolder: Awaited<ReturnType<typeof createTempFolder>>
let film: string
beforeAll(async () => {
  ;[app, tempFolder] = await Promise.all([openTestApp(), createTempFolder()])
  folders = storageFolders(app.config)
  film = await generateFilm(tempFolder.path, { name: 'a.mp4', size: '480x270', seconds: 8 })
})
afterAll(async () => {
  await app.close()
  await tempFolder[Symbol.asyncDispose]()
})

const register = () => registerAsset({ ...app, ...folders, now: app.clock.now() }, { file: film })
const stateOf = async (id: number) => (await readAsset(app.db, id))!

const jobs = () => readJobs(app)

/** Starts a worker process and waits until its ffmpeg encodes the film. */
async function startEncoding(id: number) {
  const worker = await startWorker(app)
  onTestFinished(async () => void (await worker.end('SIGKILL')))
  const { source_file } = await stateOf(id)
  await vi.waitUntil(async () => {
    const { state } = await stateOf(id)
    return state === 'encoding' && processesWith(source_file!).length > 0
  }, pollOptions)
  return { worker, source: source_file! }
}

async function expectReady(id: number) {
  const next = await app.work()
  await vi.waitUntil(async () => (await stateOf(id)).state === 'ready', pollOptions)
  await next.stop()
  expect(existsSync(join(folders.media_dir, String(id), 'main.m3u8'))).toBe(true)
  expect((await readdir(folders.media_dir)).filter((name) => name.includes('.'))).toEqual([])
  expect(await readdir(folders.uploads_dir)).toEqual([])
  expect(await jobs()).toEqual([])
}

test('a killed worker publishes nothing and leaves no ffmpeg; another worker finishes the film', async () => {
  const id = await register()
  const { worker, source } = await startEncoding(id)
  await worker.end('SIGKILL')
  expect(existsSync(join(folders.media_dir, String(id)))).toBe(false)
  await vi.waitUntil(() => processesWith(source).length === 0, { timeout: 3_000 })
  expect(await jobs()).toMatchObject([{ attempts: 1 }])
  const next = app.work()
  await expect.poll(async () => (await jobs())[0]?.attempts).not.toBe(1)
  await (await next).stop()
  await expectReady(id)
})

test('a worker that gets SIGTERM releases its job without counting the attempt and leaves no ffmpeg', async () => {
  const id = await register()
  const { worker, source } = await startEncoding(id)
  expect(await worker.end('SIGTERM')).toBe(0)
  expect(await jobs()).toMatchObject([{ attempts: 0, locked_by: null, is_due: true }])
  expect(processesWith(source)).toEqual([])
  expect(existsSync(join(folders.media_dir, String(id)))).toBe(false)
  expect((await stateOf(id)).state).toBe('encoding')
  await expectReady(id)
})

const runMaintenance = () =>
  runMediaMaintenance({ ...app, ...folders, log: createLogger('silent', 'test') })

test('marks a film failed and removes its files after its workers were killed at every attempt', async () => {
  const id = await register()
  const source = join(folders.uploads_dir, (await stateOf(id)).source_file!)
  const unlock = await lockLastAttempts(app)
  await runMaintenance()
  // The last attempt is still locked by a worker.
  expect((await stateOf(id)).state).toBe('uploaded')
  await unlock()
  await runMaintenance()
  expect(await stateOf(id)).toMatchObject({ state: 'failed', error_code: 'encoder_failed' })
  expect(existsSync(source)).toBe(false)
  expect(await jobs()).toEqual([])
})

test('removes orphaned files and keeps those of unfinished films', async () => {
  const id = await register()
  const orphan = join(folders.uploads_dir, 'stray')
  await writeFile(orphan, 'of a registration that died')
  await utimes(orphan, 0, 0)
  const work = join(folders.media_dir, '987654.work')
  await mkdir(folders.media_dir, { recursive: true })
  await writeFile(work, 'of a worker that died')
  await runMaintenance()
  // It may belong to a registration that has not committed yet.
  expect(existsSync(orphan)).toBe(true)
  expect(existsSync(work)).toBe(false)
  app.clock.advance(7 * 3_600_000)
  await runMaintenance()
  expect(await readdir(folders.uploads_dir)).toEqual([(await stateOf(id)).source_file])
  expect((await stateOf(id)).state).toBe('uploaded')
  await expectReady(id)
})
