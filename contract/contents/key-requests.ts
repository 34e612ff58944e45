/** Rules of content key requests, kept apart from the endpoints so that the player loads no schemas. */

/**
 * Headers of a content key request (D-41): the player id of `POST …/video/stream/`, and the playhead in seconds. During
 * a seek the playhead is the seek target.
 */
export const keyRequestHeaders = {
  player: 'x-playback-player',
  position: 'x-playback-position',
} as const

/**
 * Seconds before the end of the free preview from which a player may request the next content key. Half of the preview
 * if it is shorter than 20 s, so that opening a page never requests it.
 */
export const keyLead = (preview_duration: number): number => Math.min(10, preview_duration / 2)

/** Seconds before the end of the free preview from which the server issues that key. Always at least `keyLead`. */
export const keyTolerance = (preview_duration: number): number => Math.min(30, preview_duration / 2)
