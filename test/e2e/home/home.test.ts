import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { createHistory } from '#test/e2e/library/fixtures.ts'
import { endVisit, type Site } from '#test/e2e/site.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openIllustratedSite } from './illustrated-site.ts'

let site: Site
beforeAll(async () => void (site = await openIllustratedSite()))
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
