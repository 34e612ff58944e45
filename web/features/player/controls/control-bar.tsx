import type { Video } from '#contract/playback/playback.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { useRef, type PointerEvent } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import { videoPath } from '#web/routing/paths.ts'
import {
  useMediaState,
  usePlayer,
  useMediaRequests,
  useStoreEffect,
} from '#web/features/player/hooks/player-context.tsx'
import { formatTimecode } from '#web/lib/format.ts'
import type { Commands } from '#web/features/player/core/commands.ts'
import { episodePanelId } from '#web/features/player/episodes/open-episode-panel.ts'
import {
  ControlButton,
  settingsMenuId,
  SeekBackwardIcon,
  CaptionsIcon,
  SeekForwardIcon,
  FullscreenIcon,
  ListIcon,
  NextEpisodeIcon,
  PipIcon,
  ReplayIcon,
  SettingsIcon,
  FullscreenExitIcon,
  sliderKeyHandler,
  VolumeHighIcon,
  VolumeOffIcon,
  VolumeLowIcon,
} from './control-primitives.tsx'
import { playerMessages } from '#web/features/player/messages.ko.ts'
import { SeekBar } from './seek-bar.tsx'
import { LockButton } from '#web/features/player/gestures/screen-lock.tsx'
import { useSelectedCaption } from './captions.tsx'

/** On narrow pictures play and ±10 s move to `CenterControls`; sound and lock to the settings menu. */
export function ControlBar({ video, commands }: { video: Video; commands: Commands }) {
  return (
    <div className="player-control-bar player-auto-hide">
      <SeekBar video={video} />
      <div className="flex items-center">
        <div className="player-transport">
          <PlayPauseButton />
          <ControlButton
            label={playerMessages.seek_backward}
            onClick={() => commands.seek_backward()}
          >
            <SeekBackwardIcon />
          </ControlButton>
          <ControlButton
            label={playerMessages.seek_forward}
            onClick={() => commands.seek_forward()}
          >
            <SeekForwardIcon />
          </ControlButton>
        </div>
        <VolumeControl />
        <TimeDisplay duration={video.duration} />
        <div className="ml-auto flex items-center">
          {video.next_episode && (
            <Link
              to={videoPath(video.next_episode.id)}
              aria-label={playerMessages.next_episode_titled(video.next_episode.title)}
              title={playerMessages.next_episode}
              className="player-wide-only inline-flex size-11 items-center justify-center rounded-full hover:bg-foreground/14"
            >
              <NextEpisodeIcon />
            </Link>
          )}
          {video.episode.series.is_series && (
            <ControlButton label={playerMessages.episodes} popoverTarget={episodePanelId}>
              <ListIcon />
            </ControlButton>
          )}
          <CaptionsButton video={video} onClick={() => commands.toggle_captions()} />
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

/** Play and ±10 s in the center of a small picture, within reach of the thumbs. */
export function CenterControls({ commands }: { commands: Commands }) {
  const hasPlayed = useMediaState((state) => state.has_played)
  if (!hasPlayed) return null
  return (
    <div className="player-center-controls player-auto-hide">
      <ControlButton label={playerMessages.seek_backward} onClick={() => commands.seek_backward()}>
        <SeekBackwardIcon className="size-7" />
      </ControlButton>
      <PlayPauseButton large />
      <ControlButton label={playerMessages.seek_forward} onClick={() => commands.seek_forward()}>
        <SeekForwardIcon className="size-7" />
      </ControlButton>
    </div>
  )
}

/** The controls of a picture-in-picture window of the page. */
export function PipControls({ commands }: { commands: Commands }) {
  const view = useMediaState((state) => state.pip_view)
  return view && createPortal(<CenterControls commands={commands} />, view)
}

export function PlayPauseButton({ large = false }: { large?: boolean }) {
  const requests = useMediaRequests()
  const paused = useMediaState((state) => state.paused)
  const ended = useMediaState((state) => state.ended)
  const iconSize = large ? 'size-9' : 'size-6'
  return (
    <ControlButton
      label={ended ? playerMessages.replay : paused ? playerMessages.play : playerMessages.pause}
      className={large ? 'player-large-play' : ''}
      onClick={() => requests.togglePlay()}
    >
      {ended ? (
        <ReplayIcon className={iconSize} />
      ) : (
        <Icon name={paused ? 'play' : 'pause'} className={iconSize} />
      )}
    </ControlButton>
  )
}

/** Hidden from screen readers, because the seek bar announces the time. */
export function TimeDisplay({ duration }: { duration: number }) {
  const { player } = usePlayer()
  const timeElement = useRef<HTMLSpanElement>(null)
  useStoreEffect(player.media, ({ current_time: time }) => {
    const text = formatTimecode(time, duration)
    if (timeElement.current && timeElement.current.textContent !== text)
      timeElement.current.textContent = text
  })
  return (
    <p aria-hidden="true" className="player-time">
      <span ref={timeElement}>{formatTimecode(0, duration)}</span>
      <span className="text-foreground-muted"> / {formatTimecode(Math.round(duration))}</span>
    </p>
  )
}

export function CaptionsButton({ video, onClick }: { video: Video; onClick: () => void }) {
  const isOn = useSelectedCaption(video.captions) !== null
  const isUnavailable = video.captions.length === 0
  return (
    <ControlButton
      label={
        isUnavailable
          ? playerMessages.no_captions
          : isOn
            ? playerMessages.captions_off
            : playerMessages.captions_on
      }
      title={playerMessages.captions}
      disabled={isUnavailable}
      onClick={onClick}
      className="player-toggle"
      data-active={isOn || undefined}
    >
      <CaptionsIcon />
    </ControlButton>
  )
}

function PipButton() {
  const requests = useMediaRequests()
  const isPip = useMediaState((state) => state.pip)
  const isAvailable = useMediaState((state) => state.pip_available)
  if (!isAvailable) return null
  return (
    <ControlButton
      label={isPip ? playerMessages.pip_exit : playerMessages.pip}
      className="player-pip-button player-toggle"
      data-active={isPip || undefined}
      onClick={() => requests.togglePip()}
    >
      <PipIcon />
    </ControlButton>
  )
}

export function FullscreenButton() {
  const requests = useMediaRequests()
  const isFullscreen = useMediaState((state) => state.fullscreen)
  const isAvailable = useMediaState((state) => state.fullscreen_available)
  if (!isAvailable) return null
  return (
    <ControlButton
      label={isFullscreen ? playerMessages.fullscreen_exit : playerMessages.fullscreen}
      onClick={() => requests.toggleFullscreen()}
    >
      {isFullscreen ? <FullscreenExitIcon /> : <FullscreenIcon />}
    </ControlButton>
  )
}

/** Mute button, and a slider where there is room and the volume is settable. */
export function VolumeControl() {
  const { showFeedback } = usePlayer()
  const requests = useMediaRequests()
  const volume = useMediaState((state) => state.volume)
  const muted = useMediaState((state) => state.muted)
  const isSettable = useMediaState((state) => state.volume_settable)
  const track = useRef<HTMLDivElement>(null)
  const shownVolume = muted ? 0 : volume
  const Icon =
    shownVolume === 0 ? VolumeOffIcon : shownVolume < 0.5 ? VolumeLowIcon : VolumeHighIcon

  function setFromPointer(event: PointerEvent) {
    const box = track.current!.getBoundingClientRect()
    requests.setVolume((event.clientX - box.left) / box.width)
  }
  const onKeyDown = sliderKeyHandler({
    ArrowLeft: () => requests.adjustVolume(-0.05),
    ArrowDown: () => requests.adjustVolume(-0.05),
    ArrowRight: () => requests.adjustVolume(0.05),
    ArrowUp: () => requests.adjustVolume(0.05),
    PageDown: () => requests.adjustVolume(-0.2),
    PageUp: () => requests.adjustVolume(0.2),
    Home: () => requests.setVolume(0),
    End: () => requests.setVolume(1),
  })

  return (
    <div className="player-volume flex items-center">
      <ControlButton
        label={muted ? playerMessages.unmute : playerMessages.mute}
        onClick={() => {
          requests.setMuted(!muted)
          showFeedback(playerMessages.volume_feedback(volume, !muted))
        }}
      >
        <Icon />
      </ControlButton>
      {isSettable && (
        <div
          ref={track}
          role="slider"
          tabIndex={0}
          aria-label={playerMessages.volume}
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(shownVolume * 100)}
          aria-valuetext={playerMessages.volume_value(volume, muted)}
          className="player-volume-slider"
          style={{ '--volume': shownVolume } as Record<string, number>}
          onPointerDown={(event) => {
            if (event.button !== 0) return
            event.currentTarget.setPointerCapture(event.pointerId)
            setFromPointer(event)
          }}
          onPointerMove={(event) =>
            event.currentTarget.hasPointerCapture(event.pointerId) && setFromPointer(event)
          }
          onKeyDown={onKeyDown}
        >
          <span />
        </div>
      )}
    </div>
  )
}
