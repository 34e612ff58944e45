import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { workCopy } from '#web/copy/work.ts'
import { loaderCall } from '#web/data/loader-call.ts'
import { useSeriesOfMember } from '#web/data/series-of-member.ts'
import { EpisodeWatched } from '#web/features/history/watched-bar.tsx'
import { openLogin } from '#web/features/login/open-login.ts'
import { PlayerAhead } from '#web/features/player/ahead.tsx'
import { readsPageAgain } from '#web/features/reviews/address.ts'
import { ReviewsSection } from '#web/features/reviews/reviews-section.tsx'
import { Like } from '#web/features/wishlist/like.tsx'
import { EpisodePage } from '#web/features/work/episode-page.tsx'
import { episodeFacts, seriesSteps } from '#web/features/work/facts.ts'
import { readEpisodePage } from '#web/features/work/read-work.ts'
import { idFrom } from '#web/page-address.ts'
import { breadcrumbFacts, pageMeta, siteOf } from '#web/page-meta.ts'
import { episodePath, videoPath } from '#web/paths.ts'
import { redirect } from 'react-router'
import type { Route } from './+types/episode.ts'

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
