// hard: passwords, devices and passkeys of the profile (10 s of CPU); the rules have integration tests.
import { endpoints } from '#contract/index.ts'
import { createSession } from '#server/domains/accounts/index.ts'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { endVisit, openSite, signIn, type Site, type Visit } from '#test/e2e/site.ts'
import { button, dialog, focusName, openAsMember, phone, section, wide } from './profile-page.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 180_000)
afterAll(() => site?.close())

/** Adds a virtual security key that verifies its user automatically. */
async function addVirtualAuthenticator({ context, page }: Visit) {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Creates a session of the member for each device, each last used an hour before the previous one. */
async function signInOnDevices(member: TestMember, devices: readonly string[]) {
  const now = site.world.clock.now().getTime()
  for (const [index, device] of devices.entries())
    await site.world.transact((tx) =>
      createSession(
        tx,
        member.id,
        { address: '203.0.113.7', device },
        new Date(now - (index + 1) * 3_600_000),
      ),
    )
}

test('signs other devices out when the password changes', async () => {
  const { page, visit, member } = await openAsMember(site, '/mypage/profile', { at: phone })
  await signInOnDevices(member, ['Safari · iPhone', 'Whale · Windows'])
  await page.reload()
  const devices = section(page, '로그인한 기기').getByRole('listitem')
  await expect.poll(() => devices.count()).toBe(3)
  await button(page, '비밀번호 변경').click()
  const part = section(page, '비밀번호')
  await part.getByLabel('새 비밀번호', { exact: true }).fill('nine-paper-boats-upstream')
  await part.getByLabel('새 비밀번호 확인').fill('nine-paper-boats')
  await button(page, '비밀번호 바꾸기').click()
  await part.getByText('두 비밀번호가 서로 달라요.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await part.getByLabel('새 비밀번호 확인').fill('nine-paper-boats-upstream')
  await page.keyboard.press('Enter')
  await page.getByText('비밀번호를 바꿨어요. 다른 기기에서는 로그아웃했어요.').waitFor()
  await expect.poll(() => devices.count()).toBe(1)
  await focusName(page).toBe('비밀번호 변경')
  await page.reload()
  await button(page, '비밀번호 변경').waitFor()
  await endVisit(visit)
})

test('signs out one device, then all others', async () => {
  const member = await makeMember(site.world)
  await signInOnDevices(member, [
    ...['Safari · iPhone', 'Whale · Windows', 'Samsung Internet · Android', '', 'Edge · Mac'],
    ...['Firefox · Linux', 'Safari · iPad', 'Chrome · ChromeOS', 'Opera · Windows', 'Chrome · Mac'],
  ])
  const visit = await site.visit(phone)
  const { page } = visit
  await signIn(visit, member)
  await page.goto('/mypage/profile')
  const part = section(page, '로그인한 기기')
  const devices = part.getByRole('listitem')
  await expect.poll(() => devices.count()).toBe(11)
  await devices.filter({ hasText: '지금 쓰는 기기' }).getByText('Chrome · Linux').waitFor()
  await devices.filter({ hasText: 'Safari · iPhone' }).getByText('1시간 전 이용').waitFor()
  await part.getByText('알 수 없는 기기').waitFor()
  expect(await findViolations(page)).toEqual([])
  await button(page, 'Safari · iPhone 로그아웃').click()
  await page.getByText('Safari · iPhone에서 로그아웃했어요').waitFor()
  await expect.poll(() => devices.count()).toBe(10)
  // The button was removed, so the focus moves to the list.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('로그인한 기기')
  await button(page, '다른 기기 모두 로그아웃').click()
  const confirmation = dialog(page, '다른 기기에서 모두 로그아웃할까요?')
  await confirmation.getByText('지금 쓰는 기기를 뺀 9대에서').waitFor()
  await confirmation.getByRole('button', { name: '로그아웃' }).click()
  await page.getByText('다른 기기에서 모두 로그아웃했어요').waitFor()
  await expect.poll(() => devices.count()).toBe(1)
  await page.getByText('이 기기에서만 로그인되어 있어요.').waitFor()
  await endVisit(visit)
})

test('adds a named passkey, signs in with it, and deletes it', async () => {
  const member = await makeMember(site.world, { signed_in_ago: 11 * 60_000 })
  // The relying party ID of a passkey is a host name, not an address.
  const baseURL = site.world.origin.replace('127.0.0.1', 'localhost')
  const visit = await site.visit({ ...wide, baseURL })
  visit.allow(/status of 403/)
  const { page } = visit
  await signIn(visit, member)
  await addVirtualAuthenticator(visit)
  await page.goto('/mypage/profile')
  const part = section(page, '패스키')
  await part.getByText('아직 추가한 패스키가 없어요.').waitFor()
  await button(page, '패스키 추가').click()
  const nameDialog = dialog(page, '패스키 이름 정하기')
  await nameDialog.waitFor()
  expect(await findViolations(page)).toEqual([])
  await nameDialog.getByLabel('이름').fill('  ')
  await page.keyboard.press('Enter')
  await nameDialog.getByText('이름을 적어 주세요.', { exact: true }).waitFor()
  await nameDialog.getByLabel('이름').fill('거실 노트북')
  await page.keyboard.press('Enter')
  await dialog(page, '비밀번호를 확인할게요').getByLabel('지금 비밀번호').fill(member.password)
  await page.keyboard.press('Enter')
  await page.getByText('패스키를 추가했어요').waitFor()
  await part.getByText('거실 노트북').waitFor()
  await part.getByText('아직 쓰지 않음').waitFor()
  expect(await findViolations(page)).toEqual([])

  // The same authenticator is refused.
  await button(page, '패스키 추가').click()
  await nameDialog.getByLabel('이름').fill('또 하나')
  await page.keyboard.press('Enter')
  const reauthentication = dialog(page, '비밀번호를 확인할게요')
  await reauthentication
    .or(part.getByText('이 기기의 패스키는 이미 추가되어 있어요.'))
    .first()
    .waitFor()
  if (await reauthentication.isVisible()) {
    await reauthentication.getByLabel('지금 비밀번호').fill(member.password)
    await page.keyboard.press('Enter')
  }
  await part.getByText('이 기기의 패스키는 이미 추가되어 있어요.').waitFor()

  await page.goto('/mypage')
  await button(page, '로그아웃').click()
  await page.waitForURL((url) => url.pathname === '/')
  // The page uses the browser's clock; the app's clock has not moved since it was opened.
  site.world.clock.set(new Date().toISOString())
  await page.goto('/accounts/login?next=/mypage/profile')
  // Conditional UI may sign in before the click.
  await Promise.all([
    page.waitForURL((url) => url.pathname === '/mypage/profile'),
    page
      .getByRole('button', { name: '패스키로 로그인' })
      .click({ timeout: 5_000 })
      .catch(() => {}),
  ])
  await part.getByText('거실 노트북').waitFor()
  await part.getByText('방금 사용').waitFor()

  await button(page, '거실 노트북 지우기').click()
  await dialog(page, '패스키를 지울까요?').getByRole('button', { name: '지우기' }).click()
  await page.getByText('패스키를 지웠어요').waitFor()
  await focusName(page).toBe('패스키 추가')
  await part.getByText('아직 추가한 패스키가 없어요.').waitFor()
  await endVisit(visit)
})

test('requires the second factor of staff to change passkeys, and keeps the last factor', async () => {
  const member = await makeMember(site.world, { is_staff: true })
  const baseURL = site.world.origin.replace('127.0.0.1', 'localhost')
  const visit = await site.visit({ ...wide, baseURL })
  visit.allow(/status of (?:403|409|400)/)
  const { page } = visit
  await signIn(visit, member)
  const { beginTotpEnrollment: beginAuthenticator, confirmTotpEnrollment: confirmAuthenticator } =
    endpoints.second_factor
  const { secret } = await member.call(beginAuthenticator, { body: {} })
  const codeNow = () =>
    new TOTP({ secret }).generate({ timestamp: site.world.clock.now().getTime() })
  const confirmed = await member.fetch(confirmAuthenticator.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: codeNow() }),
  })
  await signIn(visit, { cookie: confirmed.headers.getSetCookie()[0]?.split(';')[0] ?? '' })
  await site.world.pool.query('update sessions set second_factor_at = null where member_id = $1', [
    member.id,
  ])
  await addVirtualAuthenticator(visit)
  await page.goto('/mypage/profile')
  const part = section(page, '패스키')
  const secondFactor = dialog(page, '추가 인증이 필요해요')

  await button(page, '패스키 추가').click()
  await dialog(page, '패스키 이름 정하기').getByLabel('이름').fill('사무실 노트북')
  await page.keyboard.press('Enter')
  await secondFactor.getByText(/한 번 더 확인해요/).waitFor()
  expect(await findViolations(page)).toEqual([])
  site.world.clock.advance(60_000)
  await secondFactor.getByLabel('인증 앱의 코드 6자리').fill('000000')
  await secondFactor.getByText('코드가 달라요').waitFor()
  await secondFactor.getByLabel('인증 앱의 코드 6자리').fill(codeNow())
  await page.getByText('패스키를 추가했어요').waitFor()
  await part.getByText('사무실 노트북').waitFor()

  // Without the app, the passkey is the last factor.
  await site.world.pool.query('delete from totp_authenticators where member_id = $1', [member.id])
  await button(page, '사무실 노트북 지우기').click()
  await dialog(page, '패스키를 지울까요?').getByRole('button', { name: '지우기' }).click()
  await page.getByText(/다른 수단을 먼저 추가한 뒤에 지워 주세요/).waitFor()
  await part.getByText('사무실 노트북').waitFor()
  await endVisit(visit)
})
