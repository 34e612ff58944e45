// hard: progress between devices and without a socket (30 s); playback.test.ts resumes on another device.
import { endpoints } from '#contract/index.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import {
  endingStart,
  videoElement,
  findEpisodes,
  createPlayableEpisodes,
  waitForTime,
  watch,
} from './playable-episodes.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'

// Films play in real time, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000 })

let site: Site
let episodes: Awaited<ReturnType<typeof findEpisodes>>
beforeAll(async () => {
  site = await openSite()
  episodes = await findEpisodes(site.world)
  await createPlayableEpisodes(site.world, [episodes.first, episodes.second])
}, 180_000)
afterAll(() => site?.close())

const histories = async (member: TestMember) =>
  (await member.call(endpoints.watch_history.listWatchHistory, { query: {} })).results.map(
    ({ episode, progress, is_completed }) => ({ id: episode.id, progress, is_completed }),
  )
const leftAt = async (member: TestMember) => (await histories(member))[0]?.progress ?? -1
const pause = (page: Page) => page.evaluate(() => document.querySelector('video')!.pause())

test('offers the progress of another device on a paused player within a second', async () => {
  const member = await makeMember(site.world)
  const still = await site.visit({}, member)
  await watch(still.page, episodes.first)
  await waitForTime(still.page, 1)
  await pause(still.page)
  await expect.poll(() => leftAt(member)).toBeGreaterThanOrEqual(1)

  const other = await site.visit({}, member)
  await watch(other.page, episodes.first)
  await other.page.evaluate(() => (document.querySelector('video')!.currentTime = 20))
  await waitForTime(other.page, 21)
  await pause(other.page)
  const { time } = await videoElement(other.page)
  await still.page.getByText(`다른 기기에서 0:${Math.floor(time)}까지 봤어요`).waitFor()
  await still.page.getByRole('button', { name: '이어서 보기', exact: true }).click()
  await waitForTime(still.page, Math.floor(time) - 0.1)
  await endVisit(still, other)
})

test('completes an episode when the next one starts', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit({}, member)
  const { page } = visit
  await watch(page, episodes.first)
  await page.evaluate((at) => (document.querySelector('video')!.currentTime = at), endingStart)
  await page
    .getByRole('region', { name: '다음 화' })
    .getByRole('button', { name: '바로 재생' })
    .click()
  await page.waitForURL(new RegExp(`/video/${episodes.second}$`))
  await waitForTime(page, 6)
  await expect
    .poll(async () =>
      (await histories(member)).map((history) => [history.id, history.is_completed]),
    )
    .toEqual(
      expect.arrayContaining([
        [episodes.first, true],
        [episodes.second, false],
      ]),
    )
  await endVisit(visit)
})

test('falls back to calls without a socket, and keeps progress while offline', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit({}, member)
  const { page, context } = visit
  let requestCount = 0
  await page.routeWebSocket(/\/ws\/watch-history\/$/, (socket) => {
    requestCount += 1
    return socket.close({ code: 1011 })
  })
  // Shortens the five reconnection delays of 3 to 15 s by 30.
  await page.addInitScript(() => {
    const patient = setTimeout
    const waits = [3_000, 6_000, 9_000, 12_000, 15_000]
    const hasty = (run: TimerHandler, ms = 0) => patient(run, waits.includes(ms) ? ms / 30 : ms)
    Object.assign(globalThis, { setTimeout: hasty })
  })
  await watch(page, episodes.first)
  await expect.poll(() => leftAt(member)).toBeGreaterThan(0)
  expect(requestCount).toBe(6)

  await context.setOffline(true)
  const before = await leftAt(member)
  await waitForTime(page, before + 3)
  await pause(page)
  const { time } = await videoElement(page)
  const kept = () =>
    page.evaluate((id) => localStorage.getItem(`hanpyeon.progress-outbox.${id}`), member.profile_id)
  await expect.poll(kept).toContain(`"progress":${Math.floor(time)}`)
  expect(await leftAt(member)).toBe(before)
  await context.setOffline(false)
  await expect.poll(() => leftAt(member)).toBe(Math.floor(time))
  await expect.poll(kept).toBeNull()
  await context.close()
})
