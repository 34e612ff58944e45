import type { Episode } from '#contract/contents/contents.ts'
import { imageUrlAtWidth } from '#contract/core/images.ts'
import type { Video } from '#contract/contents/playback.ts'
import { seriesPath } from '#web/routing/paths.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import { CaptionLayer } from './controls/captions.tsx'
import { useChrome, useFact, usePlayer } from './core/player-context.tsx'
import { makeCommands } from './core/commands.ts'
import { ControlBar, MiddleVerbs } from './controls/control-bar.tsx'
import { copy } from './messages.ko.ts'
import { useMediaSession } from './core/use-media-session.ts'
import { NextCard } from './overlays/next-episode-card.tsx'
import { BigPlay, Buffering, FailureScreen, Notice } from './overlays/status-overlays.tsx'
import { PreviewChip, PreviewEnd, type Selling } from './preview/preview-overlay.tsx'
import { ElsewhereNote, ResumeNote } from './resume/resume-notice.tsx'
import { RatingCard } from './overlays/status-overlays.tsx'
import { SettingsPanel } from './controls/settings-menu.tsx'
import { openShortcuts } from './controls/shortcuts-dialog.tsx'
import { SkipOpening } from './overlays/skip-button.tsx'
import { TakenScreen } from './leases/stream-limit-screen.tsx'
import { ScreenLock } from './gestures/screen-lock.tsx'
import { SeekBurst } from './gestures/seek-feedback.tsx'
import { VerticalCover } from './vertical/vertical-poster.tsx'
import { VerticalScreen } from './vertical/vertical-player.tsx'
import { VerticalInfo } from './vertical/vertical-details.tsx'
import { useAwake } from './core/use-user-activity.ts'
import { useGestures } from './gestures/use-gestures.ts'
import { useShortcuts } from './core/use-keyboard-shortcuts.ts'
// In this order: what stands on the stage gives way on a short one.
import './player.css'
import './controls/control-bar.css'
import './overlays/overlays.css'
import './controls/settings-menu.css'
import './gestures/gestures.css'
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
