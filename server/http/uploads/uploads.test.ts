import { endpoints } from '#contract/index.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { runUploadsMaintenance } from '#server/domains/studio/index.ts'
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

// A busy machine encodes slowly.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const patience = { timeout: 50_000, interval: 60 }

let world: TestApp
let staff: TestMember
let box: Awaited<ReturnType<typeof createTempFolder>>
let film: Buffer
let folders: ReturnType<typeof storageFolders>
beforeAll(async () => {
  ;[world, box] = await Promise.all([openTestApp(), createTempFolder()])
  folders = storageFolders(world.config)
  staff = await makeMember(world, { is_staff: true })
  film = await readFile(
    await generateFilm(box.path, { name: 'a.mp4', size: '192x108', seconds: 2 }),
  )
})
afterAll(async () => {
  await world.close()
  await box[Symbol.asyncDispose]()
})

const root = '/api/studio/uploads/'
const tus = { 'tus-resumable': '1.0.0' }
const base64 = (text: string) => Buffer.from(text).toString('base64')
const sumOf = (bytes: Buffer) => `sha256 ${createHash('sha256').update(bytes).digest('base64')}`

const begin = (bytes: number, more: Record<string, string> = {}, who = staff, name = '바다.mp4') =>
  who.fetch(root, {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(bytes),
      'upload-metadata': `filename ${base64(name)}`,
      ...more,
    },
  })

async function begun(bytes: number, metadata = ''): Promise<string> {
  const name = `filename ${base64('겨울 바다.mp4')}`
  const response = await begin(bytes, { 'upload-metadata': name + metadata })
  expect(response.status, await response.clone().text()).toBe(201)
  return response.headers.get('location')!
}

const patch = (
  path: string,
  at: number,
  body: Buffer,
  more: Record<string, string> = {},
  who = staff,
) =>
  who.fetch(path, {
    method: 'PATCH',
    headers: {
      ...tus,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(at),
      ...more,
    },
    body: new Uint8Array(body),
  })

async function offsetOf(path: string, who = staff): Promise<number> {
  const response = await who.fetch(path, { method: 'HEAD', headers: tus })
  expect(response.status).toBe(200)
  return Number(response.headers.get('upload-offset'))
}

/** A request that sends as much of its body as it is told and then stays as it is. */
function slowPatch(path: string, at: number, whole: number, origin = world.origin): ClientRequest {
  const sent = request(new URL(path, origin), {
    method: 'PATCH',
    headers: {
      ...tus,
      ...{ cookie: staff.cookie, 'sec-fetch-site': 'same-origin' },
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(at),
      'content-length': String(whole),
    },
  })
  sent.on('error', () => {})
  return sent
}

const fileOf = (path: string) => join(folders.uploads_dir, 'incoming', path.split('/').at(-1)!)
const sizeOf = async (path: string) => (await stat(fileOf(path)).catch(() => undefined))?.size ?? -1

const assets = () =>
  staff.call(endpoints.studio_uploads.listAssets, { query: {} }).then(({ results }) => results)
const asset = (id: number) => staff.call(endpoints.studio_uploads.readAsset, { params: { id } })
const acts = (kind: string) => staff.call(endpoints.studio.listActs, { query: { kind } })

test('a film comes in two pieces, is registered with its episode, and the acts are written down', async () => {
  const [episode_id = 0] = await makeEpisodes(world, [{}])
  const path = await begun(film.length, `,episode_id ${base64(String(episode_id))}`)
  expect(path).toMatch(/^\/api\/studio\/uploads\/[0-9a-f]{32}$/)
  const half = Math.floor(film.length / 2)
  const first = await patch(path, 0, film.subarray(0, half), {
    'upload-checksum': sumOf(film.subarray(0, half)),
  })
  expect(first.status, await first.clone().text()).toBe(204)
  expect(first.headers.get('upload-offset')).toBe(String(half))
  expect(first.headers.get('upload-expires')).toBeTruthy()
  expect(await offsetOf(path)).toBe(half)
  const [waiting] = await staff.call(endpoints.studio_uploads.listUnfinishedUploads, {})
  expect(waiting).toMatchObject({ name: '겨울 바다.mp4', received: half, bytes: film.length })
  expect(waiting?.place).toMatchObject({ episode_id })
  const last = await patch(path, half, film.subarray(half))
  expect(last.status, await last.clone().text()).toBe(204)
  const [made] = await assets()
  expect(made).toMatchObject({ source_name: '겨울 바다.mp4', state: 'uploaded', queue_place: 1 })
  expect(made?.place).toMatchObject({ episode_id })
  expect(existsSync(fileOf(path))).toBe(false)
  expect(await staff.call(endpoints.studio_uploads.listUnfinishedUploads, {})).toEqual([])
  // Told again that it is all there, nothing is made twice.
  expect(await offsetOf(path)).toBe(film.length)
  expect(await assets()).toHaveLength(1)
  const { results } = await acts('upload')
  expect(results.map(({ kind }) => kind)).toEqual(['upload.registered', 'upload.begun'])

  const worker = await world.work()
  await vi.waitUntil(async () => (await asset(made!.id)).state === 'ready', patience)
  await worker.stop()
  const ready = await asset(made!.id)
  expect(ready.poster).toMatch(/^\/images\//)
  expect(ready.log.join('\n')).toMatch(/attempt 1.*192x108.*ready/s)
  expect((await world.fetch(ready.playable!.manifest_url)).status).toBe(200)
  const { source_file } = await world.db
    .selectFrom('media_assets')
    .select('source_file')
    .where('id', '=', made!.id)
    .executeTakeFirstOrThrow()
  expect(source_file).toBeNull()
})

describe('who may', () => {
  test('nobody, members, staff without a second factor, and another site: before a byte is taken', async () => {
    const path = await begun(10)
    const member = await makeMember(world)
    const careless = await makeMember(world, { is_staff: true })
    await world.pool.query('update sessions set second_factor_at = null where member_id = $1', [
      careless.id,
    ])
    const nobody = { ...staff, fetch: world.fetch } as TestMember
    for (const [who, code] of [
      [nobody, 'authentication_required'],
      [member, 'forbidden'],
      [careless, 'second_factor_required'],
    ] as const) {
      await expectProblemResponse(await begin(10, {}, who), code)
      await expectProblemResponse(await patch(path, 0, Buffer.alloc(10), {}, who), code)
      const dropped = await who.fetch(path, { method: 'DELETE', headers: tus })
      await expectProblemResponse(dropped, code)
      expect((await who.fetch(path, { method: 'HEAD', headers: tus })).status).toBeGreaterThan(400)
    }
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }
    await expectProblemResponse(await begin(10, foreign), 'foreign_origin')
    await expectProblemResponse(await patch(path, 0, Buffer.alloc(10), foreign), 'foreign_origin')
    expect(await sizeOf(path)).toBe(0)
  })

  test('another of the staff finds nothing at an address that is not his', async () => {
    const path = await begun(10)
    const other = await makeMember(world, { is_staff: true })
    await expectProblemResponse(await patch(path, 0, Buffer.alloc(10), {}, other), 'not_found')
    await expectProblemResponse(
      await other.fetch(path, { method: 'DELETE', headers: tus }),
      'not_found',
    )
    expect(await other.call(endpoints.studio_uploads.listUnfinishedUploads, {})).toEqual([])
    expect(await offsetOf(path)).toBe(0)
  })

  test('one who leaves takes what he had begun with him', async () => {
    const leaver = await makeMember(world, { is_staff: true })
    const response = await begin(10, {}, leaver)
    const path = response.headers.get('location')!
    await patch(path, 0, Buffer.alloc(4), {}, leaver)
    await world.pool.query('update studio_uploads set staff_id = null where staff_id = $1', [
      leaver.id,
    ])
    await tend()
    expect(await sizeOf(path)).toBe(-1)
  })
})

const tend = () =>
  runUploadsMaintenance({ ...world, ...folders, log: createLogger('silent', 'test') })

describe('what is refused', () => {
  test('nothing at all, no length, too much, and more than there is room for', async () => {
    await expectProblemResponse(await begin(0), 'upload_empty')
    await expectProblemResponse(await begin(51 * 2 ** 30), 'upload_too_large')
    await expectProblemResponse(await begin(0, { 'upload-length': '-1' }), 'invalid_request')
    await expectProblemResponse(await begin(0, { 'upload-length': '1e3' }), 'invalid_request')
    const unsaid = await staff.fetch(root, {
      method: 'POST',
      headers: { ...tus, 'upload-defer-length': '1' },
    })
    await expectProblemResponse(unsaid, 'invalid_request')
    await world.pool.query(
      `insert into studio_uploads (token, staff_id, address, name, bytes, created_at, ends_at)
       values (repeat('f', 32), $1, '', 'large', 900000000000000, now(), now() + interval '1 day')`,
      [staff.id],
    )
    await expectProblemResponse(await begin(1_000), 'no_room')
    await world.pool.query(`delete from studio_uploads where token = repeat('f', 32)`)
    await expectProblemResponse(await staff.fetch(root, { method: 'GET' }), 'method_not_allowed')
    for (const path of ['nonsense', '../../etc/passwd', '%2e%2e%2fx', 'f'.repeat(32)])
      await expectProblemResponse(await patch(root + path, 0, Buffer.alloc(1)), 'not_found')
  })

  test('names are lines of text, whatever they were', async () => {
    const hostile = '../../\u0000etc/\u202epasswd\r\n.mp4'
    const response = await begin(10, { 'upload-metadata': `filename ${base64(hostile)}` })
    expect(response.status).toBe(201)
    const [last] = await staff.call(endpoints.studio_uploads.listUnfinishedUploads, {})
    expect(last?.name).toMatch(/^passwd\s+\.mp4$/)
    const bad = await begin(10, { 'upload-metadata': 'filename !!!' })
    await expectProblemResponse(bad, 'invalid_request')
  })

  test('a piece at another place, of another sum, or beyond the end: nothing of it is kept', async () => {
    const path = await begun(100)
    const piece = randomBytes(40)
    expect((await patch(path, 7, piece)).status).toBe(409)
    expect(
      (await patch(path, 0, piece, { 'upload-checksum': sumOf(randomBytes(40)) })).status,
    ).toBe(460)
    expect((await patch(path, 0, piece, { 'upload-checksum': 'crc9 xyz' })).status).toBe(400)
    expect((await patch(path, 0, randomBytes(101))).status).toBe(413)
    expect(await offsetOf(path)).toBe(0)
    expect(await sizeOf(path)).toBe(0)
    expect((await patch(path, 0, piece, { 'upload-checksum': sumOf(piece) })).status).toBe(204)
    expect(await offsetOf(path)).toBe(40)
  })

  test('one that ended is neither written nor kept', async () => {
    const path = await begun(10)
    await patch(path, 0, Buffer.alloc(4))
    world.clock.advance(7 * 86_400_000 + 1)
    // The session's second factor is older than that.
    const later = await makeMember(world, { is_staff: true })
    await world.pool.query(
      'update studio_uploads set staff_id = $1 where staff_id = $2 and registered_at is null',
      [later.id, staff.id],
    )
    await expectProblemResponse(await patch(path, 4, Buffer.alloc(6), {}, later), 'upload_ended')
    await tend()
    expect(await sizeOf(path)).toBe(-1)
    await expectProblemResponse(await patch(path, 4, Buffer.alloc(6), {}, later), 'not_found')
    staff = later
  })
})

describe('lines that die', () => {
  test('what came before the line was cut is kept, and the rest follows', async () => {
    const path = await begun(film.length)
    const cut = slowPatch(path, 0, film.length)
    cut.write(film.subarray(0, 5_000))
    await vi.waitUntil(async () => (await sizeOf(path)) === 5_000, patience)
    cut.destroy()
    await vi.waitUntil(async () => (await offsetOf(path)) === 5_000, patience)
    expect((await patch(path, 5_000, film.subarray(5_000))).status).toBe(204)
    const [made] = await assets()
    const { source_file } = await world.db
      .selectFrom('media_assets')
      .select('source_file')
      .where('id', '=', made!.id)
      .executeTakeFirstOrThrow()
    expect((await readFile(join(folders.uploads_dir, source_file!))).equals(film)).toBe(true)
  })

  test('of two writers the second goes on and the first is stopped, on one server and on two', async () => {
    const second = await world.another()
    for (const origin of [world.origin, second]) {
      const path = await begun(film.length)
      const dead = slowPatch(path, 0, film.length)
      dead.write(film.subarray(0, 3_000))
      await vi.waitUntil(async () => (await sizeOf(path)) === 3_000, patience)
      const closed = new Promise((resolve) => dead.once('close', resolve))
      const headers = { ...tus, cookie: staff.cookie, 'sec-fetch-site': 'same-origin' }
      const head = await fetch(new URL(path, origin), { method: 'HEAD', headers })
      expect(head.headers.get('upload-offset')).toBe('3000')
      await closed
      const rest = await fetch(new URL(path, origin), {
        method: 'PATCH',
        headers: {
          ...headers,
          ...{ 'content-type': 'application/offset+octet-stream', 'upload-offset': '3000' },
        },
        body: new Uint8Array(film.subarray(3_000)),
      })
      expect(rest.status, await rest.text()).toBe(204)
    }
  })

  test('an offset is never more than the file holds, and what was not acknowledged is cut off', async () => {
    const path = await begun(100)
    await patch(path, 0, randomBytes(40))
    await writeFile(fileOf(path), randomBytes(70))
    expect(await offsetOf(path)).toBe(40)
    expect(await sizeOf(path)).toBe(40)
    await writeFile(fileOf(path), randomBytes(25))
    expect(await offsetOf(path)).toBe(25)
    expect((await patch(path, 25, randomBytes(75))).status).toBe(204)
  })

  test('one that is all here and was not registered is, by whoever looks after them', async () => {
    const path = await begun(film.length)
    await writeFile(fileOf(path), film)
    const before = (await assets()).length
    await world.pool.query('update studio_uploads set received = bytes where token = $1', [
      path.split('/').at(-1),
    ])
    await tend()
    expect(await assets()).toHaveLength(before + 1)
  })
})

test('one that is given up leaves nothing', async () => {
  const path = await begun(100)
  await patch(path, 0, randomBytes(40))
  expect((await staff.fetch(path, { method: 'DELETE', headers: tus })).status).toBe(204)
  expect(await sizeOf(path)).toBe(-1)
  await expectProblemResponse(await patch(path, 40, randomBytes(60)), 'not_found')
  expect((await acts('upload.dropped')).results[0]).toMatchObject({ staff_id: staff.id })
  expect(await readdir(join(folders.uploads_dir, 'incoming'))).not.toContain(path.split('/').at(-1))
})

test('a file that another machine took out of the books is removed where it lies', async () => {
  const [gone, kept] = [await begun(100), await begun(100)]
  for (const path of [gone, kept]) await patch(path, 0, randomBytes(40))
  await world.pool.query('delete from studio_uploads where token = $1', [gone.split('/').at(-1)])
  await tend()
  expect([await sizeOf(gone), await sizeOf(kept)]).toEqual([-1, 40])
})

test('says what it can do', async () => {
  const response = await staff.fetch(root, { method: 'OPTIONS' })
  expect(response.status).toBe(204)
  expect(response.headers.get('tus-version')).toBe('1.0.0')
  expect(response.headers.get('tus-extension')).toContain('checksum')
  expect(response.headers.get('tus-checksum-algorithm')).toBe('sha256,sha1')
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})
