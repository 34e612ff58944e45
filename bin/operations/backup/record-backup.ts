import { createClient } from '#server/db/connection.ts'
import type { BackupManifest } from './format.ts'

type Recorded = Pick<BackupManifest, 'made_at' | 'contents'>

/**
 * Records a complete backup in the database that it is of, for the health page and its alert. A database that cannot take it, such
 * as one of an earlier version, does not make the backup fail.
 */
export const recordBackup = (url: string, { made_at, contents }: Recorded): Promise<void> =>
  write(url, 'insert into backups (made_at, contents) values ($1, $2) on conflict do nothing', [
    made_at,
    contents,
  ])

/** Records that a backup was restored and compared, if the database is the one that it is of. */
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
    console.error(`The database did not take a record of it: ${(error as Error).message}`)
  } finally {
    await client.end()
  }
}
