// hard: backs up and restores in processes of their own.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { createTestInquiry } from '#test/fixtures/inquiries.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { createInstallations, filesBelow, readDatabase } from '#test/processes/installations.ts'
import { runTask } from '#test/processes/run-task.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

let app: TestApp
const installations = createInstallations(() => app)
const { folder, emptyInstallation, sourceEnvironment } = installations
beforeAll(async () => {
  app = await openTestApp()
  const member = await makeMember(app)
  for (const file of ['영수증', '화면 사진']) await createTestInquiry(member, { file })
})
afterAll(async () => {
  await app?.close()
  await installations.remove()
})

/** A folder for backups beside each other. */
async function backUpInto(parent: string, name: string, args: string[] = []) {
  const { code, output } = await runTask(
    'backup',
    [join(parent, name), ...args],
    sourceEnvironment(),
  )
  expect(output).not.toMatch(/\n\s+at /)
  expect(code).toBe(0)
  return output
}

/** An attachment in a backup. */
async function attachmentOf(backup: string) {
  const names = Object.keys(await filesBelow(join(backup, 'files/attachments')))
  return join(backup, 'files/attachments', names.toSorted()[0] ?? '')
}

test('links the files of the backup beside it, and restores without that one', async () => {
  const parent = await folder()
  expect(await backUpInto(parent, 'first')).toMatch(
    /: [1-9]\d* files of .+, the database of .+ in \d+ s/,
  )
  const output = await backUpInto(parent, 'second')
  expect(output).toMatch(/: 0 files of 0 KB \(and [1-9]\d* of .+ linked to .+first\), the database/)
  const [first, second] = ['first', 'second'].map((name) => join(parent, name)) as [string, string]
  const file = await attachmentOf(second)
  expect((await stat(file)).ino).toBe((await stat(file.replace(second, first))).ino)
  expect(await filesBelow(join(second, 'files'))).toEqual(await filesBelow(join(first, 'files')))
  await rm(first, { recursive: true })
  const installation = await emptyInstallation()
  expect(await runTask('restore', [second], installation)).toMatchObject({ code: 0 })
  expect(await filesBelow(installation.DATA_DIR)).toEqual(await filesBelow(app.config.data_dir))
})

test('links nothing of another site, of a broken-off backup, or that was stored later', async () => {
  const parent = await folder()
  await backUpInto(parent, 'first')
  const first = join(parent, 'first')
  const manifest = join(first, 'backup.json')
  const text = await readFile(manifest, 'utf8')
  await writeFile(manifest, text.replace(/"source": "\w+"/, `"source": "${'0'.repeat(64)}"`))
  expect(await backUpInto(parent, 'of-another-site')).not.toContain('linked')
  await rm(join(parent, 'of-another-site'), { recursive: true })
  await writeFile(manifest, text)
  await rename(join(first, 'checksums.txt'), join(parent, 'checksums.txt'))
  expect(await backUpInto(parent, 'after-a-broken-one')).not.toContain('linked')
  await rm(join(parent, 'after-a-broken-one'), { recursive: true })
  await rename(join(parent, 'checksums.txt'), join(first, 'checksums.txt'))
  await utimes(await attachmentOf(first), 0, 0)
  expect(await backUpInto(parent, 'after-a-change')).toMatch(/: 1 files of .* linked to/)
})

test('keeps the newest backups of the site with the same contents', async () => {
  const parent = await folder()
  await mkdir(join(parent, 'notes'))
  for (const name of ['database-1', 'database-2'])
    await backUpInto(parent, name, ['--database-only', '--keep', '2'])
  await backUpInto(parent, 'everything', ['--keep', '1'])
  const output = await backUpInto(parent, 'database-3', ['--database-only', '--keep', '2'])
  expect(output).toContain(`Deleted ${join(parent, 'database-1')}.`)
  expect((await readdir(parent)).toSorted()).toEqual([
    'database-2',
    'database-3',
    'everything',
    'notes',
  ])
})

test('restores a backup of the database alone beside its files', async () => {
  const parent = await folder()
  await backUpInto(parent, 'database', ['--database-only'])
  const backup = join(parent, 'database')
  expect(await readdir(backup)).toEqual(['backup.json', 'checksums.txt', 'database'])
  const installation = await emptyInstallation()
  const empty = await runTask('restore', [backup], installation)
  expect(empty.output).toMatch(/!! The backup has no files, and [1-9]\d* that its database names/)
  expect(empty.code).toBe(0)
  const beside = await emptyInstallation({ DATA_DIR: app.config.data_dir })
  const restored = await runTask('restore', [backup], beside)
  expect(restored.output).not.toContain('has no files')
  expect(restored.code).toBe(0)
  const before = await readDatabase(app.owner_url)
  expect((await readDatabase(beside.DATABASE_OWNER_URL)).all).toEqual(before.all)
})

/** Writes the checksums that make an edited backup look complete. */
async function seal(path: string) {
  const lines = Object.entries(await filesBelow(path))
    .filter(([name]) => name !== 'checksums.txt')
    .map(
      ([name, body]) =>
        `${createHash('sha256').update(Buffer.from(body, 'base64')).digest('hex')}  ${name}\n`,
    )
  await writeFile(join(path, 'checksums.txt'), lines.join(''))
}

test('verifies a backup by restoring it, and finds what is missing or damaged', async () => {
  const parent = await folder()
  await backUpInto(parent, 'backup')
  const backup = join(parent, 'backup')
  const verify = () => runTask('backup', ['--verify', backup], { LOG_LEVEL: 'silent' })
  expect(await verify()).toEqual({
    code: 0,
    output: expect.stringMatching(/can be restored: \d+ tables with \d+ rows and \d+ files/),
  })
  const file = await attachmentOf(backup)
  await rename(file, join(parent, 'file'))
  expect(await verify()).toMatchObject({ code: 1, output: expect.stringContaining('not what was') })
  await seal(backup)
  expect(await verify()).toEqual({
    code: 1,
    output: expect.stringMatching(
      /lacks 1 files that its database names, the first of them attachments/,
    ),
  })
  await rename(join(parent, 'file'), file)
  const table = join(backup, 'database/public.inquiries.copy.gz')
  await writeFile(table, gzipSync(''))
  await seal(backup)
  expect((await verify()).output).toContain('The backup has 0 of 2 rows of public.inquiries.')
})
