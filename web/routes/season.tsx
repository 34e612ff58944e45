import { workCopy } from '#web/copy/work.ts'
import { loaderCall } from '#web/data/loader-call.ts'
import { useSeriesOfMember } from '#web/data/series-of-member.ts'
import { GoOnButton } from '#web/features/continue/go-on-button.tsx'
import { EpisodeWatched } from '#web/features/history/watched-bar.tsx'
import { openLogin } from '#web/features/login/open-login.ts'
import { readsPageAgain } from '#web/features/reviews/address.ts'
import { ReviewsSection } from '#web/features/reviews/reviews-section.tsx'
import { Like } from '#web/features/wishlist/like.tsx'
import { seriesFacts, seriesSteps } from '#web/features/work/facts.ts'
import { readWork } from '#web/features/work/read-work.ts'
import { playShape } from '#web/features/work/work-hero.tsx'
import { WorkPage } from '#web/features/work/work-page.tsx'
import { idFrom } from '#web/page-address.ts'
import { breadcrumbFacts, pageMeta, siteOf } from '#web/page-meta.ts'
import { seasonPath, videoPath } from '#web/paths.ts'
import type { Route } from './+types/season.ts'

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
  const { series, episodes } = loaderData
  const first = episodes.find(({ video_state }) => video_state === 'ready')
  useSeriesOfMember(series.id)
  return (
    <WorkPage
      work={loaderData}
      play={(button) => (
        <GoOnButton series={series} className={playShape}>
          {button}
        </GoOnButton>
      )}
      actions={
        <Like
          key={series.id}
          what={{ content_type: 'series', object_id: series.id }}
          title={series.title}
          signIn={openLogin}
          className="max-md:w-full"
        />
      }
      mine={(episode) => <EpisodeWatched series_id={series.id} episode={episode} />}
      reviews={
        <ReviewsSection
          work={{ content_type: 'series', object_id: series.id, series_id: series.id }}
          average={series.rating_average}
          count={series.review_count}
          watch_path={first ? videoPath(first.id) : null}
          signIn={openLogin}
        />
      }
    />
  )
}
