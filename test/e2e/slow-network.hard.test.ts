// hard: pages on a slow line (5 s of CPU).
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endVisit, openSite, type Site } from './site.ts'
import { holdRequests } from './delay-requests.ts'
import { readShifts, watchShifts } from './layout-shifts.ts'
import { startThrottledProxy } from './throttled-proxy.ts'

let site: Site
let line: Awaited<ReturnType<typeof startThrottledProxy>>
beforeAll(async () => {
  site = await openSite([1, 11, 2])
  line = await startThrottledProxy(site.world.origin)
}, 180_000)
afterAll(async () => {
  line?.close()
  await site?.close()
})

/** Counts visible images that are not loaded. */
const missing = (page: Page) =>
  page.locator('img').evaluateAll((nodes) =>
    (nodes as HTMLImageElement[])
      .filter((node) => {
        const box = node.getBoundingClientRect()
        const inside = box.top < innerHeight && box.bottom > 0 && box.left < innerWidth
        return inside && box.right > 0 && box.width > 0
      })
      .filter((node) => !node.complete || node.naturalWidth === 0)
      .map((node) => node.outerHTML),
  )

test.each([
  [360, 780, '/'],
  [1440, 900, '/'],
  [360, 780, '/series/1'],
])(
  'a slow network at %d x %d: %s has its words before its pictures, and nothing moves',
  async (width, height, path) => {
    const visit = await site.visit({ viewport: { width, height }, baseURL: line.origin })
    const { page } = visit
    await watchShifts(page)
    let pictures = 0
    page.on('requestfinished', (request) => {
      if (/\/images\//.test(request.url())) pictures += 1
    })
    await page.goto(path, { waitUntil: 'commit' })
    await page.getByText('달 세탁소').locator('visible=true').first().waitFor()
    const early = pictures
    // Image boxes have their size and colour before the image loads.
    const places = await page.locator('img').evaluateAll((nodes) =>
      nodes
        .map((node) => node.getBoundingClientRect())
        .filter(({ top }) => top < innerHeight)
        .map((box) => Math.min(box.width, box.height)),
    )
    expect(places.length).toBeGreaterThan(0)
    // Scrolls like a reader, so that late images would shift the text.
    for (let step = 0; step < 4; step++) {
      await expect.poll(() => missing(page)).toEqual([])
      await page.mouse.wheel(0, height * 0.8)
    }
    expect(pictures).toBeGreaterThan(early)
    const { sum, moved } = await readShifts(page)
    expect(sum, moved).toBeLessThan(0.02)
    await endVisit(visit)
  },
  60_000,
)

test('keeps the page while offline, and opens the pressed link once online', async () => {
  const visit = await site.visit({ viewport: { width: 360, height: 780 } })
  visit.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch manifest patches/)
  const { page, context } = visit
  await page.goto('/customer-service/notices')
  await context.setOffline(true)
  await page.getByText('인터넷 연결이 끊겼어요').waitFor()
  await page.getByRole('link', { name: '카테고리', exact: true }).locator('visible=true').click()
  await page.getByText('인터넷에 연결되면 바로 열어 드릴게요.').waitFor()
  await page.getByRole('heading', { name: '공지사항', level: 1 }).waitFor()
  await context.setOffline(false)
  await page.getByRole('heading', { name: '카테고리', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/categories')
  visit.clean()
  await context.close()
}, 60_000)

test('shows the outline of the next page before its data and any further script arrive', async () => {
  const visit = await site.visit({
    viewport: { width: 1440, height: 900 },
    baseURL: line.origin,
  })
  const { page } = visit
  await holdRequests(page, /\/assets\/overlays-/)
  await page.goto('/')
  const card = page.getByRole('region', { name: '오늘의 인기 15' }).getByRole('article').first()
  await page.evaluate(() => {
    const record = { shown: 0, end: Number.NaN, kind: '' }
    Object.assign(globalThis, { record })
    addEventListener(
      'click',
      ({ timeStamp }) => {
        const look = () => {
          const skeleton = document.querySelector<HTMLElement>('[data-skeleton]')
          if (!skeleton || getComputedStyle(skeleton).opacity !== '1')
            return requestAnimationFrame(look)
          record.shown = performance.now() - timeStamp
          record.kind = skeleton.dataset['skeleton'] ?? ''
          record.end = Number(skeleton.getAnimations()[0]?.effect?.getComputedTiming().endTime)
        }
        requestAnimationFrame(look)
      },
      { capture: true, once: true },
    )
  })
  const loadNow = await holdRequests(page, /\/series\/\d+\.data/)
  await card.click()
  await page.locator('[data-skeleton=title]').waitFor()
  loadNow()
  await page.getByRole('heading', { name: '이런 작품은 어때요?' }).waitFor()
  await expect.poll(() => page.locator('[data-skeleton]').count()).toBe(0)
  const record = await page.evaluate(
    () =>
      (globalThis as unknown as { record: { shown: number; end: number; kind: string } }).record,
  )
  expect(record.kind).toBe('title')
  // The delay alone: the frame in which it is painted depends on the machine.
  expect(record.end).toBeLessThanOrEqual(100)
  if (process.env['PRINT']) console.log(`shown after ${record.shown.toFixed(0)} ms`)
  await endVisit(visit)
}, 60_000)
