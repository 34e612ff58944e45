import { titleMessages } from './messages.ko.ts'
import { apiContext, parseIdParam } from '#web/routing/loader-helpers.ts'
import { shouldRevalidateTitle } from './reviews/review-params.ts'
import { seriesJsonLd, seriesBreadcrumb, socialImageOf } from './structured-data.ts'
import { breadcrumbJsonLd } from '#web/routing/breadcrumbs.ts'
import { loadTitle } from './load-title.ts'
import { pageMeta, siteOriginOf } from '#web/routing/page-meta.ts'
import { seasonPath } from '#web/routing/paths.ts'
import type { Route } from './+types/season.route.ts'
import { TitleScreen } from './title-screen.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const series = parseIdParam(params.seriesId)
  return loadTitle(context.get(apiContext), series, parseIdParam(params.seasonId), request.url)
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData?.season) return []
  const { series, season } = loaderData
  const site = siteOriginOf(matches)
  const title = titleMessages.season_of(series.title, season.title)
  const path = seasonPath(series.id, season.id)
  return pageMeta(matches, {
    title,
    description: titleMessages.describe_series(title, series.synopsis),
    path,
    image: socialImageOf(series),
    ogType: 'video.tv_show',
    ...(import.meta.env.SSR && {
      jsonLd: [
        seriesJsonLd(site, series),
        breadcrumbJsonLd(site, [...seriesBreadcrumb(series), { name: season.title, path }]),
      ],
    }),
  })
}

/** Paging through reviews does not reload the page. */
export const shouldRevalidate = shouldRevalidateTitle

export default function Season({ loaderData }: Route.ComponentProps) {
  return <TitleScreen data={loaderData} />
}
