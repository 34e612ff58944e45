import type { Video } from '#contract/contents/playback.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { useRef } from 'react'
import { Link } from 'react-router'
import { videoPath } from '#web/routing/paths.ts'
import { useFact, usePlayer, useWishes } from '#web/features/player/core/player-context.tsx'
import { clockText } from '#web/lib/format.ts'
import type { Commands } from '#web/features/player/core/commands.ts'
import { ControlButton } from './control-primitives.tsx'
import { copy } from '#web/features/player/messages.ko.ts'
import { useFactWriter } from '#web/features/player/core/use-media-state.ts'
import {
  BackIcon,
  CaptionsIcon,
  ForwardIcon,
  FullscreenIcon,
  NextIcon,
  PipIcon,
  ReplayIcon,
  SettingsIcon,
  WindowIcon,
} from './icons.tsx'
import { SeekBar } from './seek-bar.tsx'
import { settingsId } from './settings-menu.tsx'
import { LockButton } from '#web/features/player/gestures/screen-lock.tsx'
import { useChosenCaption } from './captions.tsx'
import { Volume } from './volume-control.tsx'

/** The bar at the foot of the picture. On a phone play and ±10 s stand in its middle instead. */
export function ControlBar({ video, commands }: { video: Video; commands: Commands }) {
  return (
    <div className="player-foot player-fades">
      <SeekBar video={video} />
      <div className="flex items-center">
        <div className="player-verbs">
          <PlayButton />
          <ControlButton label={copy.back} onClick={() => commands.back()}>
            <BackIcon />
          </ControlButton>
          <ControlButton label={copy.forward} onClick={() => commands.forward()}>
            <ForwardIcon />
          </ControlButton>
        </div>
        <Volume />
        <Clock duration={video.duration} />
        <div className="ml-auto flex items-center">
          {video.next_episode && (
            <Link
              to={videoPath(video.next_episode.id)}
              aria-label={copy.next_episode_of(video.next_episode.title)}
              title={copy.next_episode}
              className="player-wide inline-flex size-11 items-center justify-center rounded-full hover:bg-paper/14"
            >
              <NextIcon />
            </Link>
          )}
          <CaptionButton video={video} onPress={() => commands.captions()} />
          <ControlButton label={copy.settings} popoverTarget={settingsId}>
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
export function MiddleVerbs({ commands }: { commands: Commands }) {
  const started = useFact((facts) => facts.started)
  if (!started) return null
  return (
    <div className="player-middle player-fades">
      <ControlButton label={copy.back} onClick={() => commands.back()}>
        <BackIcon className="size-7" />
      </ControlButton>
      <PlayButton large />
      <ControlButton label={copy.forward} onClick={() => commands.forward()}>
        <ForwardIcon className="size-7" />
      </ControlButton>
    </div>
  )
}

export function PlayButton({ large = false }: { large?: boolean }) {
  const wishes = useWishes()
  const paused = useFact((facts) => facts.paused)
  const ended = useFact((facts) => facts.ended)
  const look = large ? 'size-9' : 'size-6.5'
  return (
    <ControlButton
      label={ended ? copy.replay : paused ? copy.play : copy.pause}
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
export function Clock({ duration }: { duration: number }) {
  const { player } = usePlayer()
  const now = useRef<HTMLSpanElement>(null)
  useFactWriter(player.facts, ({ time }) => {
    const text = clockText(time, duration)
    if (now.current && now.current.textContent !== text) now.current.textContent = text
  })
  return (
    <p aria-hidden="true" className="player-clock">
      <span ref={now}>{clockText(0, duration)}</span>
      <span className="text-paper-2"> / {clockText(duration)}</span>
    </p>
  )
}

export function CaptionButton({ video, onPress }: { video: Video; onPress: () => void }) {
  const on = useChosenCaption(video.captions) !== null
  const none = video.captions.length === 0
  return (
    <ControlButton
      label={none ? copy.no_captions : on ? copy.captions_off : copy.captions_on}
      disabled={none}
      onClick={onPress}
      className="player-lit"
      data-lit={on || undefined}
    >
      <CaptionsIcon />
    </ControlButton>
  )
}

function PipButton() {
  const wishes = useWishes()
  const pip = useFact((facts) => facts.pip)
  const possible = useFact((facts) => facts.can_pip)
  if (!possible) return null
  return (
    <ControlButton
      label={pip ? copy.pip_leave : copy.pip}
      className="player-wide player-lit"
      data-lit={pip || undefined}
      onClick={() => wishes.togglePip()}
    >
      <PipIcon />
    </ControlButton>
  )
}

export function FullscreenButton() {
  const wishes = useWishes()
  const full = useFact((facts) => facts.fullscreen)
  const possible = useFact((facts) => facts.can_fullscreen)
  if (!possible) return null
  return (
    <ControlButton
      label={full ? copy.fullscreen_leave : copy.fullscreen}
      onClick={() => wishes.toggleFullscreen()}
    >
      {full ? <WindowIcon /> : <FullscreenIcon />}
    </ControlButton>
  )
}
