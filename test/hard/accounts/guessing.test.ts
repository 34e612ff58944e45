import { accounts } from '#contract/accounts/accounts.ts'
import {
  createVerifiedGuest,
  codeFor,
  freshEmail,
  createGuestClient,
  otherCode,
} from '#test/app/guest-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let world: TestApp
beforeAll(async () => void (world = await openTestApp()))
afterAll(() => world?.close())

test('counts at most five of 32 concurrent guesses of a code on two servers, for 100 codes', async () => {
  const other = await world.another()
  for (let round = 0; round < 100; round++) {
    const [browser, email] = [createGuestClient(world), freshEmail()]
    await browser.call(accounts.sendSignUpCode, { body: { email } })
    const code = await codeFor(world, email)
    const answers = await Promise.all(
      Array.from({ length: 32 }, async (_, n) => {
        const response = await fetch(
          (n % 2 ? other : world.origin) + accounts.confirmSignUpCode.path,
          {
            method: 'PATCH',
            headers: {
              'content-type': 'application/json',
              'sec-fetch-site': 'same-origin',
              cookie: browser.cookie(),
            },
            body: JSON.stringify({ email, code: otherCode(code, n + 1) }),
          },
        )
        expect(response.status).toBe(400)
        const { errors } = (await response.json()) as { errors: { detail: string }[] }
        return errors[0]?.detail.match(/(\d)번 더/)?.[1]
      }),
    )
    // Four responses say how many attempts are left; the fifth and later ones that the code is invalid.
    expect(answers.filter(Boolean).sort(), `round ${round}`).toEqual(['1', '2', '3', '4'])
    const { rows } = await world.pool.query<{ attempts: number }>(
      'select attempts from verification_codes order by session_id desc limit 1',
    )
    expect(rows[0]?.attempts).toBe(5)
  }
})

test('limits guesses of one mailbox to 25 an hour', async () => {
  const limited = await openTestApp({ env: { RATE_LIMITS: 'on' } })
  try {
    const email = freshEmail()
    let guesses = 0
    for (let browsers = 0; browsers < 12; browsers++) {
      const browser = createGuestClient(limited)
      const sent = await browser.fetch(accounts.sendSignUpCode, { body: { email } })
      expect([202, 429]).toContain(sent.status)
      if (sent.status === 429) continue
      const code = await codeFor(limited, email)
      for (let n = 1; n <= 8; n++) {
        const { errors } = await browser.refusal(accounts.confirmSignUpCode, {
          body: { email, code: otherCode(code, n) },
        })
        expect(errors[0]?.code).toBe('incorrect_code')
        if (n <= 5) guesses++
      }
    }
    expect(guesses).toBe(25)
  } finally {
    await limited.close()
  }
})

test('creates 50 members, 200 consents and 50 mails from sign-ups sent four times to two servers', async () => {
  const other = await world.another()
  for (let round = 0; round < 50; round++) {
    const { browser, form } = await createVerifiedGuest(world)
    const answers = await Promise.all(
      [world.origin, other, world.origin, other].map((origin) =>
        fetch(origin + accounts.signUp.path, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'sec-fetch-site': 'same-origin',
            cookie: browser.cookie(),
          },
          body: JSON.stringify(form),
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  }
  const { rows } = await world.pool.query(`select
    (select count(*)::int from members) as members, (select count(*)::int from consents) as consents,
    (select count(*)::int from messages where subject like '%환영%') as letters,
    (select count(*)::int from sessions where member_id is not null) as sessions`)
  expect(rows[0]).toEqual({ members: 50, consents: 200, letters: 50, sessions: 50 })
})
