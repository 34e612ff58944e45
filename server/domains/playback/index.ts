/**
 * Decides whether a viewer may play an episode, and issues media URLs and content keys. Invariants:
 * - Checks run in this order (decisions/0026-playback-rights): visibility, age, entitlement, video, stream slot.
 * - A member holds no more stream slots than the plan has (decisions/0030-stream-slots), across all processes. An expired
 *   slot keeps its row until another player needs it. The segments after the preview of a sold film are served only to
 *   sessions that hold a slot, and requests for their keys take one (decisions/0027-content-keys).
 * - A viewer receives URLs of media only for files that they may see. Rights are checked again for every file, from data at
 *   most 5 s old.
 * - A key beyond the preview counts as watching, and nothing else does (decisions/0028-free-preview).
 */
export { checkPlaybackEligibility } from './playback-access.ts'
export { createKeyIssuer } from './issue-key.ts'
export { createMediaAuthorization } from './media-authorization.ts'
export { playbackServerModule, playbackWorkerModule } from './registration.ts'
export { createStreamExtender } from './streams/extend-streams.ts'
export type { ReadStreamLimit } from './streams/stream-limit.ts'
