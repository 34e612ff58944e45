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

let app: TestApp
let tempFolder: Awaited<ReturnType<typeof createTempFolder>>
beforeAll(async () => {
  ;[app, tempFolder] = await Promise.all([openTestApp(), createTempFolder()])
  // macOS returns file names in decomposed form.
  const name = '겨울_바다.mp4'.normalize('NFD')
  await generateFilm(tempFolder.path, { name, size: '160x90', seconds: 1 })
  await generateFilm(tempFolder.path, { name: 'b.mp4', size: '160x90', seconds: 1, sound: null })
  await writeFile(join(tempFolder.path, 'empty.mp4'), '')
  await writeFile(
    join(tempFolder.path, 'ko.srt'),
    '1\n00:00:00,100 --> 00:00:00,900\n안녕하세요.\n',
  )
})
afterAll(async () => {
  await app.close()
  await tempFolder[Symbol.asyncDispose]()
})

/** Runs `npm run ingest` in the folder of the films. */
function ingest(...args: string[]) {
  const { config } = app
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../bin/operations/ingest.ts'), ...args],
    {
      env: {
        PATH: process.env['PATH'],
        INIT_CWD: tempFolder.path,
        DATA_DIR: config.data_dir,
        DATABASE_URL: app.url,
        DATABASE_OWNER_URL: app.owner_url,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exit = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  )
  return { exit, output: () => output, signal: (name: NodeJS.Signals) => child.kill(name) }
}

const listEpisodes = () =>
  app.db
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

test('imports and encodes files without a worker, and rejects invalid ones in Korean', async () => {
  const name = '겨울_바다.mp4'.normalize('NFD')
  const { code, output } = await ingest(name, 'empty.mp4', '--category', '2', '--subscription').exit
  expect(output).toContain('✓ 겨울_바다.mp4: ready')
  expect(output).toContain('✗ empty.mp4: 파일이 비어 있어요.')
  expect(code).toBe(1)
  expect(await listEpisodes()).toMatchObject([
    {
      title: '겨울 바다',
      is_series: false,
      is_free: false,
      video_state: 'ready',
      category_ids: [2],
    },
  ])
})

test('attaches a file with captions to an episode while a worker encodes it', async () => {
  const [id = 0] = await makeEpisodes(app, [{ video_state: 'none' }])
  const run = ingest('b.mp4', '--episode', String(id), '--caption', 'ko=ko.srt')
  const worker = await app.work()
  const { code, output } = await run.exit
  expect([code, output]).toEqual([0, expect.stringContaining('✓ b.mp4: ready')])
  const video = await app.call(endpoints.playback.readVideo, { params: { id }, query: {} })
  expect(video.captions).toMatchObject([{ language: 'ko', label: '한국어' }])
  await worker.stop()

  const missing = await ingest('b.mp4', '--episode', '987654321').exit
  expect([missing.code, missing.output]).toEqual([
    1,
    expect.stringContaining('no episode 987654321'),
  ])
})

test('leaves the film to the next worker when interrupted', async () => {
  const run = ingest('b.mp4', '--title', '멈춘 영화')
  await vi.waitUntil(() => /uploaded|probing|encoding/.test(run.output()), { timeout: 30_000 })
  run.signal('SIGINT')
  const { code } = await run.exit
  expect([130, 0]).toContain(code)
  await app.work()
  await vi.waitUntil(async () => (await listEpisodes()).at(-1)?.video_state === 'ready', {
    timeout: 30_000,
  })
  expect((await listEpisodes()).at(-1)?.title).toBe('멈춘 영화')
})
