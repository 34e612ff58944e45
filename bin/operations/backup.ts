/**
 * `npm run backup -- FOLDER [--with-secrets]`: the database and all files as they were at one instant, into an empty
 * folder, while the product runs. `sha256sum -c checksums.txt` in that folder says whether it is whole.
 * Ends with 0 when it is done, 1 when not, and then nothing can be restored from the folder.
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
  tableFile,
} from './backup-format.ts'
import { runTask, resolveCliPath } from './command-line.ts'
import { withAppDatabase } from './with-database.ts'
import { readReferencedFiles } from './referenced-files.ts'

/** Members and what they wrote: nobody else on this machine reads it, wherever FOLDER is, nor what is restored from it. */
const ours = { mode: 0o600 }

const args = process.argv.slice(2)
const [given, ...others] = args.filter((arg) => arg !== '--with-secrets')
if (!given || others.length > 0 || given.startsWith('-')) {
  console.error('Usage: npm run backup -- FOLDER [--with-secrets]')
  process.exit(2)
}

await runTask(() =>
  run(resolveCliPath(given), args.includes('--with-secrets')).finally(() => progressLine('')),
)

async function run(folder: string, withSecrets: boolean) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0)
    throw new StartupError(`${folder} is not empty: a backup has a folder of its own.`)
  const config = readConfig(process.env)
  await withAppDatabase(config, ({ owner_url }) => backUp(config, owner_url, folder, withSecrets))
}

async function backUp(config: Config, owner_url: string, folder: string, withSecrets: boolean) {
  const began = performance.now()
  const sums = new Map<string, string>()
  const copy = createCopying(storageFolders(config).files, folder, sums)
  // Most of the work, with no transaction open: what is removed meanwhile no row named any more.
  await copy.all()
  let missing: string[] = []
  for (;;) {
    const before = new Set(missing)
    const done = await withSnapshot(owner_url, async (snapshot) => {
      // What came since then: a file is there before a row names it.
      await copy.all()
      missing = (await readReferencedFiles(snapshot.client)).filter((name) => !copy.has(name))
      // A file that a row of this instant names and that was removed just now: another instant is as good.
      if (missing.some((name) => !before.has(name))) return false
      await writeDatabase(snapshot, folder, sums)
      return true
    })
    if (done) break
  }
  if (withSecrets) await copySecrets(config, folder, sums)
  const names = [...sums.keys()].sort()
  await writeFile(
    join(folder, checksumsFile),
    names.map((name) => `${sums.get(name)}  ${name}\n`).join(''),
    ours,
  )
  progressLine('')
  console.log(
    `${folder}: ${copy.count()} files of ${humanBytes(copy.bytes())} and the database, in ${Math.round((performance.now() - began) / 1_000)} s.`,
  )
  if (missing.length > 0)
    console.error(
      `${missing.length} files that the database names are not there, the first of them ${missing[0]}: they are missing in the product as well.`,
    )
  sayOfSecrets(withSecrets)
}

/** Copies files that were not copied yet. */
function createCopying(files: Storage, folder: string, sums: Map<string, string>) {
  const names = new Set<string>()
  const folders = new Set<string>()
  let bytes = 0
  async function one(name: StorageKey) {
    const stream = await files.stream(name)
    // Removed since it was listed: no row names it.
    if (!stream) return
    const path = `files/${name}`
    const to = join(folder, path)
    await mkdir(dirname(to), { recursive: true })
    const sum = createChecksumStream()
    await pipeline(stream, sum.through, createWriteStream(to, ours))
    sums.set(path, sum.digest())
    names.add(name)
    folders.add(name.slice(0, name.lastIndexOf('/') + 1))
    bytes += sum.bytes()
    progressLine(`${names.size} files, ${humanBytes(bytes)}`)
  }
  return {
    count: () => names.size,
    bytes: () => bytes,
    /** A file, or, by a name that ends with a slash, a folder with anything in it. */
    has: (name: string) => names.has(name) || folders.has(name),
    async all() {
      for (const kind of storageNamespaces)
        for await (const { name } of files.list(kind))
          if (!names.has(name) && !isWork(name)) await one(name)
    },
  }
}

/** What is not finished, and has a name that says so. */
function isWork(name: string): boolean {
  return /(?:^|\/)\.|\.(?:work|lock|part)(?:\/|$)/.test(name)
}

async function writeDatabase(snapshot: Snapshot, folder: string, sums: Map<string, string>) {
  const facts = await snapshot.facts()
  await mkdir(join(folder, 'database'), { recursive: true })
  for (const table of facts.tables) {
    progressLine(`${table.table}, ${table.rows} rows`)
    const path = tableFile(table)
    const sum = createChecksumStream()
    await pipeline(
      snapshot.rows(table),
      createGzip({ level: 3 }),
      sum.through,
      createWriteStream(join(folder, path), ours),
    )
    sums.set(path, sum.digest())
  }
  const backup: BackupManifest = {
    format: backupFormatVersion,
    made_at: new Date().toISOString(),
    ...facts,
  }
  await writeSummed(
    folder,
    'backup.json',
    Buffer.from(`${JSON.stringify(backup, null, 1)}\n`),
    sums,
  )
}

async function writeSummed(folder: string, name: string, body: Buffer, sums: Map<string, string>) {
  await writeFile(join(folder, name), body, ours)
  const sum = createChecksumStream()
  sum.through.resume().end(body)
  await new Promise((done) => sum.through.once('end', done))
  sums.set(name, sum.digest())
}

async function copySecrets({ data_dir }: Config, folder: string, sums: Map<string, string>) {
  const found = await readdir(data_dir).catch(() => [])
  // Not that of the database that comes along: another place makes its own.
  const names = found.filter((name) =>
    ['data-encryption.secret', 'media-token.secret'].includes(name),
  )
  for (const name of names) {
    await mkdir(join(folder, 'secrets'), { recursive: true, mode: 0o700 })
    await copyFile(join(data_dir, name), join(folder, 'secrets', name))
    await writeSummed(folder, `secrets/${name}`, await readFile(join(data_dir, name)), sums)
  }
}

function sayOfSecrets(withSecrets: boolean) {
  if (withSecrets)
    console.error(
      '!! The secrets of DATA_DIR are in it, where there are any: whoever has this folder can read phone numbers and play every film. Keep it as you keep them.',
    )
  else
    console.error(
      '!! No secret is in it. Without DATA_ENCRYPTION_SECRET (or DATA_DIR/data-encryption.secret) phone numbers, cards and the keys of sold films in this backup are lost for good: keep it elsewhere.',
    )
}
