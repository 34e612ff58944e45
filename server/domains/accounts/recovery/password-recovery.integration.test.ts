import { createGuestClient } from '#test/app/guest-client.ts'
import { passwordResetLinkMinutes } from '#contract/accounts/account-rules.ts'
import { endpoints } from '#contract/index.ts'
import { deleteAllJobs, readJobs } from '#test/fixtures/job-queue.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import {
  type ProblemResponseError,
  openTestApp,
  type TestApp,
  openTestAppForTest,
} from '#test/app/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSession } from '../sessions/sessions.ts'

const {
  requestPasswordReset: sendPasswordLink,
  checkPasswordReset: checkPasswordLink,
  resetPassword,
  signIn: logIn,
  readMe,
  changePassword,
} = endpoints.accounts
const newPassword = 'a-lantern-in-the-rain'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

/** `done`, or the code of the error with its field, if any. */
const resultOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: ProblemResponseError) => {
      const [fieldError] = error.problem.errors
      return fieldError ? `${fieldError.field}: ${fieldError.code}` : error.problem.code
    },
  )

const mailsTo = (email: string) =>
  app.db.selectFrom('messages').selectAll().where('recipient', '=', email).orderBy('id').execute()

/** Requests a link and reads it from the e-mail. */
async function linkOf({ email }: { email: string }) {
  await app.call(sendPasswordLink, { body: { email } })
  await app.workNow('send_password_reset', { email })
  const [, uidb64 = '', token = ''] =
    (await mailsTo(email))
      .at(-1)
      ?.text.match(
        /http:\/\/localhost:3000\/accounts\/recovery\/password\/change\/([^/]+)\/(\S+)/,
      ) ?? []
  return { uidb64, token }
}

const check = (link: { uidb64: string; token: string }) =>
  resultOf(app.call(checkPasswordLink, { query: link }))
const reset = (
  link: { uidb64: string; token: string },
  new_password = newPassword,
  confirm_password = new_password,
) => resultOf(app.call(resetPassword, { body: { ...link, new_password, confirm_password } }))
const signIn = ({ email }: TestMember, password: string) =>
  resultOf(app.call(logIn, { body: { email, password } }))

describe('a password reset link', () => {
  test('that is used for many refused passwords takes one hash at a time', async () => {
    const member = await makeMember(app)
    const link = await linkOf(member)
    const refusals = await Promise.all(
      Array.from({ length: 20 }, () => reset(link, member.password)),
    )
    expect(new Set(refusals)).toEqual(
      new Set(['new_password: same_password', 'service_unavailable']),
    )
  })

  test('is e-mailed only to registered addresses, with the same response and work for all', async () => {
    const member = await makeMember(app)
    for (const email of [member.email, 'unregistered@example.com']) {
      const response = await app.fetch(sendPasswordLink.path, {
        method: 'POST',
        body: JSON.stringify({ email }),
        headers: { 'content-type': 'application/json' },
      })
      expect(response.status).toBe(202)
      expect(await response.json()).toEqual({ valid_minutes: passwordResetLinkMinutes })
      // The request itself does the same for both addresses.
      expect(await mailsTo(email)).toEqual([])
      await app.workNow('send_password_reset', { email })
    }
    expect(await mailsTo('unregistered@example.com')).toEqual([])
    const [mail] = await mailsTo(member.email)
    expect(mail?.kind).toBe('mail')
    expect(mail?.expires_at).toBe(
      new Date(app.clock.now().getTime() + passwordResetLinkMinutes * 60_000).toISOString(),
    )
    const stored = await app.db.selectFrom('password_reset_links').select('token_hash').execute()
    for (const { token_hash } of stored)
      expect(mail?.text).not.toContain(token_hash.toString('hex'))
  })

  test('contains the id in Django’s format, and can be checked repeatedly', async () => {
    const member = await makeMember(app)
    const link = await linkOf(member)
    expect(Buffer.from(link.uidb64, 'base64url').toString()).toBe(String(member.id))
    expect(link.token).toMatch(/^[\w-]{43}$/)
    for (let time = 0; time < 2; time++) {
      const { expires_at } = await app.call(checkPasswordLink, { query: link })
      expect(Date.parse(expires_at)).toBe(
        app.clock.now().getTime() + passwordResetLinkMinutes * 60_000,
      )
    }
    expect(await reset(link)).toBe('done')
  })

  test('works only with its own id and token', async () => {
    const [member, other] = [await makeMember(app), await makeMember(app)]
    const [link, otherLink] = [await linkOf(member), await linkOf(other)]
    for (const invalidLink of [
      { uidb64: otherLink.uidb64, token: link.token },
      { uidb64: link.uidb64, token: otherLink.token },
      { uidb64: link.uidb64, token: 'none' },
      { uidb64: `${link.uidb64}=`, token: link.token },
      { uidb64: Buffer.from(` ${member.id}`).toString('base64url'), token: link.token },
      { uidb64: '..', token: link.token },
    ]) {
      expect(await check(invalidLink)).toBe('invalid_link')
      expect(await reset(invalidLink)).toBe('invalid_link')
    }
    const withNul = { ...link, token: `${link.token}\u0000` }
    expect(await check(withNul)).toBe('invalid_request')
    expect(await reset(withNul)).toBe('invalid_link')
    expect(await reset(link)).toBe('done')
    expect(await signIn(other, newPassword)).toBe('invalid_credentials')
  })

  test('expires after 30 minutes', async () => {
    const link = await linkOf(await makeMember(app))
    app.clock.advance(passwordResetLinkMinutes * 60_000 - 1)
    expect(await check(link)).toBe('done')
    app.clock.advance(1)
    expect(await check(link)).toBe('invalid_link')
    expect(await reset(link)).toBe('invalid_link')
  })

  test('succeeds once for concurrent requests', async () => {
    const member = await makeMember(app)
    const link = await linkOf(member)
    const passwords = ['a-lantern-in-the-rain', 'a-kettle-on-the-stove']
    const answers = await Promise.all(passwords.map((password) => reset(link, password)))
    expect(answers.toSorted()).toEqual(['done', 'invalid_link'])
    const acceptedPassword = passwords[answers.indexOf('done')] ?? ''
    expect(await signIn(member, acceptedPassword)).toBe('done')
    expect(await reset(link)).toBe('invalid_link')
  })

  test('is invalidated by a reset and a change of password, and not by a sign-in', async () => {
    const member = await makeMember(app)
    const [older, newer] = [await linkOf(member), await linkOf(member)]
    expect(await reset(older)).toBe('done')
    expect(await check(newer)).toBe('invalid_link')
    const three = await linkOf(member)
    expect(await check(three)).toBe('done')
    expect(await signIn(member, newPassword)).toBe('done')
    expect(await check(three)).toBe('done')

    const fresh = await makeMember(app)
    const four = await linkOf(fresh)
    await fresh.call(changePassword, {
      body: { new_password: newPassword, confirm_password: newPassword },
    })
    expect(await check(four)).toBe('invalid_link')
  })

  test('is revoked by at most five changes of the password an hour', async () => {
    const limited = await openTestAppForTest({ env: { RATE_LIMITS: 'on' } })
    const browser = createGuestClient(limited, (await makeMember(limited)).cookie)
    const statuses: number[] = []
    for (let time = 0; time < 6; time++) {
      const new_password = `${newPassword}-${time}`
      const body = { new_password, confirm_password: new_password }
      statuses.push((await browser.fetch(changePassword, { body })).status)
    }
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
  })

  test('is sent to at most twenty mailboxes an hour for one address', async () => {
    const limited = await openTestAppForTest({ env: { RATE_LIMITS: 'on' } })
    const request = (name: number) =>
      resultOf(limited.call(sendPasswordLink, { body: { email: `someone-${name}@example.com` } }))
    const results = []
    for (let name = 0; name < 21; name++) results.push(await request(name))
    expect(results).toEqual([...Array<string>(20).fill('done'), 'rate_limited'])
    expect(await countResetJobs(limited)).toBe(20)
  })

  test('is sent at most three times an hour for one address, without an error', async () => {
    const limited = await openTestAppForTest({ env: { RATE_LIMITS: 'on' } })
    const { email } = await makeMember(limited)
    for (const address of [email, 'unregistered@example.com']) {
      for (let time = 0; time < 5; time++)
        expect(await limited.call(sendPasswordLink, { body: { email: address } })).toEqual({
          valid_minutes: passwordResetLinkMinutes,
        })
      expect(await countResetJobs(limited)).toBe(3)
      limited.clock.advance(3_600_000)
      await limited.call(sendPasswordLink, { body: { email: address } })
      expect(await countResetJobs(limited)).toBe(4)
      await deleteAllJobs(limited)
    }
  })
})

async function countResetJobs(testApp: TestApp): Promise<number> {
  const jobs = await readJobs(testApp)
  return jobs.filter(({ task }) => task === 'send_password_reset').length
}

describe('resetting the password', () => {
  test('ends all sessions and sends an e-mail', async () => {
    const member = await makeMember(app)
    const client = { address: '203.0.113.7', device: '' }
    const { token } = await app.transact((tx) =>
      createSession(tx, member.id, client, app.clock.now()),
    )
    const link = await linkOf(member)
    const response = await member.fetch(resetPassword.path, {
      method: 'PATCH',
      body: JSON.stringify({ ...link, new_password: newPassword, confirm_password: newPassword }),
      headers: { 'content-type': 'application/json', 'user-agent': 'Windows Chrome/142' },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('set-cookie')).toMatch(/^sid=; .*Max-Age=0/)
    for (const cookie of [member.cookie, `sid=${token}`])
      expect((await app.fetch(readMe.path, { headers: { cookie } })).status).toBe(401)
    expect(await signIn(member, member.password)).toBe('invalid_credentials')
    expect(await signIn(member, newPassword)).toBe('done')
    const texts = (await mailsTo(member.email)).map(({ text }) => text)
    expect(texts).toContainEqual(expect.stringContaining('Chrome · Windows'))
  })

  test('keeps the link valid if the new password is refused', async () => {
    const member = await makeMember(app, { email: 'lantern.keeper@example.com' })
    const link = await linkOf(member)
    expect(await reset(link, 'short')).toBe('new_password: too_short')
    expect(await reset(link, 'x'.repeat(129))).toBe('new_password: too_long')
    expect(await reset(link, 'password1234')).toBe('new_password: too_common')
    expect(await reset(link, 'lanternkeeper-77')).toBe('new_password: too_personal')
    expect(await reset(link, member.password)).toBe('new_password: same_password')
    expect(await reset(link, newPassword, `${newPassword} `)).toBe(
      'confirm_password: does_not_match',
    )
    expect((await member.fetch(readMe.path)).status).toBe(200)
    expect(await reset(link)).toBe('done')
  })

  test('clears the delay after failed attempts', async () => {
    const member = await makeMember(app)
    for (let time = 0; time < 6; time++) await signIn(member, 'wrong')
    expect(await signIn(member, member.password)).toBe('rate_limited')
    expect(await reset(await linkOf(member))).toBe('done')
    expect(await signIn(member, newPassword)).toBe('done')
  })
})
