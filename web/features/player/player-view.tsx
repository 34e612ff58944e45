import type { Episode } from '#contract/contents/contents.ts'
import { imageUrlAtWidth } from '#contract/core/images.ts'
import type { Video } from '#contract/contents/playback.ts'
import { seriesPath } from '#web/routing/paths.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Captions } from './controls/captions.tsx'
import { useControlsState, useMediaState, usePlayer } from './core/player-context.tsx'
import { createCommands } from './core/commands.ts'
import { ControlBar, CenterControls } from './controls/control-bar.tsx'
import { playerMessages } from './messages.ko.ts'
import { useMediaSession } from './core/use-media-session.ts'
import { NextEpisodeCard } from './overlays/next-episode-card.tsx'
import {
  PlayOverlay,
  BufferingIndicator,
  PlaybackErrorScreen,
  ActionFeedback,
} from './overlays/status-overlays.tsx'
import { PreviewBanner, PreviewEndScreen, type PurchasePrompt } from './preview/preview-overlay.tsx'
import { OtherDeviceNotice, ResumeNotice } from './resume/resume-notice.tsx'
import { AgeRatingNotice } from './overlays/status-overlays.tsx'
import { SettingsMenu } from './controls/settings-menu.tsx'
import { openShortcutsDialog } from './controls/shortcuts-dialog.tsx'
import { SkipButton } from './overlays/skip-button.tsx'
import { StreamLimitScreen } from './leases/stream-limit-screen.tsx'
import { ScreenLock } from './gestures/screen-lock.tsx'
import { SeekFeedback } from './gestures/seek-feedback.tsx'
import { VerticalPosterCover } from './vertical/vertical-poster.tsx'
import { VerticalPlayer } from './vertical/vertical-player.tsx'
import { VerticalDetails } from './vertical/vertical-details.tsx'
import { useUserActivity } from './core/use-user-activity.ts'
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
  selling: PurchasePrompt | null
  /** In place of the film, where it does not play. */
  instead: ReactNode | false
  untouched: boolean
  goTo: (episode: number, by: 'hand' | 'itself') => void
  onRetry: () => void
  /** 찜 of an upright film. */
  like?: ReactNode
}

/** The picture with everything on it. The element stays when the film changes. */
export function PlayerView({
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
  const shown = useControlsState((one) => one.awake || one.settings_open || one.shortcuts_open)
  const still = useMediaState((facts) => facts.paused || !facts.started)
  const fullscreen = useMediaState((facts) => facts.fullscreen)
  const failed = useMediaState((facts) => facts.failure !== null)
  const locked = useControlsState((one) => one.locked)
  const lost = useControlsState((one) => one.stream_lost)
  const ended = useMediaState((facts) => facts.ended)

  useEffect(() => player.attach(media.current!), [player])
  useUserActivity(context, stage)

  function goOnHere() {
    chrome.set({ stream_lost: null })
    player.wishes.play()
  }
  const taken = lost && video && (
    <StreamLimitScreen {...{ episode, lost }} keeps_picture onTaken={goOnHere} />
  )
  const over = selling && ended && <PreviewEndScreen {...{ episode, selling, goTo }} />
  const instead = rest.instead || taken || over
  /** After a free beginning comes what opens the rest, not the next episode. */
  const goesOn = selling === null
  const title = titleOf(episode)
  const upright = episode.episode_video_orientation === 'vertical'
  const poster = episode.thumbnail_url && imageUrlAtWidth(episode.thumbnail_url, 640)
  return (
    <section
      ref={stage}
      aria-label={playerMessages.player(title)}
      className="player"
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
      {upright && <VerticalPosterCover {...{ episode, video }} />}
      {instead ||
        (upright ? (
          <VerticalPlayer {...{ episode, video, goesOn, title, untouched, goTo, onRetry, like }} />
        ) : !video ? (
          <BufferingIndicator />
        ) : (
          <Film key={video.episode.id} {...{ video, goesOn, title, untouched, goTo, onRetry }} />
        ))}
      {upright && !instead && !failed && <VerticalDetails key={episode.id} episode={episode} />}
      {selling && !instead && !failed && <PreviewBanner {...{ episode, selling }} />}
      <div className="player-top-bar player-auto-hide">
        <Link
          to={seriesPath(episode.series.id)}
          aria-label={playerMessages.to_series(episode.series.title)}
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-foreground/14"
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
      createCommands(context, video, {
        goTo: (episode) => goTo(episode, 'hand'),
        openList: () => void openShortcutsDialog(context, 'horizontal'),
      }),
    [context, video, goTo],
  )
  const { surface, burst, endBurst } = useGestures(context, commands)
  const failed = useMediaState((facts) => facts.failure !== null)
  useShortcuts(context, commands)
  useMediaSession(video, context.player, commands)
  if (failed) return <PlaybackErrorScreen onRetry={onRetry} />
  return (
    <>
      {/* Everything it does has a key and a button. */}
      <div aria-hidden="true" className="player-gesture-layer" {...surface} />
      <SeekFeedback burst={burst} onEnd={endBurst} />
      <div aria-hidden="true" className="player-scrim player-auto-hide" />
      <Captions captions={video.captions} />
      <BufferingIndicator />
      <PlayOverlay title={title} />
      <AgeRatingNotice code={video.episode.age_rating} descriptors={video.episode.descriptors} />
      <ActionFeedback />
      <ResumeNotice at={video.resume_at} />
      <OtherDeviceNotice />
      <SkipButton video={video} commands={commands} />
      {goesOn && <NextEpisodeCard video={video} untouched={untouched} goTo={goTo} />}
      <CenterControls commands={commands} />
      <ControlBar video={video} commands={commands} />
      <SettingsMenu video={video} />
    </>
  )
}

/** `작품 3화 제목`, a film its title alone. */
export function titleOf(episode: Episode): string {
  return episode.series.is_series
    ? `${episode.series.title} ${playerMessages.episode_number(episode.number)} ${episode.title}`
    : episode.series.title
}
