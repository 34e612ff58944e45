import type { EndpointHandlers, ServerModule } from '#server/api/server-module.ts'
import { accountsServerModule } from '#server/domains/accounts/index.ts'
import { contentsServerModule } from '#server/domains/contents/index.ts'
import { customerServicesServerModule } from '#server/domains/customer-services/index.ts'
import { mediaServerModule } from '#server/domains/media/index.ts'
import { notificationsServerModule } from '#server/domains/notifications/index.ts'
import { operationsServerModule } from '#server/domains/operations/index.ts'
import { playbackServerModule } from '#server/domains/playback/index.ts'
import { recommendationsServerModule } from '#server/domains/recommendations/index.ts'
import { reviewsServerModule } from '#server/domains/reviews/index.ts'
import { searchServerModule } from '#server/domains/search/index.ts'
import { serviceServerModule } from '#server/domains/service/index.ts'
import { studioServerModule } from '#server/domains/studio/index.ts'
import { transactionsServerModule } from '#server/domains/transactions/index.ts'
import { watchHistoryServerModule } from '#server/domains/watch-history/index.ts'

type DependenciesOf<Create extends (deps: never) => ServerModule> = Parameters<Create>[0]

/** Joins the endpoints and notification handlers of all domains. */
export function createServerModules(
  deps: DependenciesOf<typeof mediaServerModule> &
    DependenciesOf<typeof contentsServerModule> &
    DependenciesOf<typeof notificationsServerModule> &
    DependenciesOf<typeof searchServerModule> &
    DependenciesOf<typeof watchHistoryServerModule> &
    DependenciesOf<typeof reviewsServerModule> &
    DependenciesOf<typeof transactionsServerModule> &
    DependenciesOf<typeof playbackServerModule> &
    DependenciesOf<typeof recommendationsServerModule> &
    DependenciesOf<typeof accountsServerModule> &
    DependenciesOf<typeof customerServicesServerModule> &
    DependenciesOf<typeof serviceServerModule> &
    DependenciesOf<typeof operationsServerModule> &
    DependenciesOf<typeof studioServerModule>,
): Required<ServerModule> & { endpoints: EndpointHandlers } {
  const notifications = notificationsServerModule(deps)
  const watchHistory = watchHistoryServerModule(deps)
  const playback = playbackServerModule(deps)
  const accounts = accountsServerModule(deps)
  const customerServices = customerServicesServerModule(deps)
  const studio = studioServerModule(deps)
  const operations = operationsServerModule(deps)
  return {
    endpoints: {
      ...mediaServerModule(deps).endpoints,
      ...contentsServerModule(deps).endpoints,
      ...notifications.endpoints,
      ...searchServerModule(deps).endpoints,
      ...watchHistory.endpoints,
      ...reviewsServerModule(deps).endpoints,
      ...transactionsServerModule(deps).endpoints,
      ...playback.endpoints,
      ...recommendationsServerModule(deps).endpoints,
      ...accounts.endpoints,
      ...customerServices.endpoints,
      ...serviceServerModule(deps).endpoints,
      ...operations.endpoints,
      ...studio.endpoints,
    },
    notifications: {
      ...accounts.notifications,
      ...studio.notifications,
      ...operations.notifications,
    },
    member_notices: {
      ...notifications.member_notices,
      ...watchHistory.member_notices,
      ...playback.member_notices,
      ...customerServices.member_notices,
    },
  }
}
