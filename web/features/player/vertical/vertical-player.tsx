import { gestureMessages, playerMessages } from '#web/features/player/messages.ko.ts'
import type { Episode } from '#contract/contents/contents.ts'
import { imageUrlAtWidth } from '#contract/core/images.ts'
import { categoryIds } from '#contract/core/constants.ts'
import type { Video } from '#contract/playback/playback.ts'
import { categoryPath } from '#web/routing/paths.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Link } from 'react-router'
import { Captions } from '#web/features/player/controls/captions.tsx'
import { useMediaState, usePlayer } from '#web/features/player/hooks/player-context.tsx'
import { createCommands, openShortcuts, type Commands } from '#web/features/player/core/commands.ts'
import {
  CaptionsButton,
  TimeDisplay,
  FullscreenButton,
  PipControls,
  PlayPauseButton,
  VolumeControl,
} from '#web/features/player/controls/control-bar.tsx'
import {
  ControlButton,
  settingsMenuId,
  SettingsIcon,
} from '#web/features/player/controls/control-primitives.tsx'
import {
  useMediaSession,
  useKeyboardShortcuts,
} from '#web/features/player/hooks/use-external-controls.ts'
import { EpisodePanel, SettingsMenu } from '#web/features/player/controls/lazy-panels.tsx'
import { EndScreen } from '#web/features/player/overlays/end-screen.tsx'
import {
  LockedEpisodeLink,
  nextEpisodeName,
  NextEpisodeCard,
} from '#web/features/player/overlays/next-episode.tsx'
import {
  PlayOverlay,
  BufferingIndicator,
  PlaybackErrorScreen,
  ActionFeedback,
  AgeRatingNotice,
} from '#web/features/player/overlays/status-overlays.tsx'
import {
  OtherDeviceNotice,
  ResumeNotice,
  UnsavedProgressNotice,
} from '#web/features/player/resume/resume-notice.tsx'
import { SeekBar } from '#web/features/player/controls/seek-bar.tsx'
import { pagingShortcuts, verticalShortcuts } from '#web/features/player/core/keyboard-shortcuts.ts'
import { SkipButton } from '#web/features/player/overlays/skip-button.tsx'
import { useFeed, useAdjacentEpisodes } from './use-feed.ts'
import { useVerticalPaging, type VerticalPaging } from './use-vertical-paging.ts'
import { PriceBadges } from '#web/features/catalog/cards/content-badges.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'

/** Shows a locked adjacent episode and its price after a swipe, over the current video. */
function LockedEpisodeCard({
  episode,
  isNext,
  onCancel,
  onNextWork,
}: {
  episode: Episode
  isNext: boolean
  onCancel: () => void
  /** Goes on with the next work instead. */
  onNextWork?: () => void
}) {
  const label = isNext ? gestureMessages.next : gestureMessages.previous
  return (
    <section className="player-next-card" aria-label={label}>
      <ResponsiveImage
        url={episode.thumbnail_url}
        kind="thumbnail"
        color={episode.thumbnail_color}
        sizes="160px"
        className="player-next-card-image"
      />
      <div className="min-w-0" role="status">
        <p className="text-xs text-foreground-muted">{label}</p>
        <p className="line-clamp-2 font-semibold">
          {`${playerMessages.episode_number(episode.number)} ${episode.title}`}
        </p>
        <p className="mt-1 flex flex-wrap gap-2">
          <PriceBadges episode={episode} />
        </p>
      </div>
      <div className="player-next-card-actions">
        <LockedEpisodeLink
          episode={episode}
          {...(onNextWork && isNext && { className: 'col-span-full' })}
        >
          {gestureMessages.open}
        </LockedEpisodeLink>
        {onNextWork && isNext && (
          <Button variant="on_image" onClick={onNextWork}>
            {gestureMessages.next_work}
          </Button>
        )}
        <Button variant="on_image" onClick={onCancel}>
          {playerMessages.next_cancel}
        </Button>
      </div>
    </section>
  )
}

type VerticalPlayerProps = {
  episode: Episode
  /** Null while the video request is pending. */
  video: Video | null
  /** Whether the next episode may autoplay; it does not after a preview. */
  autoplayNext: boolean
  title: string
  askStillWatching: boolean
  goTo: (episode: number, trigger: 'user' | 'autoplay') => void
  onRetry: () => void
  /** Like button of the episode. */
  like?: ReactNode
}

/** Vertical episodes in sequence, work after work. Handles paging also while the next video loads. */
export function VerticalPlayer({ episode, video: loaded, goTo, ...rest }: VerticalPlayerProps) {
  const context = usePlayer()
  const { video, next_work } = useFeed(loaded)
  const canPlay = useAdjacentEpisodes(rest.autoplayNext ? video : null)
  const goToByUser = useMemo(() => (id: number) => goTo(id, 'user'), [goTo])
  const paging = useVerticalPaging(episode.id, video, canPlay, goToByUser, next_work)
  const { step } = paging
  const steps = useMemo(
    () => ({ next_episode: () => step(1), previous_episode: () => step(-1) }),
    [step],
  )
  /** A paging button unmounts with its video; the same button of the next video takes the focus. */
  const focusAfterStep = useRef<1 | -1 | null>(null)
  useKeyboardShortcuts(context, steps, pagingShortcuts)
  return (
    <>
      <Poster key={`before-${episode.id}`} episode={video?.previous_episode} side="before" />
      <Poster key={`after-${episode.id}`} episode={video?.next_episode} side="after" />
      {/* Keys and buttons cover every gesture. */}
      <div aria-hidden="true" className="player-gesture-layer" {...paging.layerProps} />
      {video ? (
        <VerticalEpisode
          key={video.episode.id}
          video={video}
          next_work={next_work}
          goTo={goTo}
          paging={paging}
          steps={steps}
          focusAfterStep={focusAfterStep}
          {...rest}
        />
      ) : (
        <BufferingIndicator />
      )}
    </>
  )
}

type VerticalEpisodeProps = Omit<VerticalPlayerProps, 'episode' | 'video'> & {
  video: Video
  next_work: Episode | null
  paging: VerticalPaging
  steps: Pick<Commands, 'next_episode' | 'previous_episode'>
  focusAfterStep: RefObject<1 | -1 | null>
}

/** Controls and overlays of one episode. */
function VerticalEpisode({
  video,
  next_work,
  autoplayNext,
  title,
  askStillWatching,
  goTo,
  onRetry,
  like,
  paging,
  steps,
  focusAfterStep,
}: VerticalEpisodeProps) {
  const context = usePlayer()
  const commands = useMemo(
    () => ({
      ...createCommands(context, video, {
        goTo: (id) => goTo(id, 'user'),
        openList: () => openShortcuts(context, 'vertical'),
      }),
      ...steps,
    }),
    [context, video, goTo, steps],
  )
  const hasFailed = useMediaState((state) => state.error !== null)
  const isPaused = useMediaState((state) => state.paused && state.has_played && !state.ended)
  useKeyboardShortcuts(context, commands, verticalShortcuts)
  useMediaSession(video, context.player, commands)
  if (hasFailed) return <PlaybackErrorScreen onRetry={onRetry} />
  return (
    <>
      <div aria-hidden="true" className="vertical-scrim" />
      <Captions captions={video.captions} />
      <BufferingIndicator />
      {isPaused && <Icon name="play" className="vertical-paused-icon" />}
      <PlayOverlay title={title} />
      <AgeRatingNotice code={video.episode.age_rating} descriptors={video.episode.descriptors} />
      <ActionFeedback />
      <ResumeNotice position={video.resume_at} />
      <OtherDeviceNotice />
      <UnsavedProgressNotice />
      <SkipButton video={video} commands={commands} />
      {paging.offered ? (
        <LockedEpisodeCard
          episode={paging.offered}
          isNext={paging.offered.id === video.next_episode?.id}
          onCancel={paging.dismissOffer}
          {...(next_work &&
            paging.offered.id !== next_work.id && {
              onNextWork: () => goTo(next_work.id, 'user'),
            })}
        />
      ) : (
        autoplayNext && (
          <>
            <NextEpisodeCard video={video} askStillWatching={askStillWatching} goTo={goTo} />
            <EndScreen
              video={video}
              next_work={next_work}
              askStillWatching={askStillWatching}
              goTo={goTo}
            />
          </>
        )
      )}
      <div className="vertical-control-bar">
        <PlayPauseButton />
        <SeekBar video={video} />
        <TimeDisplay duration={video.duration} />
      </div>
      <div className="vertical-actions">
        {like}
        <VolumeControl />
        <span className="vertical-touch-only">
          <CaptionsButton video={video} onClick={() => commands.toggle_captions()} />
        </span>
        <span className="vertical-mouse-only">
          <FullscreenButton />
        </span>
        <ControlButton
          label={gestureMessages.more_settings}
          title={gestureMessages.more}
          popoverTarget={settingsMenuId}
        >
          <SettingsIcon />
        </ControlButton>
      </div>
      <EpisodeNavigation video={video} step={paging.step} focusAfterStep={focusAfterStep} />
      <Link to={categoryPath(categoryIds.short_drama)} className="vertical-all">
        <Icon name="grid" className="size-4" />
        {gestureMessages.all}
      </Link>
      <PipControls commands={commands} />
      <SettingsMenu video={video} />
      <EpisodePanel episode={video.episode} goTo={goTo} />
    </>
  )
}

/** Previous and next buttons for a mouse. Fingers swipe, and the list of episodes has the others. */
function EpisodeNavigation({
  video,
  step,
  focusAfterStep,
}: {
  video: Video
  step: (direction: 1 | -1) => void
  focusAfterStep: RefObject<1 | -1 | null>
}) {
  const { previous_episode, next_episode } = video
  const nameOf = (offered: Episode) =>
    offered.series.id === video.episode.series.id ? offered.title : nextEpisodeName(offered, video)
  const stepButtonProps = (direction: 1 | -1) => ({
    ref(button: HTMLButtonElement | null) {
      if (!button || focusAfterStep.current !== direction) return
      focusAfterStep.current = null
      // Focus that moved elsewhere meanwhile stays there.
      if (document.activeElement === document.body) button.focus()
    },
    onClick() {
      focusAfterStep.current = direction
      step(direction)
    },
  })
  return (
    <nav aria-label={gestureMessages.episodes} className="vertical-episode-nav vertical-mouse-only">
      <ControlButton
        label={
          previous_episode
            ? gestureMessages.previous_titled(nameOf(previous_episode))
            : gestureMessages.first
        }
        title={gestureMessages.previous}
        disabled={!previous_episode}
        {...stepButtonProps(-1)}
      >
        <Icon name="chevron_up" className="size-6" />
      </ControlButton>
      <ControlButton
        label={
          next_episode ? gestureMessages.next_titled(nameOf(next_episode)) : gestureMessages.last
        }
        title={gestureMessages.next}
        disabled={!next_episode}
        {...stepButtonProps(1)}
      >
        <Icon name="chevron_down" className="size-6" />
      </ControlButton>
    </nav>
  )
}

/** Poster of an adjacent episode, visible during a drag. */
function Poster({
  episode,
  side,
}: {
  episode: Episode | null | undefined
  side: 'before' | 'after'
}) {
  // Loaded only after the first frame of the current video, to leave it the bandwidth.
  const hasPlayed = useMediaState((state) => state.has_played)
  const [shouldLoad, setShouldLoad] = useState(false)
  useEffect(() => {
    if (hasPlayed) setShouldLoad(true)
  }, [hasPlayed])
  if (!episode) return null
  const url = shouldLoad && episode.thumbnail_url
  return (
    <div
      aria-hidden="true"
      className="vertical-poster"
      data-side={side}
      style={{ backgroundColor: episode.thumbnail_color }}
    >
      {url && <img src={imageUrlAtWidth(url, 'thumbnail', 640)} alt="" draggable={false} />}
    </div>
  )
}
