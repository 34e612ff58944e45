import { gestureMessages } from '#web/features/player/messages.ko.ts'
import type { Episode } from '#contract/contents/contents.ts'
import { imageUrlAtWidth } from '#contract/core/images.ts'
import type { Video } from '#contract/contents/playback.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Captions } from '#web/features/player/controls/captions.tsx'
import { useMediaState, usePlayer } from '#web/features/player/core/player-context.tsx'
import { createCommands, type Commands } from '#web/features/player/core/commands.ts'
import {
  CaptionsButton,
  TimeDisplay,
  FullscreenButton,
  PlayPauseButton,
} from '#web/features/player/controls/control-bar.tsx'
import { ControlButton } from '#web/features/player/controls/control-primitives.tsx'
import { playerMessages } from '#web/features/player/messages.ko.ts'
import { SettingsIcon } from '#web/features/player/controls/icons.tsx'
import { useMediaSession } from '#web/features/player/core/use-media-session.ts'
import { NextEpisodeCard } from '#web/features/player/overlays/next-episode-card.tsx'
import {
  PlayOverlay,
  BufferingIndicator,
  PlaybackErrorScreen,
  ActionFeedback,
} from '#web/features/player/overlays/status-overlays.tsx'
import { OtherDeviceNotice, ResumeNotice } from '#web/features/player/resume/resume-notice.tsx'
import { AgeRatingNotice } from '#web/features/player/overlays/status-overlays.tsx'
import { SeekBar } from '#web/features/player/controls/seek-bar.tsx'
import { settingsMenuId, SettingsMenu } from '#web/features/player/controls/settings-menu.tsx'
import { pagingShortcuts, verticalShortcuts } from '#web/features/player/core/keyboard-shortcuts.ts'
import { openShortcutsDialog } from '#web/features/player/controls/shortcuts-dialog.tsx'
import { SkipButton } from '#web/features/player/overlays/skip-button.tsx'
import { LockButton } from '#web/features/player/gestures/screen-lock.tsx'
import { useShortcuts } from '#web/features/player/core/use-keyboard-shortcuts.ts'
import { VolumeControl } from '#web/features/player/controls/volume-control.tsx'
import { LockedEpisodeCard } from './locked-episode-card.tsx'
import { useAdjacentEpisodes } from './use-adjacent-episodes.ts'
import { useVerticalPaging, type VerticalPaging } from './use-vertical-paging.ts'

type VerticalScreenProps = {
  episode: Episode
  /** Null until the personal read has answered. */
  video: Video | null
  /** Whether the next follows by itself; it does not after the free beginning of a locked one. */
  goesOn: boolean
  title: string
  untouched: boolean
  goTo: (episode: number, by: 'hand' | 'itself') => void
  onRetry: () => void
  /** 찜 of this episode, from the feature that knows how. */
  like?: ReactNode
}

/** Upright films one below the other (D-43): hears every step, also while the next film is on its way. */
export function VerticalPlayer({ episode, video, goTo, ...rest }: VerticalScreenProps) {
  const context = usePlayer()
  const opens = useAdjacentEpisodes(rest.goesOn ? video : null)
  const byHand = useMemo(() => (id: number) => goTo(id, 'hand'), [goTo])
  const paging = useVerticalPaging(episode.id, video, opens, byHand)
  const { step } = paging
  const steps = useMemo(
    () => ({ next_episode: () => step(1), previous_episode: () => step(-1) }),
    [step],
  )
  /** The button of a step goes with its film: the focus finds the same one of the next. */
  const pressed = useRef<1 | -1 | null>(null)
  useShortcuts(context, steps, pagingShortcuts)
  return (
    <>
      <Poster key={`before-${episode.id}`} episode={video?.previous_episode} side="before" />
      <Poster key={`after-${episode.id}`} episode={video?.next_episode} side="after" />
      {/* Everything it does has a key and a button. */}
      <div aria-hidden="true" className="player-gesture-layer" {...paging.surface} />
      {video ? (
        <VerticalEpisode
          key={video.episode.id}
          {...{ video, goTo, paging, steps, pressed }}
          {...rest}
        />
      ) : (
        <BufferingIndicator />
      )}
    </>
  )
}

type VerticalFilmProps = Omit<VerticalScreenProps, 'episode' | 'video'> & {
  video: Video
  paging: VerticalPaging
  steps: Pick<Commands, 'next_episode' | 'previous_episode'>
  pressed: RefObject<1 | -1 | null>
}

/** One film with everything on it and beside it. */
function VerticalEpisode({
  video,
  goesOn,
  title,
  untouched,
  goTo,
  onRetry,
  like,
  paging,
  steps,
  pressed,
}: VerticalFilmProps) {
  const context = usePlayer()
  const commands = useMemo(
    () => ({
      ...createCommands(context, video, {
        goTo: (id) => goTo(id, 'hand'),
        openList: () => void openShortcutsDialog(context, 'vertical'),
      }),
      ...steps,
    }),
    [context, video, goTo, steps],
  )
  const failed = useMediaState((facts) => facts.failure !== null)
  const stopped = useMediaState((facts) => facts.paused && facts.started && !facts.ended)
  useShortcuts(context, commands, verticalShortcuts)
  useMediaSession(video, context.player, commands)
  if (failed) return <PlaybackErrorScreen onRetry={onRetry} />
  return (
    <>
      <div aria-hidden="true" className="vertical-scrim" />
      <Captions captions={video.captions} />
      <BufferingIndicator />
      {stopped && <Icon name="play" className="vertical-paused-icon" />}
      <PlayOverlay title={title} />
      <AgeRatingNotice code={video.episode.age_rating} descriptors={video.episode.descriptors} />
      <ActionFeedback />
      <ResumeNotice at={video.resume_at} />
      <OtherDeviceNotice />
      <SkipButton video={video} commands={commands} />
      {paging.offered ? (
        <LockedEpisodeCard
          episode={paging.offered}
          isNext={paging.offered.id === video.next_episode?.id}
          onCancel={paging.takeBack}
        />
      ) : (
        goesOn && <NextEpisodeCard video={video} untouched={untouched} goTo={goTo} />
      )}
      <div className="vertical-control-bar">
        <PlayPauseButton />
        <SeekBar video={video} />
        <TimeDisplay duration={video.duration} />
      </div>
      <div className="vertical-actions">
        {like}
        <VolumeControl />
        <CaptionsButton video={video} onPress={() => commands.captions()} />
        <ControlButton label={playerMessages.settings} popoverTarget={settingsMenuId}>
          <SettingsIcon />
        </ControlButton>
        <LockButton />
        <FullscreenButton />
        <EpisodeNavigation video={video} step={paging.step} pressed={pressed} />
      </div>
      <SettingsMenu video={video} />
    </>
  )
}

/** One episode up, one down: for whoever does not swipe. */
function EpisodeNavigation({
  video,
  step,
  pressed,
}: {
  video: Video
  step: (direction: 1 | -1) => void
  pressed: RefObject<1 | -1 | null>
}) {
  const { previous_episode, next_episode } = video
  const verb = (direction: 1 | -1) => ({
    ref(button: HTMLButtonElement | null) {
      if (!button || pressed.current !== direction) return
      pressed.current = null
      // Whoever went elsewhere meanwhile stays there.
      if (document.activeElement === document.body) button.focus()
    },
    onClick() {
      pressed.current = direction
      step(direction)
    },
  })
  return (
    <nav aria-label={gestureMessages.episodes} className="vertical-episode-nav">
      <ControlButton
        label={
          previous_episode
            ? gestureMessages.previous_of(previous_episode.title)
            : gestureMessages.first
        }
        title={gestureMessages.previous}
        disabled={!previous_episode}
        {...verb(-1)}
      >
        <Icon name="up" className="size-6" />
      </ControlButton>
      <ControlButton
        label={next_episode ? gestureMessages.next_of(next_episode.title) : gestureMessages.last}
        title={gestureMessages.next}
        disabled={!next_episode}
        {...verb(1)}
      >
        <Icon name="down" className="size-6" />
      </ControlButton>
    </nav>
  )
}

/** What a swipe draws into sight. */
function Poster({
  episode,
  side,
}: {
  episode: Episode | null | undefined
  side: 'before' | 'after'
}) {
  // After the film's own picture: the next one is not what the line is for at first.
  const started = useMediaState((facts) => facts.started)
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    if (started) setWanted(true)
  }, [started])
  if (!episode) return null
  const url = wanted && episode.thumbnail_url
  return (
    <div
      aria-hidden="true"
      className="vertical-poster"
      data-side={side}
      style={{ backgroundColor: episode.thumbnail_color }}
    >
      {url && <img src={imageUrlAtWidth(url, 640)} alt="" draggable={false} />}
    </div>
  )
}
