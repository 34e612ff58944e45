import { touchCopy } from '#web/features/player/messages.ko.ts'
import type { Episode } from '#contract/contents/contents.ts'
import { imageUrlAtWidth } from '#contract/core/images.ts'
import type { Video } from '#contract/contents/playback.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { CaptionLayer } from '#web/features/player/controls/captions.tsx'
import { useFact, usePlayer } from '#web/features/player/core/player-context.tsx'
import { makeCommands, type Commands } from '#web/features/player/core/commands.ts'
import {
  CaptionButton,
  Clock,
  FullscreenButton,
  PlayButton,
} from '#web/features/player/controls/control-bar.tsx'
import { ControlButton } from '#web/features/player/controls/control-primitives.tsx'
import { copy } from '#web/features/player/messages.ko.ts'
import { SettingsIcon } from '#web/features/player/controls/icons.tsx'
import { useMediaSession } from '#web/features/player/core/use-media-session.ts'
import { NextCard } from '#web/features/player/overlays/next-episode-card.tsx'
import {
  BigPlay,
  Buffering,
  FailureScreen,
  Notice,
} from '#web/features/player/overlays/status-overlays.tsx'
import { ElsewhereNote, ResumeNote } from '#web/features/player/resume/resume-notice.tsx'
import { RatingCard } from '#web/features/player/overlays/status-overlays.tsx'
import { SeekBar } from '#web/features/player/controls/seek-bar.tsx'
import { settingsId, SettingsPanel } from '#web/features/player/controls/settings-menu.tsx'
import { stepShortcuts, verticalShortcuts } from '#web/features/player/core/keyboard-shortcuts.ts'
import { openShortcuts } from '#web/features/player/controls/shortcuts-dialog.tsx'
import { SkipOpening } from '#web/features/player/overlays/skip-button.tsx'
import { LockButton } from '#web/features/player/gestures/screen-lock.tsx'
import { useShortcuts } from '#web/features/player/core/use-keyboard-shortcuts.ts'
import { Volume } from '#web/features/player/controls/volume-control.tsx'
import { LockedOffer } from './locked-episode-card.tsx'
import { useBeside } from './use-adjacent-episodes.ts'
import { usePaging, type Paging } from './use-vertical-paging.ts'

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
export function VerticalScreen({ episode, video, goTo, ...rest }: VerticalScreenProps) {
  const context = usePlayer()
  const opens = useBeside(rest.goesOn ? video : null)
  const byHand = useMemo(() => (id: number) => goTo(id, 'hand'), [goTo])
  const paging = usePaging(episode.id, video, opens, byHand)
  const { step } = paging
  const steps = useMemo(
    () => ({ next_episode: () => step(1), previous_episode: () => step(-1) }),
    [step],
  )
  /** The button of a step goes with its film: the focus finds the same one of the next. */
  const pressed = useRef<1 | -1 | null>(null)
  useShortcuts(context, steps, stepShortcuts)
  return (
    <>
      <Poster key={`before-${episode.id}`} episode={video?.previous_episode} side="before" />
      <Poster key={`after-${episode.id}`} episode={video?.next_episode} side="after" />
      {/* Everything it does has a key and a button. */}
      <div aria-hidden="true" className="player-surface" {...paging.surface} />
      {video ? (
        <VerticalFilm
          key={video.episode.id}
          {...{ video, goTo, paging, steps, pressed }}
          {...rest}
        />
      ) : (
        <Buffering />
      )}
    </>
  )
}

type VerticalFilmProps = Omit<VerticalScreenProps, 'episode' | 'video'> & {
  video: Video
  paging: Paging
  steps: Pick<Commands, 'next_episode' | 'previous_episode'>
  pressed: RefObject<1 | -1 | null>
}

/** One film with everything on it and beside it. */
function VerticalFilm({
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
      ...makeCommands(context, video, {
        goTo: (id) => goTo(id, 'hand'),
        openList: () => void openShortcuts(context, 'vertical'),
      }),
      ...steps,
    }),
    [context, video, goTo, steps],
  )
  const failed = useFact((facts) => facts.failure !== null)
  const stopped = useFact((facts) => facts.paused && facts.started && !facts.ended)
  useShortcuts(context, commands, verticalShortcuts)
  useMediaSession(video, context.player, commands)
  if (failed) return <FailureScreen onRetry={onRetry} />
  return (
    <>
      <div aria-hidden="true" className="vertical-shade" />
      <CaptionLayer captions={video.captions} />
      <Buffering />
      {stopped && <Icon name="play" className="vertical-stopped" />}
      <BigPlay title={title} />
      <RatingCard code={video.episode.age_rating} descriptors={video.episode.descriptors} />
      <Notice />
      <ResumeNote at={video.resume_at} />
      <ElsewhereNote />
      <SkipOpening video={video} commands={commands} />
      {paging.offered ? (
        <LockedOffer
          episode={paging.offered}
          isNext={paging.offered.id === video.next_episode?.id}
          onCancel={paging.takeBack}
        />
      ) : (
        goesOn && <NextCard video={video} untouched={untouched} goTo={goTo} />
      )}
      <div className="vertical-foot">
        <PlayButton />
        <SeekBar video={video} />
        <Clock duration={video.duration} />
      </div>
      <div className="vertical-rail">
        {like}
        <Volume />
        <CaptionButton video={video} onPress={() => commands.captions()} />
        <ControlButton label={copy.settings} popoverTarget={settingsId}>
          <SettingsIcon />
        </ControlButton>
        <LockButton />
        <FullscreenButton />
        <Neighbours video={video} step={paging.step} pressed={pressed} />
      </div>
      <SettingsPanel video={video} />
    </>
  )
}

/** One episode up, one down: for whoever does not swipe. */
function Neighbours({
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
    <nav aria-label={touchCopy.episodes} className="vertical-neighbours">
      <ControlButton
        label={previous_episode ? touchCopy.previous_of(previous_episode.title) : touchCopy.first}
        title={touchCopy.previous}
        disabled={!previous_episode}
        {...verb(-1)}
      >
        <Icon name="up" className="size-6" />
      </ControlButton>
      <ControlButton
        label={next_episode ? touchCopy.next_of(next_episode.title) : touchCopy.last}
        title={touchCopy.next}
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
  const started = useFact((facts) => facts.started)
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
