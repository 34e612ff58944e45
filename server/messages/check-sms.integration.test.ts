import { createSmsResults, createSmsTransport } from '#server/adapters/services/sms/index.ts'
import { readJobs } from '#test/fixtures/job-queue.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openSmsProviders } from '../../simulators/sms/sms-providers.ts'
import { createSmsChecker } from './check-sms.ts'
import type { DeliveryReport } from './delivery-report.ts'
import { queueMessage } from './queue-message.ts'
import { createMessageSender } from './send-message.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

const recipient = '01012345678'
const log = pino({ level: 'silent' })

/** Sends an SMS by a provider whose result for it is `state`, and checks it. */
async function sendAndCheck(provider: 'solapi' | 'nhncloud' | 'twilio', state: string) {
  await app.pool.query('delete from sms_receipts')
  const simulator = await openSmsProviders(new Map(), state)
  onTestFinished(async () => void (await simulator.close()))
  const sms_url = simulator.address(provider)
  const id = await app.transact((tx) =>
    queueMessage(
      tx,
      { kind: 'sms', to: recipient, text: '인증번호 402913' },
      { now: app.clock.now() },
    ),
  )
  await createMessageSender({ ...app, ...app.config, sms_url, log })(id)
  const reports: DeliveryReport[] = []
  const check = createSmsChecker({
    ...app,
    log,
    readSmsResult: createSmsResults(sms_url),
    recordDelivery: async (_tx, report) => void reports.push(report),
  })
  const { rows } = await app.pool.query<{ id: number }>('select id from sms_receipts')
  const [receipt] = rows
  await check(receipt!.id)
  const left = (await app.pool.query('select from sms_receipts')).rowCount
  return { reports, left, receipt: receipt!.id, check }
}

test.each([
  ['solapi', '3040', 'solapi 3040'],
  ['nhncloud', '3040', 'nhncloud 3040'],
  ['twilio', '30003', 'twilio 30003'],
] as const)('reads from %s that an SMS did not arrive', async (provider, state, reason) => {
  const { reports, left } = await sendAndCheck(provider, state)
  expect(reports).toMatchObject([{ kind: 'undelivered', recipient, channel: 'sms', reason }])
  expect(left).toBe(0)
})

test.each(['solapi', 'nhncloud', 'twilio'] as const)(
  'reads from %s that an SMS arrived, and forgets the number',
  async (provider) => {
    const { reports, left } = await sendAndCheck(provider, 'arrived')
    expect(reports).toMatchObject([{ kind: 'arrived', recipient }])
    expect(left).toBe(0)
  },
)

test('asks again while the result is not known, and gives up after the last check', async () => {
  const { reports, left, receipt, check } = await sendAndCheck('twilio', 'pending')
  expect(left).toBe(1)
  const jobs = (await readJobs(app)).filter(({ key }) => key === `sms:${receipt}`)
  expect(jobs).toHaveLength(1)
  for (let time = 0; time < 5; time++) await check(receipt)
  expect((await app.pool.query('select from sms_receipts')).rowCount).toBe(0)
  expect(reports).toEqual([])
})

test('reads nothing where the provider is away or the receipt unknown', async () => {
  for (const provider of ['solapi', 'nhncloud', 'twilio'] as const) {
    const away = createSmsResults(`${provider}://key:secret@127.0.0.1:9?from=0212345678`)
    expect(await away?.('none')).toMatchObject({ status: 'pending' })
  }
  expect(createSmsResults('https://sms.example.com/send')).toBeUndefined()
  expect(createSmsTransport('https://sms.example.com/send')).toBeTypeOf('function')
})
