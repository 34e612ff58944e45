import { imageUrlAtWidth, imageWidths } from '#contract/core/images.ts'
import type { Video } from '#contract/playback/playback.ts'
import { setActivePlayer } from '#web/lib/active-player.ts'
import { useEffect, useRef } from 'react'
import type { Commands } from '#web/features/player/core/commands.ts'
import type { MediaState } from '#web/features/player/core/media-state.ts'
import type { Player, PlayerContextValue } from '#web/features/player/core/player.ts'
import {
  isKeyHandledBy,
  matchShortcut,
  shortcuts,
  type Shortcut,
} from '#web/features/player/core/keyboard-shortcuts.ts'

const seekStep_s = 10

/** Title, series and artwork for the lock screen. */
function metadataOf({ episode }: Pick<Video, 'episode'>): MediaMetadataInit {
  const { thumbnail_url, series } = episode
  return {
    // A film's single episode uses the film's title.
    title: series.is_series ? episode.title || series.title : series.title,
    artist: series.title,
    ...(thumbnail_url && {
      artwork: imageWidths.thumbnail.map((width) => ({
        src: imageUrlAtWidth(thumbnail_url, 'thumbnail', width),
        sizes: `${width}x${Math.round((width * 9) / 16)}`,
        type: 'image/webp',
      })),
    }),
  }
}

/** Position state, undefined where `setPositionState` would throw. */
function positionOf({
  current_time,
  duration,
  playback_rate,
}: Pick<MediaState, 'current_time' | 'duration' | 'playback_rate'>):
  | MediaPositionState
  | undefined {
  if (!(duration > 0) || !Number.isFinite(duration) || playback_rate <= 0) return undefined
  return {
    duration,
    playbackRate: playback_rate,
    position: Math.min(Math.max(0, current_time), duration),
  }
}

type Deps = { requests: Player['requests']; commands: Commands }

/** Actions of the system's media controls; previous and next only where they exist. */
function actionsOf(
  video: Pick<Video, 'next_episode' | 'previous_episode'>,
  { requests, commands }: Deps,
): Partial<Record<MediaSessionAction, MediaSessionActionHandler>> {
  return {
    play: () => requests.play(),
    pause: () => requests.pause(),
    seekbackward: (details) => requests.seekBy(-(details.seekOffset ?? seekStep_s)),
    seekforward: (details) => requests.seekBy(details.seekOffset ?? seekStep_s),
    seekto: (details) => requests.seekTo(details.seekTime ?? 0),
    ...(video.previous_episode && { previoustrack: () => commands.previous_episode() }),
    ...(video.next_episode && { nexttrack: () => commands.next_episode() }),
  }
}

/** Connects the lock screen, media keys, headphones and remotes. Cleared on unmount. */
export function useMediaSession(video: Video, player: Player, commands: Commands): void {
  useEffect(() => {
    const { media, requests } = player
    return setActivePlayer({ media, requests, commands })
  }, [player, commands])
  useEffect(() => {
    const session = navigator.mediaSession as MediaSession | undefined
    if (!session) return
    session.metadata = new MediaMetadata(metadataOf(video))
    const actions = actionsOf(video, { requests: player.requests, commands })
    const names = Object.keys(actions) as MediaSessionAction[]
    const set = (name: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
      try {
        session.setActionHandler(name, handler)
      } catch {
        // The browser does not support this action.
      }
    }
    for (const name of names) set(name, actions[name] ?? null)

    let lastReported = ''
    function report() {
      const { paused, playback_rate, seeking, waiting, duration } = player.media.getState()
      // The system extrapolates the position itself; report only changes that it cannot derive.
      const now = [paused, playback_rate, seeking, waiting, duration].join()
      if (now === lastReported) return
      lastReported = now
      session!.playbackState = paused ? 'paused' : 'playing'
      const position = positionOf(player.media.getState())
      if (position) session!.setPositionState?.(position)
    }
    report()
    const stop = player.media.subscribe(report)
    return () => {
      stop()
      for (const name of names) set(name, null)
      session.setPositionState?.()
      session.metadata = null
      session.playbackState = 'none'
    }
  }, [video, player, commands])
}

/** Handles shortcuts on the whole page, after the focused element. */
export function useKeyboardShortcuts(
  { player, controls }: PlayerContextValue,
  commands: Partial<Commands>,
  list: readonly Shortcut[] = shortcuts,
): void {
  const lastInput = useRef<'pointer' | 'keyboard'>('keyboard')
  useEffect(() => {
    const onPointerDown = () => void (lastInput.current = 'pointer')
    let hasHandledSpace = false
    function onKeyDown(event: KeyboardEvent) {
      if (event.code === 'Tab') lastInput.current = 'keyboard'
      if (event.defaultPrevented || event.isComposing) return
      if (!player.preferences.getState().shortcuts || controls.getState().shortcuts_open) return
      const shortcut = matchShortcut(event, list)
      const target = event.target instanceof Element ? event.target : null
      const command = shortcut && commands[shortcut.command]
      if (!command || isKeyHandledBy(target, event.code, lastInput.current)) return
      event.preventDefault()
      hasHandledSpace = event.code === 'Space'
      command(event.code)
    }
    function onKeyUp(event: KeyboardEvent) {
      // Firefox presses the focused button when Space is released.
      if (event.code === 'Space' && hasHandledSpace) event.preventDefault()
      hasHandledSpace = false
    }
    addEventListener('pointerdown', onPointerDown, { capture: true })
    addEventListener('keydown', onKeyDown)
    addEventListener('keyup', onKeyUp)
    return () => {
      removeEventListener('pointerdown', onPointerDown, { capture: true })
      removeEventListener('keydown', onKeyDown)
      removeEventListener('keyup', onKeyUp)
    }
  }, [player, controls, commands, list])
}
