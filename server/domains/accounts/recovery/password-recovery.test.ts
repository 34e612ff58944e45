import { passwordResetLinkMinutes } from '#contract/accounts/account-rules.ts'
import { endpoints } from '#contract/index.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import {
  type ProblemResponseError,
  openTestApp,
  type TestApp,
  openTestAppForTest,
} from '#test/app/test-app.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSession } from '../sessions/sessions.ts'

const { sendPasswordLink, checkPasswordLink, resetPassword, logIn, readMe, changePassword } =
  endpoints.accounts
const another = 'a-lantern-in-the-rain'

let world: TestApp
beforeAll(async () => void (world = await openTestApp()))
afterAll(() => world?.close())

/** The code of what was refused, with the field it names; `done` where nothing was. */
const saidOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: ProblemResponseError) => {
      const [fault] = error.problem.errors
      return fault ? `${fault.field}: ${fault.code}` : error.problem.code
    },
  )

const mailsTo = (email: string) =>
  world.db.selectFrom('messages').selectAll().where('recipient', '=', email).orderBy('id').execute()

/** Asks for a link and reads it in the mail. */
async function linkOf({ email }: { email: string }) {
  await world.call(sendPasswordLink, { body: { email } })
  await world.workNow('send_password_reset', { email })
  const [, uidb64 = '', token = ''] =
    (await mailsTo(email))
      .at(-1)
      ?.text.match(
        /http:\/\/localhost:3000\/accounts\/recovery\/password\/change\/([^/]+)\/(\S+)/,
      ) ?? []
  return { uidb64, token }
}

const check = (link: { uidb64: string; token: string }) =>
  saidOf(world.call(checkPasswordLink, { query: link }))
const reset = (
  link: { uidb64: string; token: string },
  new_password = another,
  confirm_password = new_password,
) => saidOf(world.call(resetPassword, { body: { ...link, new_password, confirm_password } }))
const logsIn = ({ email }: TestMember, password: string) =>
  saidOf(world.call(logIn, { body: { email, password } }))

describe('the link', () => {
  test('is mailed to who has the address; the answer and what is done in its time are the same for all', async () => {
    const member = await makeMember(world)
    for (const email of [member.email, 'nobody@example.com']) {
      const response = await world.fetch(sendPasswordLink.path, {
        method: 'POST',
        body: JSON.stringify({ email }),
        headers: { 'content-type': 'application/json' },
      })
      expect(response.status).toBe(202)
      expect(await response.json()).toEqual({ valid_minutes: 30 })
      // Nothing is looked up or written for the one that is not for the other.
      expect(await mailsTo(email)).toEqual([])
      await world.workNow('send_password_reset', { email })
    }
    expect(await mailsTo('nobody@example.com')).toEqual([])
    const [mail] = await mailsTo(member.email)
    expect(mail?.kind).toBe('mail')
    expect(mail?.useless_at).toBe(new Date(world.clock.now().getTime() + 1_800_000).toISOString())
    const stored = await world.db.selectFrom('password_links').select('token_hash').execute()
    for (const { token_hash } of stored)
      expect(mail?.text).not.toContain(token_hash.toString('hex'))
  })

  test('carries the id as Django writes it, and says until when it can be used, changing nothing', async () => {
    const member = await makeMember(world)
    const link = await linkOf(member)
    expect(Buffer.from(link.uidb64, 'base64url').toString()).toBe(String(member.id))
    expect(link.token).toMatch(/^[\w-]{43}$/)
    for (let time = 0; time < 2; time++) {
      const { expires_at } = await world.call(checkPasswordLink, { query: link })
      expect(Date.parse(expires_at)).toBe(world.clock.now().getTime() + 30 * 60_000)
    }
    expect(await reset(link)).toBe('done')
  })

  test('works with its own id and token alone', async () => {
    const [member, other] = [await makeMember(world), await makeMember(world)]
    const [link, others] = [await linkOf(member), await linkOf(other)]
    for (const wrong of [
      { uidb64: others.uidb64, token: link.token },
      { uidb64: link.uidb64, token: others.token },
      { uidb64: link.uidb64, token: 'none' },
      { uidb64: `${link.uidb64}=`, token: link.token },
      { uidb64: Buffer.from(` ${member.id}`).toString('base64url'), token: link.token },
      { uidb64: '..', token: `${link.token}\u0000` },
    ]) {
      expect(await check(wrong)).toBe('link_invalid')
      expect(await reset(wrong)).toBe('link_invalid')
    }
    expect(await reset(link)).toBe('done')
    expect(await logsIn(other, another)).toBe('invalid_credentials')
  })

  test('ends after half an hour', async () => {
    const link = await linkOf(await makeMember(world))
    world.clock.advance(passwordResetLinkMinutes * 60_000 - 1)
    expect(await check(link)).toBe('done')
    world.clock.advance(1)
    expect(await check(link)).toBe('link_invalid')
    expect(await reset(link)).toBe('link_invalid')
  })

  test('used twice at once, one wins', async () => {
    const member = await makeMember(world)
    const link = await linkOf(member)
    const passwords = ['a-lantern-in-the-rain', 'a-kettle-on-the-stove']
    const answers = await Promise.all(passwords.map((password) => reset(link, password)))
    expect(answers.toSorted()).toEqual(['done', 'link_invalid'])
    const won = passwords[answers.indexOf('done')] ?? ''
    expect(await logsIn(member, won)).toBe('done')
    expect(await reset(link)).toBe('link_invalid')
  })

  test('dies with its sisters when the password is set or changed, and when he signs in', async () => {
    const member = await makeMember(world)
    const [one, two] = [await linkOf(member), await linkOf(member)]
    expect(await reset(one)).toBe('done')
    expect(await check(two)).toBe('link_invalid')
    const three = await linkOf(member)
    expect(await check(three)).toBe('done')
    expect(await logsIn(member, another)).toBe('done')
    expect(await check(three)).toBe('link_invalid')

    const fresh = await makeMember(world)
    const four = await linkOf(fresh)
    await fresh.call(changePassword, {
      body: { new_password: another, confirm_password: another },
    })
    expect(await check(four)).toBe('link_invalid')
  })

  test('is sent three times an hour for one account, and who asks more learns nothing', async () => {
    const limited = await openTestAppForTest({ env: { RATE_LIMITS: 'on' } })
    const { email } = await makeMember(limited)
    for (const address of [email, 'nobody@example.com']) {
      for (let time = 0; time < 5; time++)
        expect(await limited.call(sendPasswordLink, { body: { email: address } })).toEqual({
          valid_minutes: 30,
        })
      expect(await waitingJobs(limited)).toBe(3)
      limited.clock.advance(3_600_000)
      await limited.call(sendPasswordLink, { body: { email: address } })
      expect(await waitingJobs(limited)).toBe(4)
      await asOwner(limited, 'delete from graphile_worker._private_jobs')
    }
  })
})

async function asOwner({ owner_url }: TestApp, sql: string) {
  const client = new pg.Client({ connectionString: owner_url })
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}

async function waitingJobs(at: TestApp): Promise<number> {
  const { rowCount } = await asOwner(
    at,
    `select 1 from graphile_worker.jobs where task_identifier = 'send_password_reset'`,
  )
  return rowCount ?? 0
}

describe('a new password by the link', () => {
  test('ends every session and tells its owner', async () => {
    const member = await makeMember(world)
    const visitor = { address: '203.0.113.7', device: '' }
    const { token } = await world.transact((tx) =>
      createSession(tx, member.id, visitor, world.clock.now()),
    )
    const link = await linkOf(member)
    const response = await member.fetch(resetPassword.path, {
      method: 'PATCH',
      body: JSON.stringify({ ...link, new_password: another, confirm_password: another }),
      headers: { 'content-type': 'application/json', 'user-agent': 'Windows Chrome/142' },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('set-cookie')).toMatch(/^sid=; .*Max-Age=0/)
    for (const cookie of [member.cookie, `sid=${token}`])
      expect((await world.fetch(readMe.path, { headers: { cookie } })).status).toBe(401)
    expect(await logsIn(member, member.password)).toBe('invalid_credentials')
    expect(await logsIn(member, another)).toBe('done')
    expect((await mailsTo(member.email)).at(-1)?.text).toContain('Chrome · Windows')
  })

  test('that does not do leaves the link as it is', async () => {
    const member = await makeMember(world, { email: 'lantern.keeper@example.com' })
    const link = await linkOf(member)
    expect(await reset(link, 'short')).toBe('new_password: too_short')
    expect(await reset(link, 'x'.repeat(129))).toBe('new_password: too_long')
    expect(await reset(link, 'password1234')).toBe('new_password: too_common')
    expect(await reset(link, 'lanternkeeper-77')).toBe('new_password: too_personal')
    expect(await reset(link, another, `${another} `)).toBe('confirm_password: not_alike')
    expect((await member.fetch(readMe.path)).status).toBe(200)
    expect(await reset(link)).toBe('done')
  })

  test('lets him in who guessed too often before', async () => {
    const member = await makeMember(world)
    for (let time = 0; time < 6; time++) await logsIn(member, 'wrong')
    expect(await logsIn(member, member.password)).toBe('rate_limited')
    expect(await reset(await linkOf(member))).toBe('done')
    expect(await logsIn(member, another)).toBe('done')
  })
})
