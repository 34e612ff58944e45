import { hourMs } from '#contract/core/seoul-time.ts'
import type { Episode } from '#contract/contents/contents.ts'
import { formatDuration, formatYear } from '#web/lib/format.ts'
import { AgeRating, PriceBadges } from '#web/features/catalog/cards/content-badges.tsx'
import { EpisodeCard } from '#web/features/catalog/cards/episode-card.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { previewMessages } from '#web/features/billing/purchase/messages.ko.ts'
import { RentalLine } from '#web/features/billing/rental-line.tsx'
import { lazyOrNothing } from '#web/ui/base/lazy.tsx'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Link, useNavigate, useNavigation, useSearchParams } from 'react-router'
import { useStore } from 'zustand'
import { seasonPath, seriesPath, videoPath } from '#web/routing/paths.ts'
import type { Video } from '#contract/playback/playback.ts'
import {
  PlayerProvider,
  useMediaState,
  useCreatePlayer,
  usePlayer,
} from './hooks/player-context.tsx'
import { playerMessages } from './messages.ko.ts'
import { createPlayer, type Player } from './core/player.ts'
import type { Claim } from './leases/stream-lease.ts'
import type { PurchasePrompt } from './preview/preview-overlay.tsx'
import { type PurchaseActions, usePurchasePrompt } from './preview/use-purchase-prompt.ts'
import {
  savePreviewPosition,
  toPreviewVideo,
  refreshPreviewUrl,
  takePreviewPosition,
} from '#web/features/player/preview/preview-video.ts'
import { useProgressSync } from './resume/use-progress-sync.ts'
import { UnavailableScreen } from './overlays/unavailable-screen.tsx'
import { PlayerView } from './player-view.tsx'
import { startPosition, parseStartParam } from './core/video-preload.ts'
import {
  countAutoplayed,
  shouldAskStillWatching,
  useUserInteraction,
} from './overlays/next-episode.tsx'
import { useReturnPath } from './hooks/use-return-path.ts'
import { refreshVideo, useVideo, type VideoRequest } from './hooks/use-video.ts'

const SimilarRail = lazyOrNothing(() =>
  import('./similar-rail.tsx').then(({ SimilarRail }) => SimilarRail),
)

/**
 * Page of `/video/{videoId}`. `episode` comes with the page and is the same for all users; the browser requests the
 * video and the access to it. Stays mounted from episode to episode.
 */
export function VideoPage({
  episode,
  actions,
  like,
  reviews,
}: {
  episode: Episode
  actions: PurchaseActions
  /** The reviews of the episode, below a horizontal video. */
  reviews: ReactNode
  /** Like button of a vertical video, placed among its controls. */
  like?: ReactNode
}) {
  const context = useCreatePlayer(createPlayer)
  const { player } = context
  const { request, retry: reload, retry_in_s } = useVideo(episode.id)
  const [search] = useSearchParams()
  const start = parseStartParam(search)
  const loadedVideo = request.state === 'ready' ? request.video : null
  // A link to a second of the video shows no resume notice.
  const video = useMemo(
    () =>
      loadedVideo && start !== null && start < loadedVideo.duration
        ? { ...loadedVideo, resume_at: 0 }
        : loadedVideo,
    [loadedVideo, start],
  )
  const { offers, selectOffer, openLogin } = usePurchasePrompt(
    episode,
    request,
    actions,
    reload,
    player,
  )
  const preview = useMemo(() => offers && toPreviewVideo(episode, offers), [offers, episode])
  const isUnavailable = !preview && (request.state === 'denied' || request.state === 'unreachable')
  const prompt: PurchasePrompt | null = offers && {
    offers,
    OfferList: actions.OfferList,
    selectOffer,
    openLogin,
  }
  const { markCompleted, claim } = useProgressSync(context, video)
  const { goTo, autoplayedCount } = useEpisodeSteps(markCompleted)
  const sleepsAfterEpisode = useStore(context.controls, ({ sleep }) => sleep?.choice === 'episode')
  useLoadVideo(player, { video, preview, start, claim, reload })
  // Pause the previous video if the next one does not play.
  useEffect(() => {
    if (request.state !== 'ready' && !preview) player.requests.pause()
  }, [request.state, preview, player])

  return (
    <PlayerProvider value={context}>
      {/* This page has no app layout: the picture reaches every edge. */}
      <main id="main" className="[--bottom-nav-height:0px] [--header-height:0px]">
        <PlayerView
          episode={episode}
          video={video ?? preview}
          prompt={preview && prompt}
          replacement={
            isUnavailable && (
              <UnavailableScreen
                episode={episode}
                request={request}
                onRetry={reload}
                retry_in_s={retry_in_s}
                actions={actions}
                selectOffer={selectOffer}
              />
            )
          }
          askStillWatching={shouldAskStillWatching(autoplayedCount) || sleepsAfterEpisode}
          goTo={goTo}
          onRetry={player.retry}
          like={like}
        />
        {/* A vertical video fills the window and shows its details on the picture. */}
        {(episode.episode_video_orientation === 'horizontal' || isUnavailable) && (
          <VideoDetails episode={episode} request={request}>
            {preview && prompt && <PreviewOffers prompt={prompt} />}
          </VideoDetails>
        )}
        {episode.episode_video_orientation === 'horizontal' && (
          <AfterVideo series_id={episode.series.id} isPlayable={!isUnavailable}>
            {reviews}
          </AfterVideo>
        )}
      </main>
    </PlayerProvider>
  )
}

/** Steps to other episodes, and how many of them the player took itself since the last user interaction. */
function useEpisodeSteps(markCompleted: () => void) {
  const navigate = useNavigate()
  const [autoplayedCount, setAutoplayedCount] = useState(0)
  useUserInteraction(useCallback(() => setAutoplayedCount(0), []))
  const { state: navigation_state } = useNavigation()
  const isNavigating = useRef(false)
  useEffect(() => {
    isNavigating.current = navigation_state !== 'idle'
  }, [navigation_state])
  const goTo = useCallback(
    (id: number, trigger: 'user' | 'autoplay') => {
      // The user is already navigating; on a slow connection the video can end meanwhile.
      if (trigger === 'autoplay' && isNavigating.current) return
      setAutoplayedCount((count) => countAutoplayed(count, trigger))
      // Report the ending video before the next one starts.
      markCompleted()
      // Back leaves the player, however many episodes were watched.
      void navigate(videoPath(id), { replace: true })
    },
    [navigate, markCompleted],
  )
  return { goTo, autoplayedCount }
}

/** Loads the video, or its preview if it may not be played. */
function useLoadVideo(
  player: Player,
  {
    video,
    preview,
    start,
    claim,
    reload,
  }: {
    video: Video | null
    preview: Video | null
    start: number | null
    claim: () => Promise<Claim>
    reload: () => void
  },
) {
  const previewId = preview?.episode.id
  const currentPreview = useRef(preview)
  useEffect(() => {
    currentPreview.current = preview
  }, [preview])
  useEffect(() => {
    if (!video) return
    const previewPosition = takePreviewPosition(video.episode.id)
    player.load(video, {
      position: Math.max(startPosition(video, start), previewPosition),
      autoplay: true,
      refreshManifest: () => refreshVideo(video.episode.id),
      claim,
      // The unavailable screen shows what unlocks the video.
      onRefused: reload,
    })
  }, [video, start, player, claim, reload])
  useEffect(() => {
    const previewVideo = currentPreview.current
    if (previewId === undefined || !previewVideo) return
    // Logging in refreshes the offers; the preview continues at its position.
    const previewPosition = takePreviewPosition(previewId)
    player.load(previewVideo, {
      position:
        previewPosition > 0 && previewPosition < previewVideo.duration - 2
          ? previewPosition
          : startPosition(previewVideo, start),
      autoplay: true,
      refreshManifest: () => refreshPreviewUrl(previewId),
      claim,
      onRefused: reload,
    })
    const savePosition = () => savePreviewPosition(previewId, player.media.getState().current_time)
    // A card payment leaves for the payment window and returns to another page.
    addEventListener('pagehide', savePosition)
    return () => {
      removeEventListener('pagehide', savePosition)
      savePosition()
    }
  }, [previewId, start, player, claim, reload])
}

/** Similar works and reviews, once the video has its bandwidth: when it plays, waits for a press or does not play at all. */
function AfterVideo({
  series_id,
  isPlayable,
  children,
}: {
  series_id: number
  isPlayable: boolean
  children: ReactNode
}) {
  const isStarted = useMediaState(
    (state) => state.has_played || (state.source_loaded && state.paused && !state.waiting),
  )
  const [isShown, setIsShown] = useState(false)
  if (!isShown && (isStarted || !isPlayable)) setIsShown(true)
  if (!isShown) return null
  return (
    <div className="pb-16">
      <Suspense>
        <SimilarRail series_id={series_id}>{children}</SimilarRail>
      </Suspense>
    </div>
  )
}

/** Offers below the preview; at its end they move onto the picture. */
function PreviewOffers({ prompt: { offers, OfferList, selectOffer } }: { prompt: PurchasePrompt }) {
  const returnPath = useReturnPath()
  const ended = useMediaState((state) => state.ended)
  if (ended) return null
  return (
    <section className="mt-8 max-w-3xl">
      <h2 className="mb-3 text-lg font-bold">{previewMessages.below}</h2>
      <OfferList offers={offers} returnPath={returnPath} onSelect={selectOffer} />
    </section>
  )
}

/** When the rental ends. Its hours start when the film plays beyond the preview. */
function RentalPeriod({ video, rental }: { video: Video; rental: NonNullable<Video['rental']> }) {
  const [startedAt, setStartedAt] = useState<number>()
  const { player } = usePlayer()
  const { preview_duration } = video
  useEffect(() => {
    if (rental.is_started) return
    return player.media.subscribe(({ current_time, paused }) => {
      if (!paused && current_time > (preview_duration ?? 0))
        setStartedAt((started) => started ?? Date.now())
    })
  }, [rental, preview_duration, player])
  const hasStartedHere = startedAt !== undefined
  const expires_at = hasStartedHere
    ? new Date(startedAt + rental.playback_hours * hourMs).toISOString()
    : rental.expires_at
  return (
    <p role="status" className="mt-4 panel px-4 py-3 text-base">
      {hasStartedHere && (
        <span className="sr-only">{playerMessages.rental_started(rental.playback_hours)}. </span>
      )}
      <RentalLine
        rental={{ ...rental, expires_at, is_started: rental.is_started || hasStartedHere }}
      />
    </p>
  )
}

/** Episode details and adjacent episodes below the picture. */
function VideoDetails({
  episode,
  request,
  children,
}: {
  episode: Episode
  request: VideoRequest
  children?: ReactNode
}) {
  const { series, season } = episode
  const video = request.state === 'ready' ? request.video : null
  const isLocked = request.state === 'denied' && request.problem.purchase_options !== undefined
  const adjacent = video
    ? [video.next_episode, video.previous_episode].filter((episode) => episode !== null)
    : []
  return (
    <div className="page-gutter grid gap-8 py-6 md:py-8 lg:grid-cols-[1fr_auto]">
      <div className="min-w-0 max-w-3xl">
        {series.is_series && (
          <Link
            to={seriesPath(series.id)}
            className="-my-3 inline-block py-3 text-sm font-semibold text-accent-bright hover:underline"
          >
            {series.title}
          </Link>
        )}
        <h1 className="mt-1 text-2xl md:text-3xl">
          {series.is_series
            ? `${playerMessages.episode_number(episode.number)} ${episode.title}`
            : series.title}
        </h1>
        <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-foreground-muted">
          <AgeRating code={episode.age_rating} descriptors={episode.descriptors} />
          {series.is_series && (
            <span>{season.title || playerMessages.season_number(season.number)}</span>
          )}
          {episode.runtime > 0 && <span>{formatDuration(episode.runtime)}</span>}
          {episode.released_at && <span>{formatYear(episode.released_at)}</span>}
          {/* No prices if the video plays or while that is unknown. */}
          {(episode.is_free || isLocked) && <PriceBadges episode={episode} />}
        </p>
        {episode.synopsis && (
          <p className="mt-4 text-base whitespace-pre-line text-foreground-muted">
            {episode.synopsis}
          </p>
        )}
        {!series.is_series && (
          <Link
            to={seriesPath(series.id)}
            className="mt-4 inline-flex min-h-11 items-center text-sm font-semibold text-accent-bright hover:underline"
          >
            {playerMessages.to_series(series.title)}
          </Link>
        )}
        {/* Below the text, which is shown before they are known. */}
        {children}
        {video?.rental && (
          <RentalPeriod key={video.episode.id} video={video} rental={video.rental} />
        )}
      </div>
      {adjacent.length > 0 && (
        <section
          aria-label={playerMessages.more_episodes}
          className="grid grid-cols-2 content-start gap-x-4 gap-y-2 lg:w-120"
        >
          {adjacent.map((episode) => (
            <div key={episode.id}>
              <h2 className="mb-2 text-sm font-semibold text-foreground-muted">
                {episode.id === video?.next_episode?.id
                  ? playerMessages.next_episode
                  : playerMessages.previous_episode}
              </h2>
              <EpisodeCard episode={episode} />
            </div>
          ))}
          <Link
            to={seasonPath(series.id, season.id)}
            className="col-span-2 flex min-h-11 items-center gap-1 justify-self-start text-sm font-semibold text-foreground-muted hover:text-foreground"
          >
            {playerMessages.all_episodes}
            <Icon name="chevron_right" className="size-4" />
          </Link>
        </section>
      )}
    </div>
  )
}
