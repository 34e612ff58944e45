import type { SnapshotManifest, TableManifest } from '#server/db/backup/snapshot.ts'
import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

/**
 * Layout of a backup: `backup.json`, `database/{table}.copy.gz`, `files/{kind}/…`, `secrets/…`, and the checksums of all
 * these in the format of sha256sum. The checksums are written last, so that an interrupted backup has none.
 */
export type BackupManifest = SnapshotManifest & { format: number; made_at: string }

export const backupFormatVersion: number = 2
export const checksumsFile = 'checksums.txt'

export const tableFile = ({ table }: TableManifest) =>
  `database/${table.replaceAll('"', '')}.copy.gz`

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
