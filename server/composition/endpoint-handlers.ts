import { endpoints } from '#contract/index.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { Db } from '#server/db/client.ts'
import {
  accountsHandlers,
  type AccountsDependencies,
  secondFactorHandlers,
} from '#server/domains/accounts/index.ts'
import { contentsHandlers } from '#server/domains/contents/index.ts'
import {
  customerServicesHandlers,
  type SupportDependencies,
} from '#server/domains/customer-services/index.ts'
import { playbackHandlers, type FindStreamLimit } from '#server/domains/playback/index.ts'
import { reviewsHandlers } from '#server/domains/reviews/index.ts'
import { type SearchIndexClient, searchHandlers } from '#server/domains/search/index.ts'
import {
  catalogueHandlers,
  recordAnswer,
  analyticsHandlers,
  studioHandlers,
  studioMembersHandlers,
  studioSupportHandlers,
  studioUploadsHandlers,
  type StudioUploadsDependencies,
} from '#server/domains/studio/index.ts'
import {
  type FindEntitlement,
  type PaymentDependencies,
  subscriptionsHandlers,
  transactionsHandlers,
} from '#server/domains/transactions/index.ts'
import { type GuestViews, watchHistoryHandlers } from '#server/domains/watch-history/index.ts'
import { endpointKey } from '#server/http/endpoints/endpoint-dispatcher.ts'
import type { MediaTokens } from '#server/shared/media-token.ts'
import type { Handler } from '#server/api/handler.ts'
import type { ProgressRecorder } from '#server/api/progress-port.ts'

/** Maps every endpoint, by `endpointKey`, to its handler. */
export function createEndpointHandlers(
  parts: AccountsDependencies &
    SupportDependencies &
    StudioUploadsDependencies & {
      grants: MediaTokens
      recorder: ProgressRecorder
      guestViews: GuestViews
      names: SearchIndexClient
      reads: { db: Db }
      money: PaymentDependencies
      findStreamLimit: FindStreamLimit
      findEntitlement: FindEntitlement
    },
): ReadonlyMap<string, Handler<Endpoint>> {
  const domains = {
    accounts: accountsHandlers(parts),
    second_factor: secondFactorHandlers(parts),
    contents: contentsHandlers,
    search: searchHandlers(parts.names),
    watching: watchHistoryHandlers(parts),
    reviews: reviewsHandlers(parts),
    transactions: transactionsHandlers(parts.money),
    subscriptions: subscriptionsHandlers(parts.money),
    playback: playbackHandlers(parts),
    customer_services: customerServicesHandlers({ ...parts, noteAnswer: recordAnswer }),
    studio: studioHandlers(),
    studio_uploads: studioUploadsHandlers(parts),
    studio_catalogue: catalogueHandlers(parts),
    studio_numbers: withReader(parts.reads, analyticsHandlers(parts)),
    studio_service: studioSupportHandlers(parts),
    studio_members: studioMembersHandlers(parts),
  } satisfies Record<keyof typeof endpoints, unknown>
  const table = new Map<string, Handler<Endpoint>>()
  for (const [domain, calls] of Object.entries(endpoints)) {
    const handlers = domains[domain as keyof typeof domains] as unknown as Record<
      string,
      Handler<Endpoint>
    >
    for (const [name, endpoint] of Object.entries(calls)) {
      const handler = handlers[name]
      if (handler) table.set(endpointKey(endpoint), handler)
    }
  }
  return table
}

/** Replaces the `db` of handlers: analytics may read a replica that lags by seconds (D-80). */
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
