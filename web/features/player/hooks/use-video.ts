import type { Video } from '#contract/playback/playback.ts'
import type { Problem } from '#contract/problem.ts'
import { authStore, useAuth } from '#web/session/auth-store.ts'
import { ApiError } from '#web/api/api-errors.ts'
import { useCallback, useEffect, useState } from 'react'
import { fetchVideo, consumePreloadedVideo } from '#web/features/player/core/video-preload.ts'

/** Result of requesting the playable episode. */
export type VideoRequest =
  | { state: 'loading' }
  | { state: 'ready'; video: Video }
  | { state: 'denied'; problem: Problem }
  | { state: 'unreachable' }

const profileId = () => authStore.getState().user.profile?.id

/** Delay in ms before checking an episode in preparation again: 5 s, growing to a minute. */
function notReadyRetryDelay(retries: number): number {
  return Math.min(60_000, 5_000 * 1.5 ** retries)
}

/** Poll interval in ms while the encoding reports progress. */
const encodingPoll_ms = 2_000

export function useVideo(id: number) {
  const [result, setResult] = useState<{
    id: number
    profile: number | undefined
    request: VideoRequest
  }>()
  const [attempt, setAttempt] = useState(0)
  const [retries, setRetries] = useState(0)

  // Never show one profile's video to the next. The response stays when the first session check completes (same
  // session) and when a visitor logs in, who continues from the preview (use-purchase-prompt.ts).
  const profile = useAuth().user.profile?.id
  const [lastProfile, setLastProfile] = useState(profile)
  if (lastProfile !== profile) {
    setLastProfile(profile)
    if (lastProfile) setAttempt((count) => count + 1)
    else setResult((known) => known && { ...known, profile })
  }

  useEffect(() => {
    let isActive = true
    const finish = (request: VideoRequest) =>
      isActive && setResult({ id, profile: profileId(), request })
    consumePreloadedVideo(id).then(
      (video) => finish({ state: 'ready', video }),
      (error: unknown) =>
        finish(
          error instanceof ApiError
            ? { state: 'denied', problem: error.problem }
            : { state: 'unreachable' },
        ),
    )
    return () => void (isActive = false)
  }, [id, attempt])

  const isOwn = result?.id === id && result.profile === profile
  const request: VideoRequest = isOwn ? result.request : { state: 'loading' }
  const isPreparing = request.state === 'denied' && request.problem.code === 'video_not_ready'
  // Encoding with progress is polled often enough for the bar to move.
  const isEncoding = request.state === 'denied' && request.problem.encoding !== undefined
  const delay_ms = isEncoding ? encodingPoll_ms : notReadyRetryDelay(retries)
  useEffect(() => {
    if (!isPreparing) return
    const timer = setTimeout(() => {
      setRetries((count) => count + 1)
      setAttempt((count) => count + 1)
    }, delay_ms)
    return () => clearTimeout(timer)
  }, [isPreparing, delay_ms, result])
  useEffect(() => setRetries(0), [id])
  const isUnreachable = request.state === 'unreachable'
  useEffect(() => {
    if (!isUnreachable) return
    const onOnline = () => setAttempt((count) => count + 1)
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [isUnreachable])

  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return { request, retry, retry_in_s: Math.round(delay_ms / 1000) }
}

/** Fetches the video with a new manifest URL. */
export const refreshVideo = (id: number): Promise<Video> => fetchVideo(id)
