import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { imageUrlAtWidth } from '#contract/core/images.ts'
import { apiContext } from '#web/routing/loader-helpers.ts'
import { pageMeta, serviceOf, siteOriginOf } from '#web/routing/page-meta.ts'
import { videoPath } from '#web/routing/paths.ts'
import { isFreeFilm, videoJsonLd } from '#web/features/catalog/structured-video.ts'
import { useMemberSeries } from '#web/session/use-member-content.ts'
import { openLoginDialog } from '#web/features/account/login/open-login-dialog.ts'
import { openPurchaseDialog } from '#web/features/billing/purchase/open-purchase-dialog.ts'
import { OfferList } from '#web/features/billing/purchase/offer-list.tsx'
import { playerMessages } from './messages.ko.ts'
import { preloadVideo, preloadedEpisode, parseStartParam } from './core/video-preload.ts'
import { hlsUrl } from './engines/hls-loader.ts'
import { episodeFullTitle } from '#web/features/catalog/cards/episode-card.tsx'
import type { PurchaseActions } from './preview/use-purchase-prompt.ts'
import { shouldRevalidateTitle } from '#web/features/title/reviews/review-params.ts'
import { ReviewsSection } from '#web/features/title/reviews/reviews-section.tsx'
import { VideoPage } from './video-page.tsx'
import { LikeButton } from '#web/features/library/wishlist/like-button.tsx'
import { useMemo } from 'react'
import type { Route } from './+types/video.route.ts'

/** The page shell is the same for all users and cacheable. The browser requests the video itself. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const call = context.get(apiContext)
  const episode = await call(viewerEndpoints.contents.readEpisode, {
    params: { id: params.videoId },
  })
  return { episode }
}

/** On client navigation, video, engine and shell load in parallel. A document's video is requested by `video-preload.ts`. */
export function clientLoader({ params, request, serverLoader }: Route.ClientLoaderArgs) {
  const id = Number(params.videoId)
  const episode = preloadedEpisode(id)
  // The consumer handles errors.
  preloadVideo(id, parseStartParam(new URL(request.url).searchParams)).catch(() => {})
  return episode ? { episode } : serverLoader()
}

/** Loads hls.js in parallel to the page's scripts. */
export const links: Route.LinksFunction = () => [{ rel: 'modulepreload', href: hlsUrl }]

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { episode } = loaderData
  const title = episodeFullTitle(episode)
  const isFree = isFreeFilm(episode)
  return pageMeta(matches, {
    title,
    documentTitle: playerMessages.document_title(title, serviceOf(matches).name),
    description: episode.synopsis || playerMessages.description(title),
    path: videoPath(episode.id),
    image: episode.thumbnail_url && imageUrlAtWidth(episode.thumbnail_url, 'thumbnail', 640),
    ogType: 'video.episode',
    // Search engines index the films that everybody may watch; the others have the page of their episode.
    noindex: !isFree,
    ...(import.meta.env.SSR && isFree && { jsonLd: [videoJsonLd(siteOriginOf(matches), episode)] }),
  })
}

/** Paging through reviews does not load the film again. */
export const shouldRevalidate = shouldRevalidateTitle

export default function Video({ loaderData }: Route.ComponentProps) {
  const { episode } = loaderData
  const isVertical = episode.episode_video_orientation === 'vertical'
  // Like state arrives with the member series.
  useMemberSeries(isVertical ? episode.series.id : null)
  const actions = useMemo<PurchaseActions>(
    () => ({
      OfferList,
      openPurchase: (offers, ownership_type, method) =>
        openPurchaseDialog({ episode, offers, ownershipType: ownership_type, method }),
      openLogin: () => openLoginDialog('watch'),
    }),
    [episode],
  )
  return (
    <VideoPage
      episode={episode}
      actions={actions}
      // The server responds with 404 to requests for the reviews of an upcoming episode.
      reviews={
        !episode.is_upcoming && (
          <ReviewsSection
            key={episode.id}
            target={{
              content_type: 'episode',
              object_id: episode.id,
              series_id: episode.series.id,
            }}
            average={episode.rating_average}
            count={episode.review_count}
            watch_path={null}
          />
        )
      }
      like={
        isVertical && (
          <LikeButton
            key={episode.id}
            contentRef={{ content_type: 'episode', object_id: episode.id }}
            title={episode.title}
            variant="stacked"
            count={episode.like_count}
          />
        )
      }
    />
  )
}
