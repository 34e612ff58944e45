import type { Video } from '#contract/contents/playback.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { useRef } from 'react'
import { Link } from 'react-router'
import { videoPath } from '#web/routing/paths.ts'
import {
  useMediaState,
  usePlayer,
  useMediaRequests,
} from '#web/features/player/core/player-context.tsx'
import { formatTimecode } from '#web/lib/format.ts'
import type { Commands } from '#web/features/player/core/commands.ts'
import { ControlButton } from './control-primitives.tsx'
import { playerMessages } from '#web/features/player/messages.ko.ts'
import { useStoreEffect } from '#web/features/player/core/use-media-state.ts'
import {
  SeekBackwardIcon,
  CaptionsIcon,
  SeekForwardIcon,
  FullscreenIcon,
  NextEpisodeIcon,
  PipIcon,
  ReplayIcon,
  SettingsIcon,
  FullscreenExitIcon,
} from './icons.tsx'
import { SeekBar } from './seek-bar.tsx'
import { settingsMenuId } from './settings-menu.tsx'
import { LockButton } from '#web/features/player/gestures/screen-lock.tsx'
import { useSelectedCaption } from './captions.tsx'
import { VolumeControl } from './volume-control.tsx'

/** The bar at the foot of the picture. On a phone play and ±10 s stand in its middle instead. */
export function ControlBar({ video, commands }: { video: Video; commands: Commands }) {
  return (
    <div className="player-control-bar player-auto-hide">
      <SeekBar video={video} />
      <div className="flex items-center">
        <div className="player-transport">
          <PlayPauseButton />
          <ControlButton label={playerMessages.back} onClick={() => commands.back()}>
            <SeekBackwardIcon />
          </ControlButton>
          <ControlButton label={playerMessages.forward} onClick={() => commands.forward()}>
            <SeekForwardIcon />
          </ControlButton>
        </div>
        <VolumeControl />
        <TimeDisplay duration={video.duration} />
        <div className="ml-auto flex items-center">
          {video.next_episode && (
            <Link
              to={videoPath(video.next_episode.id)}
              aria-label={playerMessages.next_episode_of(video.next_episode.title)}
              title={playerMessages.next_episode}
              className="player-wide-only inline-flex size-11 items-center justify-center rounded-full hover:bg-foreground/14"
            >
              <NextEpisodeIcon />
            </Link>
          )}
          <CaptionsButton video={video} onPress={() => commands.captions()} />
          <ControlButton label={playerMessages.settings} popoverTarget={settingsMenuId}>
            <SettingsIcon />
          </ControlButton>
          <LockButton />
          <PipButton />
          <FullscreenButton />
        </div>
      </div>
    </div>
  )
}

/** Play, ±10 s in the middle of a small picture, where thumbs are. */
export function CenterControls({ commands }: { commands: Commands }) {
  const started = useMediaState((facts) => facts.started)
  if (!started) return null
  return (
    <div className="player-center-controls player-auto-hide">
      <ControlButton label={playerMessages.back} onClick={() => commands.back()}>
        <SeekBackwardIcon className="size-7" />
      </ControlButton>
      <PlayPauseButton large />
      <ControlButton label={playerMessages.forward} onClick={() => commands.forward()}>
        <SeekForwardIcon className="size-7" />
      </ControlButton>
    </div>
  )
}

export function PlayPauseButton({ large = false }: { large?: boolean }) {
  const wishes = useMediaRequests()
  const paused = useMediaState((facts) => facts.paused)
  const ended = useMediaState((facts) => facts.ended)
  const look = large ? 'size-9' : 'size-6.5'
  return (
    <ControlButton
      label={ended ? playerMessages.replay : paused ? playerMessages.play : playerMessages.pause}
      className={large ? 'size-14!' : ''}
      onClick={() => wishes.togglePlay()}
    >
      {ended ? (
        <ReplayIcon className={look} />
      ) : (
        <Icon name={paused ? 'play' : 'pause'} className={look} />
      )}
    </ControlButton>
  )
}

/** Time and length. Read out by the seek bar, so hidden from screen readers here. */
export function TimeDisplay({ duration }: { duration: number }) {
  const { player } = usePlayer()
  const now = useRef<HTMLSpanElement>(null)
  useStoreEffect(player.facts, ({ time }) => {
    const text = formatTimecode(time, duration)
    if (now.current && now.current.textContent !== text) now.current.textContent = text
  })
  return (
    <p aria-hidden="true" className="player-time">
      <span ref={now}>{formatTimecode(0, duration)}</span>
      <span className="text-foreground-muted"> / {formatTimecode(duration)}</span>
    </p>
  )
}

export function CaptionsButton({ video, onPress }: { video: Video; onPress: () => void }) {
  const on = useSelectedCaption(video.captions) !== null
  const none = video.captions.length === 0
  return (
    <ControlButton
      label={
        none
          ? playerMessages.no_captions
          : on
            ? playerMessages.captions_off
            : playerMessages.captions_on
      }
      disabled={none}
      onClick={onPress}
      className="player-toggle"
      data-active={on || undefined}
    >
      <CaptionsIcon />
    </ControlButton>
  )
}

function PipButton() {
  const wishes = useMediaRequests()
  const pip = useMediaState((facts) => facts.pip)
  const possible = useMediaState((facts) => facts.can_pip)
  if (!possible) return null
  return (
    <ControlButton
      label={pip ? playerMessages.pip_leave : playerMessages.pip}
      className="player-wide-only player-toggle"
      data-active={pip || undefined}
      onClick={() => wishes.togglePip()}
    >
      <PipIcon />
    </ControlButton>
  )
}

export function FullscreenButton() {
  const wishes = useMediaRequests()
  const full = useMediaState((facts) => facts.fullscreen)
  const possible = useMediaState((facts) => facts.can_fullscreen)
  if (!possible) return null
  return (
    <ControlButton
      label={full ? playerMessages.fullscreen_leave : playerMessages.fullscreen}
      onClick={() => wishes.toggleFullscreen()}
    >
      {full ? <FullscreenExitIcon /> : <FullscreenIcon />}
    </ControlButton>
  )
}
