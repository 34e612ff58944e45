/** Rules of content key requests, kept apart from the endpoints so that the player loads no schemas. */

/**
 * Headers of a content key request (decisions/0027-content-keys): the player id of `POST …/video/stream/`, and the
 * playhead in seconds. During a seek the playhead is the seek target.
 */
export const keyRequestHeaders = {
  player: 'x-playback-player',
  position: 'x-playback-position',
} as const

/**
 * The second of the free preview from which playing counts as watching what follows it: the player requests the next content
 * key, the server issues it, and a purchase is used (decisions/0028-free-preview). Ten seconds before its end; half of a
 * preview shorter than 20 s, so that opening a page never requests it. Whole seconds, because the purchase dialog names
 * it.
 */
export const paidPartStart = (preview_duration: number): number =>
  Math.max(1, Math.floor(preview_duration - Math.min(10, preview_duration / 2)))
