// hard: captions in the picture-in-picture window (10 s of CPU).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endVisit, makePlayable, openSite, type Site } from '../site.ts'
import { findEpisodes, waitForTime, watch } from './playable-episodes.ts'

let site: Site
let episode: number
beforeAll(async () => {
  site = await openSite()
  episode = (await findEpisodes(site.world)).first
  await makePlayable(site.world, [{ id: episode }], 40)
}, 180_000)
afterAll(() => site?.close())

test('shows captions in the small window and takes the film back when it closes', async () => {
  const visit = await site.visit()
  const { page, context } = visit
  await watch(page, episode)
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: '작은 창으로 보기' }).click()
  const small = await opened
  await expect.poll(() => small.locator('.player-captions').innerText()).toMatch(/^안녕하세요 \d+$/)
  await expect.poll(() => page.locator('.player-captions').count()).toBe(0)
  await page.getByText('작은 창에서 재생하고 있어요').waitFor()
  const video = small.locator('video')
  const time = await video.evaluate((element: HTMLVideoElement) => element.currentTime)
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(time)
  // Icons need the sprite and the style sheets of the page in the window.
  const icon = await small.getByRole('button', { name: '일시정지' }).locator('use').boundingBox()
  expect(icon?.width).toBeGreaterThan(4)
  await small.getByRole('button', { name: '일시정지' }).click()
  expect(await video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true)
  await small.getByRole('button', { name: '재생', exact: true }).click()
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(false)

  // The next language is chosen in the page and drawn in the window.
  await page.keyboard.press('KeyC')
  await expect.poll(() => small.locator('.player-captions').innerText()).toBe('')
  await page.keyboard.press('KeyC')
  await expect.poll(() => small.locator('.player-captions').innerText()).toMatch(/^안녕하세요 \d+$/)

  const closed = small.waitForEvent('close')
  await page.getByRole('button', { name: '작은 창 닫기' }).click()
  await closed
  await expect.poll(() => page.locator('.player-captions').innerText()).toMatch(/^안녕하세요 \d+$/)
  await waitForTime(page, time + 1)
  await expect.poll(() => page.getByText('작은 창에서 재생하고 있어요').count()).toBe(0)
  await endVisit(visit)
}, 60_000)

test('closes the small window when its page leaves the player', async () => {
  const visit = await site.visit()
  const { page, context } = visit
  await watch(page, episode)
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: '작은 창으로 보기' }).click()
  const small = await opened
  await small.locator('video').waitFor()
  const closed = small.waitForEvent('close')
  await page.locator('.player-top-bar a').click()
  await closed
  await endVisit(visit)
}, 60_000)
