import type {
  PlayerStore,
  PlaybackError,
  MediaState,
} from '#web/features/player/core/media-state.ts'

/**
 * Reports fatal playback errors to the studio, each code once per video, until the returned function is
 * called. The sender is loaded on the first error; its failures are ignored.
 */
export function reportPlaybackErrors(
  state: PlayerStore<MediaState>,
  currentEpisode: () => number | null,
  send: typeof sendLazily = sendLazily,
): () => void {
  let lastEpisode: number | null = null
  const reported = new Set<PlaybackError>()
  return state.subscribe(() => {
    const { error, error_detail, offline } = state.getState()
    if (error === null || offline) return
    const episodeId = currentEpisode()
    if (episodeId !== lastEpisode) reported.clear()
    lastEpisode = episodeId
    if (episodeId === null || reported.has(error)) return
    reported.add(error)
    send({ episode_id: episodeId, code: error, detail: error_detail })
  })
}

type ErrorReport = { episode_id: number; code: PlaybackError; detail: string }

function sendLazily(reported: ErrorReport) {
  import('./send-error-report.ts')
    .then(({ sendPlaybackError: sendFailure }) => sendFailure(reported))
    .catch(() => {})
}
