import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const schema = 'server/db/schema'
const migrations = `${schema}/migrations`
const lock = `${migrations}/migrations.lock`

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hanpyeon-lock-'))
  const created = folder
  onTestFinished(() => rmSync(created, { recursive: true }))
  mkdirSync(join(folder, schema), { recursive: true })
  cpSync(join(root, migrations), join(folder, migrations), { recursive: true })
})

function git(...args: string[]) {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@localhost']
  execFileSync('git', [...identity, ...args], { cwd: folder })
}

function commitAll() {
  git('add', '.')
  git('commit', '--quiet', '--message', 'test')
}

function check() {
  const script = join(root, 'bin/checks/migration-lock.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, folder], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const editNewest = () => appendFileSync(join(folder, migrations, '0014_recommendations.sql'), '\n')
const hashAll = () =>
  writeFileSync(
    join(folder, lock),
    execFileSync('bash', ['-c', 'sha256sum *.sql'], { cwd: join(folder, migrations) }),
  )

test('accepts migrations whose hashes are those of the lock and of every commit', () => {
  git('init', '--quiet')
  commitAll()
  expect(check()).toEqual({ status: 0, stdout: '', stderr: '' })
})

test('refuses an edited migration', () => {
  editNewest()
  const { status, stderr } = check()
  expect(status).toBe(1)
  expect(stderr).toContain('0014_recommendations.sql was edited')
})

test('refuses an edited migration whose line was replaced, in the commit of it and in every later one', () => {
  git('init', '--quiet')
  commitAll()
  editNewest()
  hashAll()
  expect(check().stderr).toContain('lost the committed line of 0014_recommendations.sql')
  commitAll()
  expect(check().status).toBe(1)
})

test('refuses a new migration without a line, and a line without its file', () => {
  writeFileSync(join(folder, migrations, '9000_new.sql'), 'select 1;\n')
  rmSync(join(folder, migrations, '0014_recommendations.sql'))
  const { status, stderr } = check()
  expect(status).toBe(1)
  expect(stderr).toContain(
    '9000_new.sql is not in server/db/schema/migrations/migrations.lock: run npm run db:types',
  )
  expect(stderr).toContain(
    '0014_recommendations.sql is in server/db/schema/migrations/migrations.lock, but the file is gone',
  )
})

test('refuses a new migration that does not say what it locks', () => {
  writeFileSync(join(folder, migrations, '9000_new.sql'), 'select 1;\n')
  hashAll()
  expect(check().stderr).toContain('9000_new.sql has no header')
  const header = '-- Locks series, series_listings. Previous code runs.\n'
  writeFileSync(join(folder, migrations, '9000_new.sql'), `${header}select 1;\n`)
  hashAll()
  expect(check()).toMatchObject({ status: 0, stderr: '' })
})

test('says what it did not compare without a repository, and in a shallow clone', () => {
  expect(check()).toMatchObject({ status: 0, stdout: expect.stringContaining('no git repository') })
  git('init', '--quiet')
  commitAll()
  writeFileSync(join(folder, 'another'), '')
  commitAll()
  const origin = folder
  folder = join(folder, 'clone')
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${origin}`, folder])
  expect(check()).toMatchObject({ status: 0, stdout: expect.stringContaining('shallow clone') })
})
