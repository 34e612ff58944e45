import { endpoints } from '#contract/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import {
  videoElement,
  findEpisodes,
  createPlayableEpisodes,
  playToSecondSegment,
  waitForTime,
  watch,
} from './playable-episodes.ts'

let site: Site
let episodes: Awaited<ReturnType<typeof findEpisodes>>
beforeAll(async () => {
  site = await openSite()
  episodes = await findEpisodes(site.world)
  await createPlayableEpisodes(site.world, [episodes.first])
})
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
  await expect.poll(() => captions.locator('i').allInnerTexts()).toEqual(['고마워요'])
  const ratingShownFor = () =>
    page.evaluate(() => {
      const { from, to } = (globalThis as unknown as { shown: { from: number; to: number } }).shown
      return to - from
    })
  await expect.poll(ratingShownFor).toBeGreaterThan(3000)
  await playToSecondSegment(page)
  await endVisit(visit)
})

test('leaves the line to the first segment before similar works and reviews', async () => {
  const visit = await site.visit()
  const { page } = visit
  const similarRequests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/similar/')) similarRequests.push(request.url())
  })
  const segment = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  await page.route('**/v*/00000.m4s', async (route) => {
    segment.resolve()
    await release.promise
    await route.continue()
  })
  await page.goto(`/video/${episodes.first}`)
  await segment.promise
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(similarRequests).toEqual([])
  release.resolve()
  await expect.poll(() => similarRequests.length).toBe(1)
  await endVisit(visit)
})

/** The position of the latest entry of the watch history, -1 without one. */
const lastProgress = async (member: TestMember) =>
  (await member.call(endpoints.watch_history.listWatchHistory, { query: {} })).results[0]
    ?.progress ?? -1

test('resumes on another device and offers the beginning', async () => {
  const member = await makeMember(site.world)
  const first = await site.visit({}, member)
  const sockets: string[] = []
  const sentMessages: string[] = []
  first.page.on('websocket', (socket) => {
    sockets.push(new URL(socket.url()).pathname)
    socket.on('framereceived', ({ payload }) => sentMessages.push(String(payload)))
  })
  await watch(first.page, episodes.first)
  await first.page.evaluate(() => (document.querySelector('video')!.currentTime = 11))
  // The player reports the position of its last time update, at most 250 ms old.
  await waitForTime(first.page, 12.5)
  expect(sockets).toEqual(['/ws/watch-history/'])
  await first.page.goto('/')
  await expect.poll(() => lastProgress(member)).toBeGreaterThanOrEqual(12)
  expect(sentMessages.some((text) => text.includes('"saved"'))).toBe(true)
  await endVisit(first)

  const second = await site.visit({}, member)
  const { page } = second
  await page.goto(`/video/${episodes.first}`)
  const left = Number(
    /^0:(\d+)/.exec(await page.getByText(/^0:[1-3]\d부터 이어서 볼게요/).innerText())?.[1],
  )
  expect(left).toBeGreaterThanOrEqual(12)
  await expect.poll(async () => (await videoElement(page)).time).toBeGreaterThanOrEqual(left - 1)
  const startOver = page.getByRole('button', { name: '처음부터', exact: true })
  // The notice stays while the focus is in it.
  await startOver.focus()
  expect(await findViolations(page)).toEqual([])
  await startOver.click()
  await expect.poll(async () => (await videoElement(page)).time).toBeLessThan(left - 3)
  await expect.poll(() => page.getByText('이어서 볼게요').count()).toBe(0)
  await endVisit(second)
})
