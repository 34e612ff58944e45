import { afterAll, beforeAll, expect, test } from 'vitest'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import {
  videoElement,
  findEpisodes,
  createPlayableEpisodes,
  waitForTime,
  watch,
} from './playable-episodes.ts'

let site: Site
let episodes: Awaited<ReturnType<typeof findEpisodes>>
beforeAll(async () => {
  site = await openSite()
  episodes = await findEpisodes(site.world)
  await createPlayableEpisodes(site.world, [episodes.first])
}, 180_000)
afterAll(() => site?.close())

test('plays two segments with sound and captions, and shows the rating for 3 s', async () => {
  const visit = await site.visit()
  const { page } = visit
  // Measured in the page, because a busy machine polls late.
  await page.addInitScript(() => {
    const shown = { from: 0, to: 0 }
    Object.assign(globalThis, { shown })
    new MutationObserver(() => {
      const there = document.querySelector('[role="note"][aria-label="관람 등급"]') !== null
      if (there && !shown.from) shown.from = performance.now()
      if (!there && shown.from && !shown.to) shown.to = performance.now()
    }).observe(document, { childList: true, subtree: true })
  })
  await watch(page, episodes.first)
  const captions = page.locator('.player-captions')
  await expect.poll(() => captions.innerText()).toBe('여기까지 와 줘서 고마워요')
  expect(await captions.locator('i').allInnerTexts()).toEqual(['고마워요'])
  const ratingShownFor = () =>
    page.evaluate(() => {
      const { from, to } = (globalThis as unknown as { shown: { from: number; to: number } }).shown
      return to - from
    })
  await expect.poll(ratingShownFor, { timeout: 15_000 }).toBeGreaterThan(3000)
  const before = (await videoElement(page)).sound
  await waitForTime(page, 8.5)
  expect((await videoElement(page)).sound).toBeGreaterThan(before)
  await endVisit(visit)
}, 60_000)
