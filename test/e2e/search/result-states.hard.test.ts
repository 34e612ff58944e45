// hard: empty, odd and failed searches (15 s); results.test.ts searches.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { videoElement } from '#test/e2e/player/playable-episodes.ts'
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
