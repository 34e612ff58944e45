import type { SnapshotManifest, TableManifest } from '#server/db/backup/snapshot.ts'
import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

/**
 * What lies in a backup: `backup.json`, `database/{table}.copy.gz`, `files/{kind}/…`, `secrets/…`, and, written last, so
 * that a backup that was broken off has none, the checksums of all that in the form that sha256sum reads.
 */
export type BackupManifest = SnapshotManifest & { format: number; made_at: string }

export const backupFormatVersion: number = 1
export const checksumsFile = 'checksums.txt'

export const tableFile = ({ table }: TableManifest) =>
  `database/${table.replaceAll('"', '')}.copy.gz`

/** Adds up what goes through it. */
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

let said = 0
/** How far it is: one line that is written over, or, where nobody looks on, a line every 5 s; '' ends it. */
export function progressLine(text: string) {
  const tty = process.stderr.isTTY
  const now = performance.now()
  if (text && now - said < (tty ? 100 : 5_000)) return
  if (text || (tty && said)) process.stderr.write(tty ? `\r\u001b[2K${text}` : `${text}\n`)
  said = text ? now : 0
}
