// hard: plays three episodes to their ends (9 s of CPU).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { endVisit, makePlayable, openSite, type Site } from '#test/e2e/site.ts'
import { holdRequests } from '#test/e2e/delay-requests.ts'
import { videoElement, waitForTime } from './playable-episodes.ts'

/** Seconds: shorter than the countdown, so that the card is there from the start and the end goes on. */
const filmSeconds = 3

let site: Site
/** Six playable episodes of one season. */
let episodes: { id: number; series_id: number }[]

beforeAll(async () => {
  site = await openSite()
  const { id: series_id, episode_ids } = await makeSeries(
    site.world,
    {},
    Array.from({ length: 6 }, () => ({ is_free: true })),
  )
  episodes = episode_ids.map((id) => ({ id, series_id }))
  await makePlayable(site.world, episodes, filmSeconds)
}, 240_000)
afterAll(() => site?.close())

test('asks after three automatic episodes, and continues after an answer', async () => {
  const visit = await site.visit({ reducedMotion: 'reduce' })
  const { page } = visit
  // Double speed, to shorten the test.
  await page.addInitScript(() => localStorage.setItem('hanpyeon.player-preferences', '{"rate":2}'))
  const at = (index: number) => page.waitForURL(new RegExp(`/video/${episodes[index]!.id}$`))
  await page.goto(`/video/${episodes[0]!.id}`)
  for (const index of [1, 2, 3]) await at(index)
  const card = page.getByRole('region', { name: '다음 화' })
  await card.getByText('아직 시청 중이신가요?').waitFor()
  expect(await findViolations(page)).toEqual([])
  // The film ends, and the next one does not start.
  await expect.poll(() => page.evaluate(() => document.querySelector('video')!.ended)).toBe(true)
  await at(3)
  // The press is the answer, and resets the count.
  await card.getByRole('button', { name: '계속 볼게요' }).focus()
  await page.keyboard.press('Enter')
  await at(4)
  // The URL changes before the film: the ended one is shown for a moment.
  await expect.poll(async () => (await videoElement(page)).paused).toBe(false)
  await card.getByText(/초 뒤 다음 화가 시작돼요/).waitFor()
  await at(5)
  await endVisit(visit)
}, 90_000)

test('starts no next episode for a viewer who is leaving on a slow connection', async () => {
  const visit = await site.visit({ reducedMotion: 'reduce' })
  const { page } = visit
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const [first, second] = episodes
  await page.goto(`/series/${first!.series_id}`)
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  await page.locator(`a[href="/video/${first!.id}"]`).first().click()
  await waitForTime(page, 0.1)
  await page.evaluate(() => document.querySelector('video')!.pause())
  const release = await holdRequests(page, /\/series\/\d+\.data/)
  await page.evaluate(() => history.back())
  await page.waitForURL(/\/series\//)
  await page.evaluate(() => document.querySelector('video')!.play())
  await expect.poll(() => page.evaluate(() => document.querySelector('video')!.ended)).toBe(true)
  // A task and a frame in which the next episode could start.
  await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done))))
  release()
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
  expect(requested).not.toContain(`/video/${second!.id}.data`)
  await endVisit(visit)
}, 60_000)

test('treats any input as activity', async () => {
  const visit = await site.visit()
  const { page } = visit
  await page.addInitScript(() => localStorage.setItem('hanpyeon.player-preferences', '{"rate":2}'))
  const at = (index: number) => page.waitForURL(new RegExp(`/video/${episodes[index]!.id}$`))
  await page.goto(`/video/${episodes[0]!.id}`)
  await at(2)
  await page.keyboard.press('Shift')
  for (const index of [3, 4]) await at(index)
  await endVisit(visit)
}, 60_000)
