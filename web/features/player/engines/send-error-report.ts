import { studio_analytics } from '#contract/studio/analytics.ts'
import { apiRequest } from '#web/api/client.ts'
import type { PlaybackError } from '#web/features/player/core/media-state.ts'

/** As long as the server takes it. */
const longest = 200

/** Outlives its page: who sees a film fail leaves. */
export async function sendPlaybackError(told: {
  episode_id: number
  code: PlaybackError
  detail: string
}) {
  const body = { ...told, detail: told.detail.slice(0, longest) }
  await apiRequest(studio_analytics.reportPlayerError, { body }, { keepalive: true })
}
