import type { Video } from '#contract/contents/playback.ts'
import type { Problem } from '#contract/problem.ts'
import { authStore } from '#web/session/auth-store.ts'
import { ApiError } from '#web/api/client.ts'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { fetchVideo, consumePreloadedVideo } from './video-preload.ts'

/** What came of asking for the playable episode (D-40). */
export type VideoRequest =
  | { state: 'reading' }
  | { state: 'ready'; video: Video }
  | { state: 'refused'; problem: Problem }
  | { state: 'unreachable' }

const memberId = () => authStore.current().user.id

/** Milliseconds until an episode in preparation is looked at again: 5 s, growing to a minute. */
function nextLook(looks: number): number {
  return Math.min(60_000, 5_000 * 1.5 ** looks)
}

/** Between looks at a film that is being made, in ms. */
const movingLook = 2_000

export function useVideo(id: number) {
  const [result, setResult] = useState<{
    id: number
    member: number | null
    reading: VideoRequest
  }>()
  const [asked, setAsked] = useState(0)
  const [looks, setLooks] = useState(0)

  // The film of one member is not shown to the next. Until a first member is known, and after a visitor signs in, the
  // answer stays: the first has the same session, the second goes on from the preview (use-sale.ts).
  const member = useSyncExternalStore(authStore.subscribe, memberId, () => null)
  const [reader, setReader] = useState(member)
  if (reader !== member) {
    setReader(member)
    if (reader !== null) setAsked((count) => count + 1)
    else setResult((known) => known && { ...known, member })
  }

  useEffect(() => {
    let current = true
    const tell = (reading: VideoRequest) =>
      current && setResult({ id, member: memberId(), reading })
    consumePreloadedVideo(id).then(
      (video) => tell({ state: 'ready', video }),
      (error: unknown) =>
        tell(
          error instanceof ApiError
            ? { state: 'refused', problem: error.problem }
            : { state: 'unreachable' },
        ),
    )
    return () => void (current = false)
  }, [id, asked])

  const isOwn = result?.id === id && result.member === member
  const reading: VideoRequest = isOwn ? result.reading : { state: 'reading' }
  const preparing = reading.state === 'refused' && reading.problem.code === 'video_not_ready'
  // Work that shows how far it is has an end in sight: look often enough for the bar to move.
  const moving = reading.state === 'refused' && reading.problem.encoding !== undefined
  const wait = moving ? movingLook : nextLook(looks)
  useEffect(() => {
    if (!preparing) return
    const timer = setTimeout(() => {
      setLooks((count) => count + 1)
      setAsked((count) => count + 1)
    }, wait)
    return () => clearTimeout(timer)
  }, [preparing, wait, result])
  useEffect(() => setLooks(0), [id])

  const again = useCallback(() => setAsked((count) => count + 1), [])
  return { reading, again, seconds_to_next_look: Math.round(wait / 1000) }
}

/** A fresh address of the same film; rejects with the refusal where it no longer plays. */
export const renewVideo = (id: number): Promise<Video> => fetchVideo(id)
