import { storageNamespaces } from '#server/adapters/storage/index.ts'
import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { z } from 'zod'

/**
 * Layout of a backup: `backup.json`, `database/{table}.copy.gz`, `files/{kind}/…`, `secrets/…`, and the checksums of all
 * these in the format of sha256sum. The checksums are written last, so that an interrupted backup has none.
 */
export const backupFormatVersion = 3
/** Version 2 always has all files, and does not say whether it needs a secret. */
export const readableFormats: readonly number[] = [2, backupFormatVersion]
export const checksumsFile = 'checksums.txt'
/** Lists the files of a backup that are in a bucket: a line of size and name for each. */
export const bucketFilesFile = 'bucket-files.txt'
/** Files of `DATA_DIR` that a backup may contain. The secret of the embedded database is not one: a new one has its own. */
export const secretFiles: readonly string[] = ['data-encryption.secret', 'media-token.secret']

const sha256 = z.string().regex(/^[\da-f]{64}$/)
/** A name in quotes or without, with its schema before it. */
const sqlName = z.string().regex(/^[\w".]{1,130}$/)
export const BackupManifest = z.object({
  format: z.int().refine((format) => readableFormats.includes(format)),
  made_at: z.iso.datetime(),
  contents: z.enum(['everything', 'database']).default('everything'),
  /** Whether a restored copy needs the secret of the site, which may be in the backup. */
  secret: z.enum(['unused', 'included', 'needed']).optional(),
  /** The site whose files these are, as a hash: files never change under their name there. */
  source: sha256.optional(),
  /** The bucket that has the files of a backup with `--files-to`. */
  bucket: z
    .object({
      name: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
      prefix: z.string().regex(/^(?:[\w-][\w.-]*\/){0,8}$/),
    })
    .optional(),
  migrations: z.array(
    z.object({
      name: z.string().regex(/^\d{4}_[\w-]+\.sql$/),
      checksum: sha256,
    }),
  ),
  tables: z.array(
    z.object({ table: sqlName, columns: z.array(sqlName), rows: z.int().nonnegative() }),
  ),
  sequences: z.array(z.object({ name: sqlName, last_value: z.string().regex(/^-?\d{1,19}$/) })),
})
export type BackupManifest = z.infer<typeof BackupManifest>

/** @param table its schema and name, quoted where SQL needs it */
export const tableFile = (table: string) => `database/${table.replaceAll('"', '')}.copy.gz`

const storedFile = new RegExp(`^files/(?:${storageNamespaces.join('|')})(?:/[\\w-][\\w.-]*)+$`)

/** Whether a file of a backup may have this name. */
export const isBackupPath = (name: string): boolean =>
  name === 'backup.json' ||
  name === bucketFilesFile ||
  /^database\/\w+\.\w+\.copy\.gz$/.test(name) ||
  storedFile.test(name) ||
  (name.startsWith('secrets/') && secretFiles.includes(name.slice('secrets/'.length)))

/** The backup contains personal data, so only its owner may read it and files restored from it. */
export const privateFile = { mode: 0o600 }

/** Hashes and counts the bytes that pass through. */
export function createChecksumStream() {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { through, bytes: () => bytes, digest: () => hash.digest('hex') }
}

export function humanBytes(bytes: number): string {
  if (bytes < 2 ** 20) return `${Math.ceil(bytes / 2 ** 10)} KB`
  return bytes < 2 ** 30
    ? `${(bytes / 2 ** 20).toFixed(1)} MB`
    : `${(bytes / 2 ** 30).toFixed(2)} GB`
}

let lastPrintedAt = 0
/** Prints progress: overwrites one line on a terminal, otherwise prints a line every 5 s; '' ends it. */
export function progressLine(text: string) {
  const tty = process.stderr.isTTY
  const now = performance.now()
  if (text && now - lastPrintedAt < (tty ? 100 : 5_000)) return
  if (text || (tty && lastPrintedAt)) process.stderr.write(tty ? `\r\u001b[2K${text}` : `${text}\n`)
  lastPrintedAt = text ? now : 0
}
