import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { readAsset, registerAsset } from '#server/domains/media/index.ts'
import { createTempFolder, generateFilm } from '#test/fixtures/generated-films.ts'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { processesWith, startWorker, type WorkerProcess } from '#test/processes/worker-process.ts'
import { readJobs, rescheduleJobs } from '#test/fixtures/job-queue.ts'
import { openTestAppForTest, type TestApp } from '#test/app/test-app.ts'

const run = promisify(execFile)
const patience = { timeout: 250_000, interval: 100 }

let box: Awaited<ReturnType<typeof createTempFolder>>
let film: string
beforeAll(async () => {
  box = await createTempFolder()
  film = await generateFilm(box.path, { name: 'a.mp4', size: '320x180', seconds: 4 })
})
afterAll(() => box[Symbol.asyncDispose]())

const register = (world: TestApp) =>
  registerAsset(
    { ...world, ...storageFolders(world.config), now: world.clock.now() },
    { file: film },
  )

async function stateOf(world: TestApp, id: number) {
  return (await readAsset(world.db, id))!
}

/** Expects complete films only, without leftovers. */
async function expectWhole(world: TestApp, ids: number[]) {
  const { media_dir, uploads_dir } = storageFolders(world.config)
  expect((await readdir(media_dir)).sort()).toEqual(ids.map(String).sort())
  for (const id of ids) expect(existsSync(join(media_dir, String(id), 'main.m3u8'))).toBe(true)
  expect(await readdir(uploads_dir)).toEqual([])
  expect(await readJobs(world)).toEqual([])
  expect(processesWith(uploads_dir)).toEqual([])
}

test('encodes each of five films once with three workers', async () => {
  const world = await openTestAppForTest()
  const ids: number[] = []
  for (let index = 0; index < 5; index++) ids.push(await register(world))
  const workers = await Promise.all([1, 2, 3].map(() => startWorker(world)))
  await vi.waitUntil(
    async () =>
      (await Promise.all(ids.map((id) => stateOf(world, id)))).every(
        ({ state }) => state === 'ready',
      ),
    patience,
  )
  const codes = await Promise.all(workers.map((worker) => worker.end('SIGTERM')))
  expect(codes).toEqual([0, 0, 0])
  const lines = workers.flatMap((worker) => worker.lines())
  const readied = lines
    .filter((line) => line['msg'] === 'asset ready')
    .map((line) => line['asset_id'])
  expect(readied.toSorted()).toEqual(ids.toSorted())
  // Reconciliation, which may be due, finds no payment gateway here.
  const warnings = lines.filter((line) => Number(line['level']) >= 40)
  expect(warnings.filter(({ call, task }) => !call && task !== 'reconciliation')).toEqual([])
  await expectWhole(world, ids)
})

test('completes films although workers are killed at random moments, and publishes none before', async () => {
  const world = await openTestAppForTest()
  const ids = [await register(world), await register(world)]
  const { media_dir } = storageFolders(world.config)
  let kills = 0
  for (let delay = 200; delay < 3_000; delay += 350) {
    const worker = await startWorker(world)
    await pause(delay)
    await worker.end('SIGKILL')
    kills++
    for (const id of ids) {
      const readable = existsSync(join(media_dir, String(id)))
      expect(!readable || existsSync(join(media_dir, String(id), 'encoded.json'))).toBe(true)
      const { state } = await stateOf(world, id)
      expect(state !== 'ready' || readable).toBe(true)
    }
  }
  const last: WorkerProcess = await startWorker(world)
  await vi.waitUntil(async () => {
    const states = await Promise.all(ids.map((id) => stateOf(world, id)))
    return states.every(({ state }) => state === 'ready')
  }, patience)
  expect(await last.end('SIGTERM')).toBe(0)
  console.log(`${kills} workers killed`)
  await expectWhole(world, ids)
})

test('keeps a film waiting with its reason on a full disk, and encodes it once there is space', async (context) => {
  const place = await mkdtemp(join(tmpdir(), 'hanpyeon-full-'))
  onTestFinished(() => rm(place, { recursive: true, force: true }))
  const options = ['-t', 'tmpfs', 'tmpfs', '-o', 'size=96k', place]
  if (!(await run('mount', options).catch(() => undefined)))
    return context.skip('nothing can be mounted here')
  onTestFinished(() => run('umount', ['-l', place]).then(() => {}))
  const world = await openTestAppForTest({ env: { MEDIA_DIR: join(place, 'media') } })
  const id = await register(world)
  const worker = await startWorker(world)
  await vi.waitUntil(async () => (await stateOf(world, id)).stage === 'no_space', patience)
  expect((await stateOf(world, id)).state).not.toBe('failed')
  expect(existsSync(join(place, 'media', String(id)))).toBe(false)
  await run('mount', ['-o', 'remount,size=64m', place])
  await rescheduleJobs(world)
  await vi.waitUntil(async () => (await stateOf(world, id)).state === 'ready', patience)
  expect(await worker.end('SIGTERM')).toBe(0)
  await expectWhole(world, [id])
})
