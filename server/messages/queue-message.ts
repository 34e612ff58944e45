import type { Tx } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/enqueue.ts'

/** An e-mail in both forms. */
export type EmailMessage = { subject: string; text: string; html: string }

export type Message =
  | ({ kind: 'mail'; to: string } & EmailMessage)
  /** `to` contains digits only. */
  | { kind: 'sms'; to: string; text: string }

/**
 * Priority over all other jobs: recipients wait for codes. The attempts count queue failures such as a lost database; a
 * failing mail server does not use them up.
 */
const jobOptions = { max_attempts: 1_000, priority: -10 }
const controlCharacter = /\p{Cc}/u

/**
 * Enqueues a message in the caller's transaction; a job sends it after commit. See D-21. An unreachable mail server
 * neither loses messages nor delays requests.
 * @param when.expires_at the time after which the message is discarded, e.g. when its code expires.
 */
export async function queueMessage(
  tx: Tx,
  message: Message,
  when: { now: Date; expires_at?: Date },
): Promise<void> {
  // Schemas reject these already; checked again because the values become headers.
  if (
    controlCharacter.test(message.to) ||
    (message.kind === 'mail' && controlCharacter.test(message.subject))
  )
    throw new Error('A recipient or subject holds a control character')
  const { id } = await tx
    .insertInto('messages')
    .values({
      kind: message.kind,
      recipient: message.to,
      text: message.text,
      created_at: when.now.toISOString(),
      expires_at: when.expires_at?.toISOString() ?? null,
      ...(message.kind === 'mail' ? { subject: message.subject, html: message.html } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueueDelivery(tx, id)
}

/** Enqueues the delivery of a message, now or at `run_at`. */
export async function enqueueDelivery(tx: Tx, message_id: number, run_at?: Date): Promise<void> {
  await enqueue(
    tx,
    'send_message',
    { message_id },
    { ...jobOptions, key: `message:${message_id}`, ...(run_at ? { run_at } : {}) },
  )
}
