// hard: starts S3 servers and moves 1,300 files through them (24 s of CPU).
import type { Profile } from '#contract/accounts/profile-fields.ts'
import { profiles } from '#contract/accounts/profiles.ts'
import { playback } from '#contract/playback/playback.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { readConfig } from '#server/config.ts'
import { readAsset, registerAsset } from '#server/domains/media/index.ts'
import { storeImage } from '#server/images/store-image.ts'
import {
  createStorage,
  type StorageKey,
  StorageUnavailableError,
} from '#server/adapters/storage/index.ts'
import { createTempFolder, generateFilm } from '#test/fixtures/generated-films.ts'
import { randomBytes } from 'node:crypto'
import dns, { type LookupAddress } from 'node:dns'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type S3TestBucket, hostName, openS3TestBucket } from '#test/services/s3-bucket.ts'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { makeMember, type TestMember, picturePathOf } from '#test/fixtures/members.ts'
import { buyByCard } from '#test/fixtures/payments.ts'
import { signatureOf } from '#test/services/s3-proxy.ts'
import { createTestInquiry, inquiryOutcome, sendInquiry } from '#test/fixtures/inquiries.ts'
import { startWorker, type WorkerProcess } from '#test/processes/worker-process.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const waitOptions = { timeout: 50_000, interval: 60 }

let bucket: S3TestBucket
let app: TestApp
let workerFolder: string
let worker: WorkerProcess
let tempFolder: Awaited<ReturnType<typeof createTempFolder>>
let film: string
beforeAll(async () => {
  bucket = await openS3TestBucket()
  ;[app, tempFolder, workerFolder] = await Promise.all([
    openTestApp({ env: bucket.env, gateway: true }),
    createTempFolder(),
    mkdtemp(join(tmpdir(), 'hanpyeon-elsewhere-')),
  ])
  film = await generateFilm(tempFolder.path, { name: 'film.mp4', size: '192x108', seconds: 12 })
  // Simulates another machine: only database, bucket and secrets are shared.
  worker = await startWorker(app, {
    ...bucket.env,
    DATA_DIR: workerFolder,
    MEDIA_DIR: join(workerFolder, 'media'),
    MEDIA_TOKEN_SECRET: app.config.secrets.media_token!,
    DATA_ENCRYPTION_SECRET: app.config.secrets.encryption!,
    SEED: 'none',
  })
})
afterAll(async () => {
  await worker?.end('SIGTERM')
  await app?.close()
  await bucket?.close()
  await tempFolder?.[Symbol.asyncDispose]()
  if (workerFolder) await rm(workerFolder, { recursive: true, force: true })
})

const files = () => storageFolders(app.config).files
const namesBelow = async (name: StorageKey, storage = files()) => {
  const names: string[] = []
  for await (const entry of storage.list(name)) names.push(entry.name.slice(name.length + 1))
  return names.sort()
}
const localFiles = async (folder: string) => {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function encodeFilm(episode: { is_free: boolean; price?: number }) {
  const [episode_id = 0] = await makeEpisodes(app, [{ ...episode, video_state: 'none' }])
  const parts = { ...app, files: files(), now: app.clock.now() }
  const asset_id = await registerAsset(parts, { file: film, episode_id })
  await vi.waitUntil(
    async () => (await readAsset(app.db, asset_id))?.state === 'ready',
    waitOptions,
  )
  return { episode_id, asset_id }
}

test('plays a film from one machine after another machine has encoded it', async () => {
  const { episode_id, asset_id } = await encodeFilm({ is_free: true })
  const names = await namesBelow(`media/${asset_id}`)
  expect(names).toContain('main.m3u8')
  expect(names).toContain('v108/index.m3u8')
  const { manifest_url } = await app.call(playback.readVideo, {
    params: { id: episode_id },
    query: {},
  })
  expect(await (await app.fetch(manifest_url)).text()).toContain('v108/index.m3u8')
  const segment = manifest_url.replace('main.m3u8', 'v108/init.mp4')
  const whole = await app.fetch(segment)
  expect(whole.headers.get('cache-control')).toMatch(/immutable/)
  const bytes = Buffer.from(await whole.arrayBuffer())
  expect(bytes.subarray(4, 8).toString('latin1')).toBe('ftyp')
  const part = await app.fetch(segment, { headers: { range: 'bytes=4-7' } })
  expect([part.status, await part.text()]).toEqual([206, 'ftyp'])
  const etag = whole.headers.get('etag') ?? ''
  const again = await app.fetch(segment, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
  expect((await app.fetch(segment.replace('init', 'absent'))).status).toBe(404)
  // Neither machine keeps a copy, and the upload is removed from the bucket.
  await vi.waitUntil(async () => (await storedNames('uploads')).length === 0, waitOptions)
  expect(await localFiles(join(workerFolder, 'media'))).toEqual([])
  expect(await localFiles(join(workerFolder, 'uploads'))).toEqual([])
  expect(await localFiles(app.config.data_dir)).toEqual([])
})

test('encrypts a film in the bucket when it becomes paid, and removes the clear form', async () => {
  const { episode_id, asset_id } = await encodeFilm({ is_free: true })
  await app.pool.query('update episodes set is_free = false, price = 1500 where id = $1', [
    episode_id,
  ])
  await app.workNow('encrypt_asset', { asset_id })
  expect(await namesBelow(`media/${asset_id}`)).toEqual([])
  expect(await namesBelow(`media/${asset_id}p`)).toContain('preview/main.m3u8')
  const member = await makeMember(app)
  await buyByCard(app, member, episode_id)
  const { manifest_url } = await member.call(playback.readVideo, {
    params: { id: episode_id },
    query: {},
  })
  const track = manifest_url.replace('main.m3u8', 'v108/index.m3u8')
  expect(await (await member.fetch(track)).text()).toContain('EXT-X-KEY')
  expect((await app.fetch(manifest_url.replace('/media/', '/media/x'))).status).toBe(403)
  // Simulates a job killed before it removed the clear form: the retry removes it.
  await files().put(`media/${asset_id}/main.m3u8`, Buffer.from('clear'))
  await app.workNow('encrypt_asset', { asset_id })
  expect(await namesBelow(`media/${asset_id}`)).toEqual([])
})

test('never stores a paid film in the bucket unencrypted', async () => {
  const { asset_id } = await encodeFilm({ is_free: false, price: 1_500 })
  expect(await namesBelow(`media/${asset_id}`)).toEqual([])
  expect(await namesBelow(`media/${asset_id}p`)).toContain('main.m3u8')
})

test('leaves no files of an invalid film', async () => {
  const file = join(tempFolder.path, 'none.mp4')
  await writeFile(file, randomBytes(40_000))
  const asset_id = await registerAsset({ ...app, files: files(), now: app.clock.now() }, { file })
  const state = async () => (await readAsset(app.db, asset_id))?.state
  await expect.poll(state, waitOptions).toBe('failed')
  await expect.poll(() => localFiles(join(workerFolder, 'uploads')), waitOptions).toEqual([])
  await expect.poll(() => storedNames('uploads'), waitOptions).toEqual([])
})

async function storedNames(kind: 'uploads' | 'images' | 'attachments') {
  const names: string[] = []
  for await (const { name } of files().list(kind)) names.push(name)
  return names
}

const makePng = () =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer()

/** Uploads a profile image. @returns its URL. */
async function uploadProfileImage(member: TestMember) {
  const body = new Uint8Array(await makePng())
  const headers = { 'content-type': 'image/png' }
  const response = await member.fetch(picturePathOf(member), { method: 'PUT', headers, body })
  expect(response.status).toBe(200)
  return ((await response.json()) as Profile).picture_url!
}

/** Returns the storage key of an image URL. */
const imageFolder = (url: string): StorageKey =>
  url.replace(/^\/images\/(..)/, 'images/$1/$1') as StorageKey

test('serves a profile image from every server, replaces and removes it', async () => {
  const member = await makeMember(app)
  const first = await uploadProfileImage(member)
  expect((await fetch((await app.another()) + first)).status).toBe(200)
  const second = await uploadProfileImage(member)
  expect((await app.fetch(first)).status).toBe(404)
  expect((await app.fetch(second)).status).toBe(200)
  await member.call(profiles.removeProfilePicture, { params: { id: member.profile_id } })
  expect((await storedNames('images')).filter((name) => name.includes('/u'))).toEqual([])
})

test('stores a poster once, in all widths', async () => {
  const bytes = await makePng()
  const { key } = await storeImage(files(), 'poster', bytes)
  const stored = await namesBelow(`images/${key.slice(0, 2)}/${key}`)
  expect(stored.length).toBeGreaterThan(1)
  for (const name of stored) expect((await app.fetch(`/images/${key}/${name}`)).status).toBe(200)
  expect((await storeImage(files(), 'poster', bytes)).key).toBe(key)
})

test('stores an attachment, serves it to its owner and deletes it with its inquiry', async () => {
  const member = await makeMember(app)
  const inquiry = await createTestInquiry(member, { file: '영수증이에요' })
  const response = await member.fetch(inquiry.attachment_file!)
  expect(await response.text()).toBe('영수증이에요')
  const names = await storedNames('attachments')
  expect(names).toHaveLength(1)
  await member.fetch(`/api/customer-services/inquiries/${inquiry.id}/`, { method: 'DELETE' })
  expect(await storedNames('attachments')).toEqual([])
})

test('responds 503 with Retry-After for files while the bucket is down, and recovers', async () => {
  const { episode_id } = await encodeFilm({ is_free: true })
  const video = async () => app.call(playback.readVideo, { params: { id: episode_id }, query: {} })
  const { manifest_url } = await video()
  const member = await makeMember(app)
  const { attachment_file } = await createTestInquiry(member, { file: '있어요' })
  const before = await uploadProfileImage(member)
  await bucket.unplug()
  const failed = await app.fetch(manifest_url)
  expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await app.fetch('/images/p3abcdefgh/320.webp')).status).toBe(503)
  expect((await member.fetch(attachment_file!)).status).toBe(503)
  expect(await inquiryOutcome(await sendInquiry(member, { file: '못 보내요' }))).toBe(
    'storage_unavailable',
  )
  expect((await app.fetch('/readyz')).status).toBe(200)
  await expect(
    registerAsset({ ...app, files: files(), now: app.clock.now() }, { file: film }),
  ).rejects.toBeInstanceOf(StorageUnavailableError)
  // Removing the image succeeds for the member; its file is removed later.
  await member.call(profiles.removeProfilePicture, { params: { id: member.profile_id } })
  await bucket.plugIn()
  await vi.waitUntil(async () => !(await files().has(imageFolder(before))), waitOptions)
  expect((await app.fetch(manifest_url)).status).toBe(200)
  expect(await (await member.fetch(attachment_file!)).text()).toBe('있어요')
})

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tempFolder.path, 'files-'))))
/** A storage adapter with separate local folders, as on another machine. */
const storageOf = (name: string, env: Record<string, string>) =>
  createStorage(readConfig(env).s3, {
    media_dir: join(folder, name, 'media'),
    images_dir: join(folder, name, 'images'),
    uploads_dir: join(folder, name, 'uploads'),
    attachments_dir: join(folder, name, 'attachments'),
  })

// Patches the lookup of this process, because the host name does not resolve.
const { lookup } = dns
afterAll(() => void (dns.lookup = lookup))
function resolveHostName() {
  const patched = (
    name: string,
    options: dns.LookupOptions,
    done: (error: Error | null, addresses: string | LookupAddress[], family: number) => void,
  ) => {
    if (!`.${name}`.endsWith(`.${hostName}`)) return lookup(name, options, done)
    const address = '127.0.0.1'
    return done(null, options.all ? [{ address, family: 4 }] : address, 4)
  }
  dns.lookup = patched as typeof lookup
}

test('matches the documented AWS Signature Version 4 example', () => {
  // The first example of "Signature Calculations for the Authorization Header" in the Amazon S3 reference.
  const headers = {
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=',
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
  }
  const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
  expect(signatureOf({ method: 'GET', url: '/test.txt', headers }, secret)).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})

describe.each([
  ['path', false],
  ['host name', true],
])('bucket in the %s', (_, by_host) => {
  let target: S3TestBucket
  beforeAll(async () => {
    if (by_host) resolveHostName()
    target = by_host ? await openS3TestBucket('site', { by_host }) : bucket
  })
  afterAll(() => (by_host ? target?.close() : undefined))

  test('uploads a large file in parts and reads it back unchanged', async () => {
    const bytes = Buffer.alloc(34 * 2 ** 20)
    for (let at = 0; at < bytes.length; at += 4_096) bytes.writeUInt32LE(at, at)
    const file = join(folder, 'large.mkv')
    await writeFile(file, bytes)
    await storageOf('a', target.env).import('uploads/large', file)
    const other = storageOf('b', target.env)
    await other.download('uploads/large')
    expect((await readFile(other.localPath('uploads/large'))).equals(bytes)).toBe(true)
    const part = await other.stream('uploads/large', { start: 34_004_992, end: 34_004_995 })
    expect(Buffer.concat(await part!.toArray()).readUInt32LE(0)).toBe(34_004_992)
    await other.remove('uploads/large')
    expect(await other.has('uploads/large')).toBe(false)
    expect(await localFiles(folder)).toEqual([file])
  })

  test('publishes the playlists last and removes files of an earlier attempt', async () => {
    const a = storageOf('a', target.env)
    await a.put('media/77/v108/999.m4s', Buffer.from('killed attempt'))
    const localFolder = a.localPath('media/77')
    await mkdir(join(localFolder, 'v108'), { recursive: true })
    await writeFile(join(localFolder, 'main.m3u8'), 'main')
    await writeFile(join(localFolder, 'v108', 'index.m3u8'), 'index')
    await writeFile(join(localFolder, 'v108', '000.m4s'), 'segment')
    const stop = AbortSignal.abort(new Error('stopped'))
    await expect(a.publish('media/77', stop)).rejects.toThrow('stopped')
    expect(await a.has('media/77/main.m3u8')).toBe(false)
    await a.publish('media/77')
    expect(await namesBelow('media/77', a)).toEqual([
      ...['main.m3u8', 'v108/000.m4s', 'v108/index.m3u8'],
    ])
    const b = storageOf('b', target.env)
    await b.download('media/77')
    expect(await readFile(join(b.localPath('media/77'), 'v108', '000.m4s'), 'utf8')).toBe('segment')
    await b.remove('media/77')
    expect(await namesBelow('media/77', a)).toEqual([])
  })

  test('stores, reads, lists and removes files', async () => {
    const files = storageOf('a', target.env)
    await files.putFolder('images/ab/abc', new Map([['320.webp', Buffer.from('picture')]]))
    expect((await files.read('images/ab/abc/320.webp', 100))?.body?.toString()).toBe('picture')
    const part = await files.stream('images/ab/abc/320.webp', { start: 1, end: 3 })
    expect(Buffer.concat(await part!.toArray()).toString()).toBe('ict')
    expect(await namesBelow('images/ab', files)).toEqual(['abc/320.webp'])
    await files.remove('images/ab/abc')
    expect(await files.read('images/ab/abc/320.webp', 100)).toBeUndefined()
    // A misspelt bucket is an outage, not an empty bucket.
    const misspelt = storageOf('b', { ...target.env, S3_BUCKET: 'flims' })
    await expect(misspelt.read('images/ab/abc/320.webp', 100)).rejects.toBeInstanceOf(
      StorageUnavailableError,
    )
  })
})
