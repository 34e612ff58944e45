import { Email } from '#contract/accounts/account-fields.ts'
import { tryParseJson } from '#server/api/parse-json.ts'
import type { DeliveryReport } from '#server/messages/delivery-report.ts'
import { hash } from 'node:crypto'
import * as z from 'zod/mini'

// The documented bodies of the webhooks of mail providers, reduced to what is recorded.

const text = z.string().check(z.maxLength(1_000))
const instant = z.string().check(z.maxLength(40))

/** `Message` of a notification of Amazon SNS holds an event of Amazon SES as JSON. */
const SnsNotification = z.object({ Type: z.literal('Notification'), Message: z.string() })

const SesRecipient = z.object({ emailAddress: text, status: z.optional(text) })
const SesEvent = z.object({
  /** `eventType` with a configuration set, `notificationType` without. */
  eventType: z.optional(text),
  notificationType: z.optional(text),
  bounce: z.optional(
    z.object({
      bounceType: text,
      bounceSubType: z.optional(text),
      bouncedRecipients: z.array(SesRecipient).check(z.maxLength(50)),
      timestamp: instant,
      feedbackId: text,
    }),
  ),
  complaint: z.optional(
    z.object({
      complainedRecipients: z.array(SesRecipient).check(z.maxLength(50)),
      timestamp: instant,
      feedbackId: text,
    }),
  ),
})

const PostmarkEvent = z.object({
  RecordType: z.enum(['Bounce', 'SpamComplaint']),
  ID: z.number(),
  Type: text,
  Email: text,
  BouncedAt: instant,
})

/** Postmark's types of bounces after which it sends no more mail to the address. */
const postmarkFinal = new Set(['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated'])

/** The format for a self-hosted mail server. */
const GenericEvent = z.object({
  id: text,
  kind: z.enum(['bounced', 'delayed', 'complained']),
  email: text,
  at: instant,
  reason: z.optional(text),
})

/** Reads the reports in the body of a webhook; none if it has another format or concerns something else. */
export function readMailEvents(body: unknown): DeliveryReport[] {
  const notification = SnsNotification.safeParse(body)
  const events = notification.success
    ? readSesEvents(tryParseJson(notification.data.Message))
    : [...readPostmarkEvent(body), ...readGenericEvents(body)]
  return events.flatMap(({ recipient, at, event_id, ...event }) => {
    const email = Email.safeParse(recipient)
    if (!email.success || Number.isNaN(at.getTime()) || event_id === '') return []
    // Some ids contain the address. They are only compared, so a hash is enough.
    const id = hash('sha256', `${event_id}\0${email.data}`)
    return [{ ...event, channel: 'mail', recipient: email.data, at, event_id: id }]
  })
}

/** The address of an SNS subscription that waits for its confirmation; undefined unless it is one of AWS. */
export function readSubscriptionUrl(body: unknown): URL | undefined {
  const { data } = z
    .object({ Type: z.literal('SubscriptionConfirmation'), SubscribeURL: text })
    .safeParse(body)
  if (!data || !URL.canParse(data.SubscribeURL)) return undefined
  const url = new URL(data.SubscribeURL)
  const isAws = /^sns\.[a-z0-9-]{1,30}\.amazonaws\.com(?:\.cn)?$/.test(url.hostname)
  return isAws && url.protocol === 'https:' && url.port === '' ? url : undefined
}

type Event = Omit<DeliveryReport, 'channel'>

function readSesEvents(body: unknown): Event[] {
  const { data } = SesEvent.safeParse(body)
  if (!data) return []
  const { bounce, complaint } = data
  const type = data.eventType ?? data.notificationType
  if (type === 'Bounce' && bounce)
    return bounce.bouncedRecipients.map(({ emailAddress, status = '' }) => ({
      recipient: emailAddress,
      kind: bounce.bounceType === 'Permanent' ? 'bounced' : 'delayed',
      provider: 'ses',
      event_id: bounce.feedbackId,
      reason: `${bounce.bounceType} ${bounce.bounceSubType ?? ''} ${status}`.trim(),
      at: new Date(bounce.timestamp),
    }))
  if (type === 'Complaint' && complaint)
    return complaint.complainedRecipients.map(({ emailAddress }) => ({
      recipient: emailAddress,
      kind: 'complained',
      provider: 'ses',
      event_id: complaint.feedbackId,
      reason: '',
      at: new Date(complaint.timestamp),
    }))
  return []
}

function readPostmarkEvent(body: unknown): Event[] {
  const { data } = PostmarkEvent.safeParse(body)
  if (!data) return []
  const isComplaint = data.RecordType === 'SpamComplaint' || data.Type === 'SpamComplaint'
  const bounceKind = postmarkFinal.has(data.Type) ? 'bounced' : 'delayed'
  return [
    {
      recipient: data.Email,
      kind: isComplaint ? 'complained' : bounceKind,
      provider: 'postmark',
      event_id: String(data.ID),
      reason: data.Type,
      at: new Date(data.BouncedAt),
    },
  ]
}

function readGenericEvents(body: unknown): Event[] {
  const { data } = z
    .object({ events: z.array(GenericEvent).check(z.maxLength(100)) })
    .safeParse(body)
  return (data?.events ?? []).map(({ id, kind, email, at, reason = '' }) => ({
    recipient: email,
    kind,
    provider: 'generic',
    event_id: id,
    reason,
    at: new Date(at),
  }))
}
