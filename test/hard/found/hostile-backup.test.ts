import { createHash, randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import type { BackupManifest } from '../../../bin/operations/backup/format.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { runTask } from '#test/processes/run-task.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let app: TestApp
let work: string
let genuine: string
let hostile: string
let target: { DATA_DIR: string; DATABASE_URL: string; DATABASE_OWNER_URL: string }
const databases: string[] = []

beforeAll(async () => {
  app = await openTestApp()
  work = await mkdtemp(join(tmpdir(), 'hanpyeon-hostile-'))
  genuine = join(work, 'genuine')
  const { code } = await runTask('backup', [genuine], {
    DATA_DIR: app.config.data_dir,
    DATABASE_URL: app.url,
    DATABASE_OWNER_URL: app.owner_url,
  })
  expect(code).toBe(0)
})

afterAll(async () => {
  await app?.close()
  await rm(work, { recursive: true, force: true })
  await asOwner(async (client) => {
    for (const name of databases) await client.query(`drop database if exists ${name} with (force)`)
  })
})

beforeEach(async () => {
  const name = `hostile_${randomUUID().replaceAll('-', '')}`
  databases.push(name)
  await asOwner((client) => client.query(`create database ${name}`))
  hostile = join(work, name)
  await cp(genuine, hostile, { recursive: true })
  const { url, owner_url } = inject('database')
  const at = (address: string) => address.replace(/\/[^/]*$/, `/${name}`)
  target = {
    DATA_DIR: join(work, `${name}-data`),
    DATABASE_URL: at(url),
    DATABASE_OWNER_URL: at(owner_url),
  }
})

async function asOwner<R>(query: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client({ connectionString: inject('database').owner_url })
  await client.connect()
  try {
    return await query(client)
  } finally {
    await client.end()
  }
}

/** Writes a file into the hostile backup. */
async function put(name: string, content: string | Buffer) {
  await mkdir(dirname(join(hostile, name)), { recursive: true })
  await writeFile(join(hostile, name), content)
}

async function editManifest(edit: (manifest: BackupManifest) => void) {
  const manifest = JSON.parse(await readFile(join(hostile, 'backup.json'), 'utf8'))
  edit(manifest)
  await put('backup.json', JSON.stringify(manifest))
}

/** Writes the checksums that make a hostile backup look complete. */
async function seal(extra: readonly string[] = []) {
  const entries = await readdir(hostile, { recursive: true, withFileTypes: true })
  const lines: string[] = []
  for (const entry of entries) {
    if (entry.isDirectory() || entry.name === 'checksums.txt') continue
    const path = join(entry.parentPath, entry.name)
    const sum = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
    lines.push(`${sum}  ${path.slice(hostile.length + 1)}`)
  }
  await put('checksums.txt', `${[...lines, ...extra].join('\n')}\n`)
}

/** Restores the hostile backup. @returns the line that it ends with. */
async function refusal() {
  const { code, output } = await runTask('restore', [hostile], target)
  expect(code).toBe(1)
  expect(output).not.toMatch(/\n\s+at /)
  // A slow machine also prints progress.
  return output.trimEnd().split('\n').at(-1)
}

const zeroes = '0'.repeat(64)

test('restores the genuine backup', async () => {
  expect(await runTask('restore', [genuine], target)).toMatchObject({ code: 0 })
})

test.each([
  ['a program', `(select 1) to program 'touch ${tmpdir()}/hanpyeon-hostile-ran'; copy public.faqs`],
  ['another table', 'pg_catalog.pg_authid'],
])('refuses %s as the name of a table', async (_, name) => {
  await editManifest(({ tables }) => void (tables[0]!.table = name))
  await seal()
  await refusal()
  expect(await readdir(tmpdir())).not.toContain('hanpyeon-hostile-ran')
})

test.each([
  ['SQL', ['id) from program $$id$$; copy public.faqs (id']],
  ['a column that the table lacks', ['nothing']],
  ['a column twice', ['id', 'id']],
  ['no column', []],
])('refuses %s as columns', async (_, columns) => {
  await editManifest(({ tables }) => void (tables[0]!.columns = columns))
  await seal()
  await refusal()
})

test('refuses a backup that lacks a table', async () => {
  await editManifest(({ tables }) => void tables.pop())
  await seal()
  expect(await refusal()).toContain('does not have the tables of its schema')
})

test('refuses a sequence that the schema does not have', async () => {
  await editManifest(
    ({ sequences }) => void sequences.push({ name: 'public.other', last_value: '1' }),
  )
  await seal()
  expect(await refusal()).toContain('sequences')
})

test.each([
  ['a row more than it has', 1],
  ['more rows than a number holds', 1e308],
  ['less than no rows', -100],
])('refuses a table with %s', async (_, more) => {
  await editManifest(({ tables }) => void (tables[0]!.rows += more))
  await seal()
  await refusal()
})

test.each([
  ['secrets/postgres.secret'],
  ['secrets/start.lock'],
  ['secrets/deep/data-encryption.secret'],
  ['files/other/film'],
  ['files/media/.hidden'],
  ['extra.txt'],
])('refuses the file %s, and writes nothing', async (name) => {
  await put(name, 'x')
  await seal()
  expect(await refusal()).toContain(JSON.stringify(name))
  await expect(readdir(target.DATA_DIR)).rejects.toThrow('ENOENT')
})

test.each([
  ['../outside'],
  ['files/media/../../outside'],
  ['/etc/hostname'],
  ['files/media//twice'],
  ['files/media/./here'],
  ['files/media/a\u0000b'],
])('refuses the name %j in the checksums', async (name) => {
  await seal([`${zeroes}  ${name}`])
  expect(await refusal()).toContain('a name that no backup has')
})

test('refuses a name that the checksums have twice', async () => {
  await seal([`${zeroes}  backup.json`])
  expect(await refusal()).toContain('has twice')
})

test.each(['files/attachments/ab/secret', 'files/attachments/ab'])(
  'refuses a symbolic link in place of %s',
  async (name) => {
    await put('files/attachments/ab/secret', 'x')
    await seal()
    const outside = join(work, `outside-${randomUUID()}`)
    await cp(join(hostile, name), outside, { recursive: true })
    await rm(join(hostile, name), { recursive: true })
    await symlink(outside, join(hostile, name))
    expect(await refusal()).toContain('files/attachments/ab/secret')
  },
)

test('ends with one line for rows that are cut off', async () => {
  const [first = ''] = (await readdir(join(hostile, 'database'))).filter((name) =>
    name.includes('faqs'),
  )
  const rows = await readFile(join(hostile, 'database', first))
  await put(`database/${first}`, rows.subarray(0, rows.length / 2))
  await seal()
  expect(await refusal()).toContain('cannot be loaded')
})

test.each([
  ['cut off', (text: string) => text.slice(0, text.length / 2)],
  ['that is no object', () => '[]'],
  ['without its lists', () => '{"format":2,"made_at":"2026-11-27T00:00:00.000Z"}'],
  [
    'with a terminal sequence',
    (text: string) => text.replace('"made_at": "', '"made_at": "\u001b[2J'),
  ],
])('ends with one line for a manifest %s', async (_, edit) => {
  await put('backup.json', edit(await readFile(join(hostile, 'backup.json'), 'utf8')))
  await seal()
  expect(await refusal()).toContain('backup.json is not what a backup writes')
})
