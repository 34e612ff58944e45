import type { FactStore } from '#web/features/player/core/media-state.ts'
import type { PlaybackError, MediaState } from '#web/features/player/core/media-state.ts'

/**
 * Tells the studio that playing stopped for good (D-80): each kind once a film, of what plays as it happens. What tells is
 * loaded only then; that it could not be told concerns nobody. @returns how to stop.
 */
export function reportPlaybackErrors(
  facts: FactStore<MediaState>,
  playing: () => number | null,
  send: typeof sendLater = sendLater,
): () => void {
  let episode: number | null = null
  const told = new Set<PlaybackError>()
  return facts.subscribe(() => {
    const { failure, failure_detail, offline } = facts.get()
    if (failure === null || offline) return
    const now = playing()
    if (now !== episode) told.clear()
    episode = now
    if (now === null || told.has(failure)) return
    told.add(failure)
    send({ episode_id: now, code: failure, detail: failure_detail })
  })
}

type Told = { episode_id: number; code: PlaybackError; detail: string }

function sendLater(told: Told) {
  import('./send-error-report.ts')
    .then(({ sendPlaybackError: sendFailure }) => sendFailure(told))
    .catch(() => {})
}
