import type { Episode } from '#contract/contents/contents.ts'
import * as playback from '#web/api/endpoints/playback.generated.ts'
import type { Video } from '#contract/playback/playback.ts'
import { flushUnsentProgress } from '#web/session/progress-outbox.ts'
import { authStore, onProfileChange } from '#web/session/auth-store.ts'
import { ApiError } from '#web/api/api-errors.ts'
import { call } from '#web/api/client.ts'
import { sessionEpoch } from '#web/api/session-hint.ts'
import { loadHls } from '#web/features/player/engines/hls-loader.ts'
import { dropPrewarmedSource, prewarmSource } from '#web/features/player/engines/hls-source.ts'
import { playerInstanceId } from '#web/features/player/leases/stream-lease.ts'

// Separate from the player's components, so that the route's loader runs before they have loaded.

/** Maximum wait in ms for unsent progress of the video to be sent. */
const outboxFlushTimeout_ms = 3_000

/** A request that starts before its screen renders. */
type Preload = {
  id: number
  response: Promise<Video>
  started_at: number
  /** Superseded by another video or a session change; the response is not used. */
  is_dropped: boolean
  video?: Video
  has_failed?: true
}
let current: Preload | null = null

function drop() {
  if (current) current.is_dropped = true
  current = null
  dropPrewarmedSource()
}

let epoch = sessionEpoch()

/** The response and the grant in its URLs belong to the session that requested them. */
function dropIfSessionChanged() {
  if (sessionEpoch() === epoch) return
  epoch = sessionEpoch()
  drop()
}
authStore.subscribe(dropIfSessionChanged)
// `resume_at` is of the profile.
onProfileChange((previous_id) => previous_id !== null && drop())

/** Milliseconds after which an unused response is discarded, because its URL expires. */
const preloadTtl_ms = 5 * 60_000

export function fetchVideo(id: number): Promise<Video> {
  return call(playback.readVideo, {
    params: { id: String(id) },
    query: { player: playerInstanceId() },
  })
}

/** Sends unsent progress of this device first, so that `resume_at` is current. */
async function fetchVideoAfterSync(id: number): Promise<Video> {
  await flushUnsentProgress(outboxFlushTimeout_ms, id)
  return fetchVideo(id)
}

/**
 * Fetches a video and prewarms its stream while the page still loads its code and data. The response is personal and
 * `no-store`, so one caller consumes it; repeated calls for the same video share one request.
 * @param requestedStart second to start at, null for where the member left off.
 * @param request fetches the video.
 */
export function preloadVideo(
  id: number,
  requestedStart: number | null = null,
  request = fetchVideo,
): Promise<Video> {
  dropIfSessionChanged()
  if (
    current?.id === id &&
    !current.has_failed &&
    performance.now() - current.started_at < preloadTtl_ms
  )
    return current.response
  const response = request(id)
  drop()
  const preload: Preload = { id, response, started_at: performance.now(), is_dropped: false }
  current = preload
  // Errors are handled by the consumer; without one they are ignored.
  loadHls().catch(() => {})
  response
    .then((video) => {
      preload.video = video
      return prewarmSource(video, startPosition(video, requestedStart), () => !preload.is_dropped)
    })
    .catch((error: unknown) => {
      if (preload.video) return
      preload.has_failed = true
      // The network may be back when the page requests it.
      if (!(error instanceof ApiError) && current === preload) drop()
    })
  return response
}

/** Returns the episode of a preloaded video, so that the page does not request it again. */
export function preloadedEpisode(id: number): Episode | null {
  dropIfSessionChanged()
  return (current?.id === id && current.video?.episode) || null
}

export function consumePreloadedVideo(id: number): Promise<Video> {
  dropIfSessionChanged()
  const response = current?.id === id ? current.response : fetchVideoAfterSync(id)
  current = null
  return response
}

/** Parses the start second from `t`, as links to search results carry it. */
export function parseStartParam(search: URLSearchParams): number | null {
  const text = search.get('t') ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : null
}

/** Returns the requested second if the video has it, else the position where the member left off. */
export function startPosition(
  { duration, resume_at }: Pick<Video, 'duration' | 'resume_at'>,
  requested: number | null,
): number {
  return requested !== null && requested < duration ? requested : resume_at
}

/**
 * The video in the address of the document. Its request starts here, because effects run only after hydration. An error page
 * at such an address has no player.
 */
const openedAt = globalThis.location && /^\/video\/(\d+)\/?$/.exec(location.pathname)?.[1]
if (openedAt && document.querySelector('video')) {
  const start = parseStartParam(new URLSearchParams(location.search))
  preloadVideo(Number(openedAt), start, fetchVideoAfterSync).catch(() => {})
}
