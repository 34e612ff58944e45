import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePlayable, openSite, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  await makePlayable(
    site.world,
    [{ id: 1, opening: { start: 1, end: 4 }, ending_start: 14 }, { id: 2 }],
    16,
  )
}, 120_000)
afterAll(() => site?.close())

test('from home to a film that plays past its second segment', async () => {
  const visit = await site.visit()
  const { page } = visit
  await page.goto('/')
  await page
    .getByRole('link', { name: /달 세탁소/ })
    .first()
    .click()
  await page.waitForURL(/\/series\/1/)
  await page.goto('/video/1')
  const video = page.locator('video')
  await video.waitFor()
  await expect
    .poll(() => video.evaluate((node: HTMLVideoElement) => node.currentTime), { timeout: 20_000 })
    .toBeGreaterThan(4.5)
  visit.clean()
}, 60_000)
