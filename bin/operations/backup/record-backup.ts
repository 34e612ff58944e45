import { createClient } from '#server/db/connection.ts'
import type { BackupManifest } from './format.ts'

type Recorded = Pick<BackupManifest, 'made_at' | 'contents'>

/**
 * Records a complete backup in the database from which it was made, for the health page and its alert. If that fails, as in a
 * database of an earlier version, the backup is still complete.
 */
export const recordBackup = (url: string, { made_at, contents }: Recorded): Promise<void> =>
  write(url, 'insert into backups (made_at, contents) values ($1, $2) on conflict do nothing', [
    made_at,
    contents,
  ])

/** Records that a backup was verified, if it was made from this database. */
export const recordVerification = (
  url: string,
  { made_at }: Pick<Recorded, 'made_at'>,
): Promise<void> =>
  write(url, 'update backups set verified_at = now() where made_at = $1', [made_at])

async function write(url: string, statement: string, values: unknown[]) {
  const client = createClient(url, { name: 'hanpyeon backup' })
  try {
    await client.connect()
    await client.query(statement, values)
  } catch (error) {
    console.error(`This could not be recorded in the database: ${(error as Error).message}`)
  } finally {
    await client.end()
  }
}
