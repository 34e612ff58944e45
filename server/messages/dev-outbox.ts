import type { Config } from '#server/config.ts'
import type { Db, Transact } from '#server/db/client.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import type { Message } from './queue-message.ts'
import { sql } from 'kysely'

/** A message as the local outbox has it. */
export type OutboxMessage = {
  id: number
  kind: Message['kind']
  to: string
  subject: string
  text: string
  html: string | null
  sent_at: string
}

const shown = 200

/** It is there only while nothing goes out by a gateway and only this machine reaches the server, by no proxy (D-21). */
export const isDevOutboxEnabled = (
  config: Pick<Config, 'alone' | 'smtp_url' | 'sms_url'>,
): boolean => config.alone && !config.smtp_url && !config.sms_url

/** What it holds, newest first. */
export const readOutbox = (db: Db): Promise<OutboxMessage[]> =>
  db
    .selectFrom('messages')
    .select(['id', 'kind', 'recipient as to', 'subject', 'text', 'html', 'sent_at'])
    .where('sent_at', 'is not', null)
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(shown)
    .$narrowType<{ kind: Message['kind']; sent_at: string }>()
    .execute()

/** Deletes messages sent before `until`. */
export const deleteOutboxMessages = (
  transact: Transact,
  until: Date,
  signal?: AbortSignal,
): Promise<void> =>
  deleteInBatches(transact, 'messages', sql`sent_at < ${until.toISOString()}`, signal)
