import { titleMessages } from './messages.ko.ts'
import { apiContext, parseIdParam } from '#web/routing/loader-helpers.ts'
import { shouldRevalidateTitle } from './reviews/review-params.ts'
import { seriesJsonLd, seriesBreadcrumb, socialImageOf } from './structured-data.ts'
import { breadcrumbJsonLd } from '#web/routing/breadcrumbs.ts'
import { loadTitle } from './load-title.ts'
import { pageMeta, siteOriginOf } from '#web/routing/page-meta.ts'
import { seriesPath } from '#web/routing/paths.ts'
import type { Route } from './+types/series.route.ts'
import { TitleScreen } from './title-screen.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  return loadTitle(context.get(apiContext), parseIdParam(params.seriesId), null, request.url)
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { series } = loaderData
  const site = siteOriginOf(matches)
  return pageMeta(matches, {
    title: series.title,
    description: titleMessages.describe_series(series.title, series.synopsis),
    path: seriesPath(series.id),
    image: socialImageOf(series),
    ogType: series.is_series ? 'video.tv_show' : 'video.movie',
    ...(import.meta.env.SSR && {
      jsonLd: [seriesJsonLd(site, series), breadcrumbJsonLd(site, seriesBreadcrumb(series))],
    }),
  })
}

/** Paging through reviews does not reload the page. */
export const shouldRevalidate = shouldRevalidateTitle

export default function Series({ loaderData }: Route.ComponentProps) {
  return <TitleScreen data={loaderData} />
}
