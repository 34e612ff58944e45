import { accounts } from '#contract/accounts/accounts.ts'
import { givenConsents, orderEpisode, topUp } from '#test/fixtures/payments.ts'
import { createVerifiedGuest, codeFor, createGuestClient } from '#test/app/guest-client.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { createTestInquiry } from '#test/fixtures/inquiries.ts'
import { makePlayable, openSocket } from '#test/fixtures/watch-history.ts'
import { openTestAppForTest } from '#test/app/test-app.ts'
import { transactions } from '#contract/transactions/transactions.ts'
import { expect, test, vi } from 'vitest'

type Line = Record<string, unknown>

test('logs no personal data or secrets, and logs jobs with the id of their request', async () => {
  const lines: string[] = []
  const app = await openTestAppForTest({ gateway: true, lines })
  const secrets = new Set<string>()
  const addSecrets = (...values: string[]) => values.forEach((value) => secrets.add(value))

  const { browser, form } = await createVerifiedGuest(app)
  addSecrets(form.email, form.phonenumber, form.phonenumber.slice(3), form.password, form.username)
  addSecrets(await codeFor(app, form.email), await codeFor(app, form.phonenumber))
  await browser.call(accounts.signUp, { body: form })
  addSecrets(browser.cookie().slice(4))
  const another = createGuestClient(app)
  const wrongPassword = 'wrong-lantern-in-the-sun'
  addSecrets(wrongPassword)
  await another.refusal(accounts.signIn, { body: { email: form.email, password: wrongPassword } })
  await another.call(accounts.signIn, { body: { email: form.email, password: form.password } })
  addSecrets(another.cookie().slice(4))
  const response = await another.fetch(accounts.requestPasswordReset, {
    body: { email: form.email },
  })
  expect(response.status).toBe(202)

  const member = await makeMember(app)
  addSecrets(member.email, member.phonenumber, member.cookie.slice(4))
  await topUp(app, member, 10_000)
  const [episode = 0, free = 0] = await makePlayable(app, [
    { is_free: false, price: 500, in_subscription: false },
    {},
  ])
  const { payment_window: window } = await orderEpisode(member, episode)
  await member.call(transactions.confirmPayment, { body: await app.gateway.pay(window!) })
  await member
    .call(transactions.createPointTransaction, {
      body: {
        changed_point: -500,
        is_event: false,
        is_topup: false,
        payment_method: 'point',
        episode,
        ...givenConsents,
      },
    })
    .catch(() => {})
  const socket = await openSocket(app.origin, member)
  await socket.save({ episode_id: free, progress: 30 })
  const text = '제 번호는 01098765432, 주소는 user@example.com 이에요'
  addSecrets('01098765432', 'user@example.com')
  await createTestInquiry(member, { context: text, file: text })
  await member.fetch(`/api/contents/search/?q=${encodeURIComponent(member.email)}`)
  await member.fetch(`/password/new?token=a-token-that-opens-something`)
  addSecrets('a-token-that-opens-something')

  await app.work()
  const jobs = () =>
    lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'job done')
  await vi.waitUntil(
    () =>
      ['send_message', 'send_password_reset'].every((name) =>
        jobs().some(({ job }) => job === name),
      ),
    { timeout: 20_000 },
  )

  // The last jobs may still be running.
  await expect.poll(() => lines.length).toBeGreaterThan(20)
  const log = lines.join('')
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(2)
    expect(log).not.toContain(secret)
    expect(log).not.toContain(encodeURIComponent(secret))
  }
  // Any other e-mail address, phone number, session or credential.
  expect(log.match(/[\w.+-]+@[\w-]+\.\w+|\b01\d{8,9}\b|sid=|Bearer |Basic /g)).toBe(null)
  const job = jobs().find(({ job }) => job === 'send_password_reset')
  expect(job?.['request_id']).toBe(response.headers.get('x-request-id'))
})
