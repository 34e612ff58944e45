import * as recommendations from '#web/api/endpoints/recommendations.generated.ts'
import * as watch_history from '#web/api/endpoints/watch-history.generated.ts'
import type { PersonalRow } from '#contract/recommendations/recommendations.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { PosterCard } from '#web/features/catalog/cards/poster-card.tsx'
import { toPosterCardData } from '#web/features/catalog/cards/card-props.ts'
import { Rail } from '#web/features/catalog/cards/rail.tsx'
import { Suspense } from 'react'
import { call } from '#web/api/client.ts'
import { contentKeys } from '#web/api/query-keys.ts'
import { lazyOrNothing } from '#web/ui/base/lazy.tsx'
import { memberRailMessages } from './member-rail-messages.ko.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'

/** The rails of home for a member, after 이어보기. */
export function MemberRails() {
  return (
    <MemberQueryProvider>
      <OpenedAlertsRail />
      <PersonalRows />
    </MemberQueryProvider>
  )
}

const openedAlertsQuery = queryOptions({
  queryKey: contentKeys.openedAlerts,
  queryFn: async () => {
    const { results } = await call(watch_history.listReleaseAlerts, {})
    return results.filter(({ notified_at, series }) => notified_at !== null && !series.is_upcoming)
  },
})

/** The released series for which the member had set an alert. */
function OpenedAlertsRail() {
  const { data = [] } = useQuery(openedAlertsQuery)
  return (
    <Rail title={memberRailMessages.opened} cardShape="poster">
      {data.map(({ series }) => (
        <PosterCard key={series.id} series={series} lines="truncate" />
      ))}
    </Rail>
  )
}

/** For new members only. */
const TastePicks = lazyOrNothing(() =>
  import('./taste-picks.tsx').then(({ TastePicks }) => TastePicks),
)

const personalRowsQuery = queryOptions({
  queryKey: contentKeys.personalRows,
  queryFn: () => call(recommendations.listPersonalRows, {}),
  // Signals since the last visit take effect immediately.
  staleTime: 0,
})

/** Reports a row, by a script that is loaded after it. */
function reporterOf(kind: PersonalRow['kind']) {
  return (section: Element) => {
    const stopping = import('./report-rows.ts').then(({ reportRow }) => reportRow(section, kind))
    return () =>
      void stopping.then(
        (stop) => stop(),
        () => {},
      )
  }
}

/** By kind, because a changed function would observe its row again. */
const reporters = {
  taste: reporterOf('taste'),
  because: reporterOf('because'),
  people: reporterOf('people'),
  age_group: reporterOf('age_group'),
  again: reporterOf('again'),
}

/** The rows recommended to the member. */
function PersonalRows() {
  const { data } = useQuery(personalRowsQuery)
  if (!data) return null
  return (
    <>
      {data.needs_taste_picks && (
        <Suspense>
          <TastePicks />
        </Suspense>
      )}
      {data.rows.map((row) => (
        <Rail
          key={`${row.kind} ${row.because_of?.id}`}
          cardShape="poster"
          isDeferred
          onMount={reporters[row.kind]}
          {...headingOf(row)}
        >
          {row.works.map((series) => (
            <PosterCard key={series.id} series={toPosterCardData(series)} lines="truncate" />
          ))}
        </Rail>
      ))}
    </>
  )
}

function headingOf({ kind, because_of }: PersonalRow): { title: string; subtitle?: string } {
  const of = because_of?.title ?? ''
  if (kind === 'because') return { title: memberRailMessages.because(of) }
  if (kind === 'people')
    return { title: memberRailMessages.people, subtitle: memberRailMessages.people_of(of) }
  if (kind === 'age_group')
    return { title: memberRailMessages.age_group, subtitle: memberRailMessages.age_group_of }
  return { title: memberRailMessages[kind] }
}
