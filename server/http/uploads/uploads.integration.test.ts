import { endpoints } from '#contract/index.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { runUploadsMaintenance } from '#server/domains/media/staff/receive-upload.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createTempFolder, generateFilm } from '#test/fixtures/generated-films.ts'
import { expectProblemResponse } from '#test/app/example-client.ts'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { request, type ClientRequest } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

const waitOptions = { timeout: 50_000, interval: 60 }

let app: TestApp
let staff: TestMember
let tempFolder: Awaited<ReturnType<typeof createTempFolder>>
let film: Buffer
let folders: ReturnType<typeof storageFolders>
beforeAll(async () => {
  ;[app, tempFolder] = await Promise.all([openTestApp(), createTempFolder()])
  folders = storageFolders(app.config)
  staff = await makeMember(app, { is_staff: true })
  film = await readFile(
    await generateFilm(tempFolder.path, { name: 'a.mp4', size: '192x108', seconds: 2 }),
  )
})
afterAll(async () => {
  await app.close()
  await tempFolder[Symbol.asyncDispose]()
})

const root = '/api/studio/uploads/'
const tus = { 'tus-resumable': '1.0.0' }
const base64 = (text: string) => Buffer.from(text).toString('base64')
const checksumOf = (bytes: Buffer) =>
  `sha256 ${createHash('sha256').update(bytes).digest('base64')}`

const startUpload = (
  bytes: number,
  more: Record<string, string> = {},
  client = staff,
  name = '바다.mp4',
) =>
  client.fetch(root, {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(bytes),
      'upload-metadata': `filename ${base64(name)}`,
      ...more,
    },
  })

async function createUpload(bytes: number, metadata = ''): Promise<string> {
  const name = `filename ${base64('겨울 바다.mp4')}`
  const response = await startUpload(bytes, { 'upload-metadata': name + metadata })
  expect(response.status, await response.clone().text()).toBe(201)
  return response.headers.get('location')!
}

const patch = (
  path: string,
  at: number,
  body: Buffer,
  more: Record<string, string> = {},
  client = staff,
) =>
  client.fetch(path, {
    method: 'PATCH',
    headers: {
      ...tus,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(at),
      ...more,
    },
    body: new Uint8Array(body),
  })

async function offsetOf(path: string, client = staff): Promise<number> {
  const response = await client.fetch(path, { method: 'HEAD', headers: tus })
  expect(response.status).toBe(200)
  return Number(response.headers.get('upload-offset'))
}

/** Sends a request whose body the caller writes step by step. */
function slowPatch(
  path: string,
  at: number,
  totalBytes: number,
  origin = app.origin,
): ClientRequest {
  const slowRequest = request(new URL(path, origin), {
    method: 'PATCH',
    headers: {
      ...tus,
      cookie: staff.cookie,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(at),
      'content-length': String(totalBytes),
    },
  })
  slowRequest.on('error', () => {})
  return slowRequest
}

const fileOf = (path: string) => join(folders.uploads_dir, 'incoming', path.split('/').at(-1)!)
const sizeOf = async (path: string) => (await stat(fileOf(path)).catch(() => undefined))?.size ?? -1

const assets = () =>
  staff.call(endpoints.studio_uploads.listAssets, { query: {} }).then(({ results }) => results)
const asset = (id: number) => staff.call(endpoints.studio_uploads.readAsset, { params: { id } })
const auditEntries = (kind: string) =>
  staff.call(endpoints.studio.listAuditLog, { query: { kind } })

test('registers an upload as the trailer of its work', async () => {
  const [episode_id = 0] = await makeEpisodes(app, [{ video_state: 'none' }])
  const { rows } = await app.pool.query<{ series_id: number }>(
    `select series_id from episodes where id = $1`,
    [episode_id],
  )
  const series_id = rows[0]?.series_id ?? 0
  const path = await createUpload(film.length, `,trailer_of ${base64(String(series_id))}`)
  expect((await patch(path, 0, film)).status).toBe(204)
  const [registered] = await assets()
  expect(registered).toMatchObject({ target_episode: null, trailer_of: { series_id } })
  const { id } = registered!
  await staff.call(endpoints.studio_uploads.cancelAsset, { params: { id } })
  await staff.call(endpoints.studio_uploads.deleteAsset, { params: { id } })
})

test('accepts a film in two chunks, registers it with its episode and writes audit entries', async () => {
  const [episode_id = 0] = await makeEpisodes(app, [{ video_state: 'none' }])
  const path = await createUpload(film.length, `,episode_id ${base64(String(episode_id))}`)
  expect(path).toMatch(/^\/api\/studio\/uploads\/[0-9a-f]{32}$/)
  const half = Math.floor(film.length / 2)
  const first = await patch(path, 0, film.subarray(0, half), {
    'upload-checksum': checksumOf(film.subarray(0, half)),
  })
  expect(first.status, await first.clone().text()).toBe(204)
  expect(first.headers.get('upload-offset')).toBe(String(half))
  expect(first.headers.get('upload-expires')).toBeTruthy()
  expect(await offsetOf(path)).toBe(half)
  const [waiting] = await staff.call(endpoints.studio_uploads.listPendingUploads, {})
  expect(waiting).toMatchObject({ name: '겨울 바다.mp4', received_bytes: half, bytes: film.length })
  expect(waiting?.target_episode).toMatchObject({ episode_id })
  const last = await patch(path, half, film.subarray(half))
  expect(last.status, await last.clone().text()).toBe(204)
  const [registered] = await assets()
  expect(registered).toMatchObject({
    source_name: '겨울 바다.mp4',
    state: 'uploaded',
    queue_place: 1,
  })
  expect(registered?.target_episode).toMatchObject({ episode_id })
  expect(existsSync(fileOf(path))).toBe(false)
  expect(await staff.call(endpoints.studio_uploads.listPendingUploads, {})).toEqual([])
  // A repeated final request registers nothing twice.
  expect(await offsetOf(path)).toBe(film.length)
  expect(await assets()).toHaveLength(1)
  const { results } = await auditEntries('upload')
  expect(results.slice(0, 2).map(({ kind }) => kind)).toEqual([
    'upload.registered',
    'upload.started',
  ])

  const worker = await app.work()
  await vi.waitUntil(async () => (await asset(registered!.id)).state === 'ready', waitOptions)
  await worker.stop()
  const ready = await asset(registered!.id)
  expect(ready.poster).toMatch(/^\/images\//)
  expect(ready.log.join('\n')).toMatch(/1번째 변환을 시작했어요.*192x108.*변환을 마쳤어요/s)
  expect((await app.fetch(ready.playable!.manifest_url)).status).toBe(200)
  const { source_file } = await app.db
    .selectFrom('media_assets')
    .select('source_file')
    .where('id', '=', registered!.id)
    .executeTakeFirstOrThrow()
  expect(source_file).toBeNull()
})

describe('upload authorization', () => {
  test('rejects guests, members, staff without a second factor and other sites before reading the body', async () => {
    const path = await createUpload(10)
    const member = await makeMember(app)
    const withoutSecondFactor = await makeMember(app, { is_staff: true })
    await app.pool.query('update sessions set second_factor_at = null where member_id = $1', [
      withoutSecondFactor.id,
    ])
    const guest = { ...staff, fetch: app.fetch } as TestMember
    for (const [client, code] of [
      [guest, 'authentication_required'],
      [member, 'forbidden'],
      [withoutSecondFactor, 'second_factor_required'],
    ] as const) {
      await expectProblemResponse(await startUpload(10, {}, client), code)
      await expectProblemResponse(await patch(path, 0, Buffer.alloc(10), {}, client), code)
      const deleted = await client.fetch(path, { method: 'DELETE', headers: tus })
      await expectProblemResponse(deleted, code)
      expect((await client.fetch(path, { method: 'HEAD', headers: tus })).status).toBeGreaterThan(
        400,
      )
    }
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }
    await expectProblemResponse(await startUpload(10, foreign), 'cross_origin_request')
    await expectProblemResponse(
      await patch(path, 0, Buffer.alloc(10), foreign),
      'cross_origin_request',
    )
    expect(await sizeOf(path)).toBe(0)
  })

  test('hides uploads from other staff members', async () => {
    const path = await createUpload(10)
    const other = await makeMember(app, { is_staff: true })
    await expectProblemResponse(await patch(path, 0, Buffer.alloc(10), {}, other), 'not_found')
    await expectProblemResponse(
      await other.fetch(path, { method: 'DELETE', headers: tus }),
      'not_found',
    )
    expect(await other.call(endpoints.studio_uploads.listPendingUploads, {})).toEqual([])
    expect(await offsetOf(path)).toBe(0)
  })

  test('deletes unfinished uploads of removed staff members', async () => {
    const departed = await makeMember(app, { is_staff: true })
    const response = await startUpload(10, {}, departed)
    const path = response.headers.get('location')!
    await patch(path, 0, Buffer.alloc(4), {}, departed)
    await app.pool.query('update studio_uploads set staff_id = null where staff_id = $1', [
      departed.id,
    ])
    await runMaintenance()
    expect(await sizeOf(path)).toBe(-1)
  })
})

const runMaintenance = () =>
  runUploadsMaintenance({ ...app, ...folders, log: createLogger('silent', 'test') })

describe('upload validation', () => {
  test('rejects empty, unsized and too large uploads, and those without free space', async () => {
    await expectProblemResponse(await startUpload(0), 'upload_empty')
    await expectProblemResponse(await startUpload(51 * 2 ** 30), 'upload_too_large')
    await expectProblemResponse(await startUpload(0, { 'upload-length': '-1' }), 'invalid_request')
    await expectProblemResponse(await startUpload(0, { 'upload-length': '1e3' }), 'invalid_request')
    const withoutLength = await staff.fetch(root, {
      method: 'POST',
      headers: { ...tus, 'upload-defer-length': '1' },
    })
    await expectProblemResponse(withoutLength, 'invalid_request')
    await expectProblemResponse(await staff.fetch(root, { method: 'GET' }), 'method_not_allowed')
    for (const path of ['nonsense', '../../etc/passwd', '%2e%2e%2fx', 'f'.repeat(32)])
      await expectProblemResponse(await patch(root + path, 0, Buffer.alloc(1)), 'not_found')
  })

  test('reduces file names to a single line of text', async () => {
    const hostile = '../../\u0000etc/\u202epasswd\r\n.mp4'
    const response = await startUpload(10, { 'upload-metadata': `filename ${base64(hostile)}` })
    expect(response.status).toBe(201)
    const [last] = await staff.call(endpoints.studio_uploads.listPendingUploads, {})
    expect(last?.name).toMatch(/^passwd\s+\.mp4$/)
    const bad = await startUpload(10, { 'upload-metadata': 'filename !!!' })
    await expectProblemResponse(bad, 'invalid_request')
  })

  test('rejects a chunk with a wrong offset, a wrong checksum or beyond the end, and stores none of it', async () => {
    const path = await createUpload(100)
    const chunk = randomBytes(40)
    expect((await patch(path, 7, chunk)).status).toBe(409)
    expect(
      (await patch(path, 0, chunk, { 'upload-checksum': checksumOf(randomBytes(40)) })).status,
    ).toBe(460)
    expect((await patch(path, 0, chunk, { 'upload-checksum': 'crc9 xyz' })).status).toBe(400)
    expect((await patch(path, 0, randomBytes(101))).status).toBe(413)
    expect(await offsetOf(path)).toBe(0)
    expect(await sizeOf(path)).toBe(0)
    expect((await patch(path, 0, chunk, { 'upload-checksum': checksumOf(chunk) })).status).toBe(204)
    expect(await offsetOf(path)).toBe(40)
  })

  test('rejects and deletes an expired upload', async () => {
    const path = await createUpload(10)
    await patch(path, 0, Buffer.alloc(4))
    app.clock.advance(7 * 86_400_000 + 1)
    // The second factor of the session has expired by then.
    const later = await makeMember(app, { is_staff: true })
    await app.pool.query(
      'update studio_uploads set staff_id = $1 where staff_id = $2 and registered_at is null',
      [later.id, staff.id],
    )
    await expectProblemResponse(await patch(path, 4, Buffer.alloc(6), {}, later), 'upload_expired')
    await runMaintenance()
    expect(await sizeOf(path)).toBe(-1)
    await expectProblemResponse(await patch(path, 4, Buffer.alloc(6), {}, later), 'not_found')
    staff = later
  })
})

describe('broken connections', () => {
  test('keeps the bytes received before a disconnect and resumes after them', async () => {
    const path = await createUpload(film.length)
    const partial = slowPatch(path, 0, film.length)
    partial.write(film.subarray(0, 5_000))
    await vi.waitUntil(async () => (await sizeOf(path)) === 5_000, waitOptions)
    partial.destroy()
    await vi.waitUntil(async () => (await offsetOf(path)) === 5_000, waitOptions)
    expect((await patch(path, 5_000, film.subarray(5_000))).status).toBe(204)
    const [registered] = await assets()
    const { source_file } = await app.db
      .selectFrom('media_assets')
      .select('source_file')
      .where('id', '=', registered!.id)
      .executeTakeFirstOrThrow()
    expect((await readFile(join(folders.uploads_dir, source_file!))).equals(film)).toBe(true)
  })

  test('stops the first of two writers, on the same server and on another', async () => {
    const otherOrigin = await app.another()
    for (const origin of [app.origin, otherOrigin]) {
      const path = await createUpload(film.length)
      const stalled = slowPatch(path, 0, film.length)
      stalled.write(film.subarray(0, 3_000))
      await vi.waitUntil(async () => (await sizeOf(path)) === 3_000, waitOptions)
      const closed = new Promise((resolve) => stalled.once('close', resolve))
      const headers = { ...tus, cookie: staff.cookie, 'sec-fetch-site': 'same-origin' }
      const head = await fetch(new URL(path, origin), { method: 'HEAD', headers })
      expect(head.headers.get('upload-offset')).toBe('3000')
      await closed
      const rest = await fetch(new URL(path, origin), {
        method: 'PATCH',
        headers: {
          ...headers,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': '3000',
        },
        body: new Uint8Array(film.subarray(3_000)),
      })
      expect(rest.status, await rest.text()).toBe(204)
    }
  })

  test('never reports an offset beyond the file, and truncates unacknowledged bytes', async () => {
    const path = await createUpload(100)
    await patch(path, 0, randomBytes(40))
    await writeFile(fileOf(path), randomBytes(70))
    expect(await offsetOf(path)).toBe(40)
    expect(await sizeOf(path)).toBe(40)
    await writeFile(fileOf(path), randomBytes(25))
    expect(await offsetOf(path)).toBe(25)
    expect((await patch(path, 25, randomBytes(75))).status).toBe(204)
  })

  test('registers a complete upload in maintenance', async () => {
    const path = await createUpload(film.length)
    await writeFile(fileOf(path), film)
    const before = (await assets()).length
    await app.pool.query('update studio_uploads set received_bytes = bytes where token = $1', [
      path.split('/').at(-1),
    ])
    await runMaintenance()
    expect(await assets()).toHaveLength(before + 1)
  })
})

test('deletes everything of a cancelled upload', async () => {
  const path = await createUpload(100)
  await patch(path, 0, randomBytes(40))
  expect((await staff.fetch(path, { method: 'DELETE', headers: tus })).status).toBe(204)
  expect(await sizeOf(path)).toBe(-1)
  await expectProblemResponse(await patch(path, 40, randomBytes(60)), 'not_found')
  expect((await auditEntries('upload.deleted')).results[0]).toMatchObject({ staff_id: staff.id })
  expect(await readdir(join(folders.uploads_dir, 'incoming'))).not.toContain(path.split('/').at(-1))
})

test('deletes local files of uploads that another process removed', async () => {
  const [removed, remaining] = [await createUpload(100), await createUpload(100)]
  for (const path of [removed, remaining]) await patch(path, 0, randomBytes(40))
  await app.pool.query('delete from studio_uploads where token = $1', [removed.split('/').at(-1)])
  await runMaintenance()
  expect([await sizeOf(removed), await sizeOf(remaining)]).toEqual([-1, 40])
})

test('responds to OPTIONS with the tus capabilities', async () => {
  const response = await staff.fetch(root, { method: 'OPTIONS' })
  expect(response.status).toBe(204)
  expect(response.headers.get('tus-version')).toBe('1.0.0')
  expect(response.headers.get('tus-extension')).toContain('checksum')
  expect(response.headers.get('tus-checksum-algorithm')).toBe('sha256,sha1')
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})
