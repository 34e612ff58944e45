import { keyTolerance } from '#contract/contents/playback.ts'
import type { ProblemCode } from '#contract/core/problem-codes.ts'
import type { MediaAudience } from '#server/shared/media-token.ts'
import { isInScope, type MediaPath } from './token-scope-policy.ts'

export type KeyPath = Extract<MediaPath, { kind: 'key' }>

/**
 * Decides by the token alone whether a key may be asked for. A key beyond the free beginning is for the session that the
 * token names, and never for a prefetch, because asking for it counts as watching.
 * @param session_id of the request's cookie; null without one.
 * @returns undefined if it may, else the code to refuse with.
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
 * Whether a playhead is near enough to the end of the free beginning, or past it, for a key of what follows.
 * @param position seconds; null where none was reported.
 * @param preview_duration seconds of the free beginning.
 */
export const isNearPaidPart = (position: number | null, preview_duration: number): boolean =>
  position !== null && position >= preview_duration - keyTolerance(preview_duration)
