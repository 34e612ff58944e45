import type { ServerModule } from '#server/api/server-module.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import type { MediaTokens } from '#server/shared/media-token.ts'
import { catalogueHandlers } from './catalogue/handlers.ts'
import { homeCurationHandlers } from './home-curation/handlers.ts'
import { publishingHandlers } from './publishing/handlers.ts'
import { studioUploadsHandlers } from './uploads/handlers.ts'
import { runUploadsMaintenance } from './uploads/receive-upload.ts'

type UploadDependencies = Parameters<typeof runUploadsMaintenance>[0]

type Dependencies = UploadDependencies & { encryption: Encryption; mediaTokens: MediaTokens }

export const staffCallsServerModule = (deps: Dependencies) =>
  ({
    endpoints: {
      studio_uploads: studioUploadsHandlers(deps),
      studio_catalogue: catalogueHandlers(deps),
      studio_publishing: publishingHandlers(),
      studio_home_curation: homeCurationHandlers(),
    },
  }) satisfies ServerModule

export const staffCallsWorkerModule = (deps: UploadDependencies) =>
  ({ tasks: { uploads: () => runUploadsMaintenance(deps) } }) satisfies WorkerModule
