import { endpoints } from '#contract/index.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Db } from './db/client.ts'
import {
  accountsHandlers,
  type AccountsParts,
  secondFactorHandlers,
} from './domains/accounts/index.ts'
import { contentsHandlers } from './domains/contents/index.ts'
import { customerServicesHandlers, type SupportParts } from './domains/customer-services/index.ts'
import { playbackHandlers, type StreamsOf } from './domains/playback/index.ts'
import { reviewsHandlers } from './domains/reviews/index.ts'
import { type Names, searchHandlers } from './domains/search/index.ts'
import {
  catalogueHandlers,
  noteAnswer,
  numbersHandlers,
  studioHandlers,
  studioMembersHandlers,
  studioServiceHandlers,
  studioUploadsHandlers,
  type StudioUploadsParts,
} from './domains/studio/index.ts'
import {
  type FindEntitlement,
  type MoneyParts,
  subscriptionsHandlers,
  transactionsHandlers,
} from './domains/transactions/index.ts'
import { type Recorder, type Visits, watchingHandlers } from './domains/watching/index.ts'
import { nameOf } from './http/calls.ts'
import type { Grants } from './kernel/grants.ts'
import type { Handler } from './kernel/handler.ts'

/** Which domain answers which call, by `nameOf`. */
export function handlerTable(
  parts: AccountsParts &
    SupportParts &
    StudioUploadsParts & {
      grants: Grants
      recorder: Recorder
      visits: Visits
      names: Names
      reads: { db: Db }
      money: MoneyParts
      streams_of: StreamsOf
      findEntitlement: FindEntitlement
    },
): ReadonlyMap<string, Handler<Endpoint>> {
  const domains = {
    accounts: accountsHandlers(parts),
    second_factor: secondFactorHandlers(parts),
    contents: contentsHandlers,
    search: searchHandlers(parts.names),
    watching: watchingHandlers(parts),
    reviews: reviewsHandlers(parts),
    transactions: transactionsHandlers(parts.money),
    subscriptions: subscriptionsHandlers(parts.money),
    playback: playbackHandlers(parts),
    customer_services: customerServicesHandlers({ ...parts, noteAnswer }),
    studio: studioHandlers(),
    studio_uploads: studioUploadsHandlers(parts),
    studio_catalogue: catalogueHandlers(parts),
    studio_numbers: readingFrom(parts.reads, numbersHandlers(parts)),
    studio_service: studioServiceHandlers(parts),
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
      if (handler) table.set(nameOf(endpoint), handler)
    }
  }
  return table
}

/** Handlers that read elsewhere than members do: what they count may be seconds old (D-80). */
function readingFrom<H extends Record<string, (call: never) => unknown>>(
  { db }: { db: Db },
  handlers: H,
): H {
  const there = Object.entries(handlers).map(([name, handler]) => [
    name,
    (call: object) => handler({ ...call, db } as never),
  ])
  return Object.fromEntries(there) as H
}
