import { loadSnapshot, matchMigrations, withSnapshot } from '#server/db/backup/snapshot.ts'
import { startEmbedded } from '#server/db/embedded/embedded-postgres.ts'
import { importBinaries } from '#server/db/embedded/find-binaries.ts'
import { readMigrations } from '#server/db/schema/migrate.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { readConfig } from '#server/config.ts'
import { type BucketPlace, openBackupBucket, requireBucketFiles } from './bucket-files.ts'
import { type BackupManifest, createChecksumStream, progressLine, tableFile } from './format.ts'
import { readReferencedFiles } from './referenced-files.ts'
import { verifyBackup } from './verify-backup.ts'

type Backup = { folder: string } & Awaited<ReturnType<typeof verifyBackup>>

/**
 * Verifies the checksums of a backup, restores its database into a temporary cluster, and compares its rows and files with
 * what is there then. The configuration is read only for a bucket, and nothing of the site is touched.
 * @throws StartupError
 */
export async function verifyByRestoring(folder: string): Promise<BackupManifest> {
  if (!(await importBinaries()))
    throw new StartupError(
      'The container image has no PostgreSQL of its own to restore into: copy the backup to a machine with the code, and run npm run backup -- --verify there.',
    )
  const startedAt = performance.now()
  const backup = { folder, ...(await verifyBackup(folder)) }
  await matchMigrations(backup.manifest)
  const temporary = await mkdtemp(join(tmpdir(), 'hanpyeon-verify-'))
  try {
    const database = await startEmbedded(temporary, { durable: false })
    try {
      await restoreAndCompare(backup, database.owner_url)
    } finally {
      await database.stop()
    }
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
  progressLine('')
  const { made_at, secret, tables } = backup.manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  console.log(
    `${folder} can be restored: ${tables.length} tables with ${rows} rows and ${backup.names.length} files, made on ${made_at}. Verified in ${seconds} s.`,
  )
  if (secret === 'needed')
    console.error('!! It needs the DATA_ENCRYPTION_SECRET that it was made with.')
  return backup.manifest
}

async function restoreAndCompare({ folder, names, manifest }: Backup, owner_url: string) {
  const readRows = (table: string): Readable => {
    const rows = createGunzip()
    // The consumer of `rows` receives the read error.
    pipeline(createReadStream(join(folder, tableFile(table))), rows).catch(() => {})
    return rows
  }
  await loadSnapshot(owner_url, manifest, readRows, ({ table, rows }) =>
    progressLine(`${table}, ${rows} rows`),
  )
  const isOfThisVersion = manifest.migrations.length === (await readMigrations()).length
  await withSnapshot(owner_url, async (snapshot) => {
    // Newer migrations may have changed rows, whose number was compared while they were loaded.
    if (isOfThisVersion)
      for (const table of manifest.tables) {
        progressLine(`comparing ${table.table}`)
        if ((await checksumOf(snapshot.rows(table))) !== (await checksumOf(readRows(table.table))))
          throw new StartupError(`${folder}: the restored rows of ${table.table} are others.`)
      }
    if (manifest.contents === 'database') return
    const inBucket = manifest.bucket ? await presentFiles(folder, manifest.bucket) : []
    const stored = [...names.map((name) => name.slice('files/'.length)), ...inBucket]
    const present = new Set(
      stored.flatMap((name) => [name, name.slice(0, name.lastIndexOf('/') + 1)]),
    )
    const missing = (await readReferencedFiles(snapshot.client)).filter(
      (name) => !present.has(name),
    )
    if (missing.length > 0)
      throw new StartupError(
        `${folder} lacks ${missing.length} files that its database names, the first of them ${missing[0]}.`,
      )
  })
}

/** Returns the names of the files of a backup in its bucket. @throws StartupError if one is missing */
async function presentFiles(folder: string, place: BucketPlace): Promise<string[]> {
  const { s3 } = readConfig(process.env)
  return [...(await requireBucketFiles(folder, openBackupBucket(s3, place))).keys()]
}

async function checksumOf(rows: Readable): Promise<string> {
  const sum = createChecksumStream()
  await pipeline(rows, sum.through.resume())
  return sum.digest()
}
