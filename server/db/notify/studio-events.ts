import type { StudioEvent, StudioSubject } from '#contract/studio/events.ts'
import { sql } from 'kysely'
import type { Tx } from '../client.ts'

/** The notification channel of studio events. */
export const studioEventsChannel = 'studio_events'

/** Publishes a studio event to open pages in every process, after the commit. The audit log publishes its own events. */
export async function publishStudioEvent(
  tx: Tx,
  event: Omit<StudioEvent, 'by' | 'subject_kind'> & {
    subject_kind: StudioSubject
    by?: StudioEvent['by']
  },
): Promise<void> {
  const notice = JSON.stringify({ by: null, ...event } satisfies StudioEvent)
  await sql`select pg_notify(${studioEventsChannel}, ${notice})`.execute(tx)
}
