// hard: pages that cannot be loaded (30 s); navigation.test.ts moves between pages.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endVisit, makePlayable, openSite, type Site, waitForWorker } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite([1])
}, 180_000)
afterAll(() => site?.close())

const phone = { viewport: { width: 360, height: 780 }, serviceWorkers: 'allow' as const }
test('keeps the page when the prefetch of the player fails', async () => {
  const visit = await site.visit(phone)
  visit.allow(/ERR_FAILED|Failed to fetch manifest patches/)
  const { page, context } = visit
  await page.goto('/')
  await waitForWorker(page)
  const failed = Promise.withResolvers<void>()
  await context.route(/\/assets\/video\.route/, async (route) => {
    await route.abort()
    failed.resolve()
  })
  await makePlayable(site.world, [{ id: 1 }], 12)
  await page.goto('/series/1')
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url())
  })
  await failed.promise
  // The click is answered by the document that was there before.
  await page.getByRole('link', { name: '카테고리', exact: true }).locator('visible=true').click()
  await page.getByRole('heading', { name: '카테고리', level: 1 }).waitFor()
  expect(documents).toEqual([])
  visit.clean()
  await context.close()
})

test.each([
  ['data', /\.data\b|\/__manifest/],
  ['module', /\/assets\/categories\.route/],
])('keeps the page while the %s of the next one cannot be loaded', async (_, requests) => {
  const visit = await site.visit(phone)
  visit.allow(/ERR_FAILED|Failed to fetch manifest patches/)
  const { page, context } = visit
  await page.goto('/customer-service/notices')
  await waitForWorker(page)
  await context.route(requests, (route) => route.abort())
  await page.getByRole('link', { name: '카테고리', exact: true }).locator('visible=true').click()
  const notice = page.getByText('인터넷에 연결되면 바로 열어 드릴게요.')
  await notice.waitFor()
  await page.getByRole('heading', { name: '공지사항', level: 1 }).waitFor()
  await context.unroute(requests)
  await page.getByRole('button', { name: '다시 시도' }).click()
  await page.getByRole('heading', { name: '카테고리', level: 1 }).waitFor()
  await notice.waitFor({ state: 'detached' })
  visit.clean()
  await context.close()
})

test('loads the document of a page if a newer build has been deployed', async () => {
  const visit = await site.visit()
  const { page } = visit
  await page.route('**/__manifest?**', async (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('version', 'older')
    await route.fulfill({ response: await route.fetch({ url: String(url) }) })
  })
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: '카테고리' }).first().click()
  await page.getByRole('heading', { name: '카테고리', level: 1 }).waitFor()
  const loaded = await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)
  expect(loaded).toBe(page.url())
  await page.unrouteAll({ behavior: 'wait' })
  await endVisit(visit)
})
