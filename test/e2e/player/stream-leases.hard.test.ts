// hard: several players of one member at once (13 s of CPU); the rules have integration tests.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readFocus, tabTo, findViolations } from '#test/app/accessibility.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import {
  videoElement,
  findEpisodes,
  createPlayableEpisodes,
  waitForTime,
  watch,
} from './playable-episodes.ts'
import { endVisit, openSite, signIn, type Site } from '#test/e2e/site.ts'

// Films play in real time, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000 })

let site: Site
let episodes: Awaited<ReturnType<typeof findEpisodes>>
beforeAll(async () => {
  site = await openSite()
  episodes = await findEpisodes(site.world)
  await createPlayableEpisodes(site.world, [episodes.first])
}, 180_000)
afterAll(() => site?.close())

const phone = {
  viewport: { width: 360, height: 780 },
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1',
}

/** Signs the member in with another browser. */
async function device(member: TestMember, options?: Parameters<Site['visit']>[0]) {
  const visit = await site.visit(options)
  // The browser logs refused calls to the console.
  await signIn(visit, member)
  return visit
}

async function otherDevice(member: TestMember) {
  const visit = await site.visit(phone)
  await visit.page.request.post('/api/accounts/login/', {
    data: { email: member.email, password: member.password },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  return visit
}

/** Counts active slots; a yielded row stays until another player needs it. */
const places = async (member: TestMember) => {
  const { rows } = await site.world.pool.query(
    'select from active_streams where member_id = $1 and expires_at > $2',
    [member.id, site.world.clock.now()],
  )
  return rows.length
}
const goOnHere = (page: Page) => page.getByRole('button', { name: '여기서 이어 보기', exact: true })
const paused = async (page: Page) => (await videoElement(page)).paused

test('refuses a second device, takes over the stream, and takes it back', async () => {
  const member = await makeMember(site.world)
  const first = await device(member)
  await watch(first.page, episodes.first)
  await expect.poll(() => places(member)).toBe(1)

  const second = await otherDevice(member)
  await second.page.goto(`/video/${episodes.first}`)
  await second.page.getByRole('heading', { name: '다른 기기에서 보고 있어요' }).waitFor()
  await second.page.getByText('Chrome · Linux', { exact: true }).waitFor()
  await second.page.getByText('방금 시작했어요').waitFor()
  expect(await paused(second.page)).toBe(true)
  expect(await paused(first.page)).toBe(false)
  expect(await findViolations(second.page)).toEqual([])

  await tabTo(second.page, '여기서 이어 보기')
  await second.page.keyboard.press('Enter')
  await waitForTime(second.page, 0.5)
  await first.page
    .getByText('Safari · iPhone에서 이어 보기 시작해서 여기는 잠시 멈췄어요.')
    .waitFor()
  expect(await paused(first.page)).toBe(true)
  expect((await videoElement(first.page)).width).toBeGreaterThan(0)
  expect(await findViolations(first.page)).toEqual([])
  expect((await readFocus(first.page)).name).toBe('여기서 이어 보기')

  await first.page.keyboard.press('Enter')
  await expect.poll(() => paused(first.page)).toBe(false)
  await goOnHere(second.page).waitFor()
  await expect.poll(() => paused(second.page)).toBe(true)
  await expect.poll(() => goOnHere(first.page).count()).toBe(0)
  expect(await places(member)).toBe(1)
  await endVisit(first, second)
})

test('releases the slot on pause and on leaving, so that another player may take it', async () => {
  const member = await makeMember(site.world)
  const first = await device(member)
  const second = await otherDevice(member)
  await watch(first.page, episodes.first)
  await expect.poll(() => places(member)).toBe(1)
  await first.page.keyboard.press('k')
  await expect.poll(() => places(member)).toBe(0)

  await watch(second.page, episodes.first)
  await expect.poll(() => places(member)).toBe(1)
  await first.page.keyboard.press('k')
  await first.page.getByText('Safari · iPhone', { exact: true }).waitFor()
  await expect.poll(() => paused(first.page)).toBe(true)
  await second.page.goto('/')
  await expect.poll(() => places(member)).toBe(0)
  await goOnHere(first.page).click()
  await expect.poll(() => paused(first.page)).toBe(false)
  await endVisit(first, second)
})

test('keeps the slot over a reload, and refuses a second tab with a message', async () => {
  const member = await makeMember(site.world)
  const visit = await device(member)
  const { page } = visit
  await watch(page, episodes.first)
  await expect.poll(() => places(member)).toBe(1)
  // The page cannot send a last request.
  await page.route('**/api/contents/streams/**', (route) => route.abort())
  await page.reload()
  await waitForTime(page, 0.2)
  await page.unroute('**/api/contents/streams/**')
  const tab = await visit.tab()
  await tab.goto(`/video/${episodes.first}`)
  await tab.getByRole('heading', { name: '다른 탭에서 보고 있어요' }).waitFor()
  await tab.getByText('이 브라우저의 다른 탭', { exact: true }).waitFor()
  await goOnHere(tab).click()
  await waitForTime(tab, 0.2)
  await goOnHere(page).waitFor()
  await endVisit(visit)
})

test('uses no slot for a visitor', async () => {
  const visits = [await site.visit(), await site.visit()]
  for (const { page } of visits) await watch(page, episodes.first)
  for (const { page } of visits) expect(await paused(page)).toBe(false)
  await endVisit(...visits)
})
