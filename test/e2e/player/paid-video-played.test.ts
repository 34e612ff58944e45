// hard: plays past the preview in real time (18 s); paid-video.test.ts refunds, the rule has integration tests.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { buyByCard } from '#test/fixtures/payments.ts'
import { playsBeyond, createPaidVideos } from '#test/e2e/billing/paid-videos.ts'
import { openSite, signIn, type Site, type Visit } from '#test/e2e/site.ts'

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

const seek = (page: Page, seconds: number) =>
  page.evaluate((time) => void (document.querySelector('video')!.currentTime = time), seconds)
const refund = (page: Page) => page.getByRole('button', { name: /환불$/ })

test('refuses a refund with the reason after playback past the preview', async ({ skip }) => {
  if (!site.plays) skip()
  const member = await makeMember(site.world)
  await buyByCard(site.world, member, sold)
  const { visit, page, laterKeys } = await device(member)
  await page.goto(`/video/${sold}`)
  await playsBeyond(page, 0.2)
  await seek(page, previewSeconds - 12)
  await playsBeyond(page, previewSeconds - 11.5)
  expect(laterKeys).toEqual([])
  await playsBeyond(page, previewSeconds + 1)
  expect(laterKeys.length).toBeGreaterThan(0)
  await page.goto('/mypage/purchased')
  await page.getByText('무료 미리보기 뒤를 봐서 환불할 수 없어요').last().waitFor()
  expect(await refund(page).count()).toBe(0)
  await end(visit)
})
