// hard: throttling, redirects, unfinished sign-ups and axe at two widths (40 s); login.test.ts signs in.
import { accounts } from '#contract/accounts/accounts.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { createGuestClient } from '#test/app/guest-client.ts'
import { endVisit, openSite, signIn, type Site } from '#test/e2e/site.ts'
import { fields, logIn, accountMenu, loginLink } from './sign-in-steps.ts'

// Each test loads several pages, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000 })

const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 360, height: 780 }, hasTouch: true }
const welcome = '김한편님, 반가워요.'

let site: Site
beforeAll(async () => {
  site = await openSite([], { search: true })
}, 180_000)
afterAll(() => site?.close())

const here = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

test('counts down the wait after too many attempts', async () => {
  const visit = await site.visit(phone)
  visit.allow(/status of 429/)
  const { page } = visit
  await page.route('/api/accounts/login/', (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      headers: { 'retry-after': '3' },
      body: JSON.stringify({
        code: 'rate_limited',
        status: 429,
        errors: [],
        detail: '잠시 뒤에 다시 시도해 주세요.',
      }),
    }),
  )
  await page.goto('/accounts/login')
  await logIn(page, { email: 'viewer@example.com', password: 'seven-lanterns' })
  await page.getByText(/[23]초 뒤에 다시 시도할 수 있어요/).waitFor()
  await expect.poll(() => fields(page).submit.isDisabled()).toBe(true)
  await page.getByText(/1초 뒤에 다시 시도할 수 있어요/).waitFor()
  await expect.poll(() => fields(page).submit.isEnabled()).toBe(true)
  await page.unroute('/api/accounts/login/')
  // The request fails without an answer.
  await page.route('/api/accounts/login/', (route) => route.abort())
  visit.allow(/ERR_FAILED/)
  await fields(page).submit.click()
  await page.getByText('서버에 연결하지 못했어요.').waitFor()
  await expect.poll(() => fields(page).password.inputValue()).toBe('seven-lanterns')
  await endVisit(visit)
})

test('redirects a signed-in member to next, only within the site', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit(wide, member)
  const { page } = visit
  for (const [next, there] of [
    ['/categories/3', '/categories/3'],
    ['/search?q=달', '/search?q=%EB%8B%AC'],
    // The whole list is in web/routing/login-redirect.test.ts.
    ['https://evil.example/', '/'],
    ['/\\evil.example', '/'],
    ['/.//evil.example', '/'],
  ] as const) {
    await page.goto(`/accounts/login?next=${encodeURIComponent(next)}`)
    await page.waitForURL(`**${there}`)
    expect(here(page)).toBe(there)
    await accountMenu(page).waitFor()
  }
  await page.goto('/accounts')
  await page.getByText('김한편님, 반가워요').waitFor()
  await page.getByRole('link', { name: '마이로 가기' }).waitFor()
  await endVisit(visit)
})

test('asks to sign in once after an unfinished sign-up', async () => {
  const { world } = site
  const member = await makeMember(world)
  const begun = createGuestClient(world)
  await begun.call(accounts.sendSignUpCode, { body: { email: 'left-halfway@example.com' } })
  const visit = await site.visit(wide, { cookie: begun.cookie() })
  const { page } = visit
  const dialog = page.getByRole('dialog', { name: '로그인' })

  await page.goto('/accounts/login')
  await fields(page).email.waitFor()
  await page.goto('/categories')
  await dialog.waitFor()
  expect(await findViolations(page)).toEqual([])
  await expect
    .poll(() => dialog.getByRole('link', { name: '회원가입 이어서 하기' }).isVisible())
    .toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: '애니메이션' }).first().click()
  await page.waitForURL('/categories/3')
  await page.getByRole('heading', { level: 1, name: '애니메이션' }).waitFor()
  await expect.poll(() => dialog.count()).toBe(0)

  await page.reload()
  await dialog.waitFor()
  await dialog.getByLabel('이메일').fill(member.email)
  await dialog.getByLabel('비밀번호', { exact: true }).fill(member.password)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await accountMenu(page).waitFor()
  expect(here(page)).toBe('/categories/3')
  await endVisit(visit)
})

test('does not treat a cancelled passkey sign-in as an unfinished sign-up', async () => {
  const visit = await site.visit(phone)
  const { page } = visit
  await page.goto('/accounts/login')
  const optionsResponse = page.waitForResponse('**/api/accounts/login/passkey/options/')
  // Passkeys need a domain name; this site has an IP address, so the browser refuses.
  await page.getByRole('button', { name: '패스키로 로그인' }).click()
  expect((await optionsResponse).status()).toBe(200)
  await page.getByText('패스키로 로그인하지 못했어요.').waitFor()
  const cookies = await visit.context.cookies()
  expect(cookies.map(({ name }) => name)).toEqual(['sid'])
  await page.goto('/search')
  await page.waitForLoadState('networkidle')
  await loginLink(page).waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await endVisit(visit)
})

test.each([
  ['360 px', phone],
  ['1440 px', wide],
])('has no axe violation or overflow at %s', async (_, screen) => {
  const member = await makeMember(site.world)
  const visit = await site.visit(screen)
  const { page } = visit
  for (const path of ['/accounts', '/accounts/login']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(await findViolations(page)).toEqual([])
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0)
  }
  await signIn(visit, member)
  await page.goto('/search')
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: '로그아웃' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.goto('/accounts')
  await page.getByText('김한편님, 반가워요').waitFor()
  expect(await findViolations(page)).toEqual([])
  await endVisit(visit)
})

test('keeps the session of a login that is faster than the challenge of a passkey', async () => {
  const member = await makeMember(site.world)
  // A passkey belongs to a host name, not to an address.
  const baseURL = site.world.origin.replace('127.0.0.1', 'localhost')
  const visit = await site.visit({ ...wide, baseURL })
  const { page } = visit
  const challenge = Promise.withResolvers<void>()
  await page.route('**/api/accounts/login/passkey/options/', async (route) => {
    const response = await route.fetch()
    challenge.resolve()
    await page.getByText(welcome).waitFor()
    await route.fulfill({ response }).catch(() => {})
  })
  await page.goto('/accounts/login')
  await fields(page).email.focus()
  await challenge.promise
  await logIn(page, member)
  await page.getByText(welcome).waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await accountMenu(page).waitFor()
  await endVisit(visit)
})
