// hard: the countdown, settings and seek bar (25 s); journey.test.ts uses each once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import {
  endingStart,
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
  await createPlayableEpisodes(site.world, [episodes.first, episodes.second])
}, 180_000)
afterAll(() => site?.close())

test('starts the next episode after the countdown unless it is cancelled', async () => {
  const visit = await site.visit()
  const { page } = visit
  await watch(page, episodes.first)
  const toEnding = () =>
    page.evaluate((time) => (document.querySelector('video')!.currentTime = time), endingStart)
  await toEnding()
  const card = page.getByRole('region', { name: '다음 화' })
  await card.getByRole('button', { name: '취소' }).click()
  await card.waitFor({ state: 'detached' })
  // After seeking back, reaching the ending offers it again.
  await page.evaluate(() => (document.querySelector('video')!.currentTime = 15))
  await waitForTime(page, 15.1)
  await toEnding()
  await card.waitFor()
  await page.evaluate(() => (document.querySelector('video')!.playbackRate = 2))
  await page.waitForURL(new RegExp(`/video/${episodes.second}$`))
  await endVisit(visit)
}, 60_000)

test('keeps quality, captions, speed and volume for the next episode', async () => {
  const visit = await site.visit()
  const { page } = visit
  await watch(page, episodes.first)
  await expect.poll(async () => (await videoElement(page)).width).toBe(960)
  await page.mouse.move(300, 300)
  await page.getByRole('button', { name: '설정', exact: true }).click()
  const settings = page.getByRole('dialog', { name: '설정' })
  await settings.getByText('360p', { exact: true }).click()
  const captions = settings.getByRole('group', { name: '자막', exact: true })
  await captions.getByText('끔', { exact: true }).click()
  await settings.getByText('30분 뒤', { exact: true }).click()
  await settings.getByText(/에 멈춰요\.$/).waitFor()
  await settings.getByText('1.5배', { exact: true }).click()
  await expect.poll(async () => (await videoElement(page)).width).toBe(640)
  expect((await videoElement(page)).rate).toBe(1.5)
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'hidden' })
  // Closing the panel returns the focus to the button.
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('설정')
  await page.keyboard.press('KeyM')

  await watch(page, episodes.second)
  await expect.poll(async () => (await videoElement(page)).width).toBe(640)
  expect(await videoElement(page)).toMatchObject({ rate: 1.5, muted: true })
  await expect.poll(() => page.locator('.player-captions').innerText()).toBe('')
  await endVisit(visit)
}, 60_000)

test('shows previews on the seek bar and seeks on release', async () => {
  const visit = await site.visit()
  const { page } = visit
  await watch(page, episodes.first)
  const box = (await page.getByRole('slider', { name: '재생 위치' }).boundingBox())!
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2, { steps: 4 })
  const picture = page.locator('.player-seek-preview-image')
  expect(await picture.evaluate((node) => getComputedStyle(node).backgroundImage)).toMatch(/^url/)
  // No seek happens before the release.
  expect((await videoElement(page)).time).toBeLessThan(10)
  await page.mouse.up()
  await expect.poll(async () => (await videoElement(page)).time).toBeGreaterThan(19)
  await endVisit(visit)
}, 60_000)
