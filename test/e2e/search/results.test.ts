import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { endVisit, type Site } from '../site.ts'
import { addressOf, cards, openSearchSite, wide } from './result-page.ts'

let site: Site
beforeAll(async () => {
  ;({ site } = await openSearchSite())
})
afterAll(() => site?.close())

test('keeps tabs and filters in the address, and restores them on back', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/search?q=The', { waitUntil: 'networkidle' })
  const all = await cards(page).allInnerTexts()
  const worksTab = page
    .getByRole('navigation', { name: '찾는 것' })
    .getByRole('link', { name: '작품' })
  await worksTab.click()
  await page.waitForURL('/search?q=The&type=series')
  // The URL changes before the page.
  await expect.poll(() => worksTab.getAttribute('aria-current')).toBe('page')
  const works = await cards(page).count()
  expect(works).toBeGreaterThan(1)
  await page.getByLabel('관람 등급').selectOption('15세 이상 관람가')
  await page.waitForURL((url) => url.searchParams.get('age_rating') === '15')
  await expect.poll(() => cards(page).count()).toBeLessThan(works)
  await page.getByLabel('카테고리', { exact: true }).selectOption('영화')
  await page.waitForURL((url) => url.searchParams.get('category') === '2')
  expect(addressOf(page)).toBe('/search?q=The&type=series&category=2&age_rating=15')
  // A work of another category disappears once the page has changed.
  await cards(page).filter({ hasText: '붉은 처마 아래' }).waitFor({ state: 'detached' })
  const narrowed = await cards(page).allInnerTexts()
  expect(narrowed.join()).toContain('막배')
  await page.reload()
  await expect.poll(() => cards(page).allInnerTexts()).toEqual(narrowed)
  await expect.poll(() => page.getByLabel('관람 등급').inputValue()).toBe('15')
  await page.getByRole('link', { name: '조건 지우기' }).first().click()
  await expect.poll(() => addressOf(page)).toBe('/search?q=The&type=series')
  await expect.poll(() => cards(page).count()).toBe(works)
  await page.goBack()
  await expect.poll(() => page.getByLabel('관람 등급').inputValue()).toBe('15')
  await page.goto('/search?q=The')
  await expect.poll(() => cards(page).allInnerTexts()).toEqual(all)
  await endVisit(visit)
})

test('finds a query typed in the other layout, and shows its interpretation', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/search?q=ekf tpxkrth')
  await page.getByText('‘ekf tpxkrth’를 ‘달 세탁소’로 찾았어요').waitFor()
  await cards(page).filter({ hasText: '달 세탁소' }).first().waitFor()
  expect(await findViolations(page)).toEqual([])
  await endVisit(visit)
})
