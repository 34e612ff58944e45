import { endpoints } from '#contract/index.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import {
  videoElement,
  findEpisodes,
  createPlayableEpisodes,
  waitForTime,
  watch,
} from './playable-episodes.ts'
import { openSite, type Site } from '#test/e2e/site.ts'

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

/** Opens a browser context that is signed in as the member. */
async function device(member: TestMember) {
  const visit = await site.visit({}, member)
  return visit
}

const histories = async (member: TestMember) =>
  (await member.call(endpoints.watch_history.listWatchHistory, { query: {} })).results.map(
    ({ episode, progress, is_completed }) => ({ id: episode.id, progress, is_completed }),
  )
const leftAt = async (member: TestMember) => (await histories(member))[0]?.progress ?? -1

test('resumes on another device and offers the beginning', async () => {
  const member = await makeMember(site.world)
  const first = await device(member)
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
  await first.page.goto('/')
  await expect.poll(() => leftAt(member)).toBeGreaterThanOrEqual(12)
  expect(sockets).toEqual(['/ws/watch-history/'])
  expect(sentMessages.some((text) => text.includes('"saved"'))).toBe(true)
  first.clean()
  await first.context.close()

  const second = await device(member)
  const { page } = second
  await page.goto(`/video/${episodes.first}`)
  const left = Number(
    /^0:(\d+)/.exec(await page.getByText(/^0:1\d부터 이어서 볼게요/).innerText())?.[1],
  )
  expect(left).toBeGreaterThanOrEqual(12)
  expect((await videoElement(page)).time).toBeGreaterThanOrEqual(left - 1)
  const startOver = page.getByRole('button', { name: '처음부터', exact: true })
  // The notice stays while the focus is in it.
  await startOver.focus()
  expect(await findViolations(page)).toEqual([])
  await startOver.click()
  await expect.poll(async () => (await videoElement(page)).time).toBeLessThan(left - 3)
  await expect.poll(() => page.getByText('이어서 볼게요').count()).toBe(0)
  second.clean()
  await second.context.close()
})
