import type { Episode } from '#contract/contents/contents.ts'
import type { Video } from '#contract/contents/playback.ts'
import type { ProblemCode } from '#contract/core/problem-codes.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { ApiError } from '#web/api/api-errors.ts'
import { useCallback, useEffect, useRef } from 'react'
import { usePlayer } from '#web/features/player/hooks/player-context.tsx'
import { preloadVideo } from '#web/features/player/core/video-preload.ts'

/** The next video is preloaded once this many seconds are buffered. */
const prefetchLead_s = 8

/**
 * Whether the current user can play an adjacent episode. Free episodes play for everyone; for others the member's access
 * is requested, and visitors have none.
 */
export type CanPlayEpisode = (episode: Episode) => boolean | Promise<boolean>

const isLocked = (code: ProblemCode) =>
  code === 'purchase_required' || code === 'authentication_required'

/** Checks whether adjacent episodes play, and preloads the next one. */
export function useAdjacentEpisodes(video: Video | null): CanPlayEpisode {
  const { player } = usePlayer()
  const { state, user } = useAuth()
  const playable = useRef(new Map<number, boolean>())
  const next = video?.next_episode ?? null

  const canPlay = useCallback<CanPlayEpisode>(
    (episode) => {
      if (episode.is_free) return true
      if (state === 'signed_out') return false
      const cached = playable.current.get(episode.id)
      if (cached !== undefined) return cached
      return preloadVideo(episode.id).then(
        () => true,
        (error: unknown) => {
          // On other errors, navigate; the page shows the error.
          if (!(error instanceof ApiError) || !isLocked(error.problem.code)) return true
          playable.current.set(episode.id, false)
          return false
        },
      )
    },
    [state],
  )
  useEffect(() => playable.current.clear(), [state, user.profile?.id])

  useEffect(() => {
    if (!next || (navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
    let isDone = false
    function update() {
      const { has_played, current_time, duration, buffered_end } = player.media.getState()
      const lead_s = Math.min(prefetchLead_s, duration - current_time - 1)
      if (isDone || !has_played || buffered_end - current_time < lead_s) return
      isDone = true
      void Promise.resolve(canPlay(next!)).then((isPlayable) => {
        if (isPlayable) preloadVideo(next!.id).then(() => playable.current.set(next!.id, true), () => {}) // prettier-ignore
      })
    }
    // Not before the next change: until the page loads this video, the state is that of the previous one.
    return player.media.subscribe(update)
  }, [next, canPlay, player])
  return canPlay
}
