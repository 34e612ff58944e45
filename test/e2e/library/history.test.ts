import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { readShifts, watchShifts } from '#test/e2e/layout-shifts.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import { episodesOf, visitWithHistory, wide, phone } from './fixtures.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

test('shows continue watching on home, the next episode after a finished one, and removes a card', async () => {
  const first = await episodesOf(site.world, 2, 1)
  const [other] = await episodesOf(site.world, 1, 2)
  const { page, visit, readHistory } = await visitWithHistory(site, wide, [
    { id: first[0]!.id, days_ago: 0, share: 0.95 },
    { id: other!.id, days_ago: 1, share: 0.5 },
  ])
  await watchShifts(page)
  await page.goto('/')
  const row = page.getByRole('region', { name: '이어보기' })
  await row.getByRole('article').first().waitFor()
  // Its space was reserved, so nothing moved.
  const { sum, moved } = await readShifts(page)
  expect(sum, moved).toBeLessThan(0.02)
  const regions = await page
    .locator('[data-rail]')
    .evaluateAll((all) => all.map((rail) => rail.getAttribute('aria-label')))
  expect(regions[0]).toBe('이어보기')
  await expect.poll(() => row.getByRole('article').count()).toBe(2)
  const next = row.getByRole('article').first()
  await next.getByText('다음 화', { exact: true }).waitFor()
  await next.getByText(first[1]!.title).first().waitFor()
  expect(await findViolations(page)).toEqual([])

  await page.route('**/continue/**', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  )
  visit.allow(/ERR_FAILED/)
  await next.getByRole('button', { name: /이어보기에서 빼기$/ }).click()
  await page.getByText('이어보기에서 빼지 못했어요. 잠시 후 다시 시도해 주세요.').waitFor()
  await expect.poll(() => row.getByRole('article').count()).toBe(2)
  await page.unroute('**/continue/**')
  for (const left of [1, 0]) {
    await row
      .getByRole('button', { name: /이어보기에서 빼기$/ })
      .first()
      .click()
    await expect.poll(() => row.getByRole('article').count()).toBe(left)
  }
  await page
    .getByText(/이어보기에서 뺐어요/)
    .first()
    .waitFor()
  await expect.poll(() => row.count()).toBe(0)
  expect(await readHistory()).toHaveLength(2)
  await page.reload()
  await page.getByRole('button', { name: /메뉴$/ }).waitFor()
  await expect.poll(() => page.getByText('이어보기', { exact: true }).count()).toBe(0)
  await endVisit(visit)
})

test('reserves no space and sends no request on the home page of a visitor', async () => {
  const visit = await site.visit(phone)
  const { page } = visit
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto('/')
  await page.getByRole('link', { name: '로그인' }).first().waitFor()
  await expect.poll(() => page.getByText('이어보기', { exact: true }).count()).toBe(0)
  expect(requests.filter((url) => /continue|histories|likes/.test(url))).toEqual([])
  await endVisit(visit)
})
