import type { Database, Tx } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import { metrics } from '#server/shared/metrics.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { MessageTransport } from '#server/adapters/services/message-transport.ts'
import { createSmtpTransport } from '#server/adapters/services/smtp.ts'
import { createSmsTransport } from '#server/adapters/services/sms-gateway.ts'
import { isDevOutboxEnabled, type TransportSettings } from './dev-outbox.ts'
import { enqueueDelivery, type Message } from './queue-message.ts'
import { setTimeout as pause } from 'node:timers/promises'

type Parts = Pick<Database, 'transact'> &
  TransportSettings & {
    mail_from: string
    site_url: string
    clock: Clock
    log: Logger
  }

const second = 1_000
const day = 86_400 * second
/** A way out that was found closed is not tried again by this process for so long: others need not wait for it. */
const restAfterOutage = 15 * second
/** RFC 5321, 4.5.4.1: what could not be delivered for four or five days is given up. */
const giveUpAfter = 5 * day
/** What was sent but could not be noted would be sent again: noting it is tried for about so many seconds. */
const noteAttempts = 10

/** How long a message waits for its next attempt: as long as it has waited already, within bounds. */
export function retryDelayMs(age: number): number {
  return Math.min(Math.max(age, 5 * second), 5 * 60 * second)
}

/**
 * Makes what the job does: send one message by SMTP or the SMS gateway, else put it into the local outbox (D-21).
 *
 * The job is the reservation: a message has one, held by one worker. No transaction is open while a server is
 * spoken to; the row is gone once it took the message. A worker that dies in between sends it again under the same
 * id. An attempt that failed for a time puts the next one in by itself: the queue's own pauses grow to hours, and
 * people wait.
 */
export function createMessageSender(parts: Parts): (message_id: number) => Promise<void> {
  const { transact, clock, log } = parts
  const ways: Record<Message['kind'], MessageTransport | undefined> = {
    mail: parts.smtp_url
      ? createSmtpTransport({
          url: parts.smtp_url,
          from: parts.mail_from,
          host: new URL(parts.site_url).hostname,
        })
      : undefined,
    sms: parts.sms_url ? createSmsTransport(parts.sms_url) : undefined,
  }
  if (!isDevOutboxEnabled(parts)) {
    if (!ways.mail) log.warn('SMTP_URL is not set: mails stay in the database')
    if (!ways.sms) log.warn('SMS_URL is not set: SMS stay in the database')
  }
  const restsUntil = { mail: 0, sms: 0 }

  return async (id) => {
    const now = clock.now()
    const message = await transact((tx) => reserve(tx, id, now, (kind) => ways[kind] === undefined))
    const deliver = message && ways[message.kind]
    if (!deliver) return
    const { kind } = message
    const age = now.getTime() - Date.parse(message.created_at)
    const putOff = () =>
      transact((tx) => enqueueDelivery(tx, id, new Date(clock.now().getTime() + retryDelayMs(age))))

    if (now.getTime() < restsUntil[kind]) return putOff()
    const delivery = await deliver({ ...message, key: keyOf(message) })
    metrics.messages.inc({ kind, status: delivery.fate })
    if (delivery.fate === 'delivered') {
      restsUntil[kind] = 0
      return noteFirmly(() => transact((tx) => forget(tx, id)))
    }
    const line = { message_id: id, kind, reason: delivery.reason }
    if (delivery.fate === 'later' && age < giveUpAfter) {
      // From now: to find it out may have taken as long as the rest.
      if (delivery.is_down) restsUntil[kind] = clock.now().getTime() + restAfterOutage
      log.warn(line, 'message rescheduled')
      return putOff()
    }
    log.error(line, 'message discarded')
    await transact((tx) => forget(tx, id))
  }
}

/** Takes a message that is still to be sent, or ends it: too late to be of use, or at home in the outbox. */
async function reserve(
  tx: Tx,
  id: number,
  now: Date,
  staysHere: (kind: Message['kind']) => boolean,
) {
  const row = await tx
    .selectFrom('messages')
    .select(['id', 'kind', 'recipient', 'subject', 'text', 'html', 'created_at', 'useless_at'])
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .$narrowType<{ kind: Message['kind'] }>()
    .executeTakeFirst()
  if (!row) return undefined
  if (row.useless_at !== null && Date.parse(row.useless_at) <= now.getTime()) {
    await forget(tx, id)
    return undefined
  }
  if (!staysHere(row.kind)) return row
  await tx
    .updateTable('messages')
    .set({ sent_at: now.toISOString() })
    .where('id', '=', id)
    .execute()
  return undefined
}

async function forget(tx: Tx, id: number) {
  await tx.deleteFrom('messages').where('id', '=', id).execute()
}

/** With the instant, so that a house that begins anew, and counts from one again, does not repeat itself. */
const keyOf = ({ id, created_at }: { id: number; created_at: string }) =>
  `message-${id}-${Date.parse(created_at).toString(36)}`

async function noteFirmly(note: () => Promise<void>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await note()
    } catch (error) {
      if (attempt === noteAttempts) throw error
      await pause(second)
    }
  }
}
