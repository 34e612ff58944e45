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

test('refuses the studio to a member who is not staff', async () => {
  const visit = await site.visit(wide)
  await signIn(visit, await makeMember(site.world))
  await visit.page.goto('/studio')
  await visit.page.getByRole('heading', { name: '운영자만 들어올 수 있어요' }).waitFor()
  visit.clean()
})

test('enrols an authenticator app by keyboard, shows recovery codes, and opens the studio', async () => {
  const { page, clean, context, ...visit } = await site.visit(wide)
  const staff = await makeMember(site.world, { is_staff: true, signed_in_ago: twelveHours })
  await signIn({ context, page, clean, ...visit }, staff)
  await page.goto('/studio/acts')
  await page.getByRole('heading', { name: '추가 인증을 먼저 설정해 주세요' }).waitFor()
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('button', { name: '인증 앱 등록하기' }).press('Enter')
  // The sign-in is old, so reauthentication is required (D-16).
  visit.allow(/403/)
  await page.getByLabel('비밀번호', { exact: true }).fill(staff.password)
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: '인증 앱에 등록할 QR 코드' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  const secret = (await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(
    ' ',
    '',
  )

  const first = page.getByLabel('앱에 나온 코드 6자리')
  await first.fill('000000')
  await page.keyboard.press('Enter')
  visit.allow(/400/)
  await page.getByText('코드가 달라요').waitFor()
  const timestamp = site.world.clock.now().getTime()
  await first.fill(new TOTP({ secret }).generate({ timestamp }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '복구 코드를 보관해 주세요' }).waitFor()
  await expect
    .poll(() =>
      page
        .getByRole('listitem')
        .filter({ hasText: /^[A-Z2-7-]{19}$/ })
        .count(),
    )
    .toBe(10)
  await page.getByRole('button', { name: '보관했어요, 들어갈게요' }).press('Enter')
  await page.getByRole('heading', { name: '활동 기록', exact: true }).waitFor()
  expect(await findViolations(page)).toEqual([])
  clean()
})

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
  await field.fill(codeNow())
  await page.keyboard.press('Enter')
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
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
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
          ...{ method: 'POST', body: JSON.stringify(body) },
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
  expect(await page.getByRole('navigation', { name: '스튜디오 메뉴' }).isVisible()).toBe(false)
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

test('loads no studio code on viewer pages', async () => {
  const visit = await site.visit(wide)
  const requests: string[] = []
  visit.page.on('request', (request) => requests.push(request.url()))
  await visit.page.goto('/')
  await visit.page.waitForLoadState('networkidle')
  expect(requests.length).toBeGreaterThan(5)
  expect(requests.filter((url) => url.includes('studio'))).toEqual([])
  visit.clean()
})
