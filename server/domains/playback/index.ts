/**
 * May this viewer play this episode, and with what. Invariants:
 * - Asked in one order (D-40): is it there, is he old enough, is he entitled, is there a picture.
 * - An address of media leaves this domain only with a grant, and only for what the viewer may see.
 */
export { admit } from './admit.ts'
export { createFilmDoor } from './film-door.ts'
export { playbackHandlers } from './handlers.ts'
