/**
 * May this viewer play this episode, and with what. Invariants:
 * - Asked in one order (D-40): is it there, is he old enough, is he entitled, is there a picture, is there a place.
 * - A member plays in no more places at once than he has (D-46), whichever processes are asked: who takes one waits for
 *   who asked before. A place whose time is over is there until somebody wants it.
 * - An address of media leaves this domain only with a grant, and only for what the viewer may see.
 */
export { addressesOf } from './addresses.ts'
export { admit } from './admit.ts'
export { createFilmDoor } from './film-door.ts'
export { playbackHandlers } from './handlers.ts'
export { createRenewing } from './renewing.ts'
export type { StreamNotice } from './stream-queries.ts'
export type { StreamsOf } from './streams.ts'
