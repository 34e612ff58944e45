import type { Db, Transact } from '#server/db/client.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import type { Message } from './queue-message.ts'
import { sql } from 'kysely'

/** A message as listed in the development outbox. */
export type OutboxMessage = {
  id: number
  kind: Message['kind']
  to: string
  subject: string
  text: string
  html: string | null
  sent_at: string
}

const maxListed = 200

/** Message transports. `alone`: only this machine can reach the server, without a proxy. */
export type TransportSettings = {
  is_loopback_only: boolean
  smtp_url: string | undefined
  sms_url: string | undefined
}

/** Whether messages are kept for the local outbox page because no transport is configured. */
export const isDevOutboxEnabled = ({
  is_loopback_only,
  smtp_url,
  sms_url,
}: TransportSettings): boolean => is_loopback_only && !smtp_url && !sms_url

/** Returns sent messages, newest first. */
export const readOutbox = (db: Db): Promise<OutboxMessage[]> =>
  db
    .selectFrom('messages')
    .select(['id', 'kind', 'recipient as to', 'subject', 'text', 'html', 'sent_at'])
    .where('sent_at', 'is not', null)
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListed)
    .$narrowType<{ kind: Message['kind']; sent_at: string }>()
    .execute()

/** Deletes messages sent before `until`. */
export const deleteOutboxMessages = (transact: Transact, until: Date, signal?: AbortSignal) =>
  deleteInBatches(transact, 'messages', sql`sent_at < ${until.toISOString()}`, signal)
