import type { Tx } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/enqueue.ts'

/** What a letter says, in both forms. */
export type EmailMessage = { subject: string; text: string; html: string }

export type Message =
  | ({ kind: 'mail'; to: string } & EmailMessage)
  /** `to` is the digits of a number. */
  | { kind: 'sms'; to: string; text: string }

/**
 * Lower than any other job: somebody waits for a code. The attempts are the queue's own, for when the database fails:
 * a server that fails does not use them up.
 */
const sending = { max_attempts: 1_000, priority: -10 }
const controls = /\p{Cc}/u

/**
 * Puts a message in with the transaction: it is sent by a job, once what it tells of is certain (D-21). A dead mail server
 * loses nothing and slows nobody.
 * `useless_at`: when it need not arrive any more, such as a code that has ended.
 */
export async function queueMessage(
  tx: Tx,
  message: Message,
  when: { now: Date; useless_at?: Date },
): Promise<void> {
  // Schemas refuse these long before. What becomes a header must not depend on it.
  if (controls.test(message.to) || (message.kind === 'mail' && controls.test(message.subject)))
    throw new Error('A recipient or subject holds a control character')
  const { id } = await tx
    .insertInto('messages')
    .values({
      kind: message.kind,
      recipient: message.to,
      text: message.text,
      created_at: when.now.toISOString(),
      useless_at: when.useless_at?.toISOString() ?? null,
      ...(message.kind === 'mail' ? { subject: message.subject, html: message.html } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueueDelivery(tx, id)
}

/** Has a message sent, now or at `run_at`. */
export async function enqueueDelivery(tx: Tx, message_id: number, run_at?: Date): Promise<void> {
  await enqueue(
    tx,
    'send_message',
    { message_id },
    { ...sending, key: `message:${message_id}`, ...(run_at ? { run_at } : {}) },
  )
}
