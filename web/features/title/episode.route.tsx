import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { workCopy } from './messages.ko.ts'
import { loaderCall } from '#web/routing/loader-helpers.ts'
import { useSeriesOfMember } from '#web/session/member-series.ts'
import { EpisodeWatched } from '#web/features/catalog/cards/watch-progress.tsx'
import { openLogin } from '#web/features/account/login/open-login-dialog.ts'
import { PlayerAhead } from '#web/features/player/player-prefetch.tsx'
import { readsPageAgain } from './reviews/review-params.ts'
import { ReviewsSection } from './reviews/reviews-section.tsx'
import { Like } from '#web/features/library/wishlist/like-button.tsx'
import { EpisodePage } from './episode-page.tsx'
import { episodeFacts, seriesSteps } from './structured-data.ts'
import { readEpisodePage } from './load-title.ts'
import { idFrom } from '#web/routing/loader-helpers.ts'
import { breadcrumbFacts, pageMeta, siteOf } from '#web/routing/page-meta.ts'
import { episodePath, videoPath } from '#web/routing/paths.ts'
import { redirect } from 'react-router'
import type { Route } from './+types/episode.route.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const call = context.get(loaderCall)
  const episode = await call(viewerEndpoints.contents.readEpisode, {
    params: { id: idFrom(params.episodeId) },
  })
  // D-30: wrong parents in the path lead to the right address.
  if (
    params.seriesId !== String(episode.series.id) ||
    params.seasonId !== String(episode.season.id)
  )
    throw redirect(episodePath(episode), 301)
  return readEpisodePage(call, episode)
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { episode, series } = loaderData
  const site = siteOf(matches)
  const path = episodePath(episode)
  const steps = [...seriesSteps(series), { name: episode.title, path }]
  return pageMeta(matches, {
    title: series.is_series
      ? workCopy.episode_of(series.title, episode.number, episode.title)
      : episode.title,
    description: episode.synopsis,
    path,
    image: { url: episode.thumbnail_url, width: 640 },
    kind: 'video.episode',
    facts: [episodeFacts(site, episode), breadcrumbFacts(site, steps)],
  })
}

/** Turning reviews over leaves the page around them as it is. */
export const shouldRevalidate = readsPageAgain

export default function Episode({ loaderData }: Route.ComponentProps) {
  const { episode, series } = loaderData
  useSeriesOfMember(series.id)
  return (
    <>
      <EpisodePage
        page={loaderData}
        actions={
          <Like
            key={episode.id}
            what={{ content_type: 'episode', object_id: episode.id }}
            title={episode.title}
            signIn={openLogin}
            className="max-md:w-full"
          />
        }
        mine={(sibling) => <EpisodeWatched series_id={series.id} episode={sibling} />}
        reviews={
          <ReviewsSection
            work={{ content_type: 'episode', object_id: episode.id, series_id: series.id }}
            average={episode.rating_average}
            count={episode.review_count}
            watch_path={episode.video_state === 'ready' ? videoPath(episode.id) : null}
            signIn={openLogin}
          />
        }
      />
      {episode.video_state === 'ready' && <PlayerAhead episode={episode.id} />}
    </>
  )
}
