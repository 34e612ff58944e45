// hard: failed, hovered, early and very many likes (40 s); wishlist.test.ts likes and removes.
import { endpoints } from '#contract/index.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import {
  createLikes,
  visitAsMember,
  likeButton,
  isLiked,
  readLikes,
  wide,
  phone,
} from './fixtures.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 180_000)
afterAll(() => site?.close())

test('reverts a like with a message on failure, and toggles back on a second press', async () => {
  const { page, visit, member } = await visitAsMember(site, phone)
  visit.allow(/ERR_FAILED/)
  await page.goto('/series/1')
  await page.getByRole('button', { name: /메뉴$/ }).waitFor()
  await page.route('**/api/contents/likes/**', (route) => route.abort())
  await likeButton(page, '달 세탁소').click()
  await page.getByText('찜하지 못했어요. 잠시 후 다시 시도해 주세요.').waitFor()
  await expect.poll(() => isLiked(page, '달 세탁소')).toBe('false')
  await page.unroute('**/api/contents/likes/**')
  await likeButton(page, '달 세탁소').dblclick()
  await expect.poll(() => isLiked(page, '달 세탁소')).toBe('false')
  await likeButton(page, '달 세탁소').click()
  await expect.poll(() => readLikes(member)).toEqual(['series 1'])
  await expect.poll(() => isLiked(page, '달 세탁소')).toBe('true')
  await endVisit(visit)
})

test('shows the like button on hover and focus of a card', async () => {
  const { page, visit, member } = await visitAsMember(site, wide)
  await page.goto('/categories/3')
  await page.getByRole('button', { name: /메뉴$/ }).waitFor()
  const card = page.getByRole('article').filter({ hasText: '달 세탁소' }).first()
  await card.hover()
  await likeButton(page, '달 세탁소').click()
  await expect.poll(() => readLikes(member)).toEqual(['series 1'])
  await page.mouse.move(0, 0)
  await expect.poll(() => likeButton(page, '달 세탁소').count()).toBe(0)
  // The focus may come before the page has its script.
  await page.reload({ waitUntil: 'commit' })
  await card.getByRole('link').focus()
  await expect.poll(() => isLiked(page, '달 세탁소')).toBe('true')
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect.poll(() => readLikes(member)).toEqual([])
  await expect.poll(() => isLiked(page, '달 세탁소')).toBe('false')
  await endVisit(visit)
})

/** Scrolls to the end of one kind of likes and counts the cards once no further page is left to load. */
async function countAll(page: Page, kind: string): Promise<number> {
  await page.getByRole('button', { name: kind, exact: true }).click()
  const cards = page.getByRole('main').getByRole('article')
  await cards.first().waitFor()
  const more = page.getByRole('button', { name: '더 보기' })
  while ((await more.count()) > 0) await page.mouse.wheel(0, 6_000)
  return cards.count()
}

test('loads many likes while scrolling, each kind separately', async () => {
  const { page, visit, member } = await visitAsMember(site, phone)
  await createLikes(site.world, member.profile_id, { series: 500, episodes: 500 })
  await page.goto('/mypage/wishlist')
  const { count } = await member.call(endpoints.watch_history.listLikes, { query: { limit: 1 } })
  expect((await countAll(page, '작품')) + (await countAll(page, '회차'))).toBe(count)
  await endVisit(visit)
})

/** Opens a long wishlist of which only the first page has loaded; `release` lets the others load. */
async function openFirstPage() {
  const { page, visit, member } = await visitAsMember(site, wide)
  await createLikes(site.world, member.profile_id, { series: 500, episodes: 500 })
  const { count } = await member.call(endpoints.watch_history.listLikes, { query: { limit: 1 } })
  let release: () => void = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/likes\/me\/\?.*before_id=/, async (route) => {
    await held
    await route.continue()
  })
  const answered = page.waitForResponse(/likes\/me\//)
  await page.goto('/mypage/wishlist')
  await answered
  const unlikeNewest = async (from: Page, left: number) => {
    // The newest likes come first; they are of episodes.
    await from.getByRole('button', { name: '회차', exact: true }).click()
    await from.getByRole('main').getByRole('button', { name: /찜$/, pressed: true }).first().click()
    await expect
      .poll(async () => (await member.call(endpoints.watch_history.listLikes, { query: {} })).count)
      .toBe(left)
  }
  return { page, visit, member, count, release, unlikeNewest }
}

test('skips no like when others are removed while scrolling', async () => {
  const { page, visit, count, release, unlikeNewest } = await openFirstPage()
  for (const left of [count - 1, count - 2, count - 3]) await unlikeNewest(page, left)
  release()
  expect((await countAll(page, '작품')) + (await countAll(page, '회차'))).toBe(count)
  await endVisit(visit)
})

test('skips no like when others are removed on another device while scrolling', async () => {
  const { page, visit, member, count, release, unlikeNewest } = await openFirstPage()
  const other = await site.visit(phone, member)
  await other.page.goto('/mypage/wishlist')
  for (const left of [count - 1, count - 2, count - 3]) await unlikeNewest(other.page, left)
  release()
  expect((await countAll(page, '작품')) + (await countAll(page, '회차'))).toBe(count)
  await endVisit(other)
  await endVisit(visit)
})

test('lets a visitor sign in on the page and like it', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/series/1')
  await likeButton(page, '달 세탁소').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('이메일').fill(member.email)
  await dialog.getByLabel('비밀번호', { exact: true }).fill(member.password)
  await dialog.getByRole('button', { name: '로그인', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => readLikes(member)).toEqual(['series 1'])
  await expect.poll(() => isLiked(page, '달 세탁소')).toBe('true')
  // Dismissing the dialog changes nothing.
  const other = await site.visit(phone)
  await other.page.goto('/series/1')
  await likeButton(other.page, '달 세탁소').click()
  await other.page.getByRole('dialog').waitFor()
  await other.page.keyboard.press('Escape')
  await other.page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => isLiked(other.page, '달 세탁소')).toBe('false')
  await endVisit(other)
  await endVisit(visit)
})

test('repeats a press that came before the page was interactive', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/series/1', { waitUntil: 'commit' })
  await likeButton(page, '달 세탁소').click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  release()
  await page.getByRole('dialog').getByLabel('이메일').waitFor()
  await endVisit(visit)
})

test('offers the like by long press; a tap opens and a move scrolls', async () => {
  const { page, visit, member } = await visitAsMember(site, {
    ...phone,
    hasTouch: true,
    isMobile: true,
  })
  const touch = await page.context().newCDPSession(page)
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    touchPoints: { x: number; y: number }[],
  ) => touch.send('Input.dispatchTouchEvent', { type, touchPoints })
  await page.goto('/categories/1')
  const card = page.getByRole('article').first()
  const title = await card.getByRole('link').innerText()
  const { x, y } = (await card.boundingBox())!
  const at = { x: x + 40, y: y + 60 }
  const sheet = page.getByRole('dialog', { name: title })
  await send('touchStart', [at])
  await sheet.waitFor()
  await send('touchEnd', [])
  expect(await findViolations(page)).toEqual([])
  await likeButton(page, title).tap()
  await expect.poll(() => isLiked(page, title)).toBe('true')
  const id = await card.getAttribute('data-series')
  await expect.poll(() => readLikes(member)).toEqual([`series ${id}`])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/categories/1')

  await send('touchStart', [at])
  await send('touchMove', [{ x: at.x, y: at.y + 30 }])
  await send('touchEnd', [])
  await page.touchscreen.tap(at.x, at.y)
  await page.waitForURL(new RegExp(`/series/${id}$`))
  await expect.poll(() => sheet.count()).toBe(0)
  await endVisit(visit)
})
