/**
 * `npm run restore -- FOLDER`: restores a backup into an empty database (`DATABASE_URL`, or a new one in `DATA_DIR`) and
 * empty file storage (folders or S3 prefix) of the configuration. Rejects a target that is not empty and never overwrites.
 */
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { readSecretFit, type SecretFit } from '#server/composition/verify-encryption-secret.ts'
import { type Config, readConfig } from '#server/config.ts'
import { loadSnapshot, matchMigrations, withSnapshot } from '#server/db/backup/snapshot.ts'
import { inspectDatabase } from '#server/db/schema/database-content.ts'
import { type StorageKey, storageNamespaces, type Storage } from '#server/adapters/storage/index.ts'
import { makeFolder } from '#server/shared/make-folder.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { createReadStream } from 'node:fs'
import { chmod, copyFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { openBackupBucket, requireBucketFiles, restoreBucketFiles } from './backup/bucket-files.ts'
import { progressLine, tableFile } from './backup/format.ts'
import { readReferencedFiles } from './backup/referenced-files.ts'
import { errorLine, runTask, resolveCliPath } from './command-line.ts'
import { verifyBackup } from './backup/verify-backup.ts'
import { withAppDatabase } from './with-database.ts'

const needed =
  'start with the DATA_ENCRYPTION_SECRET that it was made with, or its data-encryption.secret in DATA_DIR. Nothing starts with another one.'
const secretNotice: Record<SecretFit, string> = {
  fits: 'The secret here is that of the backup.',
  unused: 'Nothing in the backup is encrypted: it needs no secret.',
  missing: `!! The backup is encrypted, and has no secret: ${needed}`,
  differs: `!! DATA_ENCRYPTION_SECRET here is not that of the backup: ${needed}`,
}

const [folderArgument, ...others] = process.argv.slice(2)
if (!folderArgument || others.length > 0 || folderArgument.startsWith('-')) {
  console.error('Usage: npm run restore -- FOLDER')
  process.exit(2)
}

await runTask(() => run(resolveCliPath(folderArgument)).finally(() => progressLine('')))

async function run(folder: string) {
  const { names, manifest } = await verifyBackup(folder)
  // Checked before hours of copying videos.
  await matchMigrations(manifest)
  const config = readConfig(process.env)
  const { files } = storageFolders(config)
  const copies = manifest.bucket && openBackupBucket(config.s3, manifest.bucket)
  const bucketFiles = copies && (await requireBucketFiles(folder, copies))
  // The files of a backup without them are there already.
  if (manifest.contents === 'everything') await rejectExistingFiles(files)
  await rejectExistingSecrets(config, names)
  await withAppDatabase(
    config,
    async ({ owner_url }) => {
      if ((await inspectDatabase(owner_url)) !== 'empty')
        throw new StartupError(
          'The database is not empty: restore into one that was just created, or into another DATA_DIR.',
        )
      const restoreFiles = async () => {
        if (copies && bucketFiles && config.s3)
          await restoreBucketFiles(bucketFiles, copies, config.s3)
        return bucketFiles?.size ?? 0
      }
      const backup = { folder, names, manifest, restoreFiles }
      await load(config, backup, owner_url).catch((error: unknown) => {
        throw new StartupError(
          `${errorLine(error)} What was restored is incomplete: drop the database, empty DATA_DIR, and start again.`,
        )
      })
    },
    { creates: true },
  )
}

type Backup = Awaited<ReturnType<typeof verifyBackup>> & {
  folder: string
  /** Restores the files that are in a bucket. @returns their number */
  restoreFiles(): Promise<number>
}

async function load(
  config: Config,
  { folder, names, manifest, restoreFiles }: Backup,
  owner_url: string,
) {
  const { files } = storageFolders(config)
  // Files first, so that no row references a missing file.
  const storedFiles = names.filter((name) => name.startsWith('files/'))
  for (const [at, name] of storedFiles.entries()) {
    progressLine(`${at} of ${storedFiles.length} files`)
    await files.import(name.slice('files/'.length) as StorageKey, join(folder, name))
  }
  const copiedFiles = await restoreFiles()
  await restoreSecrets(config, folder, names)
  await loadSnapshot(
    owner_url,
    manifest,
    (table) => {
      const rows = createGunzip()
      // The consumer of `rows` receives the read error.
      pipeline(createReadStream(join(folder, tableFile(table))), rows).catch(() => {})
      return rows
    },
    ({ table, rows }) => progressLine(`${table}, ${rows} rows`),
  )
  progressLine('')
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `Restored what was there on ${manifest.made_at}: ${manifest.tables.length} tables with ${rows} rows, ${storedFiles.length + copiedFiles} files.`,
  )
  if (manifest.contents === 'database') await reportMissingFiles(files, owner_url)
  console.error(secretNotice[await readSecretFit(config, owner_url)])
}

/** Reports files that the restored database names, and that are not in the storage. */
async function reportMissingFiles(files: Storage, owner_url: string) {
  const names = await withSnapshot(owner_url, ({ client }) => readReferencedFiles(client))
  const missing: string[] = []
  for (const name of names) if (!(await isStored(files, name))) missing.push(name)
  if (missing.length > 0)
    console.error(
      `!! The backup has no files, and ${missing.length} that its database names are not here, the first of them ${missing[0]}.`,
    )
}

/** @param name of a file, or with a trailing slash of a folder */
async function isStored(files: Storage, name: StorageKey): Promise<boolean> {
  if (!name.endsWith('/')) return files.has(name)
  for await (const _ of files.list(name.slice(0, -1) as StorageKey)) return true
  return false
}

async function rejectExistingFiles(files: Storage) {
  for (const kind of storageNamespaces)
    for await (const { name } of files.list(kind))
      throw new StartupError(
        `There are files already, such as ${name}: restore into an empty DATA_DIR, or another S3_PREFIX.`,
      )
}

async function rejectExistingSecrets({ data_dir }: Config, names: string[]) {
  for (const name of names.filter((file) => file.startsWith('secrets/'))) {
    const file = join(data_dir, name.slice('secrets/'.length))
    if (await stat(file).catch(() => undefined))
      throw new StartupError(`${file} is there already: restore into an empty DATA_DIR.`)
  }
}

async function restoreSecrets({ data_dir }: Config, folder: string, names: string[]) {
  makeFolder(data_dir)
  for (const name of names.filter((file) => file.startsWith('secrets/'))) {
    const file = join(data_dir, name.slice('secrets/'.length))
    await copyFile(join(folder, name), file)
    await chmod(file, 0o600)
  }
}
