import { accounts } from '#contract/accounts/accounts.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { resolveSecret } from '#server/config.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { readAsset, registerAsset } from '#server/domains/media/index.ts'
import { encodeAsset } from '#server/domains/media/encoding/encode-asset.ts'
import { createTempFolder, generateFilm } from '#test/fixtures/generated-films.ts'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { mkdirSync, writeSync, openSync, closeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { readiness, startStack } from '#test/processes/npm-start.ts'
import { inquiryOutcome, sendInquiry } from '#test/fixtures/inquiries.ts'
import { openTestAppForTest } from '#test/app/test-app.ts'

// A really full disk: a small file system in memory. Skipped without the right to mount.

/** Mounts a small disk that can be filled and freed; undefined if mounting is not permitted. */
function smallDisk(megabytes: number) {
  const path = mkdtempSync(join(tmpdir(), 'hanpyeon-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path], {
      stdio: 'ignore',
    })
  } catch {
    rmSync(path, { recursive: true })
    return undefined
  }
  const filler = join(path, 'filler')
  const disk = {
    path,
    /** Fills the disk up to this number of free bytes. */
    fill(left: number) {
      const { bavail, bsize } = statfsSync(path)
      const block = Buffer.alloc(65_536)
      const file = openSync(filler, 'a')
      try {
        for (let room = bavail * bsize - left; room >= block.length; room -= block.length)
          writeSync(file, block)
        if (left === 0) for (;;) writeSync(file, block, 0, 4_096)
      } catch {
        // The disk is full.
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler, { force: true }),
  }
  onTestFinished(() => {
    execFileSync('umount', ['-l', path])
    rmSync(path, { recursive: true })
  })
  return disk
}

const files = (folder: string) =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []

test('refuses an inquiry file on a full disk without leftovers, and keeps serving', async () => {
  const disk = smallDisk(24)
  if (!disk) return
  const world = await openTestAppForTest({ env: { DATA_DIR: disk.path } })
  const { attachments_dir } = storageFolders(world.config)
  const member = await makeMember(world)
  const file = `가격표\n${'가나다라마바사 '.repeat(60_000)}`
  disk.fill(300_000)
  expect(await inquiryOutcome(await sendInquiry(member, { file }))).toBe('storage_unavailable')
  expect(files(attachments_dir).filter((name) => /[0-9a-f]{32}/.test(name))).toEqual([])
  expect(await inquiryOutcome(await sendInquiry(member))).toBe(201)
  disk.free()
  expect(await inquiryOutcome(await sendInquiry(member, { file }))).toBe(201)
})

test('fails an encode on a full disk without leftovers, and encodes once there is space', async () => {
  const disk = smallDisk(8)
  if (!disk) return
  const world = await openTestAppForTest({ env: { MEDIA_DIR: join(disk.path, 'media') } })
  const folders = storageFolders(world.config)
  const box = await createTempFolder()
  onTestFinished(() => box[Symbol.asyncDispose]())
  const path = await generateFilm(box.path, { name: 'long.mp4', size: '640x360', seconds: 8 })
  mkdirSync(folders.media_dir, { recursive: true })
  disk.fill(100_000)
  const [episode_id = 0] = await makeEpisodes(world, [{}])
  const id = await registerAsset(
    { ...world, ...folders, now: world.clock.now() },
    { file: path, episode_id },
  )
  const work = () =>
    encodeAsset(
      {
        ...world.server.database,
        ...folders,
        encryption: createEncryption(resolveSecret(world.config, 'encryption')),
        clock: world.clock,
        log: createLogger('silent', 'test'),
      },
      id,
      { signal: new AbortController().signal, attempt: 1, max_attempts: 3 },
    ).then(
      () => 'done',
      (error: Error) => error.message,
    )
  const output = await work()
  const failed = await readAsset(world.db, id)
  expect(output).toMatch(/^no_space/)
  expect(failed?.state).not.toBe('failed')
  expect(files(folders.media_dir).filter((name) => name === String(id))).toEqual([])
  disk.free()
  expect(await work()).toBe('done')
  expect((await readAsset(world.db, id))?.state).toBe('ready')
})

test('serves cached responses while the database disk is full, and recovers with free space', async () => {
  const disk = smallDisk(400)
  if (!disk) return
  const stack = await startStack({ DATA_DIR: disk.path })
  await stack.ready()
  const origin = `http://127.0.0.1:${stack.port}`
  let n = 0
  const write = () =>
    fetch(origin + accounts.sendSignUpCode.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ email: `full-${n++}@example.com` }),
    }).then(
      ({ status }) => status,
      () => 0,
    )
  expect(await write()).toBe(202)
  expect((await fetch(origin)).status).toBe(200)
  disk.fill(0)
  // For a while rows fit into existing pages, and the WAL into its open segment.
  const statuses = new Set<number>()
  await vi.waitUntil(async () => statuses.add(await write()).has(503), {
    timeout: 60_000,
    interval: 1,
  })
  const home = (await fetch(origin)).status
  console.log(
    'the database’s disk is full: writes',
    [...statuses],
    'home',
    home,
    stack.said().slice(-600),
  )
  disk.free()
  const began = performance.now()
  await vi.waitUntil(async () => (await write()) === 202, { timeout: 30_000, interval: 50 })
  expect(await readiness(stack.port)).toBe(200)
  console.log(`writes again ${Math.round(performance.now() - began)} ms after there is room`)
  expect([...statuses].every((status) => [202, 429, 503].includes(status))).toBe(true)
})
