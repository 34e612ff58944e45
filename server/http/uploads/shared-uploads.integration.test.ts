import { endpoints } from '#contract/index.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { runUploadsMaintenance } from '#server/domains/media/staff/receive-upload.ts'
import { sumReservedBytes } from '#server/domains/media/staff/upload-queries.ts'
import { createLogger } from '#server/shared/logger.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { request, type ClientRequest } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const waitOptions = { timeout: 20_000, interval: 60 }
const film = randomBytes(10_000)

let app: TestApp
let staff: TestMember
let folders: ReturnType<typeof storageFolders>
beforeAll(async () => {
  app = await openTestApp()
  folders = storageFolders(app.config)
  staff = await makeMember(app, { is_staff: true })
})
afterAll(() => app.close())

const root = '/api/studio/uploads/'
const tus = { 'tus-resumable': '1.0.0' }

const startUpload = (
  bytes: number,
  more: Record<string, string> = {},
  client = staff,
  name = 'film.mp4',
) =>
  client.fetch(root, {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(bytes),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
      ...more,
    },
  })

const createUpload = async (bytes: number) => (await startUpload(bytes)).headers.get('location')!

/** Begins a request whose body the caller writes step by step. */
function slowPatch(
  path: string,
  at: number,
  totalBytes: number,
  more: Record<string, string> = {},
): ClientRequest {
  const slowRequest = request(new URL(path, app.origin), {
    method: 'PATCH',
    headers: {
      ...tus,
      cookie: staff.cookie,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(at),
      'content-length': String(totalBytes),
      ...more,
    },
  })
  slowRequest.on('error', () => {})
  return slowRequest
}

const tokenOf = (path: string) => path.split('/').at(-1)!
const sizeOf = async (path: string) =>
  (await stat(join(folders.uploads_dir, 'incoming', tokenOf(path))).catch(() => undefined))?.size ??
  -1
const runMaintenance = () =>
  runUploadsMaintenance({ ...app, ...folders, log: createLogger('silent', 'test') })

test('reserves space for uploads whose bytes arrive, and for another member at most half of it', async () => {
  await app.pool.query(
    `insert into studio_uploads (token, staff_id, address, name, bytes, created_at, expires_at)
     values (repeat('f', 32), $1, '', 'large', 900000000000000, now(), now() + interval '1 day')`,
    [staff.id],
  )
  const colleague = await makeMember(app, { is_staff: true })
  const start = async (client: TestMember) => (await startUpload(1_000, {}, client)).status
  const receive = (at: Date) =>
    app.pool.query(`update studio_uploads set received_at = $1 where token = repeat('f', 32)`, [at])
  expect(await start(staff)).toBe(201)
  await receive(app.clock.now())
  expect(await start(staff)).toBe(507)
  expect(await start(colleague)).toBe(201)
  const since = new Date(app.clock.now().getTime() - 60_000)
  expect(await sumReservedBytes(app.db, { staff_id: colleague.id, since, share: 500 })).toBe(500)
  await receive(new Date(app.clock.now().getTime() - 16 * 60_000))
  expect(await start(staff)).toBe(201)
  await app.pool.query(`delete from studio_uploads where token = repeat('f', 32)`)
})

test('deletes an upload without any bytes after a day, and one with some after seven', async () => {
  const [empty, begun] = [await createUpload(10), await createUpload(10)]
  const daysOf = async (path: string) => {
    const { rows } = await app.pool.query<{ days: number }>(
      `select extract(epoch from expires_at - created_at)::int / 86400 as days from studio_uploads where token = $1`,
      [tokenOf(path)],
    )
    return rows[0]?.days
  }
  const sending = slowPatch(begun, 0, 10)
  sending.write(Buffer.alloc(4))
  await vi.waitUntil(async () => (await sizeOf(begun)) === 4, waitOptions)
  sending.destroy()
  await expect.poll(() => daysOf(begun), waitOptions).toBe(7)
  expect(await daysOf(empty)).toBe(1)
  app.clock.advance(86_400_000 + 1)
  await runMaintenance()
  expect([await sizeOf(empty), await sizeOf(begun)]).toEqual([-1, 4])
  app.clock.advance(-86_400_000 - 1)
})

test('finds who sends the same file', async () => {
  const name = '같은 바다.mp4'
  const path = (
    await startUpload(film.length, { 'upload-writer': 'page-a' }, staff, name)
  ).headers.get('location')!
  const find = async (client: TestMember, writer: string) =>
    client.call(endpoints.studio_uploads.findSameUploads, {
      query: { file_name: name, bytes: film.length, writer },
    })
  const stalled = slowPatch(path, 0, film.length, { 'upload-writer': 'page-a' })
  stalled.write(film.subarray(0, 3_000))
  await vi.waitUntil(async () => (await sizeOf(path)) === 3_000, waitOptions)
  const colleague = await makeMember(app, { is_staff: true, username: '이편집' })
  expect(await find(colleague, 'page-b')).toMatchObject([
    { uploader: '김한편', is_own: false, url: null, is_sending: true },
  ])
  expect(await find(staff, 'page-a')).toMatchObject([
    { is_own: true, url: path, is_sending: false },
  ])
  // Another page of its member takes over.
  await staff.fetch(path, { method: 'HEAD', headers: { ...tus, 'upload-writer': 'page-b' } })
  stalled.destroy()
  const next = slowPatch(path, 3_000, film.length - 3_000, {
    'upload-writer': 'page-b',
  })
  next.write(film.subarray(3_000, 4_000))
  await vi.waitUntil(async () => (await sizeOf(path)) === 4_000, waitOptions)
  expect(await find(staff, 'page-a')).toMatchObject([{ received_bytes: 3_000, is_sending: true }])
  next.destroy()
  await expect.poll(() => find(staff, 'page-a')).toMatchObject([{ is_sending: false }])
  expect(await find(colleague, 'page-c')).toHaveLength(1)
  await staff.fetch(path, { method: 'DELETE', headers: tus })
  expect(await find(colleague, 'page-c')).toEqual([])
})
