// hard: every way to a forgotten address or password (20 s of CPU); the rules have integration tests.
import { passwordResetLinkMinutes } from '#contract/accounts/account-rules.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasFocus, tabTo, findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { codeFor, freshPhone, lastMessage, otherCode } from '#test/app/guest-client.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'

const wide = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const }
const phone = { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' as const }

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 180_000)
afterAll(() => site?.close())

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const codeBox = (page: Page) => page.getByLabel('인증번호', { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Enters the phone number, requests its code and enters it. */
async function provePhone(page: Page, number: string) {
  await page.getByLabel('휴대폰 번호').fill(number)
  await button(page, '인증번호 받기').click()
  await codeBox(page).waitFor()
  await codeBox(page).fill(await codeFor(site.world, number))
  await page.getByText('확인했어요').waitFor()
}

/** Reads the link from the mail after its job. */
async function linkFor(email: string): Promise<string> {
  await site.world.workNow('send_password_reset', { email })
  const text = (await lastMessage(site.world, email))?.text ?? ''
  return /\/accounts\/recovery\/password\/change\/[\w-]+\/[\w-]+/.exec(text)?.[0] ?? ''
}

test('finds the address by name and verified phone, and keeps it over a reload', async () => {
  const member = await makeMember(site.world, { username: '남궁새봄' })
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/accounts/recovery/id')
  await heading(page, '아이디 찾기').waitFor()
  expect(await findViolations(page)).toEqual([])
  await expect.poll(() => button(page, '아이디 찾기').isDisabled()).toBe(true)

  await button(page, '인증번호 받기').click()
  await page.getByText('휴대폰 번호를 입력해 주세요.').waitFor()
  await page.getByLabel('휴대폰 번호').fill('010-12')
  await button(page, '인증번호 받기').click()
  await page.getByText('휴대폰 번호를 다시 확인해 주세요.').waitFor()

  await page.getByLabel('이름').fill('남궁새봄')
  // With separators.
  const { phonenumber } = member
  const dashed = `${phonenumber.slice(0, 3)}-${phonenumber.slice(3, 7)}-${phonenumber.slice(7)}`
  await page.getByLabel('휴대폰 번호').fill(dashed)
  await page.getByLabel('휴대폰 번호').press('Enter')
  await codeBox(page).waitFor()
  expect(await findViolations(page)).toEqual([])
  const code = await codeFor(site.world, phonenumber)
  await codeBox(page).fill(otherCode(code))
  await page.getByText('4번 더 입력할 수 있어요.').waitFor()
  visit.allow(/status of 400/)
  // The code is the last input, so it submits the form.
  await codeBox(page).fill(code)

  await page.waitForURL('/accounts/recovery/id/success')
  const masked = `${member.email.slice(0, 2)}****@example.com`
  for (const shown of ['first', 'after a reload']) {
    await heading(page, '아이디를 찾았어요').waitFor()
    await page.getByText(masked).waitFor()
    const joined = new Date(site.world.clock.now().getTime() + 9 * 3_600_000)
    const day = `${joined.getUTCFullYear()}.${joined.getUTCMonth() + 1}.${joined.getUTCDate()}`
    await page.getByText(day, { exact: true }).waitFor()
    expect([shown, await page.content()]).not.toEqual([
      shown,
      expect.stringContaining(member.email),
    ])
    if (shown === 'first') await page.reload()
  }
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: '비밀번호 찾기' }).waitFor()
  await page.getByRole('link', { name: '로그인하기' }).click()
  await page.waitForURL('/accounts/login')
  await endVisit(visit)
})

test('reports no match only after a correct code, and redirects the last step to the first', async () => {
  const visit = await site.visit(phone)
  const { page } = visit
  await page.goto('/accounts/recovery/id/success')
  await page.waitForURL('/accounts/recovery/id')
  await page.getByLabel('이름').fill('아무도 아님')
  visit.allow(/status of 404/)
  await provePhone(page, freshPhone())
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('alert').getByText('이름과 휴대폰 번호에 맞는 계정이 없어요.').waitFor()
  await expect.poll(() => page.getByLabel('이름').inputValue()).toBe('아무도 아님')
  // Another number starts over.
  await button(page, '번호 바꾸기').click()
  const field = page.getByLabel('휴대폰 번호')
  await hasFocus(field)
  await expect.poll(() => button(page, '아이디 찾기').isDisabled()).toBe(true)
  await endVisit(visit)
})

test('keeps a verified number over a reload, and says what is missing', async () => {
  const member = await makeMember(site.world, { username: '남궁새봄' })
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/accounts/recovery/id')
  await button(page, '아이디 찾기').click({ force: true })
  await page.getByText('이름을 입력해 주세요.').waitFor()
  await page.getByText('인증번호를 받아 휴대폰 번호를 확인해 주세요.').waitFor()
  // Without a name the code submits nothing.
  await provePhone(page, member.phonenumber)
  await page.reload()
  await page.getByText('확인했어요').waitFor()
  const { phonenumber: digits } = member
  await page
    .getByText(`${digits.slice(0, 3)}-${digits.slice(3, 7)}-${digits.slice(7)}`, { exact: true })
    .waitFor()
  await page.getByLabel('이름').fill('남궁새봄')
  await page.keyboard.press('Enter')
  await page.waitForURL('/accounts/recovery/id/success')
  await endVisit(visit)
})

test('carries a typed address to the reset page, and the account to the login', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/accounts/login')
  await page.getByLabel('이메일').fill(member.email)
  await page.getByRole('link', { name: '비밀번호 찾기' }).click()
  await page.waitForURL('/accounts/recovery/password/find')
  await expect.poll(() => page.getByLabel('이메일').inputValue()).toBe(member.email)
  await button(page, '링크 받기').click()
  await heading(page, '메일을 보냈어요').waitFor()
  await page.goto(await linkFor(member.email))
  await page.getByLabel('새 비밀번호', { exact: true }).waitFor()
  await expect.poll(() => page.getByLabel('이메일').inputValue()).toBe(member.email)
  await page.getByLabel('새 비밀번호', { exact: true }).fill('nine-paper-boats-upstream')
  await page.getByLabel('새 비밀번호 확인').fill('nine-paper-boats-upstream')
  await button(page, '비밀번호 바꾸기').click()
  await page.waitForURL('/accounts/login')
  await expect.poll(() => page.getByLabel('이메일').inputValue()).toBe(member.email)
  await endVisit(visit)
})

test('sets a new password once by a mailed link, by keyboard', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit({ viewport: wide.viewport })
  const { page } = visit
  await page.goto('/accounts/recovery/password/find')
  expect(await findViolations(page)).toEqual([])
  await tabTo(page, /^$/)
  await page.keyboard.type('메일이아님')
  await page.keyboard.press('Enter')
  await page.getByText('이메일 주소를 끝까지 입력해 주세요.').waitFor()
  await page.getByLabel('이메일').fill('')
  await page.keyboard.type(member.email)
  await page.keyboard.press('Enter')
  await heading(page, '메일을 보냈어요').waitFor()
  await page.getByText(member.email).waitFor()
  await page.getByText('링크는 60분 동안, 한 번만 쓸 수 있어요.').waitFor()
  expect(await findViolations(page)).toEqual([])

  const link = await linkFor(member.email)
  await page.goto(link)
  await heading(page, '새 비밀번호 정하기').waitFor()
  await expect.poll(() => page.getAttribute('meta[name="referrer"]', 'content')).toBe('no-referrer')
  await expect.poll(() => page.getAttribute('meta[name="robots"]', 'content')).toBe('noindex')
  // The token is not in the page’s address.
  const token = link.split('/').at(-1)!
  expect(
    await page.evaluate(() =>
      [...document.querySelectorAll('link[rel="canonical"], meta[property="og:url"]')].map(
        (node) => node.outerHTML,
      ),
    ),
  ).not.toContainEqual(expect.stringContaining(token))
  const password = page.getByLabel('새 비밀번호', { exact: true })
  const again = page.getByLabel('새 비밀번호 확인')
  await password.waitFor()
  expect(await findViolations(page)).toEqual([])

  await password.fill('짧아요')
  await again.fill('짧아요')
  await again.press('Enter')
  await page.getByText('비밀번호는 10자 이상이어야 해요.').waitFor()
  await password.fill('password12345')
  await again.fill('password12346')
  await again.press('Enter')
  await page.getByText('두 비밀번호가 서로 달라요.').waitFor()
  await again.fill('password12345')
  visit.allow(/status of 400/)
  await again.press('Enter')
  await page.getByText('너무 흔한 비밀번호예요.').waitFor()
  await password.fill('nine-paper-boats-upstream')
  await again.fill('nine-paper-boats-upstream')
  await again.press('Enter')
  await page.waitForURL('/accounts/login')
  await page.getByText('비밀번호를 바꿨어요. 새 비밀번호로 로그인해 주세요.').waitFor()
  // Other sessions have ended.
  expect((await member.fetch('/api/accounts/me/')).status).toBe(401)

  await page.getByLabel('이메일').fill(member.email)
  await page.getByLabel('비밀번호', { exact: true }).fill('nine-paper-boats-upstream')
  await button(page, '로그인').click()
  await page.waitForURL('/')
  await page.getByRole('banner').getByRole('button', { name: '김한편님의 메뉴' }).waitFor()

  await page.goto(link)
  await heading(page, '쓸 수 없는 링크예요').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: '링크 다시 받기' }).click()
  await page.waitForURL('/accounts/recovery/password/find')
  await endVisit(visit)
})

test('reports a link that expires while the form is open, and refuses an unknown link', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit(phone)
  visit.allow(/status of 400/)
  const { page } = visit
  await page.goto('/accounts/recovery/password/change/MQ/not-a-token')
  await heading(page, '쓸 수 없는 링크예요').waitFor()
  await page.getByRole('link', { name: '링크 다시 받기' }).click()
  await page.getByLabel('이메일').fill(member.email)
  await button(page, '링크 받기').click()
  await heading(page, '메일을 보냈어요').waitFor()
  await page.goto(await linkFor(member.email))
  await page.getByLabel('새 비밀번호', { exact: true }).fill('nine-paper-boats-upstream')
  await page.getByLabel('새 비밀번호 확인').fill('nine-paper-boats-upstream')
  site.world.clock.advance(passwordResetLinkMinutes * 60_000)
  await button(page, '비밀번호 바꾸기').click()
  await heading(page, '쓸 수 없는 링크예요').waitFor()
  await endVisit(visit)
})

test('shows the same screen for known and unknown addresses, and mails again after a minute', async () => {
  const member = await makeMember(site.world)
  const screens: string[] = []
  for (const email of [member.email, 'nobody-at-all@example.com']) {
    const visit = await site.visit(phone)
    const { page } = visit
    await page.clock.install()
    await page.goto('/accounts/recovery/password/find')
    await page.getByLabel('이메일').fill(email)
    await button(page, '링크 받기').click()
    await heading(page, '메일을 보냈어요').waitFor()
    await page.getByText('메일이 오지 않았나요?').waitFor()
    screens.push((await page.getByRole('main').innerText()).replace(email, '').replace(/\d+초/, ''))
    expect(
      await page.getByRole('button', { name: /초 뒤에 다시 보낼 수 있어요/ }).isDisabled(),
    ).toBe(true)
    await page.clock.fastForward(61_000)
    await button(page, '메일 다시 보내기').click()
    await page.getByText('메일을 다시 보냈어요').waitFor()
    await page.getByRole('button', { name: /초 뒤에 다시 보낼 수 있어요/ }).waitFor()
    await button(page, '다른 이메일로 찾기').click()
    await page.getByLabel('이메일').waitFor()
    await endVisit(visit)
  }
  expect(screens[1]).toBe(screens[0])
})

test('keeps the input without a response, and checks the link again', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit(phone)
  const { page, context } = visit
  visit.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await page.goto('/accounts/recovery/password/find')
  await page.getByLabel('이메일').fill(member.email)
  await context.setOffline(true)
  await button(page, '링크 받기').click()
  await page.getByRole('alert').getByText('서버에 연결하지 못했어요.').waitFor()
  await expect.poll(() => page.getByLabel('이메일').inputValue()).toBe(member.email)
  await context.setOffline(false)
  await button(page, '링크 받기').click()
  await heading(page, '메일을 보냈어요').waitFor()

  await page.route('**/api/accounts/password/recovery/**', (route) => route.abort())
  await page.goto(await linkFor(member.email))
  await page.getByText('링크를 확인하지 못했어요').waitFor()
  await page.unroute('**/api/accounts/password/recovery/**')
  await button(page, '다시 시도').click()
  await page.getByLabel('새 비밀번호', { exact: true }).waitFor()
  await endVisit(visit)
})
