import type { ServerModule, Sockets } from '#server/api/server-module.ts'
import type { Database } from '#server/db/client.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { AccountsDependencies } from './dependencies.ts'
import { accountsHandlers, profilesHandlers, secondFactorHandlers } from './handlers.ts'
import { deleteDueAccount } from './deletion/delete-account.ts'
import { runAccountsMaintenance } from './maintenance.ts'
import { deleteProfileImageFiles } from './personal-details/profile-image.ts'
import { sendPasswordResetEmail } from './recovery/password-reset.ts'

export const accountsServerModule = (deps: AccountsDependencies & { sockets: Sockets }) =>
  ({
    endpoints: {
      accounts: accountsHandlers(deps),
      profiles: profilesHandlers(deps),
      second_factor: secondFactorHandlers(deps),
    },
    notifications: {
      session_ended: (id) => deps.sockets.closeSession(Number(id)),
      session_profile: (id) => deps.sockets.reconnectSession(Number(id)),
    },
  }) satisfies ServerModule

export const accountsWorkerModule = (
  deps: Pick<Database, 'transact'> &
    Pick<AccountsDependencies, 'files' | 'site_url' | 'accountDeletionHooks'> & { clock: Clock },
) =>
  ({
    jobs: {
      delete_account: { run: ({ member_id }) => deleteDueAccount(deps, member_id) },
      delete_profile_image: { run: ({ key }) => deleteProfileImageFiles(deps.files, key) },
      send_password_reset: { lane: 'io', run: ({ email }) => sendPasswordResetEmail(deps, email) },
    },
    tasks: [
      { name: 'accounts', seconds: 600, run: (signal) => runAccountsMaintenance(deps, signal) },
    ],
  }) satisfies WorkerModule
