import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { findViolations } from '#test/app/accessibility.ts'
import { readShifts, watchShifts } from '../layout-shifts.ts'
import { endVisit, type Site } from '../site.ts'
import { addressOf, cards, openSearchSite, wide } from './result-page.ts'

let site: Site
let spoken: number
beforeAll(async () => {
  ;({ site, spoken } = await openSearchSite())
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

test('reports the position of a pressed result, without who pressed it', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/search?q=The')
  const sent = page.waitForRequest((request) => request.url().endsWith('/search/clicks/'))
  const pressed = cards(page).nth(1)
  const id = await pressed.getAttribute('data-series')
  await pressed.getByRole('link').click()
  const request = await sent
  expect(request.postDataJSON()).toEqual({ q: 'The', series_id: Number(id), position: 1 })
  await request.response()
  const { rows } = await site.world.pool.query(
    'select prefix, series_id, clicks from search_clicks',
  )
  expect(rows).toEqual([{ prefix: 'the', series_id: Number(id), clicks: 1 }])
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

test('serves tabs, filters and results without JavaScript', async () => {
  const visit = await site.visit({ ...wide, javaScriptEnabled: false })
  const { page } = visit
  await page.goto('/search?q=The')
  await page.getByLabel('관람 등급').selectOption('15세 이상 관람가')
  await page.getByRole('button', { name: '적용' }).click()
  await page.waitForURL((url) => url.searchParams.get('age_rating') === '15')
  await page.getByRole('link', { name: '인물' }).click()
  await page.waitForURL('/search?q=The&type=person')
  await page.goto('/search?q=90년대 드라마 무료')
  await page.getByRole('link', { name: '조건 ‘1990년대’ 빼기' }).click()
  await page.waitForURL((url) => url.searchParams.get('q') === '드라마 무료')
  await cards(page).first().waitFor()
  await endVisit(visit)
})

test('adds lines, synopses and roles below the names, which stay where they are', async () => {
  // Texts are indexed after names.
  const { path } = endpoints.search.searchTexts
  const texts = async () =>
    (await site.world.fetch(`${path}?q=${encodeURIComponent('등대지기')}`)).text()
  await expect.poll(texts, { timeout: 30_000 }).toContain('"character":"등대지기"')
  const visit = await site.visit(wide)
  const { page } = visit
  await watchShifts(page)
  await page.goto('/search?q=등대지기')
  const section = (name: string) => page.getByRole('region', { name })
  await section('배역').getByRole('link', { name: '고래가 부르는 시간' }).waitFor()
  // Its works are results already.
  await expect.poll(() => section('줄거리').count()).toBe(0)
  await expect.poll(() => section('대사').count()).toBe(0)
  expect(await findViolations(page)).toEqual([])
  const { sum, moved } = await readShifts(page)
  expect(sum, moved).toBeLessThan(0.01)
  await page
    .getByRole('navigation', { name: '찾는 것' })
    .getByRole('link', { name: '줄거리' })
    .click()
  await page.waitForURL((url) => url.searchParams.get('type') === 'synopsis')
  await page.getByRole('link', { name: '먼 등대' }).waitFor()
  // No work is dubbed, so only an address has the filter.
  await expect.poll(() => page.getByRole('link', { name: '더빙' }).count()).toBe(0)
  await page.goto('/search?q=등대지기&type=synopsis&decade=2020&is_dubbed=true')
  await page.getByRole('heading', { name: '‘등대지기’에 맞는 줄거리를 찾지 못했어요' }).waitFor()
  await page.getByRole('link', { name: '더빙' }).click()
  await page.getByRole('link', { name: '먼 등대' }).waitFor()
  // A line is found where no name is, and by the document itself.
  await page.goto('/search?q=안녕하세요 7')
  const line = section('대사').getByRole('link', { name: '0:14부터 보기' })
  await expect.poll(() => line.getAttribute('href')).toMatch(new RegExp(`^/video/${spoken}\\?t=14`))
  await endVisit(visit)
})

test('writes the days of openings on a phone without cutting them', async () => {
  const visit = await site.visit({ viewport: { width: 360, height: 780 } })
  const { page } = visit
  await page.goto('/search?q=2026', { waitUntil: 'networkidle' })
  const days = cards(page).locator('.line-clamp-1').filter({ hasText: '공개' })
  expect(await days.count()).toBeGreaterThan(3)
  const cut = await days.evaluateAll((lines) =>
    lines.flatMap((line) =>
      line.scrollHeight > line.clientHeight || line.scrollWidth > line.clientWidth
        ? [line.textContent]
        : [],
    ),
  )
  expect(cut).toEqual([])
  await endVisit(visit)
})

test('shows what words mean as chips that remove them', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/search?q=무료 애니메이션', { waitUntil: 'networkidle' })
  const chips = page.getByRole('list', { name: '알아들은 조건' }).getByRole('link')
  await expect.poll(() => chips.allInnerTexts()).toEqual(['무료', '애니메이션'])
  const free = await cards(page).count()
  expect(free).toBeGreaterThan(0)
  expect(await findViolations(page)).toEqual([])
  // By keyboard alone.
  await chips.first().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('q') === '애니메이션')
  await expect.poll(() => cards(page).count()).toBeGreaterThan(free)
  await expect.poll(() => chips.allInnerTexts()).toEqual(['애니메이션'])
  await page.goBack()
  await expect.poll(() => chips.count()).toBe(2)
  await page.goto('/search?q=달 세탁소 19금')
  await cards(page).filter({ hasText: '달 세탁소' }).first().waitFor()
  await expect.poll(() => chips.allInnerTexts()).toEqual(['청소년 관람불가 없음'])
  await endVisit(visit)
})
