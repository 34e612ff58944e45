import { dayMs } from '#contract/core/seoul-time.ts'
import type { ServerModule, Sockets } from '#server/api/server-module.ts'
import type { Database } from '#server/db/client.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { AccountsDependencies } from './dependencies.ts'
import { deleteOldFailures } from './delivery/delivery-queries.ts'
import { deleteExpiredMerges } from './merge/merge-queries.ts'
import { deleteExpiredEmailChanges } from './email-change/email-change-queries.ts'
import { deleteExpiredDeviceSignIns } from './device-sign-in/device-sign-in-queries.ts'
import { deviceSignInHandlers } from './device-sign-in/device-sign-in.ts'
import { emailChangesHandlers } from './email-change/handlers.ts'
import {
  accountsHandlers,
  identityHandlers,
  profilesHandlers,
  secondFactorHandlers,
} from './handlers.ts'
import { deleteDueAccount, enqueueDeletion } from './deletion/delete-account.ts'
import { consentsHandlers } from './personal-details/consents.ts'
import { deleteOrphanedImages, deleteProfileImageFiles } from './personal-details/profile-image.ts'
import { sendPasswordResetEmail } from './recovery/password-reset.ts'
import { deleteOutboxMessages } from '#server/messages/dev-outbox.ts'
import { deleteOldRateLimits } from './rate-limit-queries.ts'
import { deleteExpiredTransferCodes } from './profiles/profile-queries.ts'
import { findLostCampaigns } from './staff/marketing/campaign-queries.ts'
import { enqueueSending } from './staff/marketing/edit-campaign.ts'
import { studioMarketingHandlers } from './staff/marketing/handlers.ts'
import { sendCampaignBatch } from './staff/marketing/send-campaign.ts'
import { studioDisclosuresHandlers } from './staff/disclosures/handlers.ts'
import { studioMembersHandlers } from './staff/members/handlers.ts'
import { studioStaffHandlers } from './staff/roles/handlers.ts'
import { requeueEach } from '#server/jobs/lost-jobs.ts'
import { deleteExpiredAttempts, endUnidentifiedAges } from './identity/identity-queries.ts'
import { findLostDeletions } from './deletion/deletion-queries.ts'
import { deleteExpiredResetLinks } from './recovery/reset-link-queries.ts'
import { deleteUnusedDevices } from './sessions/known-device-queries.ts'
import { deviceUnusedSince } from './sessions/known-devices.ts'
import { deleteExpiredSessions } from './sessions/session-queries.ts'

export const accountsServerModule = (deps: AccountsDependencies & { sockets: Sockets }) =>
  ({
    endpoints: {
      accounts: accountsHandlers(deps),
      consents: consentsHandlers,
      device_sign_in: deviceSignInHandlers(deps),
      email_changes: emailChangesHandlers(deps),
      identity: identityHandlers(deps),
      profiles: profilesHandlers(deps),
      second_factor: secondFactorHandlers(deps),
      studio_members: studioMembersHandlers(deps),
      studio_disclosures: studioDisclosuresHandlers(deps),
      studio_marketing: studioMarketingHandlers(deps),
      studio_staff: studioStaffHandlers(),
    },
    notifications: {
      session_ended(ids) {
        for (const id of ids.split(' ')) deps.sockets.closeSession(Number(id))
      },
      session_profile: (id) => deps.sockets.reconnectSession(Number(id)),
    },
  }) satisfies ServerModule

export const accountsWorkerModule = (
  deps: Pick<Database, 'db' | 'transact'> &
    Pick<AccountsDependencies, 'encryption' | 'files' | 'site_url' | 'accountDeletionHooks'> & {
      clock: Clock
      /** Set where a provider verifies the identity. */
      identity_window_url?: string | undefined
    },
) => {
  let endsUnidentifiedAges = deps.identity_window_url !== undefined
  return {
    jobs: {
      delete_account: {
        run: ({ member_id }) => deleteDueAccount(deps, member_id),
        requeueLost: requeueEach(
          deps,
          (db, limit) => findLostDeletions(db, deps.clock.now(), limit),
          (tx, member_id) => enqueueDeletion(tx, member_id),
        ),
      },
      delete_profile_image: {
        run: ({ key }) => deleteProfileImageFiles(deps.files, key),
        requeueLost: { not_needed: 'The task profile_images deletes what no profile references.' },
      },
      send_campaign: {
        run: ({ campaign_id }) => sendCampaignBatch(deps, campaign_id),
        requeueLost: requeueEach(deps, findLostCampaigns, (tx, { id, send_at }) =>
          enqueueSending(tx, id, send_at),
        ),
      },
      send_password_reset: {
        lane: 'io',
        run: ({ email }) => sendPasswordResetEmail(deps, email),
        requeueLost: { not_needed: 'Nothing is stored; the member requests another link.' },
      },
    },
    tasks: {
      profile_images: () => deleteOrphanedImages(deps, deps.clock.now()),
      async accounts(signal) {
        // Once per process: the provider is configured at start, and verifies everyone from then on.
        if (endsUnidentifiedAges) await deps.transact(endUnidentifiedAges)
        endsUnidentifiedAges = false
        await runAccountsMaintenance(deps, signal)
      },
    },
  } satisfies WorkerModule
}

/** Longer than any rate limit window and any delay after failed attempts. */
const rateLimitDays = 2
const outboxDays = 7
/** For reports about undelivered mail and SMS. */
const failureDays = 180

/**
 * Deletes expired sessions with their verifications, unused devices, password links, sign-ins by code, address changes, merges, identity
 * attempts, transfer codes and rate limit counters, outbox messages older than a week, and old delivery failures. Queries check
 * expiry themselves, so correctness does not depend on this task; it limits how long personal data is stored.
 */
export async function runAccountsMaintenance(
  { transact, clock }: Pick<Database, 'transact'> & { clock: Clock },
  signal?: AbortSignal,
): Promise<void> {
  const now = clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  await deleteExpiredSessions(transact, now, signal)
  await deleteUnusedDevices(transact, deviceUnusedSince(now), signal)
  await deleteExpiredResetLinks(transact, now, signal)
  await deleteExpiredDeviceSignIns(transact, now, signal)
  await deleteExpiredEmailChanges(transact, now, signal)
  await deleteExpiredMerges(transact, now, signal)
  await deleteOldFailures(transact, daysAgo(failureDays), signal)
  await transact((tx) => deleteExpiredTransferCodes(tx, now))
  await transact((tx) => deleteExpiredAttempts(tx, now))
  await deleteOldRateLimits(transact, daysAgo(rateLimitDays).toISOString(), signal)
  await deleteOutboxMessages(transact, daysAgo(outboxDays), signal)
}
