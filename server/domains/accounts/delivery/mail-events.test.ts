import { expect, test } from 'vitest'
import { readMailEvents, readSubscriptionUrl } from './mail-events.ts'

const at = '2026-11-28T01:02:03.000Z'
const email = 'member@example.com'

const ses = (event: object) => ({
  Type: 'Notification',
  MessageId: 'a1',
  TopicArn: 'arn:aws:sns:ap-northeast-2:1:mail',
  Message: JSON.stringify({ mail: { messageId: 'm' }, ...event }),
})
const bounce = (bounceType: string, bounceSubType: string) =>
  ses({
    notificationType: 'Bounce',
    bounce: {
      bounceType,
      bounceSubType,
      bouncedRecipients: [
        {
          emailAddress: 'Member@Example.com',
          action: 'failed',
          status: '5.1.1',
          diagnosticCode: 'smtp; 550 5.1.1',
        },
      ],
      timestamp: at,
      feedbackId: '0100017',
    },
  })
const postmark = (Type: string, RecordType = 'Bounce') => ({
  RecordType,
  ID: 692560173,
  Type,
  TypeCode: 1,
  Email: email,
  BouncedAt: at,
  Inactive: true,
  MessageID: 'x',
})

test.each([
  ['SES, permanent', bounce('Permanent', 'General'), 'ses', 'bounced', 'Permanent General 5.1.1'],
  [
    'SES, transient',
    bounce('Transient', 'MailboxFull'),
    'ses',
    'delayed',
    'Transient MailboxFull 5.1.1',
  ],
  [
    'SES, complaint with a configuration set',
    ses({
      eventType: 'Complaint',
      complaint: {
        complainedRecipients: [{ emailAddress: email }],
        timestamp: at,
        feedbackId: '9',
      },
    }),
    'ses',
    'complained',
    '',
  ],
  ['Postmark, hard', postmark('HardBounce'), 'postmark', 'bounced', 'HardBounce'],
  ['Postmark, soft', postmark('SoftBounce'), 'postmark', 'delayed', 'SoftBounce'],
  [
    'Postmark, complaint',
    postmark('SpamComplaint', 'SpamComplaint'),
    'postmark',
    'complained',
    'SpamComplaint',
  ],
  [
    'a server of one’s own',
    { events: [{ id: '1', kind: 'bounced', email, at, reason: '5.1.1' }] },
    'generic',
    'bounced',
    '5.1.1',
  ],
])('reads %s', (_name, body, provider, kind, reason) => {
  expect(readMailEvents(body)).toEqual([
    {
      channel: 'mail',
      recipient: email,
      provider,
      kind,
      reason,
      at: new Date(at),
      event_id: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ])
})

test.each([
  ['a delivery', ses({ eventType: 'Delivery', delivery: { recipients: [email] } })],
  ['no JSON in the message', { Type: 'Notification', Message: '{' }],
  ['another format', { hello: 'world' }],
  ['text', 'hello'],
  ['nothing', null],
  ['no address', { events: [{ id: '1', kind: 'bounced', email: 'nobody', at }] }],
  ['no time', { events: [{ id: '1', kind: 'bounced', email, at: 'yesterday' }] }],
  [
    'too many',
    { events: Array.from({ length: 101 }, () => ({ id: '1', kind: 'bounced', email, at })) },
  ],
])('reads nothing from %s', (_name, body) => {
  expect(readMailEvents(body)).toEqual([])
})

test('the same event has the same id, and each recipient of it another one', () => {
  const [first] = readMailEvents(bounce('Permanent', 'General'))
  expect(readMailEvents(bounce('Permanent', 'General'))[0]?.event_id).toBe(first?.event_id)
  const two = ['a@example.com', 'b@example.com'].map((recipient) => ({
    id: '1',
    kind: 'bounced',
    email: recipient,
    at,
  }))
  expect(new Set(readMailEvents({ events: two }).map(({ event_id }) => event_id)).size).toBe(2)
})

test('confirms subscriptions of AWS alone', () => {
  const subscription = (SubscribeURL: string) => ({
    Type: 'SubscriptionConfirmation',
    SubscribeURL,
  })
  const url = 'https://sns.ap-northeast-2.amazonaws.com/?Action=ConfirmSubscription&Token=1'
  expect(readSubscriptionUrl(subscription(url))?.href).toBe(url)
  for (const other of [
    'http://sns.ap-northeast-2.amazonaws.com/',
    'https://sns.ap-northeast-2.amazonaws.com:8443/',
    'https://sns.example.com/',
    'https://sns.a.amazonaws.com.example.com/',
    'https://127.0.0.1/',
    'no address',
  ])
    expect(readSubscriptionUrl(subscription(other)), other).toBeUndefined()
})
