import { studio_analytics } from '#contract/studio/analytics.ts'
import { request } from '#web/api/client.ts'
import type { Failure } from '#web/features/player/core/media-state.ts'

/** As long as the server takes it. */
const longest = 200

/** Outlives its page: who sees a film fail leaves. */
export async function sendFailure(told: { episode_id: number; code: Failure; detail: string }) {
  const body = { ...told, detail: told.detail.slice(0, longest) }
  await request(studio_analytics.reportPlayerError, { body }, { keepalive: true })
}
