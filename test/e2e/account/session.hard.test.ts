// hard: sessions over days and several tabs (9 s of CPU).
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { endVisit, openSite, signIn, type Site } from '#test/e2e/site.ts'
import { logIn, accountMenu, loginLink } from './sign-in-steps.ts'

// Each test loads several pages, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000 })

const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 360, height: 780 }, hasTouch: true }

let site: Site
beforeAll(async () => {
  site = await openSite([], { search: true })
}, 180_000)
afterAll(() => site?.close())

test('follows sign-in and sign-out of another tab', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit(wide)
  const { page } = visit
  const other = await visit.tab()
  await other.goto('/search')
  await loginLink(other).waitFor()
  await page.goto('/accounts/login?next=/categories')
  await logIn(page, member)
  await accountMenu(page).waitFor()
  await accountMenu(other).waitFor()

  await accountMenu(other).click()
  await other.getByRole('menuitem', { name: '로그아웃' }).click()
  await loginLink(other).waitFor()
  await loginLink(page).waitFor()
  await endVisit(visit)
})

test('keeps the session while the server is down, shows it, and retries', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit(phone, member)
  const { page } = visit
  visit.allow(/503|ERR_FAILED/)
  let away: 'outage' | 'no network' | null = 'outage'
  await page.route('/api/accounts/me/', (route) => {
    if (away === null) return route.continue()
    return away === 'outage' ? route.fulfill({ status: 503, body: '' }) : route.abort()
  })
  const word = page.getByText('로그인 상태를 확인하지 못했어요')
  for (const why of ['outage', 'no network'] as const) {
    away = why
    await page.goto('/search')
    await word.waitFor()
    await expect.poll(() => loginLink(page).count()).toBe(0)
    expect(await findViolations(page)).toEqual([])
    // The message stays while the server is down.
    await page.getByRole('button', { name: '다시 시도', exact: true }).click()
    await page.getByRole('button', { name: '다시 시도', exact: true }).waitFor()
    away = null
    await page.getByRole('button', { name: '다시 시도', exact: true }).click()
    await accountMenu(page).waitFor()
    await word.waitFor({ state: 'detached' })
  }
  // It disappears once the network is back.
  away = 'no network'
  await page.reload()
  await word.waitFor()
  away = null
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await accountMenu(page).waitFor()
  expect((await visit.context.cookies()).map(({ name }) => name)).toContain('sid')
  await endVisit(visit)
})

test('offers no login to a member while the account call is slow', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit(wide, member)
  const { page } = visit
  let answer = () => {}
  const answered = new Promise<void>((done) => (answer = done))
  await page.route('/api/accounts/me/', async (route) => {
    await answered
    await route.continue()
  })
  for (const path of ['/', '/accounts', '/accounts/login']) {
    await page.goto(path)
    // The link appears late for guests; its animation begins with the page and has ended here.
    await page.evaluate(() =>
      document
        .getAnimations()
        .forEach(
          (animation) =>
            Number.isFinite(Number(animation.effect?.getComputedTiming().endTime)) &&
            animation.finish(),
        ),
    )
    const words = page.locator('header, main').getByText('로그인', { exact: true })
    for (const word of await words.all()) expect(await word.isVisible()).toBe(false)
  }
  // A press that needs a member waits for the answer instead of opening the login dialog.
  await page.goto('/mypage/plans')
  await page
    .getByRole('button', { name: /시작하기$/ })
    .first()
    .click()
  answer()
  await page.getByRole('dialog').waitFor()
  await expect.poll(() => page.getByRole('dialog', { name: '로그인' }).count()).toBe(0)
  await endVisit(visit)

  // A guest without JavaScript can log in.
  const guest = await site.visit({ ...wide, javaScriptEnabled: false })
  await guest.page.goto('/')
  await expect
    .poll(() => loginLink(guest.page).evaluate((link) => getComputedStyle(link).opacity))
    .toBe('1')
  await endVisit(guest)
})

test('asks to sign in after the session ended elsewhere, and returns', async () => {
  const { world } = site
  const member = await makeMember(world)
  const visit = await site.visit(wide)
  visit.allow(/status of 401/)
  await signIn(visit, member)
  const { page } = visit
  await page.goto('/search')
  await accountMenu(page).click()
  // The menu has read what it shows; the next request is the one that finds no session.
  await page.getByRole('banner').getByText('0P', { exact: true }).waitFor()
  await world.transact((tx) =>
    tx.deleteFrom('sessions').where('member_id', '=', member.id).execute(),
  )
  await page.getByRole('menuitem', { name: '내 정보' }).click()
  await page.waitForURL('/accounts/login?next=%2Fmypage%2Fprofile')
  await logIn(page, member)
  await page.waitForURL('/mypage/profile')
  await endVisit(visit)
})
