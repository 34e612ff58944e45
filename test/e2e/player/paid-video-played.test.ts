// hard: plays past the preview in real time (18 s); paid-video.test.ts refunds, the rule has integration tests.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeMember } from '#test/fixtures/members.ts'
import { buyByCard } from '#test/fixtures/payments.ts'
import { playsBeyond, createPaidVideos } from '#test/e2e/billing/paid-videos.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import { filmSeconds, previewSeconds, openDevice, seek, refundButton } from './paid-video-device.ts'

// A sold film: the key of what comes after its preview is requested when playback is due there, and not before.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 480_000 })

let site: Site
let sold: number
beforeAll(async () => {
  site = await openSite([], { gateway: true })
  ;[sold = 0] = await createPaidVideos(site, 1, filmSeconds)
})
afterAll(() => site?.close())

test('shows until when a rental can be started, and the moment its hours start', async ({
  skip,
}) => {
  if (!site.plays) skip()
  const member = await makeMember(site.world)
  await buyByCard(site.world, member, sold, 2)
  const { visit, page } = await openDevice(site, member)
  await page.goto(`/video/${sold}`)
  await page.getByText(/까지 보기 시작할 수 있고/).waitFor()
  await playsBeyond(page, 0.2)
  await seek(page, previewSeconds - 2)
  await page.getByText(/대여 시간 48시간이 시작됐어요/).waitFor()
  await page.reload()
  await page.getByText(/^빌린 작품이에요\. \d+월 \d+일 .*까지 볼 수 있어요\.$/).waitFor()
  await endVisit(visit)
})

test('refuses a refund with the reason after playback past the preview', async ({ skip }) => {
  if (!site.plays) skip()
  const member = await makeMember(site.world)
  await buyByCard(site.world, member, sold)
  const { visit, page, laterKeys } = await openDevice(site, member)
  await page.goto('/mypage/purchased')
  await refundButton(page).waitFor()
  await page.getByRole('article').getByRole('link', { name: /재생$/ }).click()
  await playsBeyond(page, 0.2)
  await seek(page, previewSeconds - 12)
  await playsBeyond(page, previewSeconds - 11.5)
  expect(laterKeys).toEqual([])
  await playsBeyond(page, previewSeconds + 1)
  expect(laterKeys.length).toBeGreaterThan(0)
  await page.goto('/mypage/purchased')
  await page.getByText('무료 미리보기 뒤를 봐서 환불할 수 없어요').last().waitFor()
  expect(await refundButton(page).count()).toBe(0)
  await endVisit(visit)
})
