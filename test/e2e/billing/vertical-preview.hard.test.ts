// hard: buying from the vertical player (7 s of CPU); purchase.test.ts buys elsewhere.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { endVisit, makePlayable, openSite, signIn, type Site } from '#test/e2e/site.ts'
import { videoSeconds, playsBeyond, previewSeconds, seekToEnd } from './paid-videos.ts'

// A paid vertical episode between a free and another paid one: its preview has neighbours like any film.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 })

let site: Site
let free: number
let sold: number
beforeAll(async () => {
  site = await openSite()
  const { world } = site
  const paid = { orientation: 'vertical', price: 1500, rental_price: 500, in_subscription: false }
  const { episode_ids } = await makeSeries(world, {}, [
    { orientation: 'vertical', is_free: true },
    paid,
    paid,
  ])
  ;[free = 0, sold = 0] = episode_ids
  await makePlayable(world, [{ id: free }, { id: sold }], videoSeconds, {
    size: '360x640',
  })
  const { rows: assets } = await world.pool.query<{ asset_id: number }>(
    'select asset_id from episodes where id = $1',
    [sold],
  )
  await world.workNow('encrypt_asset', { asset_id: assets[0]?.asset_id ?? 0 })
})
afterAll(() => site?.close())

test('steps from a vertical preview to its neighbours, and starts none automatically', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit({ viewport: { width: 360, height: 780 } })
  await signIn(visit, member)
  const { page } = visit
  const isAt = (id: number) => expect.poll(() => new URL(page.url()).pathname).toBe(`/video/${id}`)
  await page.goto(`/video/${sold}`)
  await playsBeyond(page, 0.3)
  expect(await page.evaluate(() => document.querySelector('video')!.duration)).toBeCloseTo(
    previewSeconds,
    0,
  )
  await page.keyboard.press('ArrowUp')
  await isAt(free)
  await playsBeyond(page, 0.3)
  await page.goto(`/video/${sold}`)
  await playsBeyond(page, 0.3)
  // The next one is paid too: its price is shown over the running preview.
  await page.keyboard.press('ArrowDown')
  const offer = page.getByRole('region', { name: '다음 화' })
  await offer.getByText('대여 500원부터').waitFor()
  await isAt(sold)
  await offer.getByRole('button', { name: '취소' }).click()
  await seekToEnd(page)
  await page.getByRole('heading', { name: '미리보기가 끝났어요' }).waitFor()
  await expect.poll(() => offer.count()).toBe(0)
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: '이전 화' }).press('Enter')
  await isAt(free)
  await playsBeyond(page, 0.3)
  await endVisit(visit)
})
