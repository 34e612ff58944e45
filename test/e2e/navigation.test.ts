import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFocus } from '#test/app/accessibility.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { endVisit, openSite, type Site } from './site.ts'

const wide = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const }

let site: Site
beforeAll(async () => {
  site = await openSite([], { search: true })
  // More works than a page of a category has.
  for (let count = 0; count < 20; count++) await makeSeries(site.world, { category_ids: [6] })
})
afterAll(() => site?.close())

test('serves home, series, category pages, filters and search without JavaScript', async () => {
  const visit = await site.visit({ ...wide, javaScriptEnabled: false })
  const { page } = visit
  await page.goto('/')
  await page
    .getByRole('region', { name: '오늘의 인기 15' })
    .getByRole('article')
    .filter({ hasText: '1위 달 세탁소' })
    .click()
  await page.waitForURL('/series/1')
  await page.getByRole('heading', { level: 1, name: '달 세탁소' }).waitFor()
  await page.getByRole('link', { name: /이름을 찾은 외투/ }).waitFor()

  const people = page.getByRole('region', { name: '만든 사람과 출연' })
  const actor = people.getByRole('link').filter({ hasText: '역' }).first()
  const name = (await actor.innerText()).split('\n')[0]!
  await actor.click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  const parts = page.getByRole('region', { name: '출연한 작품' })
  await parts.getByRole('link', { name: '달 세탁소' }).click()
  await page.waitForURL('/series/1')

  await page.goto('/categories/6')
  const cards = page.getByRole('main').getByRole('article')
  await expect.poll(() => cards.count()).toBe(24)
  const first = await cards.first().innerText()
  await page.getByRole('link', { name: '더 보기' }).click()
  await page.waitForURL('/categories/6?page=2')
  await expect.poll(() => cards.first().innerText()).not.toBe(first)
  await page.getByRole('link', { name: '앞의 작품 보기' }).click()
  await page.waitForURL((url) => !url.searchParams.has('page'))
  await expect.poll(() => cards.first().innerText()).toBe(first)
  await page.getByLabel('정렬').selectOption('가나다순')
  await page.getByRole('button', { name: '적용' }).click()
  await page.waitForURL((url) => url.searchParams.get('ordering') === 'title')

  await page.goto('/search')
  await page.getByRole('combobox', { name: '작품이나 사람 검색' }).fill('세탁소')
  await page.getByRole('button', { name: '검색', exact: true }).click()
  await page.waitForURL(
    (url) => url.pathname + url.search === `/search?q=${encodeURIComponent('세탁소')}`,
  )
  await page.getByText('작품과 인물 1건').waitFor()
  await endVisit(visit)
})

test('restores the scroll position on back and forward', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/')
  const row = page.getByRole('region', { name: '가장 많이 본 영화' })
  const film = row.getByRole('article').first()
  await film.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(500)
  // Rows above are laid out near the viewport; their estimated heights may differ by fractions of a pixel.
  const scrollDifference = async () => Math.abs((await page.evaluate(() => scrollY)) - before)
  await film.click()
  await page.waitForURL(/\/series\/\d+$/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.getByRole('heading', { name: '이런 작품은 어때요?' }).waitFor()
  await page.evaluate(() => scrollTo(0, 300))
  await page.goBack()
  await row.waitFor()
  await expect.poll(scrollDifference).toBeLessThanOrEqual(2)
  await page.goForward()
  await page.waitForURL(/\/series\/\d+$/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
  await endVisit(visit)
})

test('moves focus into the new page, and back to the activated card', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/')
  const card = page.getByRole('region', { name: '오늘의 인기 15' }).getByRole('link').nth(2)
  await card.focus()
  const name = (await readFocus(page)).name
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/series\/\d+$/)
  await page.getByRole('heading', { name: '이런 작품은 어때요?' }).waitFor()
  // Focus starts after the header, so the first stop is in the work.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  await page.keyboard.press('Tab')
  expect((await readFocus(page)).name).toMatch(/재생$/)
  await page.goBack()
  await expect.poll(() => readFocus(page)).toEqual({ name, seen: true })
  await endVisit(visit)
})
