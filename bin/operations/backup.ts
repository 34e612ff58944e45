/**
 * `npm run backup -- FOLDER`: copies the database and all files of one instant into an empty folder while the app is running.
 * Files that an earlier backup in the same parent folder contains are hard-linked.
 *
 * - `--with-secrets` adds the secrets of DATA_DIR.
 * - `--database-only` leaves out the files.
 * - `--files-to BUCKET/PREFIX` keeps the files in S3: the store copies those that are new.
 * - `--keep N` deletes older backups in the same parent folder.
 * - `--verify FOLDER` restores a backup into a temporary database.
 *
 * Exits with 0 on success and 1 on failure, in which case the new folder cannot be restored.
 */
import type { S3Client } from '#server/adapters/storage/index.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { readSecretFit } from '#server/composition/verify-encryption-secret.ts'
import { type Config, readConfig } from '#server/config.ts'
import { type Snapshot, withSnapshot } from '#server/db/backup/snapshot.ts'
import { makeFolder } from '#server/shared/make-folder.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGzip } from 'node:zlib'
import {
  type BucketPlace,
  createBucketCopying,
  openBackupBucket,
  removeUnnamedCopies,
} from './backup/bucket-files.ts'
import { createFileCopying } from './backup/copy-files.ts'
import { findEarlierBackups, openEarlierFiles, removeOldBackups } from './backup/earlier-backups.ts'
import {
  BackupManifest,
  backupFormatVersion,
  bucketFilesFile,
  checksumsFile,
  createChecksumStream,
  humanBytes,
  privateFile,
  progressLine,
  secretFiles,
  tableFile,
} from './backup/format.ts'
import { recordBackup, recordVerification } from './backup/record-backup.ts'
import { readReferencedFiles } from './backup/referenced-files.ts'
import { verifyByRestoring } from './backup/verify-by-restoring.ts'
import { runTask, resolveCliPath } from './command-line.ts'
import { withAppDatabase } from './with-database.ts'

type Options = {
  folder: string
  with_secrets: boolean
  database_only: boolean
  bucket?: BucketPlace
  keep?: number
}

const secretNotices = {
  unused: 'Nothing in it is encrypted: it can be restored without a secret.',
  included:
    '!! Its secret is in it: this folder lets its reader decrypt phone numbers and play every film. Keep it as you keep the secret.',
  needed:
    '!! No secret is in it. Without DATA_ENCRYPTION_SECRET (or DATA_DIR/data-encryption.secret) phone numbers, cards and the keys of sold films in this backup are lost for good: keep it elsewhere.',
}

const command = parseCommand()
if (command === undefined) {
  console.error(
    'Usage: npm run backup -- FOLDER [--with-secrets] [--database-only | --files-to BUCKET/PREFIX] [--keep N]',
  )
  console.error('       npm run backup -- --verify FOLDER')
  process.exit(2)
}

await runTask(() =>
  ('verify' in command ? verify(command.verify) : run(command)).finally(() => progressLine('')),
)

function parseCommand(): Options | { verify: string } | undefined {
  try {
    const { positionals, values } = parseArgs({
      options: {
        'with-secrets': { type: 'boolean', default: false },
        'database-only': { type: 'boolean', default: false },
        'files-to': { type: 'string' },
        keep: { type: 'string' },
        verify: { type: 'string' },
      },
      allowPositionals: true,
    })
    const { keep, verify } = values
    if (verify !== undefined)
      return verify && process.argv.length === 4 ? { verify: resolveCliPath(verify) } : undefined
    const [folder, ...others] = positionals
    if (!folder || others.length > 0 || (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep)))
      return undefined
    const filesTo = values['files-to']
    const bucket = filesTo === undefined ? undefined : parsePlace(filesTo)
    if (filesTo !== undefined && (!bucket || values['database-only'])) return undefined
    return {
      folder: resolveCliPath(folder),
      with_secrets: values['with-secrets'],
      database_only: values['database-only'],
      ...(bucket && { bucket }),
      ...(keep && { keep: Number(keep) }),
    }
  } catch {
    return undefined
  }
}

async function verify(folder: string) {
  const manifest = await verifyByRestoring(folder)
  const { database_owner_url, database_url } = readConfig(process.env)
  const url = database_owner_url ?? database_url
  if (url) await recordVerification(url, manifest)
}

/** @param text `BUCKET/PREFIX`; the prefix gets a slash at its end. */
function parsePlace(text: string): BucketPlace | undefined {
  const [name = '', ...path] = text.split('/').filter(Boolean)
  const place = { name, prefix: path.map((part) => `${part}/`).join('') }
  return BackupManifest.shape.bucket.safeParse(place).data
}

async function run(options: Options) {
  const { folder } = options
  const config = readConfig(process.env)
  await withAppDatabase(config, async ({ owner_url }) => {
    makeFolder(folder)
    if ((await readdir(folder)).length > 0)
      throw new StartupError(`${folder} is not empty: a backup has a folder of its own.`)
    await backUp(config, owner_url, options)
  })
}

async function backUp(config: Config, owner_url: string, options: Options) {
  const { folder, database_only, bucket, keep } = options
  const copies = bucket && openBackupBucket(config.s3, bucket)
  const startedAt = performance.now()
  const sums = new Map<string, string>()
  const source = await identifySource(config, owner_url)
  const fit = await readSecretFit(config, owner_url)
  const hasSecret = options.with_secrets && (await copySecrets(config, folder, sums))
  const facts = {
    contents: database_only ? ('database' as const) : ('everything' as const),
    secret: fit === 'unused' ? fit : hasSecret ? ('included' as const) : ('needed' as const),
    source,
    ...(bucket && { bucket }),
  }
  const backup: Backup = { folder, sums, facts, made_at: '' }
  const report = database_only
    ? await withSnapshot(owner_url, (snapshot) => writeDatabase(snapshot, backup))
    : await backUpFiles(config, owner_url, backup, copies)
  const names = [...sums.keys()].sort()
  await writeFile(
    join(folder, checksumsFile),
    names.map((name) => `${sums.get(name)}  ${name}\n`).join(''),
    privateFile,
  )
  await recordBackup(owner_url, { ...facts, made_at: backup.made_at })
  progressLine('')
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  console.log(`${folder}: ${report}, in ${seconds} s.`)
  if (keep !== undefined)
    for (const removed of await removeOldBackups(folder, facts, keep))
      console.log(`Deleted ${removed}.`)
  if (keep !== undefined && copies)
    console.log(
      `Deleted ${await removeUnnamedCopies(folder, bucket, copies)} files that no backup here names from ${bucket.name}/${bucket.prefix}.`,
    )
  console.error(secretNotices[facts.secret])
}

type Backup = {
  folder: string
  /** Time of the database snapshot; empty until it is taken. */
  made_at: string
  sums: Map<string, string>
  facts: Pick<BackupManifest, 'contents' | 'secret' | 'source' | 'bucket'>
}

/** @returns what was copied, for the last line */
async function backUpFiles(
  config: Config,
  owner_url: string,
  backup: Backup,
  copies: S3Client | undefined,
): Promise<string> {
  const earlier = (await findEarlierBackups(backup.folder)).find(
    ({ manifest: { contents, source, bucket } }) =>
      contents === 'everything' && source === backup.facts.source && !bucket,
  )
  const inBucket = config.s3 && copies && createBucketCopying(config.s3, copies)
  const copying =
    inBucket ??
    createFileCopying(
      storageFolders(config).files,
      backup,
      earlier ? await openEarlierFiles(earlier.folder) : async () => undefined,
    )
  // Most files are copied without an open transaction: files removed meanwhile are unreferenced.
  await copying.addAll()
  let database = ''
  let missing: string[] = []
  for (;;) {
    const before = new Set(missing)
    const isComplete = await withSnapshot(owner_url, async (snapshot) => {
      // Files stored since then: a file exists before a row references it.
      await copying.addAll()
      missing = (await readReferencedFiles(snapshot.client)).filter((name) => !copying.has(name))
      // A referenced file of this snapshot was removed just now: retry with a new snapshot.
      if (missing.some((name) => !before.has(name))) return false
      database = await writeDatabase(snapshot, backup)
      return true
    })
    if (isComplete) break
  }
  if (missing.length > 0)
    console.error(
      `${missing.length} files that the database names are not there, the first of them ${missing[0]}: they are missing in the product as well.`,
    )
  if (inBucket)
    await writeSummed(backup.folder, bucketFilesFile, Buffer.from(inBucket.lines()), backup.sums)
  const { copied, linked } = copying
  const kept = `${linked.count} of ${humanBytes(linked.bytes)}`
  const links = inBucket
    ? ` copied by the store (and ${kept} that are there already)`
    : earlier
      ? ` (and ${kept} linked to ${earlier.folder})`
      : ''
  return `${copied.count} files of ${humanBytes(copied.bytes)}${links}, ${database}`
}

/**
 * Identifies the site by its database and the place of its files, so that files are only linked to those of the same name
 * there. After a restore or a move it is another one, and everything is copied once.
 */
async function identifySource({ s3, media_dir, data_dir }: Config, owner_url: string) {
  const id = await withSnapshot(owner_url, async ({ client }) => {
    const { rows } = await client.query<{ id: string }>(
      `select system_identifier || ' ' || d.oid as id
       from pg_control_system(), pg_database d where d.datname = current_database()`,
    )
    return rows[0]?.id
  })
  const place = s3 ? [s3.endpoint, s3.bucket, s3.prefix] : [data_dir, media_dir]
  return createHash('sha256')
    .update(JSON.stringify([id, ...place]))
    .digest('hex')
}

/** @returns the size of the database, for the last line */
async function writeDatabase(snapshot: Snapshot, written: Backup) {
  const { folder, sums, facts } = written
  written.made_at = new Date().toISOString()
  const manifest = await snapshot.facts()
  await mkdir(join(folder, 'database'), { recursive: true })
  let bytes = 0
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
    bytes += sum.bytes()
  }
  const backup: BackupManifest = {
    format: backupFormatVersion,
    made_at: written.made_at,
    ...facts,
    ...manifest,
  }
  const text = Buffer.from(`${JSON.stringify(backup, null, 1)}\n`)
  await writeSummed(folder, 'backup.json', text, sums)
  return `the database of ${humanBytes(bytes)}`
}

async function writeSummed(folder: string, name: string, body: Buffer, sums: Map<string, string>) {
  await writeFile(join(folder, name), body, privateFile)
  sums.set(name, createHash('sha256').update(body).digest('hex'))
}

/** @returns whether the secret that encrypts is among them: the environment may have it instead */
async function copySecrets(
  { data_dir, secrets }: Config,
  folder: string,
  sums: Map<string, string>,
): Promise<boolean> {
  const dataFiles: string[] = await readdir(data_dir).catch(() => [])
  for (const name of dataFiles.filter((file) => secretFiles.includes(file))) {
    await mkdir(join(folder, 'secrets'), { recursive: true, mode: 0o700 })
    await copyFile(join(data_dir, name), join(folder, 'secrets', name))
    await writeSummed(folder, `secrets/${name}`, await readFile(join(data_dir, name)), sums)
  }
  return dataFiles.includes('data-encryption.secret') && !secrets.encryption
}
