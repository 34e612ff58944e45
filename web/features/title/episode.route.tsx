import { imageUrlAtWidth } from '#contract/core/images.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { titleMessages } from './messages.ko.ts'
import { apiContext, parseIdParam } from '#web/routing/loader-helpers.ts'
import { useMemberSeries } from '#web/session/use-member-content.ts'
import { episodeFullTitle } from '#web/features/catalog/cards/episode-card.tsx'
import { ShareButton } from '#web/features/catalog/share/share-button.tsx'
import { EpisodeWatchProgress } from '#web/features/catalog/cards/watch-progress.tsx'
import { PlayerPrefetch } from '#web/features/player/player-prefetch.tsx'
import { shouldRevalidateTitle } from './reviews/review-params.ts'
import { ReviewsSection } from './reviews/reviews-section.tsx'
import { LikeButton } from '#web/features/library/wishlist/like-button.tsx'
import { EpisodePage } from './episode-page.tsx'
import { episodeJsonLd, seriesBreadcrumb } from './structured-data.ts'
import { breadcrumbJsonLd } from '#web/routing/breadcrumbs.ts'
import { loadEpisodePage } from './load-title.ts'
import { pageMeta, siteOriginOf } from '#web/routing/page-meta.ts'
import { episodePath, videoPath } from '#web/routing/paths.ts'
import { redirect } from 'react-router'
import type { Route } from './+types/episode.route.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const call = context.get(apiContext)
  const episode = await call(viewerEndpoints.contents.readEpisode, {
    params: { id: parseIdParam(params.episodeId) },
  })
  // Wrong parents in the path redirect to the right address.
  if (
    params.seriesId !== String(episode.series.id) ||
    params.seasonId !== String(episode.season.id)
  )
    throw redirect(episodePath(episode), 301)
  return loadEpisodePage(call, episode)
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { episode, series } = loaderData
  const site = siteOriginOf(matches)
  const path = episodePath(episode)
  const items = [...seriesBreadcrumb(series), { name: episode.title, path }]
  return pageMeta(matches, {
    title: series.is_series
      ? titleMessages.episode_of(series.title, episode.number, episode.title)
      : episode.title,
    description: episode.synopsis,
    path,
    image: episode.thumbnail_url && imageUrlAtWidth(episode.thumbnail_url, 'thumbnail', 640),
    ogType: 'video.episode',
    ...(import.meta.env.SSR && {
      jsonLd: [episodeJsonLd(site, episode), breadcrumbJsonLd(site, items)],
    }),
  })
}

/** Paging through reviews does not reload the page. */
export const shouldRevalidate = shouldRevalidateTitle

export default function Episode({ loaderData }: Route.ComponentProps) {
  const { episode, series } = loaderData
  useMemberSeries(series.id)
  return (
    <>
      <EpisodePage
        page={loaderData}
        actions={
          <>
            <LikeButton
              key={episode.id}
              contentRef={{ content_type: 'episode', object_id: episode.id }}
              title={episode.title}
              className="max-md:grow"
            />
            <ShareButton
              title={episodeFullTitle(episode)}
              path={episodePath(episode)}
              className="max-md:grow"
            />
          </>
        }
        renderEpisodeProgress={(sibling) => (
          <EpisodeWatchProgress series_id={series.id} episode={sibling} />
        )}
        reviews={
          <ReviewsSection
            target={{ content_type: 'episode', object_id: episode.id, series_id: series.id }}
            average={episode.rating_average}
            count={episode.review_count}
            watch_path={
              episode.video_state === 'ready' && !episode.is_upcoming ? videoPath(episode.id) : null
            }
          />
        }
      />
      {episode.video_state === 'ready' && <PlayerPrefetch episode={episode.id} />}
    </>
  )
}
