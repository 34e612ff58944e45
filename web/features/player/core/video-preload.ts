import type { Episode } from '#contract/contents/contents.ts'
import * as playback from '#web/api/endpoints/playback.generated.ts'
import type { Video } from '#contract/contents/playback.ts'
import { flushUnsentProgress } from '#web/session/progress-outbox.ts'
import { authStore } from '#web/session/auth-store.ts'
import { call } from '#web/api/client.ts'
import { sessionEpoch } from '#web/api/session-hint.ts'
import { loadHls } from '#web/features/player/engines/hls-loader.ts'
import { dropWarmSource, prewarmSource } from '#web/features/player/engines/hls-source.ts'
import { startPosition } from './start-position.ts'
import { playerInstanceId } from '#web/features/player/leases/lease-requests.ts'

// Apart from the player's components, so that the route's loader runs before they have arrived.

/** Milliseconds that a film waits for what was kept of it to be sent. */
const patience = 3_000

/** A read that began before its screen did. */
type Begun = {
  id: number
  answer: Promise<Video>
  at: number
  /** Another film was requested since, or the session changed: nothing of it is used. */
  dropped: boolean
  video?: Video
  failed?: true
}
let begun: Begun | null = null

function drop() {
  if (begun) begun.dropped = true
  begun = null
  dropWarmSource()
}

let epoch = sessionEpoch()

/** An answer, and the grant in its addresses, belong to the session that asked. */
function dropOfEarlierSession() {
  if (sessionEpoch() === epoch) return
  epoch = sessionEpoch()
  drop()
}
authStore.subscribe(dropOfEarlierSession)

/** Milliseconds after which an answer that nobody took is old: its address ends some day. */
const freshFor = 5 * 60_000

export function fetchVideo(id: number): Promise<Video> {
  return call(playback.readVideo, {
    params: { id: String(id) },
    query: { player: playerInstanceId() },
  })
}

/** Where to go on is right only once the server knows what this device kept of the film (D-44). */
async function readFromWhereLeft(id: number): Promise<Video> {
  await flushUnsentProgress(patience, id)
  return fetchVideo(id)
}

/**
 * Asks for the film of the screen that is about to be shown, and opens it, while the page still loads its own
 * code and data. The answer is personal and `no-store`, hence kept for one taker. Asked twice for the same film
 * it asks the server once. `wanted` is the second at which it shall begin, if not where it was left.
 */
export function preloadVideo(id: number, wanted: number | null = null): Promise<Video> {
  dropOfEarlierSession()
  if (begun?.id === id && !begun.failed && performance.now() - begun.at < freshFor)
    return begun.answer
  const answer = fetchVideo(id)
  drop()
  const mine: Begun = { id, answer, at: performance.now(), dropped: false }
  begun = mine
  // Whoever takes it hears of a failure; nobody taking it is no error.
  loadHls().catch(() => {})
  answer
    .then((video) => {
      mine.video = video
      return prewarmSource(video, startPosition(video, wanted), () => !mine.dropped)
    })
    .catch(() => {
      if (!mine.video) mine.failed = true
    })
  return answer
}

/** The episode of a film that has answered before its screen asked: the page need not wait for it again. */
export function preloadedEpisode(id: number): Episode | null {
  dropOfEarlierSession()
  return (begun?.id === id && begun.video?.episode) || null
}

export function consumePreloadedVideo(id: number): Promise<Video> {
  dropOfEarlierSession()
  const answer = begun?.id === id ? begun.answer : readFromWhereLeft(id)
  begun = null
  return answer
}
