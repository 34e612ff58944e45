import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { sweepAttachments } from './attachments/index.ts'
import type { SupportParts } from './parts.ts'
import { emptyArchive, readKeysInUse } from './queries.ts'

type Parts = Pick<Database, 'db' | 'transact'> & Pick<SupportParts, 'files'> & { clock: Clock }

/**
 * Takes out what was kept for as long as the law says (D-18), and files that no inquiry names any more: of members
 * who left, and of a server that died between file and row. Workers beside each other do no harm.
 */
export async function tendCustomerServices(parts: Parts): Promise<void> {
  const now = parts.clock.now()
  await parts.transact((tx) => emptyArchive(tx, now))
  await sweepAttachments(parts.files, now, (keys) => readKeysInUse(parts.db, keys))
}
