import { workCopy } from './messages.ko.ts'
import { loaderCall } from '#web/routing/loader-helpers.ts'
import { readsPageAgain } from './reviews/review-params.ts'
import { seriesFacts, seriesSteps } from './structured-data.ts'
import { readWork } from './load-title.ts'
import { idFrom } from '#web/routing/loader-helpers.ts'
import { breadcrumbFacts, pageMeta, siteOf } from '#web/routing/page-meta.ts'
import { seasonPath } from '#web/routing/paths.ts'
import type { Route } from './+types/season.route.ts'
import { WorkScreen } from './title-screen.tsx'

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
