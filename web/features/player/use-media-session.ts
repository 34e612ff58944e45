import type { Video } from '#contract/playback.ts'
import { useEffect } from 'react'
import { imageAt } from '#contract/images.ts'
import type { Commands } from './commands.ts'
import type { Player } from './player.ts'

/** Title, picture and buttons on the lock screen, the keyboard's media keys and headphones. */
export function useMediaSession(video: Video, player: Player, commands: Commands): void {
  useEffect(() => {
    const session = navigator.mediaSession as MediaSession | undefined
    if (!session) return
    const { episode } = video
    session.metadata = new MediaMetadata({
      title: episode.title,
      artist: episode.series.title,
      ...(episode.thumbnail_url && {
        artwork: [
          { src: imageAt(episode.thumbnail_url, 400), type: 'image/webp', sizes: '400x225' },
        ],
      }),
    })
    const { wishes } = player
    const actions: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
      play: () => wishes.play(),
      pause: () => wishes.pause(),
      seekbackward: (details) => wishes.seekBy(-(details.seekOffset ?? 10)),
      seekforward: (details) => wishes.seekBy(details.seekOffset ?? 10),
      seekto: (details) => wishes.seekTo(details.seekTime ?? 0),
      ...(video.next_episode && { nexttrack: () => commands.next_episode() }),
    }
    const names = Object.keys(actions) as MediaSessionAction[]
    const set = (name: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
      try {
        session.setActionHandler(name, handler)
      } catch {
        // An action that this browser does not know.
      }
    }
    for (const name of names) set(name, actions[name] ?? null)
    const tellPosition = () => {
      const { time, duration, rate, paused } = player.facts.get()
      session.playbackState = paused ? 'paused' : 'playing'
      if (duration > 0) {
        session.setPositionState({
          duration,
          playbackRate: rate,
          position: Math.min(time, duration),
        })
      }
    }
    // The system runs its own clock between these.
    const timer = setInterval(tellPosition, 5000)
    let wasPaused: boolean | undefined
    const stop = player.facts.subscribe(() => {
      const { paused } = player.facts.get()
      if (paused === wasPaused) return
      wasPaused = paused
      tellPosition()
    })
    return () => {
      clearInterval(timer)
      stop()
      for (const name of names) set(name, null)
      session.metadata = null
    }
  }, [video, player, commands])
}
