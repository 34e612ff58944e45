// 10,000 requests take a minute.
import { device_sign_in } from '#contract/accounts/device-sign-in.ts'
import { userCodeAlphabet } from '#contract/accounts/account-rules.ts'
import { createGuestClient } from '#test/app/guest-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'

let world: TestApp
beforeAll(
  async () =>
    void (world = await openTestApp({
      env: { TRUST_PROXY: '1', SITE_URL: 'http://localhost:3000' },
    })),
)
afterAll(() => world?.close())

test('guesses none of 100 codes in 10,000 tries without rate limits', async () => {
  const codes = new Set<string>()
  for (let n = 0; n < 100; n++)
    codes.add((await world.call(device_sign_in.requestDeviceCode, {})).user_code)
  expect(codes.size).toBe(100)
  const member = await makeMember(world)
  const guess = () =>
    Array.from({ length: 8 }, () => userCodeAlphabet[randomInt(userCodeAlphabet.length)]).join('')
  for (let batch = 0; batch < 200; batch++) {
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const body = { user_code: guess(), is_approved: true }
        const browser = createGuestClient(world, member.cookie)
        return (await browser.refusal(device_sign_in.decideDeviceRequest, { body })).code
      }),
    )
    expect(new Set(outcomes)).toEqual(new Set(['not_found']))
  }
})
