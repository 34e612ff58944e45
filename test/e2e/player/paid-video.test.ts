import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { buyByCard } from '#test/fixtures/payments.ts'
import { playsBeyond, createPaidVideos } from '#test/e2e/billing/paid-videos.ts'
import { openSite, signIn, type Site, type Visit } from '#test/e2e/site.ts'
import { videoElement } from './playable-episodes.ts'

// A sold film: the key of what comes after its preview is requested when playback is due there, and not before.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 480_000 })

/** Seconds: the preview is half of the film, and its last 10 s request the next key. */
const filmSeconds = 48
const previewSeconds = 24

let site: Site
let sold: number
beforeAll(async () => {
  site = await openSite([], { gateway: true })
  ;[sold = 0] = await createPaidVideos(site, 1, filmSeconds)
})
afterAll(() => site?.close())

/** Opens a browser context of the member. `laterKeys` collects its requests for keys after the preview. */
async function device(member: TestMember | null) {
  const visit = await site.visit()
  if (member) await signIn(visit, member)
  const laterKeys: string[] = []
  visit.page.on('request', (request) => {
    if (/\/keys\/[^/]+\/[1-9]\d*\.key$/.test(request.url())) laterKeys.push(request.url())
  })
  return { visit, page: visit.page, laterKeys }
}

async function end(...visits: Visit[]) {
  for (const visit of visits) {
    visit.clean()
    await visit.context.close()
  }
}

const bufferedTo = (page: Page) =>
  page.evaluate(() => {
    const { buffered } = document.querySelector('video')!
    return buffered.length > 0 ? buffered.end(buffered.length - 1) : 0
  })
const paused = async (page: Page) => (await videoElement(page)).paused
const refund = (page: Page) => page.getByRole('button', { name: /환불$/ })

test('refunds a bought film after 8 s of playback', async ({ skip }) => {
  if (!site.plays) skip()
  const member = await makeMember(site.world)
  await buyByCard(site.world, member, sold)
  const { visit, page, laterKeys } = await device(member)
  await page.goto(`/video/${sold}`)
  await playsBeyond(page, 8)
  await page.keyboard.press('k')
  await expect.poll(() => paused(page)).toBe(true)
  // The whole preview is loaded, and nothing after it.
  await expect.poll(() => bufferedTo(page)).toBeGreaterThan(previewSeconds - 1)
  expect(await bufferedTo(page)).toBeLessThan(previewSeconds + 1)
  expect(laterKeys).toEqual([])

  await page.goto('/mypage/purchased')
  await refund(page).click()
  await page.getByRole('button', { name: '1,500원 환불받기' }).click()
  await page.getByText('1,500원을 결제한 카드로 환불했어요').waitFor()
  await end(visit)
})
