// hard: starts S3 servers and moves 1,300 files through them (24 s of CPU).
import { accounts, type User } from '#contract/accounts/accounts.ts'
import { playback } from '#contract/contents/playback.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { readConfig } from '#server/config.ts'
import { readAsset, registerAsset, storeImage } from '#server/domains/media/index.ts'
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
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { buyByCard } from '#test/fixtures/payments.ts'
import { signatureOf } from '#test/services/s3-proxy.ts'
import { createTestInquiry, inquiryOutcome, sendInquiry } from '#test/fixtures/inquiries.ts'
import { startWorker, type WorkerProcess } from '#test/processes/worker-process.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const patience = { timeout: 50_000, interval: 60 }

let bucket: S3TestBucket
let world: TestApp
let elsewhere: string
let worker: WorkerProcess
let box: Awaited<ReturnType<typeof createTempFolder>>
let film: string
beforeAll(async () => {
  bucket = await openS3TestBucket()
  ;[world, box, elsewhere] = await Promise.all([
    openTestApp({ env: bucket.env, gateway: true }),
    createTempFolder(),
    mkdtemp(join(tmpdir(), 'hanpyeon-elsewhere-')),
  ])
  film = await generateFilm(box.path, { name: 'film.mp4', size: '192x108', seconds: 12 })
  // As on another machine: nothing but database, bucket and secrets is shared.
  worker = await startWorker(world, {
    ...bucket.env,
    DATA_DIR: elsewhere,
    MEDIA_DIR: join(elsewhere, 'media'),
    MEDIA_TOKEN_SECRET: world.config.secrets.media_token!,
    DATA_ENCRYPTION_SECRET: world.config.secrets.encryption!,
    SEED: 'none',
  })
})
afterAll(async () => {
  await worker?.end('SIGTERM')
  await world?.close()
  await bucket?.close()
  await box?.[Symbol.asyncDispose]()
  if (elsewhere) await rm(elsewhere, { recursive: true, force: true })
})

const files = () => storageFolders(world.config).files
const namesBelow = async (name: StorageKey, of = files()) => {
  const names: string[] = []
  for await (const one of of.list(name)) names.push(one.name.slice(name.length + 1))
  return names.sort()
}
const left = async (folder: string) => {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return names.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
}

async function encoded(wishes: { is_free: boolean; price?: number }) {
  const [episode_id = 0] = await makeEpisodes(world, [wishes])
  const parts = { ...world, files: files(), now: world.clock.now() }
  const asset_id = await registerAsset(parts, { file: film, episode_id })
  await vi.waitUntil(async () => (await readAsset(world.db, asset_id))?.state === 'ready', patience)
  return { episode_id, asset_id }
}

test('a film put in on one machine is encoded on another, and plays from the first', async () => {
  const { episode_id, asset_id } = await encoded({ is_free: true })
  const names = await namesBelow(`media/${asset_id}`)
  expect(names).toContain('main.m3u8')
  expect(names).toContain('v108/index.m3u8')
  const { manifest_url } = await world.call(playback.readVideo, {
    params: { id: episode_id },
    query: {},
  })
  expect(await (await world.fetch(manifest_url)).text()).toContain('v108/index.m3u8')
  const segment = manifest_url.replace('main.m3u8', 'v108/init.mp4')
  const whole = await world.fetch(segment)
  expect(whole.headers.get('cache-control')).toMatch(/immutable/)
  const bytes = Buffer.from(await whole.arrayBuffer())
  expect(bytes.subarray(4, 8).toString('latin1')).toBe('ftyp')
  const part = await world.fetch(segment, { headers: { range: 'bytes=4-7' } })
  expect([part.status, await part.text()]).toEqual([206, 'ftyp'])
  const etag = whole.headers.get('etag') ?? ''
  const again = await world.fetch(segment, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
  expect((await world.fetch(segment.replace('init', 'absent'))).status).toBe(404)
  // Neither machine keeps a copy, nor the bucket what was put in.
  await vi.waitUntil(async () => (await everything('uploads')).length === 0, patience)
  expect(await left(join(elsewhere, 'media'))).toEqual([])
  expect(await left(join(elsewhere, 'uploads'))).toEqual([])
  expect(await left(world.config.data_dir)).toEqual([])
})

test('a film that comes to be sold is enciphered in the bucket, and its clear form is gone', async () => {
  const { episode_id, asset_id } = await encoded({ is_free: true })
  await world.pool.query('update episodes set is_free = false, price = 1500 where id = $1', [
    episode_id,
  ])
  await world.workNow('encrypt_asset', { asset_id })
  expect(await namesBelow(`media/${asset_id}`)).toEqual([])
  expect(await namesBelow(`media/${asset_id}p`)).toContain('preview/main.m3u8')
  const member = await makeMember(world)
  await buyByCard(world, member, episode_id)
  const { manifest_url } = await member.call(playback.readVideo, {
    params: { id: episode_id },
    query: {},
  })
  const track = manifest_url.replace('main.m3u8', 'v108/index.m3u8')
  expect(await (await member.fetch(track)).text()).toContain('EXT-X-KEY')
  expect((await world.fetch(manifest_url.replace('/media/', '/media/x'))).status).toBe(403)
  // Killed before it removed the clear form: the job, taken up again, does it.
  await files().put(`media/${asset_id}/main.m3u8`, Buffer.from('clear'))
  await world.workNow('encrypt_asset', { asset_id })
  expect(await namesBelow(`media/${asset_id}`)).toEqual([])
})

test('a sold film never lies in the bucket in the clear', async () => {
  const { asset_id } = await encoded({ is_free: false, price: 1_500 })
  expect(await namesBelow(`media/${asset_id}`)).toEqual([])
  expect(await namesBelow(`media/${asset_id}p`)).toContain('main.m3u8')
})

test('a film that is none leaves nothing', async () => {
  const file = join(box.path, 'none.mp4')
  await writeFile(file, randomBytes(40_000))
  const asset_id = await registerAsset(
    { ...world, files: files(), now: world.clock.now() },
    { file },
  )
  const state = async () => (await readAsset(world.db, asset_id))?.state
  await vi.waitUntil(async () => (await state()) === 'failed', patience)
  await vi.waitUntil(async () => (await left(join(elsewhere, 'uploads'))).length === 0, patience)
  await vi.waitUntil(async () => (await everything('uploads')).length === 0, patience)
})

async function everything(kind: 'uploads' | 'images' | 'attachments') {
  const names: string[] = []
  for await (const { name } of files().list(kind)) names.push(name)
  return names
}

const picture = () =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer()

/** Sets it; answers its address. */
async function sendPicture(member: TestMember) {
  const body = new Uint8Array(await picture())
  const headers = { 'content-type': 'image/png' }
  const answer = await member.fetch('/api/accounts/me/image/', { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as User).profile_image!
}

/** The name of the file at an address of a picture. */
const pictureOf = (address: string): StorageKey =>
  address.replace(/^\/images\/(..)/, 'images/$1/$1') as StorageKey

test('a profile picture: served by every server, replaced, taken away', async () => {
  const member = await makeMember(world)
  const first = await sendPicture(member)
  expect((await fetch((await world.another()) + first)).status).toBe(200)
  const second = await sendPicture(member)
  expect((await world.fetch(first)).status).toBe(404)
  expect((await world.fetch(second)).status).toBe(200)
  await member.call(accounts.removePicture, {})
  expect((await everything('images')).filter((name) => name.includes('/u'))).toEqual([])
})

test('a poster is put once, all widths of it', async () => {
  const bytes = await picture()
  const { key } = await storeImage(files(), 'poster', bytes)
  const stored = await namesBelow(`images/${key.slice(0, 2)}/${key}`)
  expect(stored.length).toBeGreaterThan(1)
  for (const name of stored) expect((await world.fetch(`/images/${key}/${name}`)).status).toBe(200)
  expect((await storeImage(files(), 'poster', bytes)).key).toBe(key)
})

test('an attachment is kept, handed to its owner, and goes with its inquiry', async () => {
  const member = await makeMember(world)
  const inquiry = await createTestInquiry(member, { file: '영수증이에요' })
  const answer = await member.fetch(inquiry.attachment_file!)
  expect(await answer.text()).toBe('영수증이에요')
  const kept = await everything('attachments')
  expect(kept).toHaveLength(1)
  await member.fetch(`/api/customer-services/inquiries/${inquiry.id}/`, { method: 'DELETE' })
  expect(await everything('attachments')).toEqual([])
})

test('unplugged: films, pictures and files are 503 with Retry-After, all else goes on; and back', async () => {
  const { episode_id } = await encoded({ is_free: true })
  const video = async () =>
    world.call(playback.readVideo, { params: { id: episode_id }, query: {} })
  const { manifest_url } = await video()
  const member = await makeMember(world)
  const { attachment_file } = await createTestInquiry(member, { file: '있어요' })
  const before = await sendPicture(member)
  await bucket.unplug()
  const failed = await world.fetch(manifest_url)
  expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await world.fetch('/images/p3abcdefgh/320.webp')).status).toBe(503)
  expect((await member.fetch(attachment_file!)).status).toBe(503)
  expect(await inquiryOutcome(await sendInquiry(member, { file: '못 보내요' }))).toBe(
    'file_not_stored',
  )
  expect((await world.fetch('/readyz')).status).toBe(200)
  await expect(
    registerAsset({ ...world, files: files(), now: world.clock.now() }, { file: film }),
  ).rejects.toBeInstanceOf(StorageUnavailableError)
  // Taking a picture away is done for the member; its file goes when it can.
  await member.call(accounts.removePicture, {})
  await bucket.plugIn()
  await vi.waitUntil(async () => !(await files().has(pictureOf(before))), patience)
  expect((await world.fetch(manifest_url)).status).toBe(200)
  expect(await (await member.fetch(attachment_file!)).text()).toBe('있어요')
})

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(box.path, 'files-'))))
/** A machine of its own on the bucket of an environment. */
const machine = (name: string, env: Record<string, string>) =>
  createStorage(readConfig(env).s3, {
    media_dir: join(folder, name, 'media'),
    images_dir: join(folder, name, 'images'),
    uploads_dir: join(folder, name, 'uploads'),
    attachments_dir: join(folder, name, 'attachments'),
  })

// The system resolves no such name: this process is told where it leads, as a name server would tell it.
const { lookup } = dns
afterAll(() => void (dns.lookup = lookup))
function resolveHostName() {
  const patched = (
    name: string,
    options: dns.LookupOptions,
    done: (error: Error | null, found: string | LookupAddress[], family: number) => void,
  ) => {
    if (!`.${name}`.endsWith(`.${hostName}`)) return lookup(name, options, done)
    const address = '127.0.0.1'
    return done(null, options.all ? [{ address, family: 4 }] : address, 4)
  }
  dns.lookup = patched as typeof lookup
}

test('a signature is what Amazon says it is', () => {
  // The first example of "Signature Calculations for the Authorization Header" in its reference of S3.
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
  ['in the path', false],
  ['in the name of the host', true],
])('the bucket %s', (_, by_host) => {
  let own: S3TestBucket
  beforeAll(async () => {
    if (by_host) resolveHostName()
    own = by_host ? await openS3TestBucket('site', { by_host }) : bucket
  })
  afterAll(() => (by_host ? own?.close() : undefined))

  test('a file larger than one request goes in parts and comes back as it was', async () => {
    const bytes = Buffer.alloc(34 * 2 ** 20)
    for (let at = 0; at < bytes.length; at += 4_096) bytes.writeUInt32LE(at, at)
    const file = join(folder, 'large.mkv')
    await writeFile(file, bytes)
    await machine('a', own.env).import('uploads/large', file)
    const other = machine('b', own.env)
    await other.download('uploads/large')
    expect((await readFile(other.localPath('uploads/large'))).equals(bytes)).toBe(true)
    const part = await other.stream('uploads/large', { start: 34_004_992, end: 34_004_995 })
    expect(Buffer.concat(await part!.toArray()).readUInt32LE(0)).toBe(34_004_992)
    await other.remove('uploads/large')
    expect(await other.has('uploads/large')).toBe(false)
    expect(await left(folder)).toEqual([file])
  })

  test('publishing puts what players begin with last, and takes away what an earlier try left', async () => {
    const a = machine('a', own.env)
    await a.put('media/77/v108/999.m4s', Buffer.from('of a try that was killed'))
    const here = a.localPath('media/77')
    await mkdir(join(here, 'v108'), { recursive: true })
    await writeFile(join(here, 'main.m3u8'), 'main')
    await writeFile(join(here, 'v108', 'index.m3u8'), 'index')
    await writeFile(join(here, 'v108', '000.m4s'), 'segment')
    const stop = AbortSignal.abort(new Error('stopped'))
    await expect(a.publish('media/77', stop)).rejects.toThrow('stopped')
    expect(await a.has('media/77/main.m3u8')).toBe(false)
    await a.publish('media/77')
    expect(await namesBelow('media/77', a)).toEqual([
      ...['main.m3u8', 'v108/000.m4s', 'v108/index.m3u8'],
    ])
    const b = machine('b', own.env)
    await b.download('media/77')
    expect(await readFile(join(b.localPath('media/77'), 'v108', '000.m4s'), 'utf8')).toBe('segment')
    await b.remove('media/77')
    expect(await namesBelow('media/77', a)).toEqual([])
  })

  test('files are put, read whole and in part, listed and removed', async () => {
    const files = machine('a', own.env)
    await files.putFolder('images/ab/abc', new Map([['320.webp', Buffer.from('picture')]]))
    expect((await files.read('images/ab/abc/320.webp', 100))?.body?.toString()).toBe('picture')
    const part = await files.stream('images/ab/abc/320.webp', { start: 1, end: 3 })
    expect(Buffer.concat(await part!.toArray()).toString()).toBe('ict')
    expect(await namesBelow('images/ab', files)).toEqual(['abc/320.webp'])
    await files.remove('images/ab/abc')
    expect(await files.read('images/ab/abc/320.webp', 100)).toBeUndefined()
    // A bucket that is misspelt has no files, and is no reason to say that they are gone.
    const misspelt = machine('b', { ...own.env, S3_BUCKET: 'flims' })
    await expect(misspelt.read('images/ab/abc/320.webp', 100)).rejects.toBeInstanceOf(
      StorageUnavailableError,
    )
  })
})
