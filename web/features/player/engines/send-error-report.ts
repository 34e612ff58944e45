import { studio_analytics } from '#contract/studio/analytics.ts'
import { apiRequest } from '#web/api/client.ts'
import type { PlaybackError } from '#web/features/player/core/media-state.ts'

/** Limit of the server. */
const maxDetailLength = 200

/** Sends an error report with `keepalive`, because users often leave after an error. */
export async function sendPlaybackError(report: {
  episode_id: number
  code: PlaybackError
  detail: string
}) {
  const body = { ...report, detail: report.detail.slice(0, maxDetailLength) }
  await apiRequest(studio_analytics.reportPlayerError, { body }, { keepalive: true })
}
