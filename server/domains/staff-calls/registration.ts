import type { ServerModule } from '#server/api/server-module.ts'
import type { Database } from '#server/db/client.ts'
import type { AnswerEmailSettings } from '#server/domains/customer-services/index.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import type { MediaTokens } from '#server/shared/media-token.ts'
import { catalogueHandlers } from './catalogue/handlers.ts'
import { studioMarketingHandlers } from './marketing/handlers.ts'
import { findLostCampaigns } from './marketing/campaign-queries.ts'
import { enqueueSending } from './marketing/edit-campaign.ts'
import { sendCampaignBatch } from './marketing/send-campaign.ts'
import { requeueEach } from '#server/jobs/lost-jobs.ts'
import { homeCurationHandlers } from './home-curation/handlers.ts'
import { publishingHandlers } from './publishing/handlers.ts'
import { studioUploadsHandlers } from './uploads/handlers.ts'
import { runUploadsMaintenance } from './uploads/receive-upload.ts'

type UploadDependencies = Parameters<typeof runUploadsMaintenance>[0]

type Dependencies = UploadDependencies &
  AnswerEmailSettings & {
    encryption: Encryption
    mediaTokens: MediaTokens
    /** Whether rate limits apply. */
    limits: boolean
  }

export const staffCallsServerModule = (deps: Dependencies) =>
  ({
    endpoints: {
      studio_uploads: studioUploadsHandlers(deps),
      studio_catalogue: catalogueHandlers(deps),
      studio_publishing: publishingHandlers(),
      studio_home_curation: homeCurationHandlers(),
      studio_marketing: studioMarketingHandlers(deps),
    },
  }) satisfies ServerModule

export const staffCallsWorkerModule = (
  deps: UploadDependencies &
    Pick<Database, 'db' | 'transact'> & { encryption: Encryption; site_url: string },
) =>
  ({
    jobs: {
      send_campaign: {
        run: ({ campaign_id }) => sendCampaignBatch(deps, campaign_id),
        requeueLost: requeueEach(deps, findLostCampaigns, (tx, { id, send_at }) =>
          enqueueSending(tx, id, send_at),
        ),
      },
    },
    tasks: {
      uploads: () => runUploadsMaintenance(deps),
    },
  }) satisfies WorkerModule
