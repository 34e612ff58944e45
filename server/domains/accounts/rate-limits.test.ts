import { accounts } from '#contract/accounts/accounts.ts'
import { makeMember } from '#test/fixtures/members.ts'
import {
  createVerifiedGuest,
  codeFor,
  freshEmail,
  freshPhone,
  createGuestClient,
  verifyEmail,
  verifyPhone,
} from '#test/app/guest-client.ts'
import { openTestAppForTest } from '#test/app/test-app.ts'
import { expect, test } from 'vitest'

const limited = () => openTestAppForTest({ env: { RATE_LIMITS: 'on' } })
const hour = 3_600_000

test('one mailbox gets five codes an hour, whoever asks, whether it has an account or not', async () => {
  const world = await limited()
  const { email: known } = await makeMember(world)
  for (const email of [known, freshEmail()]) {
    for (let n = 0; n < 5; n++)
      await createGuestClient(world).call(accounts.sendSignupCode, { body: { email } })
    world.clock.advance(600_000)
    const response = await createGuestClient(world).fetch(accounts.sendSignupCode, {
      body: { email },
    })
    expect(response.status).toBe(429)
    expect(await response.json()).toMatchObject({ code: 'rate_limited' })
    expect(response.headers.get('retry-after')).toBe('3000')
  }
  world.clock.advance(hour)
  await createGuestClient(world).call(accounts.sendSignupCode, { body: { email: known } })
})

test('one address has 20 codes sent an hour; pressing too early costs nothing of it', async () => {
  const world = await limited()
  const browser = createGuestClient(world)
  for (let n = 0; n < 20; n++) {
    const body = { phonenumber: freshPhone() }
    await browser.call(accounts.sendPhoneCode, { body })
    expect((await browser.refusal(accounts.sendPhoneCode, { body })).code).toBe('too_early')
    world.clock.advance(60_000)
  }
  const body = { phonenumber: freshPhone() }
  expect((await browser.refusal(accounts.sendPhoneCode, { body })).code).toBe('rate_limited')
  expect(await codeFor(world, body.phonenumber)).toBe('')
})

test('ten join from one address an hour', async () => {
  const world = await limited()
  const join = async () => {
    // Codes have an allowance of their own, which is not what is tried here.
    await world.pool.query("delete from throttles where bucket like 'codes%'")
    const { browser, form } = await createVerifiedGuest(world)
    return browser.fetch(accounts.signUp, { body: form })
  }
  for (let n = 0; n < 10; n++) expect((await join()).status).toBe(201)
  expect((await join()).status).toBe(429)
  world.clock.advance(hour)
  expect((await join()).status).toBe(201)
})

test('names are tried for one phone five times an hour, however often it is proven', async () => {
  const world = await limited()
  const { phonenumber } = await makeMember(world)
  const code = async () => {
    const browser = createGuestClient(world)
    await verifyPhone(world, browser, phonenumber)
    const body = { username: '박아무개', phonenumber }
    const codes = []
    for (let n = 0; n < 3; n++)
      codes.push((await browser.refusal(accounts.recoverId, { body })).code)
    return codes
  }
  const unknown = 'account_not_found'
  expect(await code()).toEqual([unknown, unknown, unknown])
  expect(await code()).toEqual([unknown, unknown, 'rate_limited'])
})

test('nobody who is counted can be read from the table', async () => {
  const world = await limited()
  const [email, browser] = [freshEmail(), createGuestClient(world)]
  await verifyEmail(world, browser, email)
  const { rows } = await world.pool.query<{ bucket: string }>('select bucket from throttles')
  expect(rows.map(({ bucket }) => bucket.split(':')[0]).sort()).toEqual([
    'codes_from_address',
    'codes_to_target',
  ])
  for (const { bucket } of rows) expect(bucket).toMatch(/^\w+:[\w-]{43}$/)
})
