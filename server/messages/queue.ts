import type { Tx } from '../db/client.ts'
import { enqueue } from '../jobs/enqueue.ts'

/** What a letter says, in both forms. */
export type Letter = { subject: string; text: string; html: string }

export type Message =
  | ({ kind: 'mail'; to: string } & Letter)
  /** `to` is the digits of a number. */
  | { kind: 'sms'; to: string; text: string }

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
  // A day without a mail server is about 25 attempts; codes are dropped long before, letters are not.
  await enqueue(tx, 'send_message', { message_id: id }, { max_attempts: 1_000, priority: -10 })
}
