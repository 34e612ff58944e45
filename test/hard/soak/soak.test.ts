import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { readConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/client.ts'
import { openAppDatabase } from '#server/db/embedded/open-database.ts'
import { readAsset, registerAsset } from '#server/domains/media/index.ts'
import { systemClock } from '#server/shared/clock.ts'
import { createTempFolder, generateFilm } from '#test/fixtures/generated-films.ts'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { makeMember, type TestMember, picturePathOf } from '#test/fixtures/members.ts'
import { childrenOf, freePort, startStack, type RunningStack } from '#test/processes/npm-start.ts'
import { makePlayable, openSocket, type TestSocket } from '#test/fixtures/watch-history.ts'
import type { TestApp } from '#test/app/test-app.ts'
import { beginReading } from './read-pages.ts'
import { isFlat, medianOf, readMegabytes, sampleCount } from './samples.ts'

/** Length of the run; two hours by default. */
const minutes = Number(process.env['SOAK_MINUTES'] ?? 120)
const duration = minutes * 60_000
/** Every minute of a full run; a short run has as many samples. */
const sampleEvery = duration / sampleCount
const requestsPerSecond = 100
const sockets = 50
/** In samples: pictures that are uploaded, and films that are encoded. */
const uploadEvery = 2
const encodeEvery = 10

vi.setConfig({ testTimeout: duration + 300_000, hookTimeout: 300_000 })

let product: RunningStack
let origin: string
let database: Database
let world: TestApp
let closePlace: () => Promise<void>

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-soak-'))
  const port = await freePort()
  origin = `http://localhost:${port}`
  const env = { DATA_DIR: folder, PORT: String(port), SITE_URL: origin, RATE_LIMITS: 'off' }
  product = await startStack(env)
  await product.ready()
  const config = readConfig(env)
  const place = await openAppDatabase(config)
  database = openDatabase(place.url, { connections: 4, name: 'soak' })
  closePlace = () => place.stop()
  world = { ...database, config, origin, clock: systemClock } as object as TestApp
})
afterAll(async () => {
  await database?.close()
  await closePlace?.()
})

async function uploadPicture(member: TestMember, picture: Buffer): Promise<void> {
  const response = await fetch(origin + picturePathOf(member), {
    method: 'PUT',
    headers: {
      'content-type': 'image/jpeg',
      'sec-fetch-site': 'same-origin',
      cookie: member.cookie,
    },
    body: new Uint8Array(picture),
  })
  if (!response.ok) throw new Error(`upload of a picture: ${response.status}`)
}

/** Hands a film to the worker, and waits until it is encoded. */
async function encodeFilm(file: string): Promise<void> {
  const [episode_id = 0] = await makeEpisodes(world, [{}])
  const parts = { ...world, ...storageFolders(world.config), now: new Date() }
  const asset_id = await registerAsset(parts, { file, episode_id, captions: [] })
  await vi.waitUntil(async () => (await readAsset(world.db, asset_id))?.state === 'ready', {
    timeout: 300_000,
    interval: 500,
  })
}

it('keeps the memory of server and worker flat under load', async () => {
  const episodes = await makePlayable(
    world,
    Array.from({ length: 40 }, () => ({})),
    100_000,
  )
  const { rows } = await world.pool.query<{ series_id: number }>(
    'select distinct series_id from episodes where id = any($1)',
    [episodes],
  )
  const member = await makeMember(world)
  const viewers: TestSocket[] = []
  // A member may have five sockets.
  for (let at = 0; at < sockets; at++)
    viewers.push(await openSocket(origin, await makeMember(world)))
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const picture = await sharp({
    create: { width: 3_000, height: 2_000, channels: 3, background: '#888', noise },
  })
    .jpeg({ quality: 80 })
    .toBuffer()
  await using box = await createTempFolder()
  const film = await generateFilm(box.path, { name: 'film.mp4', size: '192x108', seconds: 12 })

  const processes = {
    server: childrenOf(product.pid, 'server/main.ts')[0] ?? 0,
    worker: childrenOf(product.pid, 'server/worker.ts')[0] ?? 0,
  }
  const samples: Record<keyof typeof processes, number[]> = { server: [], worker: [] }
  const failed: string[] = []
  const background = new Map<string, Promise<void>>()
  /** One of a kind at a time: in a short run the next one is due before the one before has ended. */
  const inBackground = (kind: string, work: () => Promise<void>) => {
    if (background.has(kind)) return
    const done = work()
      .catch((error: Error) => void failed.push(error.message))
      .finally(() => background.delete(kind))
    background.set(kind, done)
  }

  const reading = beginReading(origin, {
    series: rows.map(({ series_id }) => series_id),
    perSecond: requestsPerSecond,
  })
  const began = performance.now()
  for (let sample = 0; sample < sampleCount; sample++) {
    await vi.waitUntil(() => performance.now() - began >= (sample + 1) * sampleEvery, {
      timeout: duration,
      interval: 200,
    })
    for (const [at, viewer] of viewers.entries())
      viewer.send({ episode_id: episodes[at % episodes.length] ?? 0, progress: sample + 1 })
    if (sample % uploadEvery === 0) inBackground('upload', () => uploadPicture(member, picture))
    if (sample % encodeEvery === 0) inBackground('encode', () => encodeFilm(film))
    samples.server.push(readMegabytes(processes.server))
    samples.worker.push(readMegabytes(processes.worker))
  }
  const read = await reading.end()
  await Promise.all(background.values())

  const seconds = duration / 1_000
  process.stdout.write(
    `soak of ${minutes} minutes: ${read.answered} requests, ${(read.answered / seconds).toFixed(0)} a second\n`,
  )
  for (const [name, megabytes] of Object.entries(samples)) {
    const [middle, last] = [medianOf(megabytes, 3 / 8, 5 / 8), medianOf(megabytes, 6 / 8, 1)]
    process.stdout.write(
      `${name}: median ${middle.toFixed(0)} MB in the middle, ${last.toFixed(0)} MB in the last quarter; ` +
        `${megabytes.map((one) => one.toFixed(0)).join(' ')}\n`,
    )
  }
  expect([...read.failed, ...failed]).toEqual([])
  for (const viewer of viewers) expect(viewer.socket.readyState).toBe(viewer.socket.OPEN)
  expect(Object.entries(samples).filter(([, megabytes]) => !isFlat(megabytes))).toEqual([])
})
