import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { createHistory } from '#test/e2e/library/fixtures.ts'
import { addImages, makeSeries } from '#test/fixtures/contents.ts'
import { endVisit, makePlayable, openSite, type Site } from '#test/e2e/site.ts'
import { makeMember } from '#test/fixtures/members.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  await addImages(site.world, { series_id: 1, episode_id: 1 })
  // Enough works for rows without repeats.
  for (let at = 0; at < 40; at++) await makeSeries(site.world, { viewer_count: 1 })
  await site.world.pool.query(
    `update series s set poster_key = drawn.poster_key, backdrop_key = drawn.backdrop_key
     from series drawn where drawn.id = 1`,
  )
})
afterAll(() => site?.close())

const wide = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const }

/**
 * The works of cards, the hero and the editorial card that begin within a number of screens. The row of vertical episodes has
 * several of one work.
 */
const worksWithin = (page: Page, screens: number) =>
  page.evaluate((count) => {
    const isWithin = (element: Element) =>
      element.getBoundingClientRect().top + scrollY < count * innerHeight
    const cards = [
      ...document.querySelectorAll<HTMLElement>(
        'main section:not([data-rail=portrait]) [data-series]',
      ),
    ]
      .filter(isWithin)
      .map((card) => card.dataset['series'])
    const links = [
      ...document.querySelectorAll<HTMLAnchorElement>(
        '[aria-roledescription=carousel] li a[href^="/series/"], [data-rail=editorial] a[href^="/series/"]',
      ),
    ]
      .filter(isWithin)
      .map((link) => link.pathname.split('/')[2])
    return [...cards, ...links]
  }, screens)

test('shows no work twice above the third screen', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/', { waitUntil: 'networkidle' })
  const works = await worksWithin(page, 3)
  expect(works.length).toBeGreaterThan(12)
  expect(works.filter((id, index) => works.indexOf(id) !== index)).toEqual([])
  await endVisit(visit)
})

test('expands a card on which the mouse rests, and by key', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/')
  const card = page.getByRole('region', { name: '오늘의 인기 15' }).getByRole('article').nth(1)
  const link = card.getByRole('link')
  await card.hover()
  const preview = page.getByRole('dialog', { name: / 미리보기$/ })
  await preview.getByRole('link', { name: / 작품 정보$/ }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.mouse.move(700, 5)
  await preview.waitFor({ state: 'detached' })

  await link.focus()
  const open = card.getByRole('button', { name: / 미리보기$/ })
  await open.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect.poll(() => open.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await preview.waitFor()
  // Content that loads above the card scrolls the page, too; the card does not move then.
  await page.evaluate(() => document.dispatchEvent(new Event('scroll')))
  await expect
    .poll(() => preview.evaluate((element) => element.contains(document.activeElement)))
    .toBe(true)
  await page.keyboard.press('Escape')
  await preview.waitFor({ state: 'detached' })
  await expect
    .poll(() => card.evaluate((element) => element.contains(document.activeElement)))
    .toBe(true)
  const other = card.locator('xpath=ancestor::li/following-sibling::li[1]')
  await other.hover()
  await preview.waitFor()
  const readTop = () => page.evaluate(() => scrollY)
  const top = await readTop()
  await page.mouse.wheel(0, 20)
  await preview.waitFor({ state: 'detached' })
  // The rest of the scroll would move the card under the next preview.
  await expect.poll(readTop).toBe(top + 20)
  await page.mouse.move(700, 5)
  await other.hover()
  await preview.getByRole('heading').getByRole('link').click()
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/series\/\d+$/)
  await endVisit(visit)
})

test('plays the trailer of the hero once, silently, with sound and pause', async () => {
  const probe = await site.visit(wide)
  await probe.page.goto('/')
  const href = await probe.page.getByRole('link', { name: /재생$/ }).first().getAttribute('href')
  await endVisit(probe)
  const id = Number(href!.split('/')[2])
  await site.world.pool.query(
    `update episodes set is_free = true, price = 0, rental_price = null where id = $1`,
    [id],
  )
  await makePlayable(site.world, [{ id }], 20)

  const visit = await site.visit({ viewport: wide.viewport, reducedMotion: 'no-preference' })
  const { page } = visit
  await page.goto('/')
  const hero = page.getByRole('region', { name: '지금 만나 볼 작품' })
  const video = hero.locator('video')
  const state = () =>
    video.evaluate((element: HTMLVideoElement) => ({
      muted: element.muted,
      paused: element.paused,
      started: element.currentTime > 0,
    }))
  await expect.poll(state).toEqual({ muted: true, paused: false, started: true })
  await hero.getByRole('button', { name: '소리 켜기' }).click()
  expect(await state()).toMatchObject({ muted: false, paused: false })
  await hero.getByRole('button', { name: '자동 재생 멈추기' }).click()
  await expect.poll(state).toMatchObject({ paused: true })
  await hero.getByRole('button', { name: '자동 재생 켜기' }).click()
  await expect.poll(state).toMatchObject({ paused: false })
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(state).toMatchObject({ paused: true })
  await endVisit(visit)
})

test('shows 이어보기 in the first screen of a phone', async () => {
  const member = await makeMember(site.world)
  await createHistory(site.world, member.profile_id, [{ id: 1, days_ago: 1, share: 0.4 }])
  const visit = await site.visit(
    { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true },
    member,
  )
  const { page } = visit
  await page.goto('/')
  const card = page.getByRole('region', { name: '이어보기' }).getByRole('article').first()
  await card.waitFor()
  const navigation = page.locator('nav').last()
  const [box, bar] = await Promise.all([
    card.locator('img').boundingBox(),
    navigation.boundingBox(),
  ])
  expect(box!.y + box!.height).toBeLessThan(Math.min(780, bar!.y))
  // The scene fills the hero, where a whole poster would stand between bars.
  const hero = page.locator('.hero-picture').first()
  expect(await hero.evaluate((picture) => getComputedStyle(picture).backgroundImage)).toMatch(
    /\/480\.webp/,
  )
  await expect.poll(() => hero.locator('img').isVisible()).toBe(false)
  expect(await findViolations(page)).toEqual([])
  await endVisit(visit)
})

test('keeps the place of a row in the window after Back, below a member’s 이어보기', async () => {
  const member = await makeMember(site.world)
  await createHistory(site.world, member.profile_id, [{ id: 1, days_ago: 1, share: 0.4 }])
  const visit = await site.visit(
    { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true },
    member,
  )
  const { page } = visit
  await page.goto('/')
  await page.getByRole('region', { name: '이어보기' }).getByRole('article').first().waitFor()
  const row = page.getByRole('region', { name: '가장 많이 본 영화' })
  await row.scrollIntoViewIfNeeded()
  const top = () => row.evaluate((element) => Math.round(element.getBoundingClientRect().top))
  const before = await top()
  await row.getByRole('article').first().click()
  await page.waitForURL(/\/series\/\d+$/)
  await page.goBack()
  await row.waitFor()
  await page.getByRole('region', { name: '이어보기' }).getByRole('article').first().waitFor()
  // The estimated heights of rows above differ from the real ones by some pixels.
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThanOrEqual(20)
  await endVisit(visit)
})

test('begins below the header without a work for the hero', async () => {
  await site.world.pool.query('update series set backdrop_key = null')
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/')
  const [header, row] = await Promise.all([
    page.locator('header').boundingBox(),
    page.getByRole('heading', { name: '오늘의 인기 15' }).boundingBox(),
  ])
  expect(row!.y).toBeGreaterThanOrEqual(header!.y + header!.height)
  await endVisit(visit)
})
