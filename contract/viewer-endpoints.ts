import { accounts } from './accounts/accounts.ts'
import { contents } from './contents/contents.ts'
import { customer_services } from './customer-services/customer-services.ts'
import { lists } from './watch-history/lists.ts'
import { notifications } from './notifications/notifications.ts'
import { playback } from './playback/playback.ts'
import { profiles } from './accounts/profiles.ts'
import { recommendations } from './recommendations/recommendations.ts'
import { reviews } from './reviews/reviews.ts'
import { search } from './search/search.ts'
import { subscriptions } from './transactions/subscriptions.ts'
import { transactions } from './transactions/transactions.ts'
import { watch_history } from './watch-history/watch-history.ts'

/** Endpoints of the viewer pages. Studio endpoints are kept apart, so that viewers do not download them. */
export const viewerEndpoints = {
  accounts,
  profiles,
  contents,
  search,
  watch_history,
  lists,
  notifications,
  reviews,
  transactions,
  subscriptions,
  playback,
  recommendations,
  customer_services,
}
