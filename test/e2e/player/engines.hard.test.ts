// hard: both engines on real HLS in the browser (30 s of CPU); engine-contract.test.ts runs against both without one.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeMember } from '#test/fixtures/members.ts'
import { endVisit, openSite, type Site } from '../site.ts'
import {
  videoElement,
  videoSeconds,
  findEpisodes,
  createPlayableEpisodes,
  waitForTime,
} from './playable-episodes.ts'

let site: Site
let episodes: Awaited<ReturnType<typeof findEpisodes>>
beforeAll(async () => {
  site = await openSite()
  episodes = await findEpisodes(site.world)
  await createPlayableEpisodes(site.world, [episodes.first, episodes.second])
}, 180_000)
afterAll(() => site?.close())

/** Makes the page play by the native engine, which is used where scripts cannot append media. */
const withoutMediaSource = (page: Page) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'MediaSource')
    Reflect.deleteProperty(globalThis, 'ManagedMediaSource')
  })

describe.each(['hls.js', 'native HLS'])('engine: %s', (engine) => {
  async function open(skip: () => void) {
    const visit = await site.visit()
    const { page } = visit
    if (engine === 'native HLS') await withoutMediaSource(page)
    const hasEngine = await page.evaluate(
      (native) =>
        !native ||
        document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== '',
      engine === 'native HLS',
    )
    if (!site.plays || !hasEngine) skip()
    return visit
  }

  test('begins at the second of the address, seeks, and plays the next episode in the same element', async ({
    skip,
  }) => {
    const visit = await open(skip)
    const { page } = visit
    await page.goto(`/video/${episodes.first}?t=15`)
    await waitForTime(page, 15.2)
    expect((await videoElement(page)).time).toBeLessThan(25)
    await page.keyboard.press('Digit8')
    await waitForTime(page, videoSeconds * 0.8 + 0.2)
    await page.keyboard.press('KeyK')
    await expect.poll(async () => (await videoElement(page)).paused).toBe(true)
    await page.evaluate(() => (document.querySelector('video')!.dataset['same'] = 'yes'))
    await page.keyboard.press('Shift+KeyN')
    await page.waitForURL(new RegExp(`/video/${episodes.second}$`))
    await expect.poll(async () => (await videoElement(page)).time).toBeLessThan(10)
    await waitForTime(page, 0.2)
    await expect.poll(() => page.locator('video').getAttribute('data-same')).toBe('yes')
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    await endVisit(visit)
  }, 60_000)
})

// The element of Chromium's own HLS reports no error for a refused segment; engine-contract.test.ts has the native engine.
test('plays the next episode on when the address of the one before arrives late', async ({
  skip,
}) => {
  if (!site.plays) skip()
  const visit = await site.visit({}, await makeMember(site.world))
  visit.allow(/403/)
  const { page } = visit
  const reported: { episode_id: number; progress: number }[] = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => reported.push(JSON.parse(String(payload)))),
  )
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const renewal = Promise.withResolvers<string>()
  let isRefused = false
  await page.route(new RegExp(`/api/contents/${episodes.first}/video/`), async (route) => {
    if (!isRefused) return route.continue()
    renewal.resolve(route.request().url())
    await isReleased
    return route.continue()
  })
  const leftover: string[] = []
  // The grant of the first episode ends while its later segments are requested.
  await page.route(/\/0000[6-9]\.m4s$/, (route) => {
    if (page.url().endsWith(`/${episodes.second}`)) return route.continue()
    isRefused = true
    return route.fulfill({ status: 403 })
  })
  await page.goto(`/video/${episodes.first}?t=15`)
  const renewed = await renewal.promise
  await page.keyboard.press('Shift+KeyN')
  await page.waitForURL(new RegExp(`/video/${episodes.second}$`))
  await expect.poll(async () => (await videoElement(page)).time).toBeLessThan(5)
  await waitForTime(page, 0.2)
  const source = () => page.evaluate(() => document.querySelector('video')!.currentSrc)
  const shown = await source()
  page.on('request', (request) => leftover.push(request.url()))
  const answered = page.waitForResponse(renewed)
  release()
  const { manifest_url } = (await (await answered).json()) as { manifest_url: string }
  await waitForTime(page, 6)
  expect((await videoElement(page)).time).toBeLessThan(12)
  expect(await source()).toBe(shown)
  expect(leftover.filter((url) => url.includes(manifest_url))).toEqual([])
  await expect
    .poll(() => reported.some((report) => report.episode_id === episodes.second))
    .toBe(true)
  const ofSecond = reported.filter((report) => report.episode_id === episodes.second)
  expect(Math.max(...ofSecond.map(({ progress }) => progress))).toBeLessThan(12)
  await endVisit(visit)
}, 60_000)
