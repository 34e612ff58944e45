import type { Episode } from '#contract/contents/contents.ts'
import { imageUrlAtWidth } from '#contract/core/images.ts'
import type { Video } from '#contract/contents/playback.ts'
import { seriesPath } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import { CaptionLayer } from './caption-layer.tsx'
import { useChrome, useFact, usePlayer } from './chrome.ts'
import { makeCommands } from './commands.ts'
import { ControlBar, MiddleVerbs } from './control-bar.tsx'
import { copy } from './copy.ts'
import { useMediaSession } from './media-session.ts'
import { NextCard } from './next-card.tsx'
import { BigPlay, Buffering, FailureScreen, Notice } from './obstacles.tsx'
import { PreviewChip, PreviewEnd, type Selling } from './preview/preview-layer.tsx'
import { ElsewhereNote, ResumeNote } from './progress/resume-note.tsx'
import { RatingCard } from './rating-card.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { openShortcuts } from './shortcuts-dialog.tsx'
import { SkipOpening } from './skip-opening.tsx'
import { TakenScreen } from './streams/taken-screen.tsx'
import { ScreenLock } from './touch/screen-lock.tsx'
import { SeekBurst } from './touch/seek-burst.tsx'
import { VerticalCover } from './vertical/vertical-cover.tsx'
import { VerticalScreen } from './vertical/vertical-film.tsx'
import { VerticalInfo } from './vertical/vertical-info.tsx'
import { useAwake } from './use-awake.ts'
import { useGestures } from './use-gestures.ts'
import { useShortcuts } from './use-shortcuts.ts'
// In this order: what stands on the stage gives way on a short one.
import './stage.css'
import './bar.css'
import './overlays.css'
import './panel.css'
import './touch/touch.css'
import './vertical/vertical.css'

type StageProps = {
  episode: Episode
  /** Null until the personal read has answered. */
  video: Video | null
  /** What opens the rest, where `video` is the free beginning of a locked film. */
  selling: Selling | null
  /** In place of the film, where it does not play. */
  instead: ReactNode | false
  untouched: boolean
  goTo: (episode: number, by: 'hand' | 'itself') => void
  onRetry: () => void
  /** 찜 of an upright film. */
  like?: ReactNode
}

/** The picture with everything on it. The element stays when the film changes. */
export function Stage({
  episode,
  video,
  selling,
  untouched,
  goTo,
  onRetry,
  like,
  ...rest
}: StageProps) {
  const context = usePlayer()
  const { player, chrome } = context
  const stage = useRef<HTMLElement>(null)
  const media = useRef<HTMLVideoElement>(null)
  const shown = useChrome((one) => one.awake || one.settings_open || one.shortcuts_open)
  const still = useFact((facts) => facts.paused || !facts.started)
  const fullscreen = useFact((facts) => facts.fullscreen)
  const failed = useFact((facts) => facts.failure !== null)
  const locked = useChrome((one) => one.locked)
  const lost = useChrome((one) => one.stream_lost)
  const ended = useFact((facts) => facts.ended)

  useEffect(() => player.attach(media.current!), [player])
  useAwake(context, stage)

  function goOnHere() {
    chrome.set({ stream_lost: null })
    player.wishes.play()
  }
  const taken = lost && video && (
    <TakenScreen {...{ episode, lost }} keeps_picture onTaken={goOnHere} />
  )
  const over = selling && ended && <PreviewEnd {...{ episode, selling, goTo }} />
  const instead = rest.instead || taken || over
  /** After a free beginning comes what opens the rest, not the next episode. */
  const goesOn = selling === null
  const title = titleOf(episode)
  const upright = episode.episode_video_orientation === 'vertical'
  const poster = episode.thumbnail_url && imageUrlAtWidth(episode.thumbnail_url, 640)
  return (
    <section
      ref={stage}
      aria-label={copy.player(title)}
      className="player-stage"
      data-orientation={episode.episode_video_orientation}
      data-controls={shown || still || instead ? 'shown' : 'hidden'}
      data-fullscreen={fullscreen || undefined}
      data-locked={locked || undefined}
    >
      <video
        ref={media}
        className="player-video"
        playsInline
        preload="auto"
        {...(poster && { poster })}
      >
        {video?.captions.map((caption) => (
          // Drawn by caption-layer.tsx, and by the system's own player (an iPhone in full screen).
          <track
            key={caption.url}
            kind="captions"
            srcLang={caption.language}
            label={caption.label}
            src={caption.url}
          />
        ))}
      </video>
      {upright && <VerticalCover {...{ episode, video }} />}
      {instead ||
        (upright ? (
          <VerticalScreen {...{ episode, video, goesOn, title, untouched, goTo, onRetry, like }} />
        ) : !video ? (
          <Buffering />
        ) : (
          <Film key={video.episode.id} {...{ video, goesOn, title, untouched, goTo, onRetry }} />
        ))}
      {upright && !instead && !failed && <VerticalInfo key={episode.id} episode={episode} />}
      {selling && !instead && !failed && <PreviewChip {...{ episode, selling }} />}
      <div className="player-head player-fades">
        <Link
          to={seriesPath(episode.series.id)}
          aria-label={copy.to_series(episode.series.title)}
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-paper/14"
        >
          <Icon name="left" className="size-6" />
        </Link>
        <p className="min-w-0 truncate text-sm font-semibold sm:text-base">{title}</p>
      </div>
      <ScreenLock playing={!instead && !failed} />
    </section>
  )
}

function Film({
  video,
  goesOn,
  title,
  untouched,
  goTo,
  onRetry,
}: {
  video: Video
  goesOn: boolean
  title: string
  untouched: boolean
  goTo: StageProps['goTo']
  onRetry: () => void
}) {
  const context = usePlayer()
  const commands = useMemo(
    () =>
      makeCommands(context, video, {
        goTo: (episode) => goTo(episode, 'hand'),
        openList: () => void openShortcuts(context, 'horizontal'),
      }),
    [context, video, goTo],
  )
  const { surface, burst, endBurst } = useGestures(context, commands)
  const failed = useFact((facts) => facts.failure !== null)
  useShortcuts(context, commands)
  useMediaSession(video, context.player, commands)
  if (failed) return <FailureScreen onRetry={onRetry} />
  return (
    <>
      {/* Everything it does has a key and a button. */}
      <div aria-hidden="true" className="player-surface" {...surface} />
      <SeekBurst burst={burst} onEnd={endBurst} />
      <div aria-hidden="true" className="player-shade player-fades" />
      <CaptionLayer captions={video.captions} />
      <Buffering />
      <BigPlay title={title} />
      <RatingCard code={video.episode.age_rating} descriptors={video.episode.descriptors} />
      <Notice />
      <ResumeNote at={video.resume_at} />
      <ElsewhereNote />
      <SkipOpening video={video} commands={commands} />
      {goesOn && <NextCard video={video} untouched={untouched} goTo={goTo} />}
      <MiddleVerbs commands={commands} />
      <ControlBar video={video} commands={commands} />
      <SettingsPanel video={video} />
    </>
  )
}

/** `작품 3화 제목`, a film its title alone. */
export function titleOf(episode: Episode): string {
  return episode.series.is_series
    ? `${episode.series.title} ${copy.episode_number(episode.number)} ${episode.title}`
    : episode.series.title
}
