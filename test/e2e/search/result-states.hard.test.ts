// hard: empty, odd and failed searches, texts and chips (35 s); results.test.ts searches.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { findViolations } from '#test/app/accessibility.ts'
import { videoElement } from '#test/e2e/player/playable-episodes.ts'
import { readShifts, watchShifts } from '../layout-shifts.ts'
import { endVisit, type Site } from '../site.ts'
import { addressOf, cards, openSearchSite, wide } from './result-page.ts'

const phone = { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' as const }

let site: Site
let spoken: number
beforeAll(async () => {
  ;({ site, spoken } = await openSearchSite('달 세탁소'))
}, 240_000)
afterAll(() => site?.close())

test('shows hints and links without results', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/search?q=없는작품이에요')
  await page
    .getByRole('heading', { name: '‘없는작품이에요’에 맞는 작품을 찾지 못했어요' })
    .waitFor()
  await page.getByRole('heading', { name: '지금 많이 보는 작품' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('region', { name: '인기 검색어' }).getByRole('link').first().click()
  await cards(page).first().waitFor()
  await page.goto('/search?q=없는작품이에요&is_free=true')
  await page.getByText('조건을 지우면 더 많은 작품에서 찾아요.').waitFor()
  // The lines were searched as well.
  await expect.poll(() => page.getByRole('link', { name: '대사에서 찾아보기' }).count()).toBe(0)
  await page.goto('/search?q=없는작품이에요&type=line')
  await page.getByRole('heading', { name: /에 맞는 대사를 찾지 못했어요/ }).waitFor()
  await endVisit(visit)
})

test('handles special characters and queries over a hundred letters', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/search', { waitUntil: 'networkidle' })
  const box = page.getByRole('combobox', { name: '작품이나 사람 검색' })
  for (const q of ['%', '_', '\\', "'; drop table series; --", '<script>alert(1)</script>']) {
    await box.fill(q)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('q') === q)
    await page.getByRole('heading', { name: `‘${q}’에 맞는 작품을 찾지 못했어요` }).waitFor()
    await expect.poll(() => box.inputValue()).toBe(q)
  }
  await box.fill('가'.repeat(101))
  expect(await box.evaluate((node: HTMLInputElement) => node.checkValidity())).toBe(true)
  for (const letters of [100, 101]) {
    const answer = await page.goto(`/search?q=${'가'.repeat(letters)}`)
    expect(answer?.status()).toBe(200)
    await page.getByRole('heading', { name: /찾지 못했어요/ }).waitFor()
    const q = encodeURIComponent('가'.repeat(letters))
    const call = await site.world.fetch(`/api/contents/search/?q=${q}`)
    expect(call.status).toBe(letters === 100 ? 200 : 400)
  }
  // An empty query asks for input and stays on the page.
  await page.goto('/search', { waitUntil: 'networkidle' })
  await box.focus()
  await page.keyboard.press('Enter')
  await box.fill('   ')
  await page.keyboard.press('Enter')
  expect(addressOf(page)).toBe('/search')
  await endVisit(visit)
})

test('keeps the query of a failed search, and retries', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/search', { waitUntil: 'networkidle' })
  await page.route('**/search.data*', (route) => route.fulfill({ status: 500, body: '' }))
  visit.allow(/500/)
  const box = page.getByRole('combobox', { name: '작품이나 사람 검색' })
  await box.fill('세탁소')
  await page.keyboard.press('Enter')
  const alert = page.getByRole('alert')
  await alert.getByRole('heading', { name: '검색하지 못했어요' }).waitFor()
  await expect.poll(() => box.inputValue()).toBe('세탁소')
  await page.unroute('**/search.data*')
  await alert.getByRole('button', { name: '다시 시도' }).click()
  await page.getByText('작품과 인물 1건').waitFor()
  await endVisit(visit)
})

test('opens a caption line at its position in the video', async ({ skip }) => {
  if (!site.plays) skip('this browser plays no H.264')
  const visit = await site.visit(phone)
  const { page } = visit
  await page.goto('/search?q=안녕하세요 7&type=line', { waitUntil: 'networkidle' })
  expect(await findViolations(page)).toEqual([])
  const line = page.getByRole('listitem').filter({ hasText: '안녕하세요 7' }).first()
  await expect.poll(() => line.locator('mark').innerText()).toBe('안녕하세요 7')
  await line.getByRole('link', { name: '0:14부터 보기' }).click()
  await page.waitForURL(`/video/${spoken}?t=14`)
  await expect.poll(async () => (await videoElement(page)).time).toBeGreaterThanOrEqual(14)
  expect((await videoElement(page)).time).toBeLessThan(22)
  await expect.poll(() => page.getByText('이어서 볼게요').count()).toBe(0)
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
    `select prefix, series_id, clicks from search_clicks where prefix = 'the'`,
  )
  expect(rows).toEqual([{ prefix: 'the', series_id: Number(id), clicks: 1 }])
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
