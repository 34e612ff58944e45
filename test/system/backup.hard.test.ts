// hard: backs up and restores whole clusters in processes of their own (50 s of CPU).
import { playback } from '#contract/playback/playback.ts'
import { createServerApp } from '#server/composition/create-server.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { readConfig } from '#server/config.ts'
import { readAsset, registerAsset } from '#server/domains/media/index.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createTempFolder, generateFilm } from '#test/fixtures/generated-films.ts'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { readReferencedFiles } from '../../bin/operations/backup/referenced-files.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openS3TestBucket } from '#test/services/s3-bucket.ts'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { jobsTable } from '#test/fixtures/job-queue.ts'
import { makeMember, type TestMember, picturePathOf } from '#test/fixtures/members.ts'
import { buyByCard } from '#test/fixtures/payments.ts'
import { createTestInquiry } from '#test/fixtures/inquiries.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import {
  asOwner,
  createInstallations,
  filesBelow,
  filesReadableByOthers,
  readDatabase,
} from '#test/processes/installations.ts'
import { runTask } from '#test/processes/run-task.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

let app: TestApp
let tempFolder: Awaited<ReturnType<typeof createTempFolder>>
let member: TestMember
let paidEpisode = 0
let backup: string
const installations = createInstallations(() => app)
const { folder, emptyInstallation, sourceEnvironment } = installations
beforeAll(async () => {
  ;[app, tempFolder] = await Promise.all([openTestApp({ gateway: true }), createTempFolder()])
  const worker = await app.work()
  const film = await generateFilm(tempFolder.path, {
    name: 'film.mp4',
    size: '192x108',
    seconds: 12,
  })
  const [free = 0, other = 0] = await makeEpisodes(app, [
    { video_state: 'none' },
    { is_free: false, price: 1_500, video_state: 'none' },
  ])
  paidEpisode = other
  const parts = { ...app, ...storageFolders(app.config), now: app.clock.now() }
  for (const episode_id of [free, paidEpisode]) {
    const id = await registerAsset(parts, { file: film, episode_id })
    await vi.waitUntil(async () => (await readAsset(app.db, id))?.state === 'ready', 60_000)
  }
  member = await makeMember(app)
  await buyByCard(app, member, paidEpisode)
  await createTestInquiry(member, { file: '영수증\t이에요\\N' })
  await worker.stop()
  // A pending job that the restored installation will run.
  await registerAsset(parts, { file: film })
  backup = await folder()
})
afterAll(async () => {
  await app?.close()
  await tempFolder?.[Symbol.asyncDispose]()
  await installations.remove()
})

test('restores every row and file into an empty installation, where films play', async () => {
  const result = await runTask('backup', [backup], sourceEnvironment())
  expect(result).toMatchObject({ code: 0 })
  expect(result.output).toContain('No secret is in it')
  expect(await filesReadableByOthers(backup)).toEqual([])
  const recorded = await app.pool.query('select contents, verified_at from backups')
  expect(recorded.rows).toEqual([{ contents: 'everything', verified_at: null }])
  const installation = await emptyInstallation()
  const restored = await runTask('restore', [backup], installation)
  expect(restored).toMatchObject({ code: 0 })
  expect(restored.output).toMatch(/\d+ tables with \d+ rows, \d+ files/)
  const before = await readDatabase(app.owner_url)
  expect(before.all['public.purchases']?.length).toBeGreaterThan(0)
  expect(before.all[jobsTable]?.length).toBeGreaterThan(0)
  expect(await readDatabase(installation.DATABASE_OWNER_URL)).toEqual(before)
  expect(await filesBelow(installation.DATA_DIR)).toEqual(await filesBelow(app.config.data_dir))
  expect(await filesReadableByOthers(join(installation.DATA_DIR, 'attachments'))).toEqual([])

  const config = readConfig(installation)
  const log = createLogger('silent', 'test')
  const server = await createServerApp(config, { url: installation.DATABASE_URL }, { log })
  try {
    await server.http.listen(0, '127.0.0.1')
    const { port } = server.http.server.address() as AddressInfo
    const baseUrl = `http://127.0.0.1:${port}`
    const headers = { cookie: member.cookie }
    const path = playback.readVideo.path.replace('{id}', String(paidEpisode))
    const video = (await (await fetch(baseUrl + path, { headers })).json()) as {
      manifest_url: string
    }
    const key = await fetch(baseUrl + video.manifest_url.replace('main.m3u8', 'keys/audio/1.key'), {
      headers: {
        ...headers,
        'sec-fetch-site': 'same-origin',
        'x-playback-player': 'a-player-of-this-test',
        'x-playback-position': '11',
      },
    })
    expect([key.status, (await key.arrayBuffer()).byteLength]).toEqual([200, 16])
    expect((await fetch(baseUrl + video.manifest_url, { headers })).status).toBe(200)
    // Sequences continue after the restored rows.
    await asOwner(installation.DATABASE_OWNER_URL, (client) =>
      client.query(
        `insert into media_assets (state, source_file, source_name) values ('uploaded', 'x', 'x')`,
      ),
    )
  } finally {
    await server.close()
  }
  expect((await runTask('restore', [backup], installation)).output).toContain(
    'There are files already',
  )
  const { output } = await runTask('restore', [backup], {
    ...installation,
    DATA_DIR: await folder(),
  })
  expect(output).toContain('The database is not empty')
})

test('restores into S3 as well as into folders', async () => {
  const bucket = await openS3TestBucket('restored')
  try {
    const installation = await emptyInstallation(bucket.env)
    expect(await runTask('restore', [backup], installation)).toMatchObject({ code: 0 })
    const again = await folder()
    expect(await runTask('backup', [again], installation)).toMatchObject({ code: 0 })
    expect(await filesBelow(join(again, 'files'))).toEqual(await filesBelow(join(backup, 'files')))
  } finally {
    await bucket.close()
  }
})

test('includes secrets only with --with-secrets', async () => {
  const own = await folder()
  await writeFile(
    join(app.config.data_dir, 'data-encryption.secret'),
    'a secret of this machine, long enough',
  )
  // The secret of an embedded database belongs to that database only.
  await writeFile(join(app.config.data_dir, 'postgres.secret'), 'another')
  try {
    const result = await runTask('backup', [own, '--with-secrets'], sourceEnvironment())
    expect(result.output).toContain('No secret is in it')
  } finally {
    for (const name of ['data-encryption', 'postgres'])
      await rm(join(app.config.data_dir, `${name}.secret`))
  }
  expect(await readdir(join(own, 'secrets'))).toEqual(['data-encryption.secret'])
  const installation = await emptyInstallation()
  expect(await runTask('restore', [own], installation)).toMatchObject({ code: 0 })
  const file = join(installation.DATA_DIR, 'data-encryption.secret')
  expect(await readFile(file, 'utf8')).toBe('a secret of this machine, long enough')
})

test('rejects a damaged, incomplete or newer backup without changes', async () => {
  const installation = await emptyInstallation()
  const file = join(backup, 'backup.json')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('"format": 3', '"format": 4'))
  expect((await runTask('restore', [backup], installation)).output).toContain(
    'the first of them backup.json',
  )
  await writeFile(file, text)
  const newer = await folder()
  const newerManifest = text.replace(/"name": "\d{4}_/, '"name": "9999_')
  await mkdir(join(newer, 'files/uploads'), { recursive: true })
  const lines: string[] = []
  for (const [name, body] of Object.entries({
    'backup.json': newerManifest,
    'files/uploads/film': 'x',
  })) {
    await writeFile(join(newer, name), body)
    lines.push(`${createHash('sha256').update(body).digest('hex')}  ${name}\n`)
  }
  await writeFile(join(newer, 'checksums.txt'), lines.join(''))
  const rejected = await runTask('restore', [newer], installation)
  expect(rejected).toMatchObject({ code: 1, output: expect.stringContaining('by a newer version') })
  expect(await filesBelow(installation.DATA_DIR)).toEqual({})
  const broken = await folder()
  await writeFile(join(broken, 'backup.json'), text)
  expect(await runTask('restore', [broken], installation)).toMatchObject({ code: 1 })
  expect((await runTask('backup', [backup], sourceEnvironment())).output).toContain('is not empty')
  expect(Object.keys((await readDatabase(installation.DATABASE_OWNER_URL)).all)).toEqual([])
})

test('includes every referenced file when members write during the backup', async () => {
  const png = await sharp({
    create: { width: 64, height: 64, channels: 3, background: '#3366cc' },
  })
    .png()
    .toBuffer()
  let isWriting = true
  let writeCount = 0
  const writer = (async () => {
    const headers = { 'content-type': 'image/png' }
    while (isWriting) {
      const picture = { method: 'PUT', headers, body: new Uint8Array(png) }
      expect((await member.fetch(picturePathOf(member), picture)).status).toBe(200)
      const { id } = await createTestInquiry(member, { file: '지워질 파일' })
      await createTestInquiry(member, { file: '남을 파일' })
      await member.fetch(`/api/customer-services/inquiries/${id}/`, { method: 'DELETE' })
      writeCount++
    }
  })()
  const own = await folder()
  const result = await runTask('backup', [own], sourceEnvironment())
  isWriting = false
  await writer
  expect(result).toMatchObject({ code: 0 })
  expect(result.output).not.toContain('are not there')
  expect(writeCount).toBeGreaterThan(3)
  const installation = await emptyInstallation()
  expect(await runTask('restore', [own], installation)).toMatchObject({ code: 0 })
  const referenced = await asOwner(installation.DATABASE_OWNER_URL, readReferencedFiles)
  const { files } = storageFolders(readConfig(installation))
  expect(referenced.some((name) => name.startsWith('attachments/'))).toBe(true)
  for (const name of referenced) expect([name, await files.has(name)]).toEqual([name, true])
})
