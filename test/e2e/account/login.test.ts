import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFocus, hasFocus, tabTo } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import { fields, logIn, accountMenu, loginLink } from './sign-in-steps.ts'

const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 360, height: 780 }, hasTouch: true }
const welcome = '김한편님, 반가워요.'

let site: Site
beforeAll(async () => {
  site = await openSite([], { search: true })
})
afterAll(() => site?.close())

const here = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

test('signs in by mouse and returns to the episode', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit(wide)
  const { page } = visit
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto('/categories')
  const { season_id } = await site.world.db
    .selectFrom('episodes')
    .select('season_id')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  const episode = `/series/1/season/${season_id}/episode/1`
  await page.goto(episode)
  await loginLink(page).click()
  await page.waitForURL(/\/accounts\/login\?next=/)
  expect(new URL(page.url()).searchParams.get('next')).toBe(episode)
  // Without a session marker the page does not read the session, which would log an error.
  expect(requests).not.toContain('/api/accounts/me/')

  await logIn(page, member)
  await page.getByText(welcome).waitFor()
  await page.waitForURL(`**${episode}`)
  await page.getByRole('heading', { level: 1, name: '첫 빨래' }).waitFor()
  await accountMenu(page).waitFor()
  // The form is replaced in the history.
  await page.goBack()
  await page.goBack()
  await page.waitForURL('/categories')
  // A document reads the session once.
  await accountMenu(page).waitFor()
  requests.length = 0
  await page.reload()
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: '고객센터' }).click()
  await page.waitForURL(/\/customer-service/)
  await accountMenu(page).waitFor()
  expect(requests.filter((path) => path === '/api/accounts/me/')).toHaveLength(1)
  await endVisit(visit)
})

test('signs in and out by keyboard', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/accounts')
  await tabTo(page, /^로그인/)
  await page.keyboard.press('Enter')
  await page.waitForURL('/accounts/login')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('autocomplete')))
    .toBe('username webauthn')
  await page.keyboard.type(member.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(member.password)
  // The password can be shown.
  await tabTo(page, '비밀번호 보기')
  await page.keyboard.press('Enter')
  await expect.poll(() => fields(page).password.getAttribute('type')).toBe('text')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('/')
  await page.getByText(welcome).waitFor()

  await page.goto('/search')
  await accountMenu(page).waitFor()
  await tabTo(page, /김한편님의 메뉴$/)
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: '마이' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await readFocus(page)).name).toMatch(/님의 메뉴$/)
  // The menu gets the focus in a later task; a fast user presses End before.
  await page.evaluate(() => {
    const button = document.activeElement as HTMLElement
    button.click()
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }))
  })
  await hasFocus(page.getByRole('menuitem', { name: '로그아웃' }))
  await page.keyboard.press('Enter')
  await page.getByText('로그아웃했어요.').waitFor()
  await loginLink(page).waitFor()
  expect(here(page)).toBe('/search')
  // The browser stays known to the account.
  expect((await visit.context.cookies()).map(({ name }) => name)).toEqual(['device'])
  await endVisit(visit)
})

test('answers a wrong password alike for known and unknown addresses and keeps the input', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit(phone)
  visit.allow(/status of 400/)
  const { page } = visit
  await page.goto('/accounts/login')
  const form = fields(page)
  await form.submit.click()
  await page.getByText('이메일을 입력해 주세요.').waitFor()
  await page.getByText('비밀번호를 입력해 주세요.').waitFor()
  for (const email of [member.email, 'nobody@example.com']) {
    await logIn(page, { email, password: 'not-the-right-one' })
    await page
      .getByRole('alert')
      .filter({ hasText: '이메일이나 비밀번호가 맞지 않아요. 다시 확인해 주세요.' })
      .waitFor()
    await expect.poll(() => form.email.inputValue()).toBe(email)
    await expect.poll(() => form.password.inputValue()).toBe('not-the-right-one')
    await hasFocus(form.password)
  }
  expect(page.url()).not.toContain('not-the-right-one')
  await endVisit(visit)
})
