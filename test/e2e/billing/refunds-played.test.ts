// hard: plays a film past its preview in real time (17 s); the rule has integration tests.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeMember } from '#test/fixtures/members.ts'
import { buyByCard } from '#test/fixtures/payments.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import { playsBeyond, previewSeconds, createPaidVideos } from './paid-videos.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 })
const wide = { viewport: { width: 1440, height: 900 } }

let site: Site
beforeAll(async () => {
  site = await openSite([], { gateway: true })
})
afterAll(() => site?.close())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('refuses a refund after playback passed the preview', async ({ skip }) => {
  if (!site.plays) skip()
  const [played = 0] = await createPaidVideos(site, 1)
  const member = await makeMember(site.world)
  await buyByCard(site.world, member, played)
  const visit = await site.visit(wide, member)
  const { page } = visit
  await page.goto('/mypage/purchased')
  await button(page, /환불$/).waitFor()
  await page.getByRole('article').getByRole('link', { name: /재생$/ }).click()
  await playsBeyond(page, previewSeconds + 0.5)
  await page.goto('/mypage/purchased')
  await page.getByText('무료 미리보기 뒤를 봐서 환불할 수 없어요').last().waitFor()
  expect(await button(page, /환불$/).count()).toBe(0)
  await endVisit(visit)
})
