import * as watch_history from '#web/api/endpoints/watch-history.generated.ts'
import { contentKeys } from '#web/api/query-keys.ts'
import { call } from '#web/api/client.ts'
import { PosterCard } from '#web/features/catalog/cards/poster-card.tsx'
import { Rail } from '#web/features/catalog/cards/rail.tsx'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { memberRailMessages } from './member-rail-messages.ko.ts'

const openedAlertsQuery = queryOptions({
  queryKey: contentKeys.openedAlerts,
  queryFn: async () => {
    const { results } = await call(watch_history.listReleaseAlerts, {})
    return results.filter(({ notified_at, series }) => notified_at !== null && !series.is_upcoming)
  },
})

/** The released series for which the member had set an alert (D-39). */
export function OpenedAlertsRail() {
  const { data = [] } = useQuery(openedAlertsQuery)
  return (
    <Rail title={memberRailMessages.opened} cardShape="poster">
      {data.map(({ series }) => (
        <PosterCard key={series.id} series={series} lines="truncate" />
      ))}
    </Rail>
  )
}
