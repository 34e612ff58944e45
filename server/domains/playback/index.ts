/**
 * May this viewer play this episode, and with what. Invariants:
 * - Asked in one order (D-40): is it there, is he old enough, is he entitled, is there a picture, is there a place.
 * - A member holds no more stream slots than the plan has (D-46), whichever processes are asked. A slot whose time is over
 *   stands until another player needs it. What follows the free beginning of a sold film is served only to sessions that
 *   hold one, and its keys take one (D-41).
 * - An address of media leaves this domain only with a grant, and only for what the viewer may see. Whether it may still be
 *   used is decided for every file by what is true now, at most 5 s old.
 * - A key beyond the free beginning counts as watching, and nothing else does (D-42).
 */
export { checkPlaybackEligibility } from './playback-access.ts'
export { createKeyIssuer } from './issue-key.ts'
export { createMediaAuthorization } from './media-authorization.ts'
export { mediaUrls } from './media-urls.ts'
export { playbackHandlers } from './handlers.ts'
export { createStreamExtender } from './streams/active-streams.ts'
export type { StreamEndedNotice } from './streams/active-streams.ts'
export type { ReadStreamLimit } from './streams/stream-limit.ts'
