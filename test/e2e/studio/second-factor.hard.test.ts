// hard: expired codes, passkeys and lost factors (10 s); access.test.ts enrols and opens the studio.
import { endpoints } from '#contract/index.ts'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openSite, signIn, type Site } from '#test/e2e/site.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 })
const wide = { viewport: { width: 1440, height: 900 } }
const twelveHours = 12 * 3_600_000

let site: Site
beforeAll(async () => void (site = await openSite()))
afterAll(() => site?.close())

test('accepts a code for twelve hours, then asks again on open pages', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  const staff = await makeMember(site.world, { is_staff: true })
  await signIn(visit, staff)
  const { secret } = await staff.call(endpoints.second_factor.beginTotpEnrollment, { body: {} })
  const codeNow = () =>
    new TOTP({ secret }).generate({ timestamp: site.world.clock.now().getTime() })
  const confirmed = await staff.fetch('/api/accounts/second-factor/authenticator/confirm/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: codeNow() }),
  })
  const cookie = confirmed.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  await signIn(visit, { cookie })

  await page.goto('/studio/acts')
  await page.getByRole('heading', { name: '활동 기록', exact: true }).waitFor()
  site.world.clock.advance(twelveHours)
  visit.allow(/403/)
  await page.getByLabel('한 일', { exact: true }).selectOption('회원')
  const field = page.getByLabel('인증 앱의 코드 6자리')
  // The sixth digit submits the code.
  await field.fill(codeNow())
  await page.getByRole('heading', { name: '활동 기록', exact: true }).waitFor()
  visit.clean()
})

test('accepts a passkey, and explains the reset when all factors are lost', async () => {
  // The relying party ID of a passkey is a host name, not an address.
  const baseURL = site.world.origin.replace('127.0.0.1', 'localhost')
  const visit = await site.visit({ ...wide, baseURL })
  const { page, context } = visit
  const staff = await makeMember(site.world, { is_staff: true })
  await signIn(visit, staff)
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  // A plain-text response has no icon.
  visit.allow(/404/)
  await page.goto('/healthz')
  const { createPasskeyOptions: beginPasskey, registerPasskey: addPasskey } = endpoints.accounts
  await page.evaluate(
    async ([begin, add]) => {
      const post = async (path: string, body: unknown) =>
        (await fetch(path, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }).then((response) => response.json())) as never
      const made = (await navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(await post(begin, {})),
      })) as PublicKeyCredential
      await post(add, { name: '내 열쇠', response: made.toJSON() })
    },
    [beginPasskey.path, addPasskey.path] as const,
  )
  await site.world.pool.query('update sessions set second_factor_at = null where member_id = $1', [
    staff.id,
  ])

  await page.goto('/studio/acts')
  const byPasskey = page.getByRole('button', { name: '패스키로 확인' })
  await byPasskey.waitFor()
  await expect
    .poll(() => page.getByRole('navigation', { name: '스튜디오 메뉴' }).isVisible())
    .toBe(false)
  await page.getByText('인증 앱도 복구 코드도 쓸 수 없나요?').press('Enter')
  await page.getByText(/서버를 관리하는 운영자에게/).waitFor()
  expect(await findViolations(page)).toEqual([])
  await byPasskey.press('Enter')
  await page.getByRole('heading', { name: '활동 기록', exact: true }).waitFor()
  await page.getByRole('link', { name: '회원', exact: true }).press('Enter')
  await page.getByRole('heading', { name: '회원', exact: true }).waitFor()
  expect(await findViolations(page)).toEqual([])
  visit.clean()
})
