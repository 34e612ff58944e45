import * as watch_history from '#web/api/endpoints/watch-history.generated.ts'
import { contentKeys } from '#web/api/query-keys.ts'
import { call } from '#web/api/client.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { PosterCard } from '#web/features/catalog/cards/poster-card.tsx'
import { Rail } from '#web/features/catalog/cards/rail.tsx'
import { queryOptions, useQuery } from '@tanstack/react-query'

const openedAlertsQuery = queryOptions({
  queryKey: contentKeys.openedAlerts,
  queryFn: async () => {
    const { results } = await call(watch_history.listReleaseAlerts, {})
    return results.filter(({ notified_at, series }) => notified_at !== null && !series.is_upcoming)
  },
})

/**
 * The series with release alerts of the member that have opened (D-39).
 * @param title passed in, so that the messages of home stay in the chunk of home.
 */
export function OpenedAlertsRail({ title }: { title: string }) {
  return (
    <MemberQueryProvider>
      <Cards title={title} />
    </MemberQueryProvider>
  )
}

function Cards({ title }: { title: string }) {
  const { data = [] } = useQuery(openedAlertsQuery)
  return (
    <Rail title={title} cardShape="poster">
      {data.map(({ series }) => (
        <PosterCard key={series.id} series={series} lines="truncate" />
      ))}
    </Rail>
  )
}
