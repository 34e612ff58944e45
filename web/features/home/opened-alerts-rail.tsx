import * as watch_history from '#web/api/endpoints/watch-history.generated.ts'
import { contentKeys } from '#web/api/query-keys.ts'
import { call } from '#web/api/client.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { PosterCard } from '#web/features/catalog/cards/poster-card.tsx'
import { Rail } from '#web/features/catalog/cards/rail.tsx'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { homeMessages } from './messages.ko.ts'

const openedAlertsQuery = queryOptions({
  queryKey: contentKeys.openedAlerts,
  queryFn: async () => {
    const { results } = await call(watch_history.listReleaseAlerts, {})
    return results.filter(({ notified_at, series }) => notified_at !== null && !series.is_upcoming)
  },
})

/** Tells the member which of the series they asked to be told about have opened (D-39). */
export function OpenedAlertsRail() {
  return (
    <MemberQueryProvider>
      <Cards />
    </MemberQueryProvider>
  )
}

function Cards() {
  const { data = [] } = useQuery(openedAlertsQuery)
  return (
    <Rail title={homeMessages.opened} cardShape="poster">
      {data.map(({ series }) => (
        <PosterCard key={series.id} series={series} lines="truncate" />
      ))}
    </Rail>
  )
}
