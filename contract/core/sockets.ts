/** The WebSocket of a member's pages: the path of the specification. */
export const watchSocketPath = '/ws/watch-history/'

/** The WebSocket of studio events, for staff with a verified second factor only. Clients send nothing. */
export const studioSocketPath = '/ws/studio/'

/** WebSocket close codes beside the protocol's own (1009: over 1 KiB, 1012: restarting). */
export const socketCloseCodes = { session_ended: 4401, too_many_messages: 1008 } as const
