import { workCopy } from '#web/copy/work.ts'
import { loaderCall } from '#web/data/loader-call.ts'
import { readsPageAgain } from '#web/features/reviews/address.ts'
import { seriesFacts, seriesSteps } from '#web/features/work/facts.ts'
import { readWork } from '#web/features/work/read-work.ts'
import { idFrom } from '#web/page-address.ts'
import { breadcrumbFacts, pageMeta, siteOf } from '#web/page-meta.ts'
import { seasonPath } from '#web/paths.ts'
import type { Route } from './+types/season.ts'
import { WorkScreen } from './work-screen.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const series = idFrom(params.seriesId)
  return readWork(context.get(loaderCall), series, idFrom(params.seasonId), request.url)
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData?.season) return []
  const { series, season } = loaderData
  const site = siteOf(matches)
  const title = workCopy.season_of(series.title, season.title)
  const path = seasonPath(series.id, season.id)
  return pageMeta(matches, {
    title,
    description: workCopy.describe_series(title, series.synopsis),
    path,
    image: {
      url: series.backdrop_url ?? series.poster_url,
      width: series.backdrop_url ? 1280 : 540,
    },
    kind: 'video.tv_show',
    facts: [
      seriesFacts(site, series),
      breadcrumbFacts(site, [...seriesSteps(series), { name: season.title, path }]),
    ],
  })
}

/** Turning reviews over leaves the page around them as it is. */
export const shouldRevalidate = readsPageAgain

export default function Season({ loaderData }: Route.ComponentProps) {
  return <WorkScreen work={loaderData} />
}
