import { accounts } from './accounts.ts'
import { contents } from './contents.ts'
import { customer_services } from './customer-services.ts'
import type { Endpoint } from './endpoint.ts'
import { playback } from './playback.ts'
import { reviews } from './reviews.ts'
import { search } from './search.ts'
import { second_factor } from './second-factor.ts'
import { studio_members } from './studio-members.ts'
import { studio_service } from './studio-service.ts'
import { studio } from './studio.ts'
import { subscriptions } from './subscriptions.ts'
import { transactions } from './transactions.ts'
import { watching } from './watching.ts'

/** Every call of the product, by domain. */
export const endpoints = {
  accounts,
  second_factor,
  contents,
  search,
  watching,
  reviews,
  transactions,
  subscriptions,
  playback,
  customer_services,
  studio,
  studio_service,
  studio_members,
}

/** The same table, flat: `contents.listSeries` → its endpoint. */
export const endpointList: readonly { name: string; endpoint: Endpoint }[] = Object.entries(
  endpoints,
).flatMap(([domain, calls]) =>
  Object.entries(calls).map(([name, endpoint]) => ({ name: `${domain}.${name}`, endpoint })),
)
