import { touchCopy } from '#web/copy/player-touch.ts'
import type { Episode } from '#contract/contents.ts'
import { imageAt } from '#contract/images.ts'
import type { Video } from '#contract/playback.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useMemo, useState, useEffect, type ReactNode } from 'react'
import { CaptionLayer } from '../caption-layer.tsx'
import { useFact, usePlayer } from '../chrome.ts'
import { makeCommands } from '../commands.ts'
import { CaptionButton, Clock, FullscreenButton, PlayButton } from '../control-bar.tsx'
import { ControlButton } from '../control-button.tsx'
import { copy } from '../copy.ts'
import { SettingsIcon } from '../icons.tsx'
import { useMediaSession } from '../media-session.ts'
import { NextCard } from '../next-card.tsx'
import { BigPlay, Buffering, FailureScreen, Notice } from '../obstacles.tsx'
import { ElsewhereNote, ResumeNote } from '../progress/resume-note.tsx'
import { RatingCard } from '../rating-card.tsx'
import { SeekBar } from '../seek-bar.tsx'
import { settingsId, SettingsPanel } from '../settings-panel.tsx'
import { verticalShortcuts } from '../shortcuts.ts'
import { SkipOpening } from '../skip-opening.tsx'
import { LockButton } from '../touch/screen-lock.tsx'
import { useShortcuts } from '../use-shortcuts.ts'
import { Volume } from '../volume.tsx'
import { LockedOffer } from './locked-offer.tsx'
import { useBeside } from './use-beside.ts'
import { usePaging } from './use-paging.ts'

type VerticalFilmProps = {
  video: Video
  title: string
  untouched: boolean
  goTo: (episode: number, by: 'hand' | 'itself') => void
  onRetry: () => void
  /** 찜 of this episode, from the feature that knows how. */
  like?: ReactNode
}

/** An upright film with everything on it and beside it (D-43). */
export function VerticalFilm({ video, title, untouched, goTo, onRetry, like }: VerticalFilmProps) {
  const context = usePlayer()
  const opens = useBeside(video)
  const byHand = useMemo(() => (id: number) => goTo(id, 'hand'), [goTo])
  const paging = usePaging(video, opens, byHand)
  const { step } = paging
  const commands = useMemo(
    () => ({
      ...makeCommands(context, video, byHand),
      next_episode: () => void step(1),
      previous_episode: () => void step(-1),
    }),
    [context, video, byHand, step],
  )
  const failed = useFact((facts) => facts.failure !== null)
  const stopped = useFact((facts) => facts.paused && facts.started && !facts.ended)
  useShortcuts(context, commands, verticalShortcuts)
  useMediaSession(video, context.player, commands)
  if (failed) return <FailureScreen onRetry={onRetry} />
  return (
    <>
      <Poster episode={video.previous_episode} side="before" />
      <Poster episode={video.next_episode} side="after" />
      {/* Everything it does has a key and a button. */}
      <div aria-hidden="true" className="player-surface" {...paging.surface} />
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
        <NextCard video={video} untouched={untouched} goTo={goTo} />
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
        <Neighbours video={video} step={(direction) => void step(direction)} />
      </div>
      <SettingsPanel video={video} />
    </>
  )
}

/** One episode up, one down: for whoever does not swipe. */
function Neighbours({ video, step }: { video: Video; step: (direction: 1 | -1) => void }) {
  const { previous_episode, next_episode } = video
  return (
    <nav aria-label={touchCopy.episodes} className="vertical-neighbours">
      <ControlButton
        label={previous_episode ? touchCopy.previous_of(previous_episode.title) : touchCopy.first}
        title={touchCopy.previous}
        disabled={!previous_episode}
        onClick={() => step(-1)}
      >
        <Icon name="up" className="size-6" />
      </ControlButton>
      <ControlButton
        label={next_episode ? touchCopy.next_of(next_episode.title) : touchCopy.last}
        title={touchCopy.next}
        disabled={!next_episode}
        onClick={() => step(1)}
      >
        <Icon name="down" className="size-6" />
      </ControlButton>
    </nav>
  )
}

/** What a swipe draws into sight. */
function Poster({ episode, side }: { episode: Episode | null; side: 'before' | 'after' }) {
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
      {url && <img src={imageAt(url, 640)} alt="" draggable={false} />}
    </div>
  )
}
