// hard: lost segments, keys and connections while playing (18 s of CPU).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePlayable } from '#test/fixtures/watch-history.ts'
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

const segments = /\/media\/.*\.(m4s|mp4)$/

test('renews an expired media token and continues at the same second', async () => {
  const visit = await site.visit()
  const { page } = visit
  let refused = 0
  let requestCount = 0
  // Answers like the server for an expired token, until the video is requested again.
  await page.route(segments, (route) => {
    if (requestCount > 1) return route.continue()
    const late = /[^0-9]0*([2-9])\.m4s$/.test(route.request().url())
    if (!late) return route.continue()
    refused += 1
    return route.fulfill({ status: 403 })
  })
  await page.route(/\/api\/contents\/\d+\/video\//, (route) => {
    requestCount += 1
    return route.continue()
  })
  await watch(page, episodes.first)
  await waitForTime(page, 10)
  expect(refused).toBeGreaterThan(0)
  expect(requestCount).toBe(2)
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await visit.context.close()
}, 60_000)

test('reports a lost connection, waits, and continues', async () => {
  const visit = await site.visit()
  const { page, context } = visit
  let cut = false
  await page.route(segments, (route) =>
    cut ? route.abort('internetdisconnected') : route.continue(),
  )
  await watch(page, episodes.first)
  cut = true
  await context.setOffline(true)
  await page.getByText('인터넷 연결이 끊겼어요').first().waitFor()
  await page.evaluate(() => (document.querySelector('video')!.currentTime = 36))
  cut = false
  await context.setOffline(false)
  await waitForTime(page, 36.5)
  await expect.poll(() => page.getByText('인터넷 연결이 끊겼어요').count()).toBe(0)
  await visit.context.close()
}, 60_000)

test('shows an error for a video that cannot be decoded, and recovers by 다시 시도', async () => {
  const visit = await site.visit()
  const { page } = visit
  let broken = true
  await page.route(segments, (route) =>
    broken ? route.fulfill({ status: 200, body: Buffer.alloc(4000, 7) }) : route.continue(),
  )
  await page.goto(`/video/${episodes.first}`)
  const screen = page.getByRole('alert')
  await screen.getByRole('heading').waitFor()
  await expect.poll(() => screen.innerText()).toMatch(/영상을/)
  broken = false
  await screen.getByRole('button', { name: '다시 시도' }).click()
  await waitForTime(page, 1)
  await visit.context.close()
}, 60_000)

test('offers a paid episode with sign-in once its video is ready', async () => {
  const visit = await site.visit()
  const { page } = visit
  await page.goto(`/video/${episodes.sold}`)
  const screen = page.locator('.player-message-screen')
  await screen.getByRole('heading', { name: '아직 준비 중이에요' }).waitFor()
  await screen.getByText('영상이 준비되면 구매하거나 이용권으로 볼 수 있어요.').waitFor()
  await expect.poll(() => screen.getByRole('button').count()).toBe(0)
  await expect
    .poll(() => screen.getByRole('link', { name: '작품 페이지로' }).isVisible())
    .toBe(true)

  // A film without a preview, so that the player shows the offers at once.
  const [there] = await makePlayable(site.world, [{ is_free: false, price: 1_500 }])
  await page.goto(`/video/${there}`)
  await screen.getByRole('heading', { name: '로그인이 필요해요' }).waitFor()
  await expect
    .poll(() => screen.getByRole('button', { name: /^소장.*1,500원/ }).isVisible())
    .toBe(true)
  const way = screen.getByRole('link', { name: '로그인하고 보기' })
  await expect
    .poll(() => way.getAttribute('href'))
    .toBe(`/accounts/login?next=${encodeURIComponent(`/video/${there}`)}`)
  await visit.context.close()
}, 60_000)

test('starts an episode in preparation once it is ready', async () => {
  const visit = await site.visit()
  const { page } = visit
  await page.goto(`/video/${episodes.unready}`)
  await page.getByRole('heading', { name: '아직 준비 중이에요' }).waitFor()
  await createPlayableEpisodes(site.world, [episodes.unready])
  await waitForTime(page, 0.2)
  expect((await videoElement(page)).paused).toBe(false)
  await visit.context.close()
}, 90_000)

test('reports an unreachable server and retries', async () => {
  const visit = await site.visit()
  const { page } = visit
  visit.allow(/ERR_FAILED/)
  await page.route(/\/api\/contents\/\d+\/video\//, (route) => route.abort())
  await page.goto(`/video/${episodes.first}`)
  await page.getByRole('heading', { name: '서버에 연결하지 못했어요' }).waitFor()
  await page.unroute(/\/api\/contents\/\d+\/video\//)
  await page.getByRole('button', { name: '다시 시도' }).click()
  await waitForTime(page, 0.2)
  await endVisit(visit)
}, 30_000)

test('shows a not-found page for a missing episode', async () => {
  const answer = await site.world.fetch('/video/99999999')
  expect(answer.status).toBe(404)
})
