import * as z from 'zod/mini'

/** WebSocket of studio events, for staff with a verified second factor only. Clients send nothing. */
export const studioSocketPath = '/ws/studio/'

/**
 * A change notification: the kind and id of the changed subject as in the audit log, without the new values. A page that
 * shows the subject requests it again.
 */
export const StudioEvent = z.object({
  subject_kind: z.string(),
  /** Null if several subjects changed or the subject has no id. */
  subject_id: z.nullable(z.int()),
  /** The staff member that made the change; null for background jobs and members. */
  by: z.nullable(z.object({ id: z.nullable(z.int()), username: z.string() })),
  /** Only for a film whose encoding has progressed: the stage, and the progress 0..1. */
  moved: z.optional(z.object({ stage: z.string(), progress: z.number() })),
})
export type StudioEvent = z.infer<typeof StudioEvent>

/** An empty list is a resync event: sent when the socket opens and after the server has lost notifications. */
export const StudioEventsMessage = z.object({ news: z.array(StudioEvent) })
