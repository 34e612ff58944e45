import { workCopy } from '#web/copy/work.ts'
import { loaderCall } from '#web/data/loader-call.ts'
import { readsPageAgain } from '#web/features/reviews/address.ts'
import { seriesFacts, seriesSteps } from '#web/features/work/facts.ts'
import { readWork } from '#web/features/work/read-work.ts'
import { idFrom } from '#web/page-address.ts'
import { breadcrumbFacts, pageMeta, siteOf } from '#web/page-meta.ts'
import { seriesPath } from '#web/paths.ts'
import type { Route } from './+types/series.ts'
import { WorkScreen } from './work-screen.tsx'

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
