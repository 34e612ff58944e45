import { dayMs } from '#contract/core/seoul-time.ts'
import type { Database, Tx } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import { metrics } from '#server/shared/metrics.ts'
import { recordProviderOutcome } from '#server/adapters/services/provider-outcomes.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { MessageTransport } from '#server/adapters/services/message-transport.ts'
import { createSmtpTransport } from '#server/adapters/services/smtp.ts'
import { createSmsTransport } from '#server/adapters/services/sms/index.ts'
import { trackSms } from './check-sms.ts'
import { isDevOutboxEnabled, type TransportSettings } from './dev-outbox.ts'
import { enqueueDelivery, type Message } from './queue-message.ts'
import { readMessageSettings } from './service-placeholders.ts'
import { setTimeout as pause } from 'node:timers/promises'

type Dependencies = Pick<Database, 'transact'> &
  TransportSettings & {
    mail_from: string
    site_url: string
    clock: Clock
    log: Logger
  }

const second = 1_000
/**
 * After an outage, this process does not use the transport for this long, so that other messages do not wait for
 * timeouts.
 */
const outageBackoffMs = 15 * second
/** RFC 5321, 4.5.4.1: undeliverable messages are discarded after four or five days. */
const maxAgeMs = 5 * dayMs
/** The outcome of a bulk mail: accepted by the transport, refused for good, or not sent because of the policy. */
export type BulkMailOutcome = 'sent' | 'failed' | 'skipped'

/** Decides about bulk mail immediately before it is sent, because its recipients may have withdrawn their consent. */
export type BulkMailPolicy = {
  /** @returns whether to send the message, or the time until which it must wait. */
  decide(tx: Tx, message_id: number, now: Date): Promise<'send' | 'skip' | { wait_until: Date }>
  /** Records the outcome in the transaction that deletes the message. */
  recordOutcome(tx: Tx, message_id: number, outcome: BulkMailOutcome): Promise<void>
}

/** Sends a message. With a policy, the message is bulk mail. */
export type MessageSender = (message_id: number, bulk?: BulkMailPolicy) => Promise<void>

/** Attempts, one per second, to record a delivery; an unrecorded message would be sent again. */
const maxRecordAttempts = 10

/** Returns the delay of the next attempt in ms: the age of the message, within bounds. */
export function retryDelayMs(age: number): number {
  return Math.min(Math.max(age, 5 * second), 5 * 60 * second)
}

/**
 * Creates the handler of the send job: delivers one message by SMTP or the SMS gateway, or moves it to the development
 * outbox (decisions/0045-messages).
 *
 * The job is the reservation: each message has one job, run by one worker. No transaction is open during delivery; the
 * row is deleted afterwards. If the worker dies in between, the message is sent again under the same id. A temporary
 * failure enqueues the next attempt itself, because the queue's own backoff grows to hours.
 */
export function createMessageSender(deps: Dependencies): MessageSender {
  const { transact, clock, log } = deps
  const transports: Record<Message['kind'], MessageTransport | undefined> = {
    mail: deps.smtp_url
      ? createSmtpTransport({
          url: deps.smtp_url,
          from: deps.mail_from,
          host: new URL(deps.site_url).hostname,
        })
      : undefined,
    sms: deps.sms_url ? createSmsTransport(deps.sms_url) : undefined,
  }
  if (!isDevOutboxEnabled(deps)) {
    transports.mail ??= createMissingTransport('SMTP_URL', log)
    transports.sms ??= createMissingTransport('SMS_URL', log)
  }
  const backoffUntil = { mail: 0, sms: 0 }

  return async (id, bulk) => {
    const now = clock.now()
    const message = await transact((tx) =>
      reserve(tx, id, { now, bulk, hasTransport: (kind) => transports[kind] !== undefined }),
    )
    const deliver = message && transports[message.kind]
    if (!deliver) return
    const { kind } = message
    const age = now.getTime() - Date.parse(message.created_at)
    const reschedule = () => {
      const run_at = new Date(clock.now().getTime() + retryDelayMs(age))
      return transact((tx) => enqueueDelivery(tx, id, { run_at, is_bulk: bulk !== undefined }))
    }
    const settle = (outcome: BulkMailOutcome, sms?: { recipient: string; receipt: string }) =>
      transact(async (tx) => {
        await deleteMessage(tx, id)
        if (sms) await trackSms(tx, { ...sms, now: clock.now() })
        await bulk?.recordOutcome(tx, id, outcome)
      })

    if (now.getTime() < backoffUntil[kind]) return reschedule()
    const delivery = await deliver({ ...message, key: keyOf(message) })
    metrics.messages.inc({ kind, status: delivery.status })
    // A refused message shows that the provider answers.
    recordProviderOutcome(kind, delivery.status === 'later' ? delivery.reason : undefined)
    if (delivery.status === 'delivered') {
      backoffUntil[kind] = 0
      const { receipt } = delivery
      return retryRecording(() =>
        settle(
          'sent',
          kind === 'sms' && receipt ? { recipient: message.recipient, receipt } : undefined,
        ),
      )
    }
    const line = { message_id: id, kind, reason: delivery.reason }
    if (delivery.status === 'later' && age < maxAgeMs) {
      // Measured from now, because detecting the outage may take as long as the backoff.
      if (delivery.is_down) backoffUntil[kind] = clock.now().getTime() + outageBackoffMs
      log.warn(line, 'message rescheduled')
      return reschedule()
    }
    log.warn(line, 'message discarded')
    await settle('failed')
  }
}

/** Returns a transport that sends nothing: messages wait as they do for a mail server that is down. */
function createMissingTransport(variable: string, log: Logger): MessageTransport {
  const reason = `${variable} is not set`
  log.warn(`${reason}: such messages wait unsent`)
  return () => Promise.resolve({ status: 'later', reason, is_down: true })
}

/**
 * Loads a message to be sent. Deletes it if it is no longer useful, reschedules it if the policy lets it wait, and marks it
 * as sent if it is for the development outbox.
 */
async function reserve(
  tx: Tx,
  id: number,
  {
    now,
    bulk,
    hasTransport,
  }: {
    now: Date
    bulk: BulkMailPolicy | undefined
    hasTransport: (kind: Message['kind']) => boolean
  },
) {
  const row = await tx
    .selectFrom('messages')
    .select(['id', 'kind', 'recipient', 'subject', 'text', 'html', 'headers'])
    .select(['created_at', 'expires_at'])
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .$narrowType<{ kind: Message['kind'] }>()
    .executeTakeFirst()
  if (!row) return undefined
  if (row.expires_at !== null && Date.parse(row.expires_at) <= now.getTime()) {
    await deleteMessage(tx, id)
    return undefined
  }
  const decision = (await bulk?.decide(tx, id, now)) ?? 'send'
  if (decision === 'skip') {
    await deleteMessage(tx, id)
    await bulk?.recordOutcome(tx, id, 'skipped')
    return undefined
  }
  if (decision !== 'send') {
    await enqueueDelivery(tx, id, { run_at: decision.wait_until, is_bulk: true })
    return undefined
  }
  if (hasTransport(row.kind)) {
    const { name, mail_sender_name } = await readMessageSettings(tx)
    const headers = (row.headers ?? {}) as Record<string, string>
    return { ...row, headers, sender_name: mail_sender_name || name }
  }
  await tx
    .updateTable('messages')
    .set({ sent_at: now.toISOString() })
    .where('id', '=', id)
    .execute()
  await bulk?.recordOutcome(tx, id, 'sent')
  return undefined
}

async function deleteMessage(tx: Tx, id: number) {
  await tx.deleteFrom('messages').where('id', '=', id).execute()
}

/** Includes the creation time, so that ids are not reused after a database is recreated. */
const keyOf = ({ id, created_at }: { id: number; created_at: string }) =>
  `message-${id}-${Date.parse(created_at).toString(36)}`

async function retryRecording(record: () => Promise<void>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await record()
    } catch (error) {
      if (attempt === maxRecordAttempts) throw error
      await pause(second)
    }
  }
}
