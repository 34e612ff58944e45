import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import { deleteOrphanedAttachments } from './attachments/index.ts'
import type { SupportDependencies } from './dependencies.ts'
import { purgeArchive, readReferencedKeys } from './inquiries/inquiry-queries.ts'

type Parts = Pick<Database, 'db' | 'transact'> &
  Pick<SupportDependencies, 'files'> & { clock: Clock }

/**
 * Takes out what was kept for as long as the law says (D-18), and files that no inquiry names any more: of members
 * who left, and of a server that died between file and row. Workers beside each other do no harm.
 */
export async function runCustomerServicesMaintenance(parts: Parts): Promise<void> {
  const now = parts.clock.now()
  await parts.transact((tx) => purgeArchive(tx, now))
  await deleteOrphanedAttachments(parts.files, now, (keys) => readReferencedKeys(parts.db, keys))
}
