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

test('a whole journey leaves nothing personal and nothing secret in the log, and a job is found by its request', async () => {
  const lines: string[] = []
  const world = await openTestAppForTest({ gateway: true, lines })
  const secrets = new Set<string>()
  const keep = (...words: string[]) => words.forEach((word) => secrets.add(word))

  const { browser, form } = await createVerifiedGuest(world)
  keep(form.email, form.phonenumber, form.phonenumber.slice(3), form.password, form.username)
  keep(await codeFor(world, form.email), await codeFor(world, form.phonenumber))
  await browser.call(accounts.signUp, { body: form })
  keep(browser.cookie().slice(4))
  const another = createGuestClient(world)
  const wrong = 'wrong-lantern-in-the-sun'
  keep(wrong)
  await another.refusal(accounts.logIn, { body: { email: form.email, password: wrong } })
  await another.call(accounts.logIn, { body: { email: form.email, password: form.password } })
  keep(another.cookie().slice(4))
  const sent = await another.fetch(accounts.sendPasswordLink, { body: { email: form.email } })
  expect(sent.status).toBe(202)

  const member = await makeMember(world)
  keep(member.email, member.phonenumber, member.cookie.slice(4))
  await topUp(world, member, 10_000)
  const [episode = 0, free = 0] = await makePlayable(world, [
    { is_free: false, price: 500, in_subscription: false },
    {},
  ])
  const { window } = await orderEpisode(member, episode)
  await member.call(transactions.confirmPayment, { body: await world.gateway.pay(window!) })
  await member
    .call(transactions.chargePoints, {
      body: {
        ...{ changed_point: -500, is_event: false, is_topup: false },
        ...{ payment_method: 'point', episode, ...givenConsents },
      },
    })
    .catch(() => {})
  const socket = await openSocket(world.origin, member)
  await socket.save({ episode_id: free, progress: 30 })
  const words = '제 번호는 01098765432, 주소는 somebody@example.com 이에요'
  keep('01098765432', 'somebody@example.com')
  await createTestInquiry(member, { context: words, file: words })
  await member.fetch(`/api/contents/search/?q=${encodeURIComponent(member.email)}`)
  await member.fetch(`/password/new?token=a-token-that-opens-something`)
  keep('a-token-that-opens-something')

  await world.work()
  const jobs = () =>
    lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'job done')
  await vi.waitUntil(
    () =>
      ['send_message', 'send_password_reset'].every((name) =>
        jobs().some(({ job }) => job === name),
      ),
    { timeout: 15_000 },
  )

  // The last jobs may still be on their way.
  await expect.poll(() => lines.length).toBeGreaterThan(20)
  const all = lines.join('')
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(2)
    expect(all).not.toContain(secret)
    expect(all).not.toContain(encodeURIComponent(secret))
  }
  // Whatever else looks like an address, a number of a phone or a session.
  expect(all.match(/[\w.+-]+@[\w-]+\.\w+|\b01\d{8,9}\b|sid=|Bearer |Basic /g)).toBe(null)
  const linked = jobs().find(({ job }) => job === 'send_password_reset')
  expect(linked?.['request_id']).toBe(sent.headers.get('x-request-id'))
})
