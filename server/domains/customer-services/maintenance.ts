import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import { deleteOrphanedAttachments } from './attachments/attachment-files.ts'
import type { SupportDependencies } from './dependencies.ts'
import { deleteExpiredArchive, readReferencedKeys } from './inquiries/inquiry-queries.ts'

/**
 * Purges the archive after the legal retention period (D-18) and deletes attachments without an inquiry, left by
 * deleted accounts or by a crash. Safe to run on several workers at once.
 */
export async function runCustomerServicesMaintenance({
  db,
  transact,
  files,
  clock,
}: Pick<Database, 'db' | 'transact'> & Pick<SupportDependencies, 'files'> & { clock: Clock }) {
  const now = clock.now()
  await transact((tx) => deleteExpiredArchive(tx, now))
  await deleteOrphanedAttachments(files, now, (keys) => readReferencedKeys(db, keys))
}
