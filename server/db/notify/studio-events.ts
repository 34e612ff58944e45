import type { StudioEvent } from '#contract/studio/events.ts'
import { sql } from 'kysely'
import type { Tx } from '../client.ts'

/** The channel that servers hear it on. */
export const studioEventsChannel = 'studio_news'

/** Open pages of the studio hear of it, in every process, once it is committed. Acts of staff are told by `recordAct`. */
export async function publishStudioEvent(
  tx: Tx,
  news: Omit<StudioEvent, 'by'> & Partial<Pick<StudioEvent, 'by'>>,
): Promise<void> {
  const notice = JSON.stringify({ by: null, ...news } satisfies StudioEvent)
  await sql`select pg_notify(${studioEventsChannel}, ${notice})`.execute(tx)
}
