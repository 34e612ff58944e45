// hard: typing, composing and keyboard choice in detail (19 s of CPU); results.test.ts searches.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeMember } from '#test/fixtures/members.ts'
import { hasFocus, findViolations } from '#test/app/accessibility.ts'
import { holdRequests } from '#test/e2e/delay-requests.ts'
import { endVisit, openSite, signIn, type Site } from '../site.ts'
import { composeHangul, endCompositionLikeWebKit } from './ime-typing.ts'

// Each test loads several pages, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000 })

const wide = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const }
const label = '작품이나 사람 검색'

let site: Site
beforeAll(async () => {
  site = await openSite([], { search: true })
  await site.world.pool.query(`insert into popular_searches (term, score) values ('달 세탁소', 3)`)
}, 240_000)
afterAll(() => site?.close())

const addressOf = (page: Page) => decodeURIComponent(page.url().replace(site.world.origin, ''))

/** Collects the suggestion queries in order. */
function recordQueries(page: Page): string[] {
  const queries: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('/search/suggest/')) queries.push(url.searchParams.get('q') ?? '')
  })
  return queries
}

/** Options of the list; a select of the page has options too. */
const list = (page: Page) => page.getByRole('listbox', { name: '검색어 추천' })
const options = (page: Page) => list(page).getByRole('option')
const pointedAt = (page: Page) =>
  list(page)
    .getByRole('option', { selected: true })
    .evaluate((node) => node.textContent)

test('ignores Enter during composition, and queries a partial syllable once', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  const queries = recordQueries(page)
  await page.goto('/search', { waitUntil: 'networkidle' })
  const box = page.getByRole('combobox', { name: label })
  await box.focus()
  const typing = await composeHangul(page, ['ㅅ', '세', '셑', '세타', '세탁'])
  await options(page).filter({ hasText: '달 세탁소' }).waitFor()
  expect(queries).toEqual(['세탁'])
  await typing.enter()
  await expect.poll(() => box.inputValue()).toBe('세탁')
  await typing.commit()
  expect([addressOf(page), queries]).toEqual(['/search', ['세탁']])
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('q') === '세탁')
  await page.getByText('작품과 인물 1건').waitFor()
  expect(queries).toEqual(['세탁'])
  await expect.poll(() => page.locator('main mark').first().innerText()).toBe('세탁')
  await expect.poll(() => box.getAttribute('aria-expanded')).toBe('false')
  await page.getByRole('main').getByRole('article').first().click()
  await page.waitForURL('/series/1')
  await page.goBack()
  await expect.poll(() => box.inputValue()).toBe('세탁')
  await endVisit(visit)
})

test('handles the event order of WebKit: one query, and no submission by Enter', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  const queries = recordQueries(page)
  await page.clock.install()
  await page.goto('/search', { waitUntil: 'networkidle' })
  const box = page.getByRole('combobox', { name: label })
  await box.focus()
  await composeHangul(page, ['세탁']).then((typing) => typing.commit())
  await options(page).filter({ hasText: '달 세탁소' }).waitFor()
  expect(await endCompositionLikeWebKit(page, '세탁', '세탁소')).toBe(true)
  await expect.poll(() => queries).toEqual(['세탁', '세탁소'])
  // The text is unchanged: no query, selection or submission.
  expect(await endCompositionLikeWebKit(page, '세탁', '세탁소')).toBe(true)
  // Longer than a query waits for the next key.
  await page.clock.runFor(1_000)
  expect([queries, addressOf(page)]).toEqual([['세탁', '세탁소'], '/search'])
  await endVisit(visit)
})

test('replaces the header link by a search field that works by keyboard', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/categories/7', { waitUntil: 'networkidle' })
  const link = page.getByRole('banner').getByRole('link', { name: '검색' })
  await link.focus()
  await page.keyboard.press('Enter')
  const box = page.getByRole('combobox', { name: label })
  await hasFocus(box)
  // Popular queries appear at once.
  await page.getByRole('group', { name: '인기 검색어' }).waitFor()
  await box.fill('달')
  await options(page).filter({ hasText: '달 세탁소' }).first().waitFor()
  const all = await options(page).count()
  await page.keyboard.press('ArrowDown')
  const first = await pointedAt(page)
  expect(first).toBe(await options(page).first().textContent())
  await expect
    .poll(() => box.getAttribute('aria-activedescendant'))
    .toBe(await options(page).first().getAttribute('id'))
  await page.keyboard.press('End')
  expect(await pointedAt(page)).toBe('‘달’ 모두 찾아보기')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => list(page).getByRole('option', { selected: true }).count()).toBe(0)
  await page.keyboard.press('ArrowUp')
  expect(await pointedAt(page)).toBe(
    await options(page)
      .nth(all - 1)
      .textContent(),
  )
  await page.keyboard.press('Home')
  expect(await pointedAt(page)).toBe(first)
  expect(await findViolations(page)).toEqual([])
  await endVisit(visit)
})

test('closes, clears and leaves the header search by Esc, and opens an option by Enter', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/categories/7', { waitUntil: 'networkidle' })
  const link = page.getByRole('banner').getByRole('link', { name: '검색' })
  await link.click()
  const box = page.getByRole('combobox', { name: label })
  await box.fill('달')
  await options(page).filter({ hasText: '달 세탁소' }).first().waitFor()
  // Esc closes the list, then clears, then leaves and restores focus.
  await page.keyboard.press('Escape')
  await expect.poll(() => box.getAttribute('aria-expanded')).toBe('false')
  await expect.poll(() => box.inputValue()).toBe('달')
  await page.keyboard.press('Escape')
  await expect.poll(() => box.inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
  expect(await link.evaluate((node) => node === document.activeElement)).toBe(true)

  await page.keyboard.press('Enter')
  await box.fill('ㄷㅅㅌㅅ')
  await options(page).filter({ hasText: '달 세탁소' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('/series/1')
  await box.waitFor({ state: 'detached' })
  await endVisit(visit)
})

test('drops a late response to an earlier query', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  let release = () => {}
  const late = new Promise<void>((resolve) => (release = resolve))
  await page.route(/suggest\/\?q=%EB%8B%AC&/, async (route) => {
    await late
    await route.continue().catch(() => {})
  })
  await page.goto('/search', { waitUntil: 'networkidle' })
  const box = page.getByRole('combobox', { name: label })
  const begun = page.waitForRequest(/suggest\/\?q=%EB%8B%AC&/)
  await box.fill('달')
  const slow = await begun
  await box.fill('없는작품이에요')
  await page.getByRole('option', { name: '‘없는작품이에요’ 모두 찾아보기' }).waitFor()
  await page.getByRole('status').filter({ hasText: '추천이 없어요' }).waitFor({ state: 'attached' })
  release()
  expect(slow.failure()?.errorText).toBe('net::ERR_ABORTED')
  await expect.poll(() => options(page).count()).toBe(1)
  await endVisit(visit)
})

test('keeps text typed before hydration and during a request', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  const comeScripts = await holdRequests(page, '**/assets/*.js')
  await page.goto('/search?q=달', { waitUntil: 'commit' })
  const box = page.getByRole('combobox', { name: label })
  await box.fill('세탁')
  comeScripts()
  // Suggestions show that the field is hydrated.
  await options(page).filter({ hasText: '달 세탁소' }).first().waitFor()
  await expect.poll(() => box.inputValue()).toBe('세탁')

  const comesAnswer = await holdRequests(page, '**/search.data*')
  await page.keyboard.press('Enter')
  await page.getByRole('main').locator('[aria-busy=true]').waitFor()
  await box.fill('별')
  comesAnswer()
  await page.getByText('작품과 인물 1건').waitFor()
  expect([addressOf(page), await box.inputValue()]).toEqual(['/search?q=세탁', '별'])
  // Without further input the field follows the URL.
  await page.goBack()
  await expect.poll(() => box.inputValue()).toBe('달')
  await endVisit(visit)
})

test('stores recent searches, and deletes them singly, all at once, and on sign-out', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/search', { waitUntil: 'networkidle' })
  const box = page.getByRole('combobox', { name: label })
  for (const q of ['달', '세탁소', '없는작품이에요']) {
    await box.fill(q)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('q') === q)
    // The results are shown before the next search.
    await page.waitForLoadState('networkidle')
  }
  await page.goto('/search', { waitUntil: 'networkidle' })
  const recent = page.getByRole('region', { name: '최근 검색' })
  const words = () => recent.getByRole('link').allInnerTexts()
  await expect.poll(words).toEqual(['없는작품이에요', '세탁소', '달'])
  await recent.getByRole('button', { name: '최근 검색 ‘없는작품이에요’ 지우기' }).click()
  expect(await words()).toEqual(['세탁소', '달'])
  expect(await findViolations(page)).toEqual([])

  // Deletes by the Delete key, by an entry’s button, and all.
  await page.goto('/search?q=달', { waitUntil: 'networkidle' })
  await box.fill('')
  const group = page.getByRole('group', { name: '최근 검색' })
  await group.waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  await expect.poll(() => group.getByRole('option').allInnerTexts()).toEqual(['달'])
  await page.getByRole('button', { name: '모두 지우기' }).click()
  await group.waitFor({ state: 'detached' })
  expect(await box.evaluate((node) => node === document.activeElement)).toBe(true)

  await signIn(visit, await makeMember(site.world))
  await page.goto('/search?q=달', { waitUntil: 'networkidle' })
  await box.fill('세탁소')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('q') === '세탁소')
  const kept = () => page.evaluate(() => Object.values(localStorage).join())
  await expect.poll(kept).toContain('세탁소')
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: '로그아웃' }).click()
  await expect.poll(kept).not.toContain('세탁소')
  await endVisit(visit)
})
