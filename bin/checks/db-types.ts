/**
 * Generates the Kysely types of the tables from the migrations, using a temporary PostgreSQL, and adds new migrations to
 * `migrations.lock`. With `--check`, writes
 * nothing and fails if the file differs from the migrations.
 */
import { startEmbedded } from '#server/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { lockNewMigrations } from './migration-lock.ts'

const root = join(import.meta.dirname, '../..')
const target = join(root, 'server/db/schema/tables.generated.ts')

/** Column types as `server/db/client.ts` parses them: integers as numbers, timestamps and dates as text. */
const overrides = { timestamptz: 'string', date: 'string', int8: 'number', numeric: 'number' }

const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-types-'))
try {
  const database = await startEmbedded(folder, { durable: false })
  try {
    await migrate(database.owner_url)
    const generated = join(folder, 'tables.ts')
    await promisify(execFile)(
      process.execPath,
      [
        join(root, 'bin/packages/check/node_modules/kysely-codegen/dist/cli/bin.js'),
        ...['--dialect', 'postgres', '--url', database.owner_url, '--out-file', generated],
        ...['--default-schema', 'public', '--include-pattern', 'public.*'],
        ...['--type-mapping', JSON.stringify(overrides)],
      ],
      { cwd: folder },
    )
    const types = await readFile(generated, 'utf8')
    if (process.argv.includes('--check')) {
      if (types !== (await readFile(target, 'utf8').catch(() => ''))) {
        console.error(
          'server/db/schema/tables.generated.ts is not what the migrations make: run npm run db:types',
        )
        process.exitCode = 1
      }
    } else {
      await writeFile(target, types)
      await lockNewMigrations()
    }
  } finally {
    await database.stop()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
