import { imageUrlAtWidth, imageWidths } from '#contract/core/images.ts'
import type { Video } from '#contract/contents/playback.ts'
import { useEffect } from 'react'
import type { Commands } from './commands.ts'
import type { MediaState } from './media-state.ts'
import type { Player } from './player.ts'

const step = 10

/** Title, series and pictures of every width, as the lock screen shows them. */
function metadataOf({ episode }: Pick<Video, 'episode'>): MediaMetadataInit {
  const { thumbnail_url, series } = episode
  return {
    // A film's one episode is named after nothing but the film.
    title: series.is_series ? episode.title || series.title : series.title,
    artist: series.title,
    ...(thumbnail_url && {
      artwork: imageWidths.thumbnail.map((width) => ({
        src: imageUrlAtWidth(thumbnail_url, width),
        sizes: `${width}x${Math.round((width * 9) / 16)}`,
        type: 'image/webp',
      })),
    }),
  }
}

/** What the system's own clock starts from; undefined where it would be refused. */
function positionOf({
  time,
  duration,
  rate,
}: Pick<MediaState, 'time' | 'duration' | 'rate'>): MediaPositionState | undefined {
  if (!(duration > 0) || !Number.isFinite(duration) || rate <= 0) return undefined
  return { duration, playbackRate: rate, position: Math.min(Math.max(0, time), duration) }
}

type Parts = { wishes: Player['wishes']; commands: Commands }

/** What the system's buttons do. Those with nowhere to go are not offered. */
function actionsOf(
  video: Pick<Video, 'next_episode' | 'previous_episode'>,
  { wishes, commands }: Parts,
): Partial<Record<MediaSessionAction, MediaSessionActionHandler>> {
  return {
    play: () => wishes.play(),
    pause: () => wishes.pause(),
    seekbackward: (details) => wishes.seekBy(-(details.seekOffset ?? step)),
    seekforward: (details) => wishes.seekBy(details.seekOffset ?? step),
    seekto: (details) => wishes.seekTo(details.seekTime ?? 0),
    ...(video.previous_episode && { previoustrack: () => commands.previous_episode() }),
    ...(video.next_episode && { nexttrack: () => commands.next_episode() }),
  }
}

/** The lock screen, the keyboard's media keys and headphones. Cleared when the film leaves. */
export function useMediaSession(video: Video, player: Player, commands: Commands): void {
  useEffect(() => {
    const session = navigator.mediaSession as MediaSession | undefined
    if (!session) return
    session.metadata = new MediaMetadata(metadataOf(video))
    const actions = actionsOf(video, { wishes: player.wishes, commands })
    const names = Object.keys(actions) as MediaSessionAction[]
    const set = (name: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
      try {
        session.setActionHandler(name, handler)
      } catch {
        // An action that this browser does not know.
      }
    }
    for (const name of names) set(name, actions[name] ?? null)

    let told = ''
    function tell() {
      const { paused, rate, seeking, waiting, duration } = player.facts.get()
      // The system runs its own clock: it hears of what that clock cannot know, and of nothing else.
      const now = [paused, rate, seeking, waiting, duration].join()
      if (now === told) return
      told = now
      session!.playbackState = paused ? 'paused' : 'playing'
      const position = positionOf(player.facts.get())
      if (position) session!.setPositionState?.(position)
    }
    tell()
    const stop = player.facts.subscribe(tell)
    return () => {
      stop()
      for (const name of names) set(name, null)
      session.setPositionState?.()
      session.metadata = null
      session.playbackState = 'none'
    }
  }, [video, player, commands])
}
