import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import { deleteOrphanedAttachments } from './attachments/index.ts'
import type { SupportDependencies } from './dependencies.ts'
import { purgeArchive, readReferencedKeys } from './inquiries/inquiry-queries.ts'

type Parts = Pick<Database, 'db' | 'transact'> &
  Pick<SupportDependencies, 'files'> & { clock: Clock }

/**
 * Purges the archive after the legal retention period (D-18) and deletes attachments without an inquiry, left by
 * deleted accounts or by a crash. Safe to run on several workers at once.
 */
export async function runCustomerServicesMaintenance(parts: Parts): Promise<void> {
  const now = parts.clock.now()
  await parts.transact((tx) => purgeArchive(tx, now))
  await deleteOrphanedAttachments(parts.files, now, (keys) => readReferencedKeys(parts.db, keys))
}
