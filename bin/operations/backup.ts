/**
 * `npm run backup -- FOLDER [--with-secrets]`: copies the database and all files of one instant into an empty folder while
 * the app is running. `sha256sum -c checksums.txt` in that folder verifies it. Exits with 0 on success and 1 on failure, in
 * which case the folder cannot be restored.
 */
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { type Config, readConfig } from '#server/config.ts'
import { type Snapshot, withSnapshot } from '#server/db/backup/snapshot.ts'
import { type StorageKey, storageNamespaces, type Storage } from '#server/adapters/storage/index.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import {
  type BackupManifest,
  checksumsFile,
  backupFormatVersion,
  humanBytes,
  createChecksumStream,
  progressLine,
  secretFiles,
  tableFile,
} from './backup-format.ts'
import { runTask, resolveCliPath } from './command-line.ts'
import { withAppDatabase } from './with-database.ts'
import { readReferencedFiles } from './referenced-files.ts'

/** The backup contains personal data, so only its owner may read it and files restored from it. */
const privateFile = { mode: 0o600 }

const args = process.argv.slice(2)
const [target, ...others] = args.filter((arg) => arg !== '--with-secrets')
if (!target || others.length > 0 || target.startsWith('-')) {
  console.error('Usage: npm run backup -- FOLDER [--with-secrets]')
  process.exit(2)
}

await runTask(() =>
  run(resolveCliPath(target), args.includes('--with-secrets')).finally(() => progressLine('')),
)

async function run(folder: string, withSecrets: boolean) {
  const config = readConfig(process.env)
  await withAppDatabase(config, async ({ owner_url }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if ((await readdir(folder)).length > 0)
      throw new StartupError(`${folder} is not empty: a backup has a folder of its own.`)
    await backUp(config, owner_url, folder, withSecrets)
  })
}

async function backUp(config: Config, owner_url: string, folder: string, withSecrets: boolean) {
  const startedAt = performance.now()
  const sums = new Map<string, string>()
  const copy = createCopying(storageFolders(config).files, folder, sums)
  // Most files are copied without an open transaction: files removed meanwhile are unreferenced.
  await copy.all()
  let missing: string[] = []
  for (;;) {
    const before = new Set(missing)
    const isComplete = await withSnapshot(owner_url, async (snapshot) => {
      // Files stored since then: a file exists before a row references it.
      await copy.all()
      missing = (await readReferencedFiles(snapshot.client)).filter((name) => !copy.has(name))
      // A referenced file of this snapshot was removed just now: retry with a new snapshot.
      if (missing.some((name) => !before.has(name))) return false
      await writeDatabase(snapshot, folder, sums)
      return true
    })
    if (isComplete) break
  }
  if (withSecrets) await copySecrets(config, folder, sums)
  const names = [...sums.keys()].sort()
  await writeFile(
    join(folder, checksumsFile),
    names.map((name) => `${sums.get(name)}  ${name}\n`).join(''),
    privateFile,
  )
  progressLine('')
  console.log(
    `${folder}: ${copy.count()} files of ${humanBytes(copy.bytes())} and the database, in ${Math.round((performance.now() - startedAt) / 1_000)} s.`,
  )
  if (missing.length > 0)
    console.error(
      `${missing.length} files that the database names are not there, the first of them ${missing[0]}: they are missing in the product as well.`,
    )
  printSecretsNotice(withSecrets)
}

/** Copies files that were not copied yet. */
function createCopying(files: Storage, folder: string, sums: Map<string, string>) {
  const names = new Set<string>()
  const folders = new Set<string>()
  let bytes = 0
  async function copyOne(name: StorageKey) {
    const stream = await files.stream(name)
    // Removed after listing, so no row references it.
    if (!stream) return
    const path = `files/${name}`
    const to = join(folder, path)
    await mkdir(dirname(to), { recursive: true })
    const sum = createChecksumStream()
    await pipeline(stream, sum.through, createWriteStream(to, privateFile))
    sums.set(path, sum.digest())
    names.add(name)
    folders.add(name.slice(0, name.lastIndexOf('/') + 1))
    bytes += sum.bytes()
    progressLine(`${names.size} files, ${humanBytes(bytes)}`)
  }
  return {
    count: () => names.size,
    bytes: () => bytes,
    /** Whether a file, or for a name with a trailing slash any file in that folder, has been copied. */
    has: (name: string) => names.has(name) || folders.has(name),
    async all() {
      for (const kind of storageNamespaces)
        for await (const { name } of files.list(kind))
          if (!names.has(name) && !isTemporary(name)) await copyOne(name)
    },
  }
}

/** Whether the name is that of a temporary file. */
function isTemporary(name: string): boolean {
  return /(?:^|\/)\.|\.(?:work|lock|part)(?:\/|$)/.test(name)
}

async function writeDatabase(snapshot: Snapshot, folder: string, sums: Map<string, string>) {
  const manifest = await snapshot.facts()
  await mkdir(join(folder, 'database'), { recursive: true })
  for (const table of manifest.tables) {
    progressLine(`${table.table}, ${table.rows} rows`)
    const path = tableFile(table.table)
    const sum = createChecksumStream()
    await pipeline(
      snapshot.rows(table),
      createGzip({ level: 3 }),
      sum.through,
      createWriteStream(join(folder, path), privateFile),
    )
    sums.set(path, sum.digest())
  }
  const backup: BackupManifest = {
    format: backupFormatVersion,
    made_at: new Date().toISOString(),
    ...manifest,
  }
  await writeSummed(
    folder,
    'backup.json',
    Buffer.from(`${JSON.stringify(backup, null, 1)}\n`),
    sums,
  )
}

async function writeSummed(folder: string, name: string, body: Buffer, sums: Map<string, string>) {
  await writeFile(join(folder, name), body, privateFile)
  const sum = createChecksumStream()
  sum.through.resume().end(body)
  await new Promise((isComplete) => sum.through.once('end', isComplete))
  sums.set(name, sum.digest())
}

async function copySecrets({ data_dir }: Config, folder: string, sums: Map<string, string>) {
  const dataFiles = await readdir(data_dir).catch(() => [])
  for (const name of dataFiles.filter((file) => secretFiles.includes(file))) {
    await mkdir(join(folder, 'secrets'), { recursive: true, mode: 0o700 })
    await copyFile(join(data_dir, name), join(folder, 'secrets', name))
    await writeSummed(folder, `secrets/${name}`, await readFile(join(data_dir, name)), sums)
  }
}

function printSecretsNotice(withSecrets: boolean) {
  if (withSecrets)
    console.error(
      '!! The secrets of DATA_DIR are in it, where there are any: this folder lets its reader decrypt phone numbers and play every film. Keep it as you keep them.',
    )
  else
    console.error(
      '!! No secret is in it. Without DATA_ENCRYPTION_SECRET (or DATA_DIR/data-encryption.secret) phone numbers, cards and the keys of sold films in this backup are lost for good: keep it elsewhere.',
    )
}
