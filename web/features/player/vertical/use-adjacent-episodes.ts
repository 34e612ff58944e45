import type { Episode } from '#contract/contents/contents.ts'
import type { Video } from '#contract/contents/playback.ts'
import type { ProblemCode } from '#contract/core/problem-codes.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { ApiError } from '#web/api/client.ts'
import { useCallback, useEffect, useRef } from 'react'
import { usePlayer } from '#web/features/player/core/player-context.tsx'
import { preloadVideo } from '#web/features/player/core/video-preload.ts'

/** The next film is fetched once this many seconds of the one on the screen lie ahead. */
const comfort = 8

/**
 * Whether an episode beside this one plays for who is here: true, false, or a promise of it. A free one does;
 * about the others the server is asked, for members alone.
 */
export type CanPlayEpisode = (episode: Episode) => boolean | Promise<boolean>

const isLocked = (code: ProblemCode) =>
  code === 'purchase_required' || code === 'authentication_required'

/** Knows whether the neighbours play, and has the next one under way before anybody asks for it. */
export function useAdjacentEpisodes(video: Video | null): CanPlayEpisode {
  const { player } = usePlayer()
  const { state, user } = useAuth()
  const known = useRef(new Map<number, boolean>())
  const next = video?.next_episode ?? null

  const opens = useCallback<CanPlayEpisode>(
    (episode) => {
      if (episode.is_free) return true
      if (state === 'signed_out') return false
      const answer = known.current.get(episode.id)
      if (answer !== undefined) return answer
      return preloadVideo(episode.id).then(
        () => true,
        (error: unknown) => {
          // Where it is not for want of a right to it one goes there, and the page says what is wrong.
          if (!(error instanceof ApiError) || !isLocked(error.problem.code)) return true
          known.current.set(episode.id, false)
          return false
        },
      )
    },
    [state],
  )
  useEffect(() => known.current.clear(), [state, user.id])

  useEffect(() => {
    if (!next || (navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
    let begun = false
    function look() {
      const { started, time, duration, buffered_to } = player.facts.get()
      const ahead = Math.min(comfort, duration - time - 1)
      if (begun || !started || buffered_to - time < ahead) return
      begun = true
      void Promise.resolve(opens(next!)).then((open) => {
        if (open) preloadVideo(next!.id).then(() => known.current.set(next!.id, true), () => {}) // prettier-ignore
      })
    }
    look()
    return player.facts.subscribe(look)
  }, [next, opens, player])
  return opens
}
