import type { ServerModule } from '#server/api/server-module.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import type { MediaTokens } from '#server/shared/media-token.ts'
import { studioUploadsHandlers } from './uploads/handlers.ts'
import { runUploadsMaintenance } from './uploads/receive-upload.ts'

type UploadDependencies = Parameters<typeof runUploadsMaintenance>[0]

type Dependencies = UploadDependencies & { encryption: Encryption; mediaTokens: MediaTokens }

export const staffCallsServerModule = (deps: Dependencies) =>
  ({
    endpoints: {
      studio_uploads: studioUploadsHandlers(deps),
    },
  }) satisfies ServerModule

export const staffCallsWorkerModule = (deps: UploadDependencies) =>
  ({ tasks: { uploads: () => runUploadsMaintenance(deps) } }) satisfies WorkerModule
