import type { Video } from '#contract/playback/playback.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PlayerContextValue } from '#web/features/player/core/player.ts'
import type { ProgressSync } from './progress-sync.ts'

/**
 * Syncs progress and stream lease for members. Visitors have neither and do not load the code.
 * @returns `markCompleted` reports the video as watched to the end; `claim` acquires the lease again.
 */
export function useProgressSync(
  context: PlayerContextValue,
  video: Video | null,
): Pick<ProgressSync, 'markCompleted' | 'claim'> {
  const { state, user } = useAuth()
  const profileId = state === 'signed_in' ? user.profile?.id : undefined
  const [sync, setSync] = useState<ProgressSync | null>(null)

  // Declared first, so that on unmount the tracker reports before the sync closes.
  useEffect(() => (sync && video ? sync.track(video) : undefined), [sync, video])

  useEffect(() => {
    if (!profileId) return
    let isCancelled = false
    let started: ProgressSync | undefined
    import('./progress-sync.ts').then(
      ({ startProgressSync: followProgress }) => {
        if (isCancelled) return
        started = followProgress(context, profileId)
        setSync(started)
      },
      // Without network playback stops, too; the next visit reports.
      () => {},
    )
    return () => {
      isCancelled = true
      started?.close()
      setSync(null)
    }
  }, [context, profileId])

  const current = useRef(sync)
  useEffect(() => {
    current.current = sync
  }, [sync])
  const markCompleted = useCallback(() => current.current?.markCompleted(), [])
  const claim = useCallback(async () => current.current?.claim() ?? 'unreachable', [])
  return { markCompleted, claim }
}
