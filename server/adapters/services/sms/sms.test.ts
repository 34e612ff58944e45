import { expect, onTestFinished, test } from 'vitest'
import { openSmsProviders, smsSender } from '../../../../simulators/sms/sms-providers.ts'
import { createSmsTransport } from './index.ts'

const recipient = '01012345678'
const text = '[한편] 인증번호 402913'
const message = {
  key: 'message-1-abc',
  recipient,
  subject: '',
  text,
  html: null,
  headers: {},
  created_at: '2026-11-28T00:00:00.000Z',
  sender_name: '한편',
}
/** Numbers as each provider gets them. */
const numbers = { solapi: recipient, nhncloud: recipient, twilio: '+821012345678' }
const providers = ['solapi', 'nhncloud', 'twilio'] as const

/** Sends a message; `fault` is what its recipient causes. */
async function send(
  provider: keyof typeof numbers,
  { fault, credentials, body = text }: { fault?: string; credentials?: string; body?: string } = {},
) {
  const simulator = await openSmsProviders(new Map(fault ? [[numbers[provider], fault]] : []))
  onTestFinished(async () => void (await simulator.close()))
  const deliver = createSmsTransport(simulator.address(provider, credentials))
  return { result: await deliver({ ...message, text: body }), received: simulator.received }
}

test.each(providers)('delivers by %s with its credentials and sender', async (provider) => {
  expect(await send(provider)).toEqual({
    result: { status: 'delivered', receipt: expect.any(String) },
    received: [{ provider, to: numbers[provider], from: smsSender, text }],
  })
})

test.each([
  ['solapi', '3058', 'solapi 3058'],
  ['nhncloud', '-2019', 'nhncloud -2019'],
  ['nhncloud', '-6001', 'nhncloud -6001'],
  ['twilio', '21211', 'HTTP 400 21211'],
  ['twilio', '21610', 'HTTP 400 21610'],
] as const)('%s never retries the recipient fault %s', async (provider, fault, reason) => {
  const { result, received } = await send(provider, { fault })
  expect(result).toEqual({ status: 'refused', reason })
  expect(received).toEqual([])
})

test.each([
  ['solapi', '402', 'HTTP 402 NotEnoughBalance'],
  ['solapi', '500', 'HTTP 500 InternalError'],
  ['nhncloud', '-2313', 'nhncloud -2313'],
  ['nhncloud', '-9999', 'nhncloud -9999'],
  ['nhncloud', '503', 'HTTP 503'],
  ['twilio', '20429', 'HTTP 429 20429'],
  ['twilio', '20500', 'HTTP 500 20500'],
  ['twilio', '21606', 'HTTP 400 21606'],
] as const)(
  '%s retries the fault %s of the account or service',
  async (provider, fault, reason) => {
    const { result } = await send(provider, { fault })
    expect(result).toEqual({ status: 'later', reason, is_down: true })
  },
)

test.each([
  ['solapi', 'HTTP 403 InvalidAPIKey'],
  ['nhncloud', 'nhncloud -1001'],
  ['twilio', 'HTTP 401 20003'],
] as const)('%s retries with wrong credentials, and names no secret', async (provider, reason) => {
  const { result } = await send(provider, { credentials: 'wrong:wrong' })
  expect(result).toEqual({ status: 'later', reason, is_down: true })
})

test('Solapi refuses a signature with another secret', async () => {
  const { result } = await send('solapi', { credentials: 'simulated%2Fkey:wrong' })
  expect(result).toMatchObject({ reason: 'HTTP 403 SignatureDoesNotMatch' })
})

test('NHN Cloud refuses a text without a word of verification for good', async () => {
  const { result } = await send('nhncloud', { body: '안녕하세요' })
  expect(result).toEqual({ status: 'refused', reason: 'nhncloud -8000' })
})

test.each(providers)('%s retries when nothing answers', async (provider) => {
  const deliver = createSmsTransport(`${provider}://key:secret@127.0.0.1:9?from=0212345678`)
  expect(await deliver(message)).toMatchObject({ status: 'later', is_down: true })
})

test('Twilio sends by a messaging service whose SID is the sender', async () => {
  const simulator = await openSmsProviders(new Map())
  onTestFinished(async () => void (await simulator.close()))
  const address = simulator.address('twilio').replace(/from=.*/, 'from=MG0123')
  expect(await createSmsTransport(address)(message)).toMatchObject({ status: 'delivered' })
  expect(simulator.received).toMatchObject([{ from: '' }])
})
