import * as z from 'zod/mini'

/** Where open pages of the studio are told what changes; opens to staff with a second factor alone. Nothing is said on it. */
export const studioSocketPath = '/ws/studio/'

/**
 * That something in the studio is no longer as it was read: what kind of thing and which, as the audit log names it, and
 * nothing of what it says now, which is read by whoever has it on the screen.
 */
export const StudioEvent = z.object({
  subject_kind: z.string(),
  /** Null: of several, or of what has no number. */
  subject_id: z.nullable(z.int()),
  /** Whose doing it is; null for a machine's and a member's. */
  by: z.nullable(z.object({ id: z.nullable(z.int()), username: z.string() })),
  /** Of a film whose encoding moved on, and nothing else: the step it is at, and the share that is done, 0..1. */
  moved: z.optional(z.object({ stage: z.string(), progress: z.number() })),
})
export type StudioEvent = z.infer<typeof StudioEvent>

/** None: anything may have changed. So it is when the socket opens, and after a time in which its server heard nothing. */
export const StudioEventsMessage = z.object({ news: z.array(StudioEvent) })
