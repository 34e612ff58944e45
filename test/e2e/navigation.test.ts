import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFocus } from '#test/app/accessibility.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { endVisit, makePlayable, openSite, type Site } from './site.ts'

const wide = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const }
const phone = { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' as const }

let site: Site
beforeAll(async () => {
  site = await openSite([], { search: true })
  // More works than a page of a category has.
  for (let count = 0; count < 20; count++) await makeSeries(site.world, { category_ids: [6] })
})
afterAll(() => site?.close())

test('requests the routes of links when they appear, before one is pressed', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  const requests: URL[] = []
  page.on('request', (request) => requests.push(new URL(request.url())))
  await page.goto('/')
  const card = page.getByRole('region', { name: '오늘의 인기 15' }).getByRole('article').nth(2)
  const path = (await card.getByRole('link').first().getAttribute('href'))!
  const asksForCard = ({ searchParams }: URL) =>
    searchParams.get('paths')?.split(',').includes(path) ?? false
  await expect.poll(() => requests.some(asksForCard)).toBe(true)
  await page.waitForLoadState('networkidle')
  requests.length = 0
  await card.click()
  await page.getByRole('heading', { name: '이런 작품은 어때요?' }).waitFor()
  // The request for the data of the page did not wait for its route.
  const first = requests.find((url) => url.pathname === `${path}.data` || asksForCard(url))
  expect(first?.pathname).toBe(`${path}.data`)
  expect(requests.map(({ pathname }) => pathname)).not.toContain(path)
  await endVisit(visit)
})

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

test('filters a category by how its works can be watched, in two rows of a phone', async () => {
  const visit = await site.visit({ viewport: { width: 360, height: 800 } })
  const { page } = visit
  await page.goto('/categories/6')
  const filters = page.getByRole('region', { name: '조건' })
  const [first, last] = await Promise.all([
    filters.getByRole('link').first().boundingBox(),
    filters.getByRole('combobox').last().boundingBox(),
  ])
  expect(last!.y - first!.y).toBeLessThan(2 * first!.height)
  await expect.poll(() => filters.getByRole('link', { name: '전체' }).count()).toBe(0)
  // No work is dubbed or as old as that.
  await expect.poll(() => filters.getByRole('link', { name: '더빙' }).count()).toBe(0)
  await expect.poll(() => filters.getByRole('option', { name: '1980년대 이전' }).count()).toBe(0)
  await filters.getByRole('link', { name: '무료' }).click()
  await page.waitForURL('/categories/6?access=free')
  const answer = await site.world.fetch('/api/contents/series/?category=6&access=free')
  const { count } = (await answer.json()) as { count: number }
  expect(count).toBeGreaterThan(0)
  await page
    .getByRole('status')
    .filter({ hasText: `${count}편` })
    .first()
    .waitFor()
  await filters.getByRole('link', { name: '무료' }).click()
  await page.waitForURL('/categories/6')
  await endVisit(visit)
})

test('keeps filters and pages of a category in the address', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/categories/6')
  const cards = page.getByRole('main').getByRole('article')
  await page.getByRole('link', { name: '더 보기' }).click()
  await page.waitForURL('/categories/6?page=2')
  await expect.poll(() => cards.count()).toBeGreaterThan(24)
  const all = await cards.count()

  // The second choice is made while the list of the first is loading.
  await page.getByRole('link', { name: '영화·단편' }).click()
  await page.getByLabel('관람 등급').selectOption('15세 이상 관람가')
  await page.waitForURL('/categories/6?is_series=false&age_rating=15')
  const response = await site.world.fetch(
    '/api/contents/series/?category=6&is_series=false&age_rating=15',
  )
  const { count } = (await response.json()) as { count: number }
  expect(count).toBeLessThan(all)
  await expect.poll(() => cards.count()).toBe(count)
  const narrowed = await cards.allInnerTexts()
  const status = page.getByRole('status').filter({ hasText: '편' }).first()
  await expect.poll(() => status.innerText()).toBe(`${narrowed.length}편`)
  await page.reload()
  await expect.poll(() => cards.allInnerTexts()).toEqual(narrowed)
  await expect.poll(() => page.getByLabel('관람 등급').inputValue()).toBe('15')

  await page.goto('/categories/7?age_rating=19')
  await page.getByText('조건에 맞는 작품이 없어요').waitFor()
  await page.getByRole('link', { name: '조건 지우기' }).click()
  await page.waitForURL('/categories/7')
  await expect.poll(() => cards.count()).toBeGreaterThan(0)
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

test('shows the price of a paid film and sells it from its page', async () => {
  const { world } = site
  const { rows } = await world.pool.query<{ id: number; series_id: number }>(
    `update episodes set is_free = false, price = 3300, rental_price = null, in_subscription = false
     where id in (
       select e.id from episodes e join series s on s.id = e.series_id
       where not s.is_series and s.age_rating <> '19' order by e.id limit 1)
     returning id, series_id`,
  )
  const film = rows[0]!
  await makePlayable(world, [{ id: film.id }], 4)
  const { rows: assets } = await world.pool.query<{ asset_id: number }>(
    'select asset_id from episodes where id = $1',
    [film.id],
  )
  await world.workNow('encrypt_asset', { asset_id: assets[0]!.asset_id })
  const visit = await site.visit(phone)
  const { page } = visit
  await page.goto(`/series/${film.series_id}`)
  const facts = page.getByRole('main')
  await facts.getByText('3,300원', { exact: true }).waitFor()
  await facts.getByRole('link', { name: '미리보기 보기' }).waitFor()
  const buy = facts.getByRole('link', { name: '3,300원에 소장' })
  await expect.poll(() => buy.getAttribute('href')).toBe(`/video/${film.id}?buy=3`)
  await endVisit(visit)
})

test('lists the keys at `?` on a page, also as its first key, until single keys are turned off', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  const help = page.getByRole('dialog', { name: '키보드 단축키' })
  await page.goto('/')
  await page.keyboard.press('?')
  await help.getByText('옆 작품으로').waitFor()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })

  await page.goto('/search')
  const field = page.getByRole('combobox', { name: '작품이나 사람 검색' })
  await field.fill('')
  await page.keyboard.press('?')
  expect(await field.inputValue()).toBe('?')
  await field.blur()
  await page.keyboard.press('?')
  await help.getByRole('switch', { name: /단축키 사용/ }).uncheck()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done))))
  expect(await help.count()).toBe(0)
  await endVisit(visit)
})
