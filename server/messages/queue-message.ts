import type { Tx } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { fillMessage, readMessageSettings } from './service-placeholders.ts'

/** An e-mail in both forms. `headers` are further header lines by name. */
export type EmailMessage = {
  subject: string
  text: string
  html: string
  headers?: Readonly<Record<string, string>>
}

export type Message =
  | ({ kind: 'mail'; to: string } & EmailMessage)
  /** `to` contains digits only. */
  | { kind: 'sms'; to: string; text: string }

/**
 * Priority over all other jobs: recipients wait for codes. The attempts count queue failures such as a lost database; a
 * failing mail server does not use them up.
 */
const jobOptions = { max_attempts: 1_000, priority: -10 }
/** Bulk mail comes after every other job. */
const bulkPriority = 10
const controlCharacter = /\p{Cc}/u

/**
 * Enqueues a message in the caller's transaction; a job sends it after commit. See decisions/0045-messages. An
 * unreachable mail server neither loses messages nor delays requests.
 * @param template the message, in which the placeholders of the service are filled in.
 * @param when.run_at the time before which it is not sent.
 * @param when.expires_at the time after which the message is discarded, e.g. when its code expires.
 * @param when.is_bulk whether the `BulkMailPolicy` decides about it before it is sent.
 * @returns the id of the message.
 */
export async function queueMessage(
  tx: Tx,
  template: Message,
  when: {
    now: Date
    run_at?: Date | undefined
    expires_at?: Date | undefined
    is_bulk?: boolean
  },
): Promise<number> {
  const message = fillMessage(template, await readMessageSettings(tx))
  const mail = message.kind === 'mail' ? message : undefined
  // Schemas reject these already; checked again because the values become headers.
  const headerValues = [message.to, mail?.subject ?? '', ...Object.values(mail?.headers ?? {})]
  if (headerValues.some((value) => controlCharacter.test(value)))
    throw new Error('A recipient, subject or header holds a control character')
  const { id } = await tx
    .insertInto('messages')
    .values({
      kind: message.kind,
      recipient: message.to,
      text: message.text,
      created_at: when.now.toISOString(),
      expires_at: when.expires_at?.toISOString() ?? null,
      is_bulk: when.is_bulk ?? false,
      ...(mail && { subject: mail.subject, html: mail.html }),
      ...(mail?.headers && { headers: JSON.stringify(mail.headers) }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueueDelivery(tx, id, when)
  return id
}

/** Enqueues the delivery of a message, now or at `run_at`. */
export async function enqueueDelivery(
  tx: Tx,
  message_id: number,
  { run_at, is_bulk = false }: { run_at?: Date | undefined; is_bulk?: boolean },
): Promise<void> {
  await enqueue(
    tx,
    is_bulk ? 'send_bulk_message' : 'send_message',
    { message_id },
    {
      ...jobOptions,
      ...(is_bulk && { priority: bulkPriority }),
      key: `message:${message_id}`,
      ...(run_at ? { run_at } : {}),
    },
  )
}
