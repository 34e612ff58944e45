import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { galleryCopy } from '#web/copy/gallery.ts'
import { loaderCall } from '#web/data/loader-call.ts'
import { Gallery } from '#web/features/gallery/gallery.tsx'
import { SelfCheck } from '#web/features/self-check/self-check.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { posterOf, stillOf } from '#web/slim.ts'
import type { Route } from './+types/test.ts'

const size = 15

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(loaderCall)
  const [series, episodes] = await Promise.all([
    call(viewerEndpoints.contents.listSeries, { query: { limit: size } }),
    call(viewerEndpoints.contents.listEpisodes, { query: { limit: size } }),
  ])
  return { series: series.results.map(posterOf), episodes: episodes.results.map(stillOf) }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: galleryCopy.title,
    description: galleryCopy.description,
    path: '/test',
    hidden: true,
  })
}

export default function Test({ loaderData }: Route.ComponentProps) {
  return (
    <Gallery series={loaderData.series} episodes={loaderData.episodes} self_check={<SelfCheck />} />
  )
}
