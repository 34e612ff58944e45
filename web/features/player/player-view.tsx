import { episodeFullTitle } from '#web/features/catalog/cards/episode-card.tsx'
import type { Episode } from '#contract/contents/contents.ts'
import { imageUrlAtWidth } from '#contract/core/images.ts'
import type { Video } from '#contract/playback/playback.ts'
import { ShareButton } from '#web/features/catalog/share/share-button.tsx'
import { seriesPath, videoPath } from '#web/routing/paths.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import {
  useEffect,
  useMemo,
  useRef,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react'
import { Link } from 'react-router'
import { Captions } from './controls/captions.tsx'
import { useControlsState, useMediaState, usePlayer } from './hooks/player-context.tsx'
import { createCommands, openShortcuts } from './core/commands.ts'
import { ControlBar, CenterControls, PipControls } from './controls/control-bar.tsx'
import { playerMessages, gestureMessages } from './messages.ko.ts'
import { useMediaSession, useKeyboardShortcuts } from './hooks/use-external-controls.ts'
import { EpisodePanel, SettingsMenu, StatsOverlay } from './controls/lazy-panels.tsx'
import { openEpisodePanel } from './episodes/open-episode-panel.ts'
import { EndScreen } from './overlays/end-screen.tsx'
import { NextEpisodeCard } from './overlays/next-episode.tsx'
import {
  PlayOverlay,
  BufferingIndicator,
  PlaybackErrorScreen,
  ActionFeedback,
  AgeRatingNotice,
} from './overlays/status-overlays.tsx'
import { PreviewBanner, PreviewEndScreen, type PurchasePrompt } from './preview/preview-overlay.tsx'
import { OtherDeviceNotice, ResumeNotice, UnsavedProgressNotice } from './resume/resume-notice.tsx'
import { SkipButton } from './overlays/skip-button.tsx'
import { StreamLimitScreen } from './leases/lazy-stream-limit-screen.tsx'
import { ScreenLock } from './gestures/screen-lock.tsx'
import { VerticalPosterCover, VerticalDetails } from './vertical/vertical-details.tsx'
import { VerticalPlayer } from './vertical/vertical-player.tsx'
import { useGestures, type SeekFeedbackState } from './gestures/use-gestures.ts'
import './player.css'
import './controls/control-bar.css'
import './overlays/overlays.css'
import './gestures/gestures.css'
import './vertical/vertical.css'
import type { PlayerContextValue } from './core/player.ts'

// The order matters: overlays override the player's layout on short screens.

/** Milliseconds without activity until the controls hide. */
const idle_ms = 3000

/** Maintains `controls.user_active`: true while the user moves, types or has visible focus in the controls. */
function useUserActivity(
  { controls }: PlayerContextValue,
  view: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const element = view.current
    if (!element) return
    const stop = new AbortController()
    const { signal } = stop
    let timer: ReturnType<typeof setTimeout> | undefined
    function deactivate() {
      // Hiding the focused control would lose the focus indicator.
      if (element!.querySelector(':focus-visible')) activate()
      else controls.setState({ user_active: false })
    }
    function activate(delay_ms = idle_ms) {
      controls.setState({ user_active: true })
      clearTimeout(timer)
      timer = setTimeout(deactivate, delay_ms)
    }
    // Taps toggle the controls themselves (use-gestures.ts).
    const onMouse = (event: PointerEvent, delay_ms?: number) => {
      if (event.pointerType !== 'touch') activate(delay_ms)
    }
    element.addEventListener('pointermove', (event) => onMouse(event), { signal })
    element.addEventListener('pointerleave', (event) => onMouse(event, 600), { signal })
    element.addEventListener(
      'pointerup',
      (event) => controls.getState().user_active && onMouse(event),
      {
        signal,
      },
    )
    element.addEventListener('focusin', () => activate(), { signal })
    element.addEventListener('keydown', () => activate(), { signal })
    // Activated by a tap: the same timeout applies.
    const stopListening = controls.subscribe(() => {
      if (controls.getState().user_active && timer === undefined)
        timer = setTimeout(deactivate, idle_ms)
      if (!controls.getState().user_active) {
        clearTimeout(timer)
        timer = undefined
      }
    })
    activate()
    return () => {
      stop.abort()
      stopListening()
      clearTimeout(timer)
    }
  }, [controls, view])
}

/** Visible for this many ms after the last tap. */
const visible_ms = 700

/** Highlights the tapped half with a ripple and the total seek so far. */
function SeekFeedback({
  feedback,
  onEnd,
}: {
  feedback: SeekFeedbackState | null
  onEnd: () => void
}) {
  useEffect(() => {
    if (!feedback) return
    const timer = setTimeout(onEnd, visible_ms)
    return () => clearTimeout(timer)
  }, [feedback, onEnd])
  return (
    <div
      role="status"
      className="player-seek-feedback"
      data-side={feedback && (feedback.total < 0 ? 'back' : 'forward')}
    >
      {feedback && (
        <>
          <i
            key={feedback.id}
            aria-hidden="true"
            style={{ '--x': `${feedback.x}px`, '--y': `${feedback.y}px` } as Record<string, string>}
          />
          <p>{gestureMessages.seek_total(feedback.total)}</p>
        </>
      )}
    </div>
  )
}

type PlayerViewProps = {
  episode: Episode
  /** Null while the video request is pending. */
  video: Video | null
  /** Offers for the full episode, while `video` is its preview. */
  prompt: PurchasePrompt | null
  /** Replaces the video where it does not play. */
  replacement: ReactNode | false
  askStillWatching: boolean
  goTo: (episode: number, trigger: 'user' | 'autoplay') => void
  onRetry: () => void
  /** Like button of a vertical video. */
  like?: ReactNode
}

/** The `<video>` element stays mounted when the video changes. */
export function PlayerView({
  episode,
  video,
  prompt,
  askStillWatching,
  goTo,
  onRetry,
  like,
  ...rest
}: PlayerViewProps) {
  const context = usePlayer()
  const { player, controls } = context
  const view = useRef<HTMLElement>(null)
  const videoElement = useRef<HTMLVideoElement>(null)
  const areControlsActive = useControlsState(
    (controls) =>
      controls.user_active ||
      controls.settings_open ||
      controls.shortcuts_open ||
      controls.episodes_open,
  )
  const isStopped = useMediaState((state) => state.paused || !state.has_played)
  const fullscreen = useMediaState((state) => state.fullscreen)
  const hasFailed = useMediaState((state) => state.error !== null)
  const locked = useControlsState((controls) => controls.locked)
  const leaseLost = useControlsState((controls) => controls.lease_lost)
  const ended = useMediaState((state) => state.ended)

  useEffect(() => player.attach(videoElement.current!), [player])
  useUserActivity(context, view)

  function resumeHere() {
    controls.setState({ lease_lost: null })
    player.requests.play()
  }
  const streamLimit = leaseLost && video && (
    <StreamLimitScreen episode={episode} lost={leaseLost} overVideo onAcquired={resumeHere} />
  )
  const previewEnd = prompt && ended && (
    <PreviewEndScreen episode={episode} prompt={prompt} goTo={goTo} />
  )
  const replacement = rest.replacement || streamLimit || previewEnd
  /** After a preview come the offers, not the next episode. */
  const autoplayNext = prompt === null
  const title = episodeFullTitle(episode)
  const isVertical = episode.episode_video_orientation === 'vertical'
  const color = { '--video-color': episode.thumbnail_color } as CSSProperties
  const poster = episode.thumbnail_url && imageUrlAtWidth(episode.thumbnail_url, 'thumbnail', 640)
  return (
    <section
      ref={view}
      aria-label={playerMessages.player(title)}
      className="player on-image"
      data-orientation={episode.episode_video_orientation}
      data-controls={areControlsActive || isStopped || replacement ? 'shown' : 'hidden'}
      data-fullscreen={fullscreen || undefined}
      data-locked={locked || undefined}
      {...(isVertical && { style: color })}
    >
      <video
        ref={videoElement}
        className="player-video"
        playsInline
        preload="auto"
        {...(poster && { poster })}
      >
        {video && <CaptionTracks captions={video.captions} />}
      </video>
      {isVertical && <VerticalPosterCover episode={episode} video={video} />}
      {replacement ||
        (isVertical ? (
          <VerticalPlayer
            episode={episode}
            video={video}
            autoplayNext={autoplayNext}
            title={title}
            askStillWatching={askStillWatching}
            goTo={goTo}
            onRetry={onRetry}
            like={like}
          />
        ) : !video ? (
          <BufferingIndicator />
        ) : (
          <HorizontalPlayer
            key={video.episode.id}
            video={video}
            autoplayNext={autoplayNext}
            title={title}
            askStillWatching={askStillWatching}
            goTo={goTo}
            onRetry={onRetry}
          />
        ))}
      {isVertical && !replacement && !hasFailed && (
        <VerticalDetails key={episode.id} episode={episode} />
      )}
      {prompt && !replacement && !hasFailed && <PreviewBanner prompt={prompt} />}
      <TopBar episode={episode} title={title} video={replacement ? null : video} />
      <ScreenLock isPlayable={!replacement && !hasFailed} />
    </section>
  )
}

/** Rendered by captions.tsx, and by the native player on iPhone in full screen. */
const CaptionTracks = ({ captions }: Pick<Video, 'captions'>) =>
  captions.map(({ url, language, label }) => (
    <track key={url} kind="captions" srcLang={language} label={label} src={url} />
  ))

/** The title with the way back and the share button, and below them the figures of the video. */
function TopBar({
  episode: { id, series },
  title,
  video,
}: {
  episode: Episode
  title: string
  video: Video | null
}) {
  const { user } = useAuth()
  const { player } = usePlayer()
  return (
    <>
      <div className="player-top-bar player-auto-hide">
        <Link
          to={seriesPath(series.id)}
          aria-label={playerMessages.to_series(series.title)}
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-foreground/14"
        >
          <Icon name="chevron_left" className="size-6" />
        </Link>
        <p className="min-w-0 truncate text-sm font-semibold sm:text-base">{title}</p>
        {user.profile?.is_history_paused && (
          <Badge tone="on_image" className="ml-3 shrink-0">
            {playerMessages.history_paused}
          </Badge>
        )}
        <ShareButton
          variant="icon"
          title={title}
          path={videoPath(id)}
          currentSecond={() => Math.floor(player.media.getState().current_time)}
          className="ml-auto"
        />
      </div>
      {video && <StatsOverlay video={video} />}
    </>
  )
}

function HorizontalPlayer({
  video,
  autoplayNext,
  title,
  askStillWatching,
  goTo,
  onRetry,
}: {
  video: Video
  autoplayNext: boolean
  title: string
  askStillWatching: boolean
  goTo: PlayerViewProps['goTo']
  onRetry: () => void
}) {
  const context = usePlayer()
  const commands = useMemo(
    () =>
      createCommands(context, video, {
        goTo: (episode) => goTo(episode, 'user'),
        openList: () => openShortcuts(context, 'horizontal'),
      }),
    [context, video, goTo],
  )
  const { layerProps, seekFeedback, clearSeekFeedback } = useGestures(
    context,
    commands,
    openEpisodePanel,
  )
  const hasFailed = useMediaState((state) => state.error !== null)
  useKeyboardShortcuts(context, commands)
  useMediaSession(video, context.player, commands)
  if (hasFailed) return <PlaybackErrorScreen onRetry={onRetry} />
  return (
    <>
      {/* Keys and buttons cover every gesture. */}
      <div aria-hidden="true" className="player-gesture-layer" {...layerProps} />
      <SeekFeedback feedback={seekFeedback} onEnd={clearSeekFeedback} />
      <div aria-hidden="true" className="player-scrim player-auto-hide" />
      <Captions captions={video.captions} />
      <BufferingIndicator />
      <PlayOverlay title={title} />
      <AgeRatingNotice code={video.episode.age_rating} descriptors={video.episode.descriptors} />
      <ActionFeedback />
      <ResumeNotice position={video.resume_at} />
      <OtherDeviceNotice />
      <UnsavedProgressNotice />
      <SkipButton video={video} commands={commands} />
      {autoplayNext && (
        <>
          <NextEpisodeCard video={video} askStillWatching={askStillWatching} goTo={goTo} />
          <EndScreen video={video} askStillWatching={askStillWatching} goTo={goTo} />
        </>
      )}
      <CenterControls commands={commands} />
      <ControlBar video={video} commands={commands} />
      <PipControls commands={commands} />
      <SettingsMenu video={video} />
      <EpisodePanel episode={video.episode} goTo={goTo} />
    </>
  )
}
