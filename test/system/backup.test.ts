// hard: backs up and restores whole clusters in processes of their own (50 s of CPU).
import { playback } from '#contract/contents/playback.ts'
import { createServerApp } from '#server/composition/create-server.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { readConfig } from '#server/config.ts'
import { readAsset, registerAsset } from '#server/domains/media/index.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createTempFolder, generateFilm } from '#test/fixtures/generated-films.ts'
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import sharp from 'sharp'
import { readReferencedFiles } from '../../bin/operations/referenced-files.ts'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { openS3TestBucket } from '#test/services/s3-bucket.ts'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { buyByCard } from '#test/fixtures/payments.ts'
import { createTestInquiry } from '#test/fixtures/inquiries.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

let world: TestApp
let box: Awaited<ReturnType<typeof createTempFolder>>
let member: TestMember
let sold = 0
let backup: string
const folders: string[] = []
const databases: string[] = []
const folder = async () => {
  const made = await mkdtemp(join(tmpdir(), 'hanpyeon-backup-'))
  folders.push(made)
  return made
}

beforeAll(async () => {
  ;[world, box] = await Promise.all([openTestApp({ gateway: true }), createTempFolder()])
  const worker = await world.work()
  const film = await generateFilm(box.path, { name: 'film.mp4', size: '192x108', seconds: 12 })
  const [free = 0, other = 0] = await makeEpisodes(world, [{}, { is_free: false, price: 1_500 }])
  sold = other
  const parts = { ...world, ...storageFolders(world.config), now: world.clock.now() }
  for (const episode_id of [free, sold]) {
    const id = await registerAsset(parts, { file: film, episode_id })
    await vi.waitUntil(async () => (await readAsset(world.db, id))?.state === 'ready', 60_000)
  }
  member = await makeMember(world)
  await buyByCard(world, member, sold)
  await createTestInquiry(member, { file: '영수증\t이에요\\N' })
  await worker.stop()
  // One that waits, and that the place it is restored into will do.
  await registerAsset(parts, { file: film })
  backup = await folder()
})
afterAll(async () => {
  await world?.close()
  await box?.[Symbol.asyncDispose]()
  for (const one of folders) await rm(one, { recursive: true, force: true })
  await asOwner(inject('database').owner_url, async (client) => {
    for (const name of databases) await client.query(`drop database if exists ${name} with (force)`)
  })
})

async function asOwner<R>(url: string, ask: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}

/** What starts a product of its own, in an empty place. */
async function emptyPlace(env: Record<string, string> = {}) {
  const { owner_url, url } = inject('database')
  const name = `restored_${randomUUID().replaceAll('-', '')}`
  databases.push(name)
  await asOwner(owner_url, (client) => client.query(`create database ${name}`))
  const at = (address: string) => address.replace(/\/[^/]*$/, `/${name}`)
  return environment({
    DATA_DIR: await folder(),
    DATABASE_URL: at(url),
    DATABASE_OWNER_URL: at(owner_url),
    ...env,
  })
}

const environment = <E extends Record<string, string>>(env: E) => ({
  MEDIA_TOKEN_SECRET: world.config.secrets.media_token!,
  DATA_ENCRYPTION_SECRET: world.config.secrets.encryption!,
  LOG_LEVEL: 'silent',
  ...env,
})

/** Runs a task as npm does. @returns all it said, and how it ended. */
function run(task: 'backup' | 'restore', args: string[], env: Record<string, string>) {
  return new Promise<{ code: number; said: string }>((resolve) => {
    const file = join(import.meta.dirname, '../../bin/operations', `${task}.ts`)
    execFile(
      process.execPath,
      [file, ...args],
      { env: { PATH: process.env['PATH'], ...env } },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    )
  })
}

const here = () =>
  environment({
    DATA_DIR: world.config.data_dir,
    DATABASE_URL: world.url,
    DATABASE_OWNER_URL: world.owner_url,
  })

/** All rows of all tables, and what sequences give next. */
const everything = (url: string) =>
  asOwner(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname in ('public', 'archive', 'graphile_worker')
         and c.relname not in ('schema_migrations', 'migrations') order by 1`,
    )
    const all: Record<string, string[]> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(
        `select t::text as text from ${name} t order by 1`,
      )
      all[name] = rows.map(({ text }) => text)
    }
    const { rows } = await client.query<{ text: string }>(
      `select s.sequencename || ' ' || coalesce(s.last_value, 0) as text from pg_sequences s order by 1`,
    )
    const ties = await client.query<{ text: string }>(
      `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated as text
       from pg_constraint where contype in ('f', 'c', 'u', 'p') order by 1`,
    )
    const triggers = await client.query<{ text: string }>(
      `select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text as text from pg_trigger where not tgisinternal order by 1`,
    )
    const text = (found: { text: string }[]) => found.map((one) => one.text)
    return { all, sequences: text(rows), ties: text(ties.rows), triggers: text(triggers.rows) }
  })

async function filesBelow(root: string) {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const found: Record<string, string> = {}
  for (const entry of entries)
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name)
      found[path.slice(root.length + 1)] = (await readFile(path)).toString('base64')
    }
  return found
}

/** Files that others on this machine may read. */
async function openBelow(root: string) {
  const files = Object.keys(await filesBelow(root))
  expect(files.length).toBeGreaterThan(0)
  const modes = await Promise.all(files.map(async (file) => (await stat(join(root, file))).mode))
  return files.filter((_, at) => (modes[at]! & 0o077) !== 0)
}

test('a backup is restored into an empty place, row for row and file for file, and plays there', async () => {
  const done = await run('backup', [backup], here())
  expect(done).toMatchObject({ code: 0 })
  expect(done.said).toContain('No secret is in it')
  expect(await openBelow(backup)).toEqual([])
  const place = await emptyPlace()
  const restored = await run('restore', [backup], place)
  expect(restored).toMatchObject({ code: 0 })
  expect(restored.said).toMatch(/\d+ tables with \d+ rows, \d+ files/)
  const before = await everything(world.owner_url)
  expect(before.all['public.purchases']?.length).toBeGreaterThan(0)
  expect(before.all['graphile_worker._private_jobs']?.length).toBeGreaterThan(0)
  expect(await everything(place.DATABASE_OWNER_URL)).toEqual(before)
  expect(await filesBelow(place.DATA_DIR)).toEqual(await filesBelow(world.config.data_dir))
  expect(await openBelow(join(place.DATA_DIR, 'attachments'))).toEqual([])

  const config = readConfig(place)
  const log = createLogger('silent', 'test')
  const house = await createServerApp(config, { url: place.DATABASE_URL }, { log })
  try {
    await house.http.listen(0, '127.0.0.1')
    const { port } = house.http.server.address() as AddressInfo
    const at = `http://127.0.0.1:${port}`
    const headers = { cookie: member.cookie }
    const path = playback.readVideo.path.replace('{id}', String(sold))
    const video = (await (await fetch(at + path, { headers })).json()) as { manifest_url: string }
    const key = await fetch(at + video.manifest_url.replace('main.m3u8', 'keys/audio/1.key'), {
      headers: {
        ...{ ...headers, 'sec-fetch-site': 'same-origin' },
        ...{ 'x-playback-player': 'a-player-of-this-test', 'x-playback-position': '11' },
      },
    })
    expect([key.status, (await key.arrayBuffer()).byteLength]).toEqual([200, 16])
    expect((await fetch(at + video.manifest_url, { headers })).status).toBe(200)
    // And it goes on from where it was: new rows have numbers of their own.
    await asOwner(place.DATABASE_OWNER_URL, (client) =>
      client.query(
        `insert into media_assets (state, source_file, source_name) values ('uploaded', 'x', 'x')`,
      ),
    )
  } finally {
    await house.close()
  }
  expect((await run('restore', [backup], place)).said).toContain('There are files already')
  const { said } = await run('restore', [backup], { ...place, DATA_DIR: await folder() })
  expect(said).toContain('The database is not empty')
})

test('into S3 as well as into folders', async () => {
  const bucket = await openS3TestBucket('restored')
  try {
    const place = await emptyPlace(bucket.env)
    expect(await run('restore', [backup], place)).toMatchObject({ code: 0 })
    const again = await folder()
    expect(await run('backup', [again], place)).toMatchObject({ code: 0 })
    expect(await filesBelow(join(again, 'files'))).toEqual(await filesBelow(join(backup, 'files')))
  } finally {
    await bucket.close()
  }
})

test('secrets are in it only where that was asked for', async () => {
  const own = await folder()
  await writeFile(join(world.config.data_dir, 'data-encryption.secret'), 'a secret of this machine')
  // That of a database that comes along belongs to that database alone.
  await writeFile(join(world.config.data_dir, 'postgres.secret'), 'another')
  try {
    const done = await run('backup', [own, '--with-secrets'], here())
    expect(done.said).toContain('Keep it as you keep them')
  } finally {
    for (const name of ['personal', 'postgres'])
      await rm(join(world.config.data_dir, `${name}.secret`))
  }
  expect(await readdir(join(own, 'secrets'))).toEqual(['data-encryption.secret'])
  const place = await emptyPlace()
  expect(await run('restore', [own], place)).toMatchObject({ code: 0 })
  const file = join(place.DATA_DIR, 'data-encryption.secret')
  expect(await readFile(file, 'utf8')).toBe('a secret of this machine')
})

test('what is damaged, broken off, or of no version known here is refused, and nothing is touched', async () => {
  const place = await emptyPlace()
  const file = join(backup, 'backup.json')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('"format": 1', '"format": 2'))
  expect((await run('restore', [backup], place)).said).toContain('the first of them backup.json')
  await writeFile(file, text)
  const newer = await folder()
  const ahead = text.replace(/"name": "\d{4}_/, '"name": "9999_')
  await mkdir(join(newer, 'files/uploads'), { recursive: true })
  const lines: string[] = []
  for (const [name, body] of Object.entries({ 'backup.json': ahead, 'files/uploads/film': 'x' })) {
    await writeFile(join(newer, name), body)
    lines.push(`${createHash('sha256').update(body).digest('hex')}  ${name}\n`)
  }
  await writeFile(join(newer, 'checksums.txt'), lines.join(''))
  const refused = await run('restore', [newer], place)
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('by another version') })
  expect(await filesBelow(place.DATA_DIR)).toEqual({})
  const broken = await folder()
  await writeFile(join(broken, 'backup.json'), text)
  expect(await run('restore', [broken], place)).toMatchObject({ code: 1 })
  expect((await run('backup', [backup], here())).said).toContain('is not empty')
  expect(Object.keys((await everything(place.DATABASE_OWNER_URL)).all)).toEqual([])
})

test('made while members write: what a row of it names is in it, and nothing waited', async () => {
  const png = await sharp({
    create: { width: 64, height: 64, channels: 3, background: '#3366cc' },
  })
    .png()
    .toBuffer()
  let writing = true
  let written = 0
  const writer = (async () => {
    const headers = { 'content-type': 'image/png' }
    while (writing) {
      const picture = { method: 'POST', headers, body: new Uint8Array(png) }
      expect((await member.fetch('/api/accounts/me/image/', picture)).status).toBe(200)
      const { id } = await createTestInquiry(member, { file: '지워질 파일' })
      await createTestInquiry(member, { file: '남을 파일' })
      await member.fetch(`/api/customer-services/inquiries/${id}/`, { method: 'DELETE' })
      written++
    }
  })()
  const own = await folder()
  const done = await run('backup', [own], here())
  writing = false
  await writer
  expect(done).toMatchObject({ code: 0 })
  expect(done.said).not.toContain('are not there')
  expect(written).toBeGreaterThan(3)
  const place = await emptyPlace()
  expect(await run('restore', [own], place)).toMatchObject({ code: 0 })
  const named = await asOwner(place.DATABASE_OWNER_URL, readReferencedFiles)
  const { files } = storageFolders(readConfig(place))
  expect(named.some((name) => name.startsWith('attachments/'))).toBe(true)
  for (const name of named) expect([name, await files.has(name)]).toEqual([name, true])
})
