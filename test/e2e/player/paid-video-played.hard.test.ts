// hard: plays past the preview in real time (18 s); paid-video.hard.test.ts refunds, the rule has integration tests.
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

async function findEpisodePath(id: number): Promise<string> {
  const { rows } = await site.world.pool.query<{ path: string }>(
    `select '/series/' || series_id || '/season/' || season_id || '/episode/' || id as path
     from episodes where id = $1`,
    [id],
  )
  return rows[0]?.path ?? ''
}

test('shows until when a rental can be started, and the moment its hours start', async ({
  skip,
}) => {
  if (!site.plays) skip()
  const member = await makeMember(site.world)
  await buyByCard(site.world, member, sold, 2)
  const { visit, page } = await openDevice(site, member)
  await page.goto(`/video/${sold}`)
  const toStart =
    /^\d+월 \d+일 \d\d:\d\d까지 보기 시작할 수 있고, 시작하면 48시간 동안 볼 수 있어요$/
  const toEnd = /^\d+월 \d+일 \d\d:\d\d까지 볼 수 있어요/
  const main = page.getByRole('main')
  await main.getByText(toStart).waitFor()
  await playsBeyond(page, 0.2)
  await seek(page, previewSeconds - 2)
  await page.getByText(/대여 시간 48시간이 시작됐어요/).waitFor()
  await page.reload()
  await main.getByText(toEnd).waitFor()
  // The title and the list of purchases say the same.
  const sentence = await main.getByText(toEnd).innerText()
  await page.goto(await findEpisodePath(sold))
  await main.getByText('대여한 회차예요').waitFor()
  await main.getByText(sentence, { exact: true }).waitFor()
  await page.goto('/mypage/purchased?kind=rental')
  await main.getByText(new RegExp(`^${sentence} · 4[78]시간 남음$`)).waitFor()
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
  await expect.poll(() => refundButton(page).count()).toBe(0)
  await endVisit(visit)
})
