// hard: starts worker processes and kills one (8 s of CPU).
import { accountEmails } from '#server/domains/accounts/emails.ts'
import { openMailServer } from '#test/services/smtp-server.ts'
import { startWorker } from '#test/processes/worker-process.ts'
import { type TestApp, openTestAppForTest } from '#test/app/test-app.ts'
import { expect, test, vi } from 'vitest'
import { type Message, queueMessage } from './queue-message.ts'
// Starting a worker is slow on a busy machine.
vi.setConfig({ testTimeout: 90_000 })
const waitOptions = { timeout: 40_000, interval: 20 }
const email = accountEmails.signupCode('402913', 10)
const mailTo = (to: string): Message => ({ kind: 'mail', to, ...email })

const enqueueMessage = (app: TestApp, message: Message, expires_at?: Date) =>
  app.transact((tx) =>
    queueMessage(tx, message, { now: app.clock.now(), ...(expires_at ? { expires_at } : {}) }),
  )

const listMessages = async (app: TestApp) =>
  (await app.pool.query<{ id: number }>('select id from messages order by id')).rows

test('sends a mail at most twice, with the same id, when its worker is killed after delivery', async () => {
  let worker: Awaited<ReturnType<typeof startWorker>> | undefined
  const server = await openMailServer({
    taken: async () => {
      // The worker dies before it reads the acknowledgement.
      if (server.received.length === 1) await worker?.end('SIGKILL')
    },
  })
  const app = await openTestAppForTest({ env: { SMTP_URL: server.url } })
  worker = await startWorker(app, { SMTP_URL: server.url, SITE_URL: app.config.site_url })
  await enqueueMessage(app, mailTo('once@example.com'))
  await vi.waitUntil(() => server.received.length === 1, waitOptions)
  expect(await listMessages(app)).toHaveLength(1)
  await app.work()
  await vi.waitUntil(async () => (await listMessages(app)).length === 0, waitOptions)
  const ids = server.received.map(({ headers }) => headers['message-id'])
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})
