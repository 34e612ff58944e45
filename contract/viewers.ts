import { accounts } from './accounts.ts'
import { contents } from './contents.ts'
import { customer_services } from './customer-services.ts'
import { playback } from './playback.ts'
import { reviews } from './reviews.ts'
import { search } from './search.ts'
import { subscriptions } from './subscriptions.ts'
import { transactions } from './transactions.ts'
import { watching } from './watching.ts'

/** The calls of viewers' pages, apart from the studio's: what staff alone can call is on no page of theirs. */
export const endpoints = {
  accounts,
  contents,
  search,
  watching,
  reviews,
  transactions,
  subscriptions,
  playback,
  customer_services,
}
