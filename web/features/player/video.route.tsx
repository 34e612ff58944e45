import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { imageUrlAtWidth } from '#contract/core/images.ts'
import { apiContext } from '#web/routing/loader-helpers.ts'
import { useMemberSeries } from '#web/session/member-series.ts'
import { openLoginDialog } from '#web/features/account/login/open-login-dialog.ts'
import { openPurchaseDialog } from '#web/features/billing/purchase/open-purchase-dialog.ts'
import { OfferList } from '#web/features/billing/purchase/offer-list.tsx'
import { playerMessages } from './messages.ko.ts'
import { preloadVideo, preloadedEpisode } from './core/video-preload.ts'
import { hlsUrl } from './engines/hls-loader.ts'
import { titleOf } from './player-view.tsx'
import type { Sale } from './preview/use-purchase-prompt.ts'
import { parseStartParam } from './core/start-position.ts'
import { VideoPage } from './video-page.tsx'
import { LikeButton } from '#web/features/library/wishlist/like-button.tsx'
import { useMemo } from 'react'
import type { Route } from './+types/video.route.ts'

/** The shell: the same for everybody, so any cache may hold it. The film is asked for by the browser. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const call = context.get(apiContext)
  const episode = await call(viewerEndpoints.contents.readEpisode, {
    params: { id: params.videoId },
  })
  return { episode }
}

/** Coming from another page, film, engine and shell are fetched side by side. */
export function clientLoader({ params, request, serverLoader }: Route.ClientLoaderArgs) {
  const id = Number(params.videoId)
  const episode = preloadedEpisode(id)
  // Whoever takes the answer hears of a failure.
  preloadVideo(id, parseStartParam(new URL(request.url).searchParams)).catch(() => {})
  return episode ? { episode } : serverLoader()
}

/** hls.js arrives beside the page's own scripts instead of after them. */
export const links: Route.LinksFunction = () => [{ rel: 'modulepreload', href: hlsUrl }]

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { episode } = loaderData
  const title = titleOf(episode)
  const description = episode.synopsis || playerMessages.description(title)
  return [
    { title: playerMessages.document_title(title) },
    { name: 'description', content: description },
    { property: 'og:type', content: 'video.episode' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    ...(episode.thumbnail_url
      ? [{ property: 'og:image', content: imageUrlAtWidth(episode.thumbnail_url, 640) }]
      : []),
  ]
}

export default function Video({ loaderData }: Route.ComponentProps) {
  const { episode } = loaderData
  const upright = episode.episode_video_orientation === 'vertical'
  // Whether he likes it is known with the member's side of its series.
  useMemberSeries(upright ? episode.series.id : null)
  const sale = useMemo<Sale>(
    () => ({
      Ways: OfferList,
      buy: (offers, way, method) => openPurchaseDialog({ episode, offers, way, method }),
      signIn: () => openLoginDialog('watch'),
    }),
    [episode],
  )
  return (
    <VideoPage
      episode={episode}
      sale={sale}
      like={
        upright && (
          <LikeButton
            key={episode.id}
            contentRef={{ content_type: 'episode', object_id: episode.id }}
            title={episode.title}
            signIn={openLoginDialog}
            variant="stacked"
            count={episode.like_count}
          />
        )
      }
    />
  )
}
