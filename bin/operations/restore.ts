/**
 * `npm run restore -- FOLDER`: restores a backup into an empty database (`DATABASE_URL`, or a new one in `DATA_DIR`) and
 * empty file storage (folders or S3 prefix) of the configuration. Rejects a target that is not empty and never overwrites.
 */
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { type Config, readConfig } from '#server/config.ts'
import { isEmptyDatabase, loadSnapshot, matchMigrations } from '#server/db/backup/snapshot.ts'
import { type StorageKey, storageNamespaces, type Storage } from '#server/adapters/storage/index.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { createReadStream } from 'node:fs'
import { chmod, copyFile, mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import {
  type BackupManifest,
  checksumsFile,
  backupFormatVersion,
  createChecksumStream,
  progressLine,
  tableFile,
} from './backup-format.ts'
import { runTask, resolveCliPath } from './command-line.ts'
import { withAppDatabase } from './with-database.ts'

const [folderArgument, ...others] = process.argv.slice(2)
if (!folderArgument || others.length > 0 || folderArgument.startsWith('-')) {
  console.error('Usage: npm run restore -- FOLDER')
  process.exit(2)
}

await runTask(() => run(resolveCliPath(folderArgument)).finally(() => progressLine('')))

async function run(folder: string) {
  const names = await verify(folder)
  const manifest = JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8')) as BackupManifest
  if (manifest.format !== backupFormatVersion)
    throw new StartupError(
      `${folder} is of format ${manifest.format}; this version reads ${backupFormatVersion}.`,
    )
  // Checked before hours of copying videos.
  await matchMigrations(manifest)
  const config = readConfig(process.env)
  const { files } = storageFolders(config)
  await rejectExistingFiles(files)
  await rejectExistingSecrets(config, names)
  await withAppDatabase(config, async ({ owner_url }) => {
    if (!(await isEmptyDatabase(owner_url)))
      throw new StartupError(
        'The database is not empty: restore into one that was just created, or into another DATA_DIR.',
      )
    // Files first, so that no row references a missing file.
    const storedFiles = names.filter((name) => name.startsWith('files/'))
    for (const [at, name] of storedFiles.entries()) {
      progressLine(`${at} of ${storedFiles.length} files`)
      await files.import(name.slice('files/'.length) as StorageKey, join(folder, name))
    }
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
      `Restored what was there on ${manifest.made_at}: ${manifest.tables.length} tables with ${rows} rows, ${storedFiles.length} files.`,
    )
    if (!names.some((name) => name === 'secrets/data-encryption.secret'))
      console.error(
        '!! The backup has no secrets: start with the DATA_ENCRYPTION_SECRET that it was made with, or sold films do not play and phone numbers cannot be read.',
      )
  })
}

/** Verifies the checksums of a backup. @returns the names of all its files. */
async function verify(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, checksumsFile), 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new StartupError(
      `${folder} is no backup, or one that was broken off: no ${checksumsFile}.`,
    )
  const lines = text.split('\n').filter(Boolean)
  const broken: string[] = []
  for (const [at, line] of lines.entries()) {
    const [expected, name] = [line.slice(0, 64), line.slice(66)]
    if (!/^[\w./-]+$/.test(name) || name.split('/').includes('..')) {
      broken.push(name)
      continue
    }
    progressLine(`verifying, ${at} of ${lines.length}`)
    const sum = createChecksumStream()
    const read = pipeline(createReadStream(join(folder, name)), sum.through.resume())
    const actual = await read.then(
      () => sum.digest(),
      () => undefined,
    )
    if (actual !== expected) broken.push(name)
  }
  progressLine('')
  if (broken.length > 0)
    throw new StartupError(
      `${broken.length} files of the backup are not what was written, the first of them ${broken[0]}. Nothing was restored.`,
    )
  return lines.map((line) => line.slice(66))
}

async function rejectExistingFiles(files: Storage) {
  for (const kind of storageNamespaces)
    for await (const { name } of files.list(kind))
      throw new StartupError(
        `There are files already, such as ${name}: restore into an empty DATA_DIR, or another S3_PREFIX.`,
      )
}

async function rejectExistingSecrets({ data_dir }: Config, names: string[]) {
  for (const name of names.filter((one) => one.startsWith('secrets/'))) {
    const file = join(data_dir, name.slice('secrets/'.length))
    if (await stat(file).catch(() => undefined))
      throw new StartupError(`${file} is there already: restore into an empty DATA_DIR.`)
  }
}

async function restoreSecrets({ data_dir }: Config, folder: string, names: string[]) {
  await mkdir(data_dir, { recursive: true })
  for (const name of names.filter((one) => one.startsWith('secrets/'))) {
    const file = join(data_dir, name.slice('secrets/'.length))
    await copyFile(join(folder, name), file)
    await chmod(file, 0o600)
  }
}
