/**
 * Compares the migrations with `migrations.lock`, and that file with its git history: a line that was committed once is
 * never changed or removed. No two migrations have one number. A new one says in its header what it locks. `npm run db:types` adds the lines of new migrations. An argument replaces the root folder.
 */
import { readMigrations } from '#server/db/schema/migrate.ts'
import { needsHeader, readMigrationHeader } from '#server/db/schema/migration-header.ts'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = process.argv[2] ?? join(import.meta.dirname, '../..')
const lockPath = 'server/db/schema/migrations/migrations.lock'

const readLines = (text: string) => text.split('\n').filter(Boolean)
const nameOf = (line: string) => line.slice(66)

const readRootMigrations = () => readMigrations(join(root, 'server/db/schema/migrations'))

/** Lines as `sha256sum` prints them. */
async function linesOfMigrations() {
  return (await readRootMigrations()).map(({ name, checksum }) => `${checksum}  ${name}`)
}

async function findMissingHeaders() {
  return (await readRootMigrations())
    .filter((migration) => needsHeader(migration) && !readMigrationHeader(migration))
    .map(
      ({ name }) =>
        `${name} has no header: add the line "-- Locks TABLE, TABLE. Previous code runs." (or "Locks nothing", "stops")`,
    )
}

async function findSharedNumbers() {
  const names = (await readRootMigrations()).map(({ name }) => name)
  return names
    .filter((name, index) => names[index - 1]?.slice(0, 4) === name.slice(0, 4))
    .map((name) => `${name} has the number of the migration before it: take the next one`)
}

function readLock() {
  return readLines(readFileSync(join(root, lockPath), 'utf8'))
}

/** Adds the lines of migrations that have none; never replaces one. */
export async function lockNewMigrations() {
  const lines = readLock()
  const names = new Set(lines.map(nameOf))
  const added = (await linesOfMigrations()).filter((line) => !names.has(nameOf(line)))
  writeFileSync(join(root, lockPath), `${[...lines, ...added].join('\n')}\n`)
}

/** Every line that a commit added to the lock; undefined without a repository. */
function committedLines(): string[] | undefined {
  const log = git('log', '--patch', '--unified=0', '--format=', '--', lockPath)
  return log === undefined
    ? undefined
    : readLines(log)
        .filter((line) => /^\+[\da-f]{64} {2}/.test(line))
        .map((line) => line.slice(1))
}

function git(...args: string[]) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout : undefined
}

async function findErrors(): Promise<string[]> {
  const lines = readLock()
  const migrations = await linesOfMigrations()
  const committed = committedLines()
  if (!committed) console.log('note: no git repository, so former lines were not compared')
  else if (git('rev-parse', '--is-shallow-repository')?.trim() === 'true')
    console.log('note: a shallow clone, so lines of older commits were not compared')
  return [
    ...(await findMissingHeaders()),
    ...(await findSharedNumbers()),
    ...migrations
      .filter((line) => !lines.includes(line))
      .map((line) =>
        lines.some((other) => nameOf(other) === nameOf(line))
          ? `${nameOf(line)} was edited: undo that and add a new migration`
          : `${nameOf(line)} is not in ${lockPath}: run npm run db:types`,
      ),
    ...lines
      .filter((line) => !migrations.some((other) => nameOf(other) === nameOf(line)))
      .map((line) => `${nameOf(line)} is in ${lockPath}, but the file is gone`),
    ...(committed ?? [])
      .filter((line) => !lines.includes(line))
      .map(
        (line) =>
          `${lockPath} lost the committed line of ${nameOf(line)}: restore it, or, before it is on the main branch, amend its commit`,
      ),
  ]
}

if (import.meta.main) {
  const errors = await findErrors()
  for (const error of errors) console.error(error)
  process.exitCode = errors.length > 0 ? 1 : 0
}
