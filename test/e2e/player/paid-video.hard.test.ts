// hard: plays 8 s of a bought film (35 s); refunds have integration tests, and purchase.test.ts buys.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeMember } from '#test/fixtures/members.ts'
import { buyByCard } from '#test/fixtures/payments.ts'
import { playsBeyond, createPaidVideos } from '#test/e2e/billing/paid-videos.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import {
  filmSeconds,
  previewSeconds,
  openDevice,
  bufferedTo,
  isPaused,
  refundButton,
} from './paid-video-device.ts'

// A sold film: the key of what comes after its preview is requested when playback is due there, and not before.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 480_000 })

let site: Site
let sold: number
beforeAll(async () => {
  site = await openSite([], { gateway: true })
  ;[sold = 0] = await createPaidVideos(site, 1, filmSeconds)
})
afterAll(() => site?.close())

test('refunds a bought film after 8 s of playback', async ({ skip }) => {
  if (!site.plays) skip()
  const member = await makeMember(site.world)
  await buyByCard(site.world, member, sold)
  const { visit, page, laterKeys } = await openDevice(site, member)
  await page.goto(`/video/${sold}`)
  await playsBeyond(page, 8)
  await page.keyboard.press('k')
  await expect.poll(() => isPaused(page)).toBe(true)
  // The whole preview is loaded, and nothing after it.
  await expect.poll(() => bufferedTo(page)).toBeGreaterThan(previewSeconds - 1)
  expect(await bufferedTo(page)).toBeLessThan(previewSeconds + 1)
  expect(laterKeys).toEqual([])

  await page.goto('/mypage/purchased')
  await refundButton(page).click()
  await page.getByRole('button', { name: '1,500원 환불받기' }).click()
  await page.getByText('1,500원을 결제한 카드로 환불했어요').waitFor()
  await endVisit(visit)
})
