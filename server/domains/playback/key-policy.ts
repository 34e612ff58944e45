import { paidPartStart } from '#contract/playback/key-requests.ts'
import type { ProblemCode } from '#contract/core/problem-codes.ts'
import type { MediaAudience } from '#server/shared/media-token.ts'
import { isInScope, type MediaPath } from './token-scope-policy.ts'

export type KeyPath = Extract<MediaPath, { kind: 'key' }>

/**
 * Decides by the token alone whether a key may be requested. A key beyond the preview is for the session in the token,
 * and never for a prefetch, because the request counts as watching.
 * @param request `session_id` is that of the cookie; null without one.
 * @returns undefined if allowed, else the problem code.
 */
export function refuseKeyByToken(
  audience: MediaAudience,
  path: KeyPath,
  request: { session_id: number | null; is_prefetch: boolean },
): ProblemCode | undefined {
  if (!isInScope(audience, path)) return 'forbidden'
  if (request.is_prefetch && path.key.period > 0) return 'forbidden'
  if (audience.kind !== 'session' && audience.kind !== 'studio') return undefined
  if (request.session_id === null) return 'authentication_required'
  return request.session_id === audience.session_id ? undefined : 'forbidden'
}

/**
 * Whether a playhead is close enough to the end of the preview, or past it, to request a key of a later period.
 * @param position seconds; null if none was reported.
 * @param preview_duration seconds.
 */
export const isNearPaidPart = (position: number | null, preview_duration: number): boolean =>
  position !== null && position >= paidPartStart(preview_duration)
