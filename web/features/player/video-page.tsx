import type { Episode } from '#contract/contents/contents.ts'
import { formatDuration, formatYear } from '#web/lib/format.ts'
import { AgeRating, PriceBadges } from '#web/features/catalog/cards/content-badges.tsx'
import { EpisodeCard } from '#web/features/catalog/cards/episode-card.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { previewMessages } from '#web/features/billing/purchase/messages.ko.ts'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Link, useNavigate, useNavigation, useSearchParams } from 'react-router'
import { seasonPath, seriesPath, videoPath } from '#web/routing/paths.ts'
import { PlayerProvider, useMediaState, useCreatePlayer } from './core/player-context.tsx'
import { playerMessages } from './messages.ko.ts'
import { failureOf } from './engines/playback-error.ts'
import { createPlayer } from './core/player.ts'
import type { PurchasePrompt } from './preview/preview-overlay.tsx'
import {
  savePreviewPosition,
  toPreviewVideo,
  refreshPreviewUrl,
  takePreviewPosition,
} from './preview/preview-video.ts'
import type { Sale } from './preview/use-purchase-prompt.ts'
import { usePurchasePrompt } from './preview/use-purchase-prompt.ts'
import { useProgressSync } from './resume/use-progress-sync.ts'
import { UnavailableScreen } from './overlays/unavailable-screen.tsx'
import { PlayerView } from './player-view.tsx'
import { startPosition, parseStartParam } from './core/start-position.ts'
import {
  countAutoplayed,
  shouldAskStillWatching,
  useUserInteraction,
} from './overlays/next-episode.ts'
import { renewVideo, useVideo, type VideoRequest } from './core/use-video.ts'

/**
 * The page of `/video/{videoId}`. `episode` comes with the page and is the same for everybody; the film, and
 * whether one may see it, is asked by the browser. It stays mounted from episode to episode. `sale` is what
 * opens a locked one, from the features that know how.
 */
export function VideoPage({
  episode,
  sale,
  like,
}: {
  episode: Episode
  sale: Sale
  /** 찜 of an upright film, which stands among its controls. */
  like?: ReactNode
}) {
  const context = useCreatePlayer(createPlayer)
  const { player } = context
  const { reading, again, seconds_to_next_look } = useVideo(episode.id)
  const navigate = useNavigate()
  /** Episodes that began by themselves since somebody last pressed anything. */
  const [alone, setAlone] = useState(0)
  const [search] = useSearchParams()
  const wanted = parseStartParam(search)
  const film = reading.state === 'ready' ? reading.video : null
  // Whoever comes for one second of it is not told where he left off.
  const video = useMemo(
    () => (film && wanted !== null ? { ...film, resume_at: 0 } : film),
    [film, wanted],
  )
  const { offers, pick, signIn } = usePurchasePrompt(episode, reading, sale, again, player)
  const preview = useMemo(() => offers && toPreviewVideo(episode, offers), [offers, episode])
  const refused = !preview && (reading.state === 'refused' || reading.state === 'unreachable')
  const hasPreview = preview !== null
  const currentPreview = useRef(preview)
  useEffect(() => {
    currentPreview.current = preview
  }, [preview])
  const selling: PurchasePrompt | null = offers && { offers, Ways: sale.Ways, pick, signIn }
  const onScreen = useRef(episode.id)
  useEffect(() => {
    onScreen.current = episode.id
  }, [episode.id])
  const { pass, claim } = useProgressSync(context, video)
  useUserInteraction(useCallback(() => setAlone(0), []))

  const { state: navigation_state } = useNavigation()
  const isNavigating = useRef(false)
  useEffect(() => {
    isNavigating.current = navigation_state !== 'idle'
  }, [navigation_state])
  const goTo = useCallback(
    (id: number, by: 'hand' | 'itself') => {
      // The viewer is leaving; on a slow connection the film ends meanwhile.
      if (by === 'itself' && isNavigating.current) return
      setAlone((count) => countAutoplayed(count, by))
      // The one that ends is told of before the next begins.
      pass()
      // However many episodes are watched in a row: back leaves the player.
      void navigate(videoPath(id), { replace: true })
    },
    [navigate, pass],
  )

  useEffect(() => {
    if (!video) return
    const previewed = takePreviewPosition(video.episode.id)
    player.load(video, {
      at: previewed > 0 ? Math.max(video.resume_at, previewed) : startPosition(video, wanted),
      play: true,
      renew: () => renewVideo(video.episode.id),
      claim,
    })
  }, [video, wanted, player, claim])
  useEffect(() => {
    const film = currentPreview.current
    if (!hasPreview || !film) return
    const { id } = film.episode
    // Signing in makes the offers anew: the preview goes on where it was.
    const previewed = takePreviewPosition(id)
    player.load(film, {
      at: previewed > 0 && previewed < film.duration - 2 ? previewed : startPosition(film, wanted),
      play: true,
      renew: () => refreshPreviewUrl(id),
      claim,
    })
    const leave = () => savePreviewPosition(id, player.facts.get().time)
    // Whoever pays by card leaves by the window, and comes back to another page.
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [hasPreview, episode.id, wanted, player, claim])
  // The film before stops when the next does not play.
  useEffect(() => {
    if (reading.state !== 'ready' && !preview) player.wishes.pause()
  }, [reading.state, preview, player])

  function retry() {
    player.facts.set({ failure: null })
    const at = player.facts.get().time
    const { id } = episode
    const renew = () => (preview ? refreshPreviewUrl(id) : renewVideo(id))
    const shown = video ?? preview
    renew().then(
      ({ manifest_url, preview_duration }) => {
        // Another episode may be on the screen by now.
        if (shown && onScreen.current === id)
          player.load(
            { ...shown, manifest_url, preview_duration },
            { at, play: true, renew, claim },
          )
      },
      (error: unknown) => {
        if (onScreen.current !== id) return
        const failure = failureOf(error)
        // The page says what the film can be watched with.
        if (failure === 'refused') again()
        else player.facts.set({ failure })
      },
    )
  }

  return (
    <PlayerProvider value={context}>
      {/* No frame stands around this page (features/frame): the picture reaches every edge. */}
      <main id="main" className="[--bottom-nav-height:0px] [--header-height:0px]">
        <PlayerView
          episode={episode}
          video={video ?? preview}
          selling={preview && selling}
          instead={
            refused && (
              <UnavailableScreen
                {...{ episode, reading, again, seconds_to_next_look, sale, pick }}
              />
            )
          }
          untouched={shouldAskStillWatching(alone)}
          goTo={goTo}
          onRetry={retry}
          like={like}
        />
        {/* An upright film fills the window: what it is stands on it. */}
        {(episode.episode_video_orientation === 'horizontal' || refused) && (
          <VideoDetails episode={episode} reading={reading}>
            {preview && selling && <PreviewOffers episode={episode} selling={selling} />}
          </VideoDetails>
        )}
      </main>
    </PlayerProvider>
  )
}

/** What opens the rest, under the preview; at its end it stands on the picture. */
function PreviewOffers({
  episode,
  selling: { offers, Ways, pick },
}: {
  episode: Episode
  selling: PurchasePrompt
}) {
  const ended = useMediaState((facts) => facts.ended)
  if (ended) return null
  return (
    <section className="mb-8 max-w-3xl">
      <h2 className="mb-3 text-lg font-bold">{previewMessages.below}</h2>
      <Ways offers={offers} returnPath={videoPath(episode.id)} onSelect={pick} />
    </section>
  )
}

/** What one is watching, and its neighbours, under the picture. */
function VideoDetails({
  episode,
  reading,
  children,
}: {
  episode: Episode
  reading: VideoRequest
  children?: ReactNode
}) {
  const { series, season } = episode
  const video = reading.state === 'ready' ? reading.video : null
  const isLocked = reading.state === 'refused' && reading.problem.purchase_options !== undefined
  const near = video
    ? [video.next_episode, video.previous_episode].filter((one) => one !== null)
    : []
  return (
    <div className="page-gutter grid gap-8 py-6 md:py-8 lg:grid-cols-[1fr_auto]">
      <div className="min-w-0 max-w-3xl">
        {children}
        {series.is_series && (
          <Link
            to={seriesPath(series.id)}
            className="text-sm font-semibold text-accent-bright hover:underline"
          >
            {series.title}
          </Link>
        )}
        <h1 className="mt-1 text-2xl md:text-3xl">
          {series.is_series
            ? `${playerMessages.episode_number(episode.number)} ${episode.title}`
            : series.title}
        </h1>
        <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-foreground-muted">
          <AgeRating code={episode.age_rating} descriptors={episode.descriptors} />
          {series.is_series && (
            <span>{season.title || playerMessages.season_number(season.number)}</span>
          )}
          {episode.runtime > 0 && <span>{formatDuration(episode.runtime)}</span>}
          {episode.released_at && <span>{formatYear(episode.released_at)}</span>}
          {/* Nothing is offered to whom it plays, nor before that is known. */}
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
      </div>
      {near.length > 0 && (
        <section
          aria-label={playerMessages.more_episodes}
          className="grid grid-cols-2 content-start gap-x-4 gap-y-2 lg:w-120"
        >
          {near.map((one) => (
            <div key={one.id}>
              <h2 className="mb-2 text-sm font-semibold text-foreground-muted">
                {one.id === video?.next_episode?.id
                  ? playerMessages.next_episode
                  : playerMessages.previous_episode}
              </h2>
              <EpisodeCard episode={one} />
            </div>
          ))}
          <Link
            to={seasonPath(series.id, season.id)}
            className="col-span-2 flex min-h-11 items-center gap-0.5 justify-self-start text-sm font-semibold text-foreground-muted hover:text-foreground"
          >
            {playerMessages.all_episodes}
            <Icon name="right" className="size-4" />
          </Link>
        </section>
      )}
    </div>
  )
}
