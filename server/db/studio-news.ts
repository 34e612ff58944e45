import type { StudioNews } from '#contract/studio-news.ts'
import { sql } from 'kysely'
import type { Tx } from './client.ts'

/** The channel that servers hear it on. */
export const studioNewsChannel = 'studio_news'

/** Open pages of the studio hear of it, in every process, once it is committed. Acts of staff are told by `recordAct`. */
export async function tellStudio(
  tx: Tx,
  news: Omit<StudioNews, 'by'> & Partial<Pick<StudioNews, 'by'>>,
): Promise<void> {
  const notice = JSON.stringify({ by: null, ...news } satisfies StudioNews)
  await sql`select pg_notify(${studioNewsChannel}, ${notice})`.execute(tx)
}
