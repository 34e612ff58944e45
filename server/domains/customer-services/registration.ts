import type { ServerModule, Sockets } from '#server/api/server-module.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import { customerServicesHandlers } from './handlers.ts'
import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import { deleteOrphanedAttachments } from './attachments/attachment-files.ts'
import type { SupportDependencies } from './dependencies.ts'
import { studioSupportHandlers } from './staff/handlers.ts'
import {
  deleteExpiredArchive,
  readReferencedKeys,
  archiveInquiriesOfMember,
} from './inquiries/inquiry-queries.ts'
import type { AccountDeletionHook } from '#server/api/account-deletion-hook.ts'
import { publishStudioEvent } from '#server/db/notify/studio-events.ts'

export const customerServicesServerModule = (
  deps: Parameters<typeof customerServicesHandlers>[0] & { sockets: Sockets },
) =>
  ({
    endpoints: {
      customer_services: customerServicesHandlers(deps),
      studio_support: studioSupportHandlers(deps),
    },
    member_notices: {
      inquiry_answered({ inquiry_id }: { inquiry_id: number }, member_id) {
        deps.sockets.sendToMember(member_id, { type: 'inquiry_answered', inquiry_id })
      },
    },
  }) satisfies ServerModule

export const customerServicesWorkerModule = (
  deps: Parameters<typeof runCustomerServicesMaintenance>[0],
) =>
  ({
    tasks: { customer_services: () => runCustomerServicesMaintenance(deps) },
  }) satisfies WorkerModule

/**
 * Purges the archive after the legal retention period and deletes attachments without an inquiry, left by
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

/** Account deletion archives the member's inquiries. Maintenance deletes their unreachable files within hours. */
export const archiveMemberInquiries: AccountDeletionHook['delete'] = async (
  tx,
  member_id,
  { now },
) => {
  await archiveInquiriesOfMember(tx, member_id, now)
  await publishStudioEvent(tx, { subject_kind: 'inquiry', subject_id: null })
}
