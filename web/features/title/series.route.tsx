import { workCopy } from './messages.ko.ts'
import { loaderCall } from '#web/routing/loader-helpers.ts'
import { readsPageAgain } from './reviews/review-params.ts'
import { seriesFacts, seriesSteps } from './structured-data.ts'
import { readWork } from './load-title.ts'
import { idFrom } from '#web/routing/loader-helpers.ts'
import { breadcrumbFacts, pageMeta, siteOf } from '#web/routing/page-meta.ts'
import { seriesPath } from '#web/routing/paths.ts'
import type { Route } from './+types/series.route.ts'
import { WorkScreen } from './title-screen.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  return readWork(context.get(loaderCall), idFrom(params.seriesId), null, request.url)
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { series } = loaderData
  const site = siteOf(matches)
  return pageMeta(matches, {
    title: series.title,
    description: workCopy.describe_series(series.title, series.synopsis),
    path: seriesPath(series.id),
    image: {
      url: series.backdrop_url ?? series.poster_url,
      width: series.backdrop_url ? 1280 : 540,
    },
    kind: series.is_series ? 'video.tv_show' : 'video.movie',
    facts: [seriesFacts(site, series), breadcrumbFacts(site, seriesSteps(series))],
  })
}

/** Turning reviews over leaves the page around them as it is. */
export const shouldRevalidate = readsPageAgain

export default function Series({ loaderData }: Route.ComponentProps) {
  return <WorkScreen work={loaderData} />
}
