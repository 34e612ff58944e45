import type { ServerModule, Sockets } from '#server/api/server-module.ts'
import type { Database, Db } from '#server/db/client.ts'
import { studioEventsChannel } from '#server/db/notify/studio-events.ts'
import type { AnswerEmailSettings } from '#server/domains/customer-services/index.ts'
import type { SearchIndexClient } from '#server/domains/search/index.ts'
import type { PaymentDependencies } from '#server/domains/transactions/index.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import type { MediaTokens } from '#server/shared/media-token.ts'
import { runAnalyticsMaintenance } from './analytics/aggregation-queries.ts'
import { analyticsHandlers } from './analytics/handlers.ts'
import { catalogueHandlers } from './catalogue/handlers.ts'
import { studioMarketingHandlers } from './marketing/handlers.ts'
import { findLostCampaigns } from './marketing/campaign-queries.ts'
import { enqueueSending } from './marketing/edit-campaign.ts'
import { sendCampaignBatch } from './marketing/send-campaign.ts'
import { requeueEach } from '#server/jobs/lost-jobs.ts'
import { studioMembersHandlers } from './members/handlers.ts'
import { homeCurationHandlers } from './home-curation/handlers.ts'
import { publishingHandlers } from './publishing/handlers.ts'
import { studioRecommendationsHandlers } from './recommendations/handlers.ts'
import { studioStaffHandlers } from './staff/handlers.ts'
import { studioSearchHandlers } from './search/handlers.ts'
import { studioSupportHandlers } from './support/handlers.ts'
import { studioUploadsHandlers } from './uploads/handlers.ts'
import { runUploadsMaintenance } from './uploads/receive-upload.ts'
import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import { auditColumns, auditFileName } from './audit-log.copy.ts'
import { readAuditBatches, readAuditLog } from './audit-log-queries.ts'
import { csvStream } from './csv-export.ts'

type UploadDependencies = Parameters<typeof runUploadsMaintenance>[0]

type Dependencies = UploadDependencies &
  AnswerEmailSettings & {
    encryption: Encryption
    mediaTokens: MediaTokens
    payments: PaymentDependencies
    /** Whether rate limits apply. */
    limits: boolean
    reads: { db: Db }
    sockets: Sockets
    searchIndex: Pick<SearchIndexClient, 'query'>
  }

export const studioServerModule = (deps: Dependencies) =>
  ({
    endpoints: {
      studio: studioHandlers(),
      studio_uploads: studioUploadsHandlers(deps),
      studio_catalogue: catalogueHandlers(deps),
      studio_publishing: publishingHandlers(),
      studio_home_curation: homeCurationHandlers(),
      studio_analytics: withReader(deps.reads, analyticsHandlers(deps)),
      studio_support: studioSupportHandlers(deps),
      studio_members: studioMembersHandlers({ ...deps, money: deps.payments }),
      studio_marketing: studioMarketingHandlers(deps),
      studio_search: studioSearchHandlers(deps),
      studio_recommendations: studioRecommendationsHandlers(),
      studio_staff: studioStaffHandlers(),
    },
    notifications: { [studioEventsChannel]: deps.sockets.sendStudioEvent },
  }) satisfies ServerModule

export const studioWorkerModule = (
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
      analytics: (signal) => runAnalyticsMaintenance(deps, signal),
    },
  }) satisfies WorkerModule

/** Replaces the `db` of handlers: analytics may read a replica that lags by seconds. */
function withReader<H extends Record<string, (call: never) => unknown>>(
  { db }: { db: Db },
  handlers: H,
): H {
  const wrapped = Object.entries(handlers).map(([name, handler]) => [
    name,
    (call: object) => handler({ ...call, db } as never),
  ])
  return Object.fromEntries(wrapped) as H
}

function studioHandlers(): Handlers<typeof endpoints.studio> {
  return {
    listAuditLog: ({ db, query }) => readAuditLog(db, query),
    downloadAuditLog: async ({ db, query, now }) =>
      csvStream(auditFileName(now), auditColumns, readAuditBatches(db, query)),
  }
}
