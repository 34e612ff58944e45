import type { Video } from '#contract/contents/playback.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PlayerContextValue } from '#web/features/player/core/player-context.tsx'
import type { ProgressSync } from './progress-sync.ts'

/**
 * Progress and stream slot of what a member watches. Visitors have neither, and do not fetch the code.
 * @returns `pass` counts the film as seen to its end; `claim` takes the slot anew.
 */
export function useProgressSync(
  context: PlayerContextValue,
  video: Video | null,
): Pick<ProgressSync, 'pass' | 'claim'> {
  const { state, user } = useAuth()
  const member_id = state === 'signed_in' ? user.id : null
  const [following, setFollowing] = useState<ProgressSync | null>(null)

  // Before the next effect, so that on the way out the film reports while there is somebody to report to.
  useEffect(() => (following && video ? following.film(video) : undefined), [following, video])

  useEffect(() => {
    if (member_id === null) return
    let gone = false
    let mine: ProgressSync | undefined
    import('./progress-sync.ts').then(
      ({ startProgressSync: followProgress }) => {
        if (gone) return
        mine = followProgress(context, member_id)
        setFollowing(mine)
      },
      // Without the network the film stands still as well; the next visit reports.
      () => {},
    )
    return () => {
      gone = true
      mine?.close()
      setFollowing(null)
    }
  }, [context, member_id])

  const current = useRef(following)
  useEffect(() => {
    current.current = following
  }, [following])
  const pass = useCallback(() => current.current?.pass(), [])
  const claim = useCallback(async () => current.current?.claim() ?? 'unreachable', [])
  return { pass, claim }
}
