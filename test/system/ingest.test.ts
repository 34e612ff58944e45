// hard: starts the import as a process and encodes films (25 s of CPU).
import { endpoints } from '#contract/index.ts'
import { createTempFolder, generateFilm } from '#test/fixtures/generated-films.ts'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let world: TestApp
let box: Awaited<ReturnType<typeof createTempFolder>>
beforeAll(async () => {
  ;[world, box] = await Promise.all([openTestApp(), createTempFolder()])
  // macOS hands names out decomposed.
  const name = '겨울_바다.mp4'.normalize('NFD')
  await generateFilm(box.path, { name, size: '160x90', seconds: 1 })
  await generateFilm(box.path, { name: 'b.mp4', size: '160x90', seconds: 1, sound: null })
  await writeFile(join(box.path, 'empty.mp4'), '')
  await writeFile(join(box.path, 'ko.srt'), '1\n00:00:00,100 --> 00:00:00,900\n안녕하세요.\n')
})
afterAll(async () => {
  await world.close()
  await box[Symbol.asyncDispose]()
})

/** Runs `npm run ingest` as typed in the folder of the films. */
function ingest(...args: string[]) {
  const { config } = world
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../bin/operations/ingest.ts'), ...args],
    {
      env: {
        PATH: process.env['PATH'],
        INIT_CWD: box.path,
        DATA_DIR: config.data_dir,
        DATABASE_URL: world.url,
        DATABASE_OWNER_URL: world.owner_url,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const exit = new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  )
  return { exit, said: () => said, signal: (name: NodeJS.Signals) => child.kill(name) }
}

const films = () =>
  world.db
    .selectFrom('episodes')
    .innerJoin('series', 'series.id', 'episodes.series_id')
    .select([
      'episodes.id',
      'series.title',
      'series.is_series',
      'is_free',
      'video_state',
      'category_ids',
    ])
    .orderBy('episodes.id')
    .execute()

test('files become films, encoded here where nobody else does; what is none is refused in Korean', async () => {
  const name = '겨울_바다.mp4'.normalize('NFD')
  const { code, said } = await ingest(name, 'empty.mp4', '--category', '2', '--subscription').exit
  expect(said).toContain('✓ 겨울_바다.mp4: ready')
  expect(said).toContain('✗ empty.mp4: 파일이 비어 있어요.')
  expect(code).toBe(1)
  expect(await films()).toMatchObject([
    {
      title: '겨울 바다',
      is_series: false,
      is_free: false,
      video_state: 'ready',
      category_ids: [2],
    },
  ])
})

test('a file becomes the picture of an episode, with its captions, beside a worker', async () => {
  const [id = 0] = await makeEpisodes(world, [{}])
  const stopped = ingest('b.mp4', '--episode', String(id), '--caption', 'ko=ko.srt')
  const worker = await world.work()
  const { code, said } = await stopped.exit
  expect([code, said]).toEqual([0, expect.stringContaining('✓ b.mp4: ready')])
  const video = await world.call(endpoints.playback.readVideo, { params: { id }, query: {} })
  expect(video.captions).toMatchObject([{ language: 'ko', label: '한국어' }])
  await worker.stop()

  const missing = await ingest('b.mp4', '--episode', '987654321').exit
  expect([missing.code, missing.said]).toEqual([1, expect.stringContaining('no episode 987654321')])
})

test('stopped in the middle, it leaves the film to the next worker', async () => {
  const run = ingest('b.mp4', '--title', '멈춘 영화')
  await vi.waitUntil(() => /uploaded|probing|encoding/.test(run.said()), { timeout: 30_000 })
  run.signal('SIGINT')
  const { code } = await run.exit
  expect([130, 0]).toContain(code)
  await world.work()
  await vi.waitUntil(async () => (await films()).at(-1)?.video_state === 'ready', {
    timeout: 30_000,
  })
  expect((await films()).at(-1)?.title).toBe('멈춘 영화')
})
