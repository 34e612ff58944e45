import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import {
  episodesOf,
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
})
afterAll(() => site?.close())

test('likes a work on its page and removes it from the list', async () => {
  const { page, visit, member } = await visitAsMember(site, wide)
  await page.goto('/mypage/wishlist')
  await page.getByRole('heading', { name: '아직 찜한 작품이 없어요' }).waitFor()
  expect(await findViolations(page)).toEqual([])

  await page.goto('/series/1')
  await page.getByRole('button', { name: /메뉴$/ }).waitFor()
  await expect.poll(() => isLiked(page, '달 세탁소')).toBe('false')
  await likeButton(page, '달 세탁소').click()
  await expect.poll(() => isLiked(page, '달 세탁소')).toBe('true')
  await expect.poll(() => readLikes(member)).toEqual(['series 1'])
  await page.reload()
  await expect.poll(() => isLiked(page, '달 세탁소')).toBe('true')
  expect(await findViolations(page)).toEqual([])

  const [episode] = await episodesOf(site.world, 1, 1)
  await page.locator(`a[href$="/episode/${episode!.id}"]`).first().click()
  await likeButton(page, episode!.title).click()
  await expect.poll(() => readLikes(member)).toContain(`episode ${episode!.id}`)

  await page.goto('/mypage/wishlist')
  await likeButton(page, '달 세탁소').waitFor()
  expect(await findViolations(page)).toEqual([])
  await likeButton(page, '달 세탁소').click()
  await expect.poll(() => isLiked(page, '달 세탁소')).toBe('false')
  await expect.poll(() => readLikes(member)).toEqual([`episode ${episode!.id}`])
  await page.getByRole('button', { name: '회차', exact: true }).click()
  await likeButton(page, episode!.title).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: '찜한 작품이 없어요' }).waitFor()
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
