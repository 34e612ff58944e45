// hard: plays films of two short dramas to their ends (10 s of CPU).
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSeries } from '#test/fixtures/contents.ts'
import { endVisit, makePlayable, openSite, type Site } from '../site.ts'
import { watch } from './playable-episodes.ts'
import { touchInput } from './touch-input.ts'

const seconds = 20

let site: Site
/** The free first episode, before one that is sold, and the free episode of another work. */
let free: number
let otherWork: number
beforeAll(async () => {
  site = await openSite()
  const { world } = site
  const vertical = { orientation: 'vertical' } as const
  const first = await makeSeries(world, { title: '막차의 두 사람' }, [
    { title: '첫 만남', is_free: true, video_state: 'none', ...vertical },
    { title: '두 번째 막차', price: 500, ...vertical },
  ])
  const other = await makeSeries(world, { title: '옥상의 라디오' }, [
    { title: '주파수', is_free: true, video_state: 'none', ...vertical },
  ])
  free = first.episode_ids[0]!
  otherWork = other.episode_ids[0]!
  await makePlayable(world, [{ id: free }, { id: otherWork }], seconds, { size: '360x640' })
}, 240_000)
afterAll(() => site?.close())

const overlaps = async (element: Locator, others: Locator) => {
  const area = (await element.boundingBox())!
  const boxes = await Promise.all((await others.all()).map((other) => other.boundingBox()))
  expect(boxes.length).toBeGreaterThan(0)
  return boxes.filter(
    (box) =>
      box &&
      box.x < area.x + area.width &&
      area.x < box.x + box.width &&
      box.y < area.y + area.height &&
      area.y < box.y + box.height,
  )
}
const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }
const rail = (page: Page) => page.locator('.vertical-actions button')

const sizes = [
  { width: 360, height: 780 },
  { width: 640, height: 360 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]

test.for(sizes)(
  'keeps the offer of a locked episode off the icons at $width px',
  { timeout: 60_000 },
  async (viewport) => {
    const visit = await site.visit({ viewport })
    const { page } = visit
    await watch(page, free)
    await page.keyboard.press('ArrowDown')
    const offer = page.getByRole('region', { name: '다음 화' })
    await offer.getByRole('button', { name: '다음 작품 보기' }).waitFor()
    await offer.evaluate((card) =>
      Promise.all(card.getAnimations().map((animation) => animation.finished)),
    )
    expect(await overlaps(offer, rail(page))).toEqual([])
    expect(await overlaps(offer, page.locator('.vertical-control-bar'))).toEqual([])
    await endVisit(visit)
  },
)

test('opens the feed of short dramas from the navigation, and all of them by one press', async () => {
  const visit = await site.visit({ ...phone, reducedMotion: 'reduce' })
  const { page } = visit
  await page.goto('/categories')
  await page.getByRole('link', { name: '숏드라마', exact: true }).last().tap()
  await page.waitForURL((url) => [free, otherWork].some((id) => url.pathname === `/video/${id}`))
  await expect
    .poll(() => page.evaluate(() => document.querySelector('video')?.currentTime))
    .toBeGreaterThan(0.2)
  await page.getByRole('button', { name: '더 보기, 설정과 화면 잠금' }).tap()
  await page
    .getByRole('dialog', { name: '설정' })
    .getByRole('button', { name: '화면 잠금' })
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: '전체 보기' }).tap()
  await page.waitForURL('/categories/8')
  await endVisit(visit)
}, 60_000)

test('goes on with the next work by a swipe past the offer, also from the title of the work', async () => {
  const visit = await site.visit({ ...phone, reducedMotion: 'reduce' })
  const { page } = visit
  await watch(page, free)
  const finger = await touchInput(page)
  const title = (await page.locator('.vertical-series').boundingBox())!
  const from = { x: title.x + title.width / 2, y: title.y + title.height / 2 }
  await finger.swipe(from, { y: -300 })
  const offer = page.getByRole('region', { name: '다음 화' })
  await offer.getByRole('button', { name: '다음 작품 보기' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/video/${free}`)
  await finger.swipe({ x: 150, y: 400 }, { y: -300 })
  await page.waitForURL((url) => url.pathname === `/video/${otherWork}`)
  await endVisit(visit)
}, 60_000)

test('goes on with the next work after the last frame before a locked episode', async () => {
  const visit = await site.visit({ viewport: { width: 360, height: 780 } })
  const { page } = visit
  await watch(page, free)
  await page.evaluate((at) => (document.querySelector('video')!.currentTime = at), seconds - 1)
  const end = page.locator('.player-end-screen')
  await end.getByRole('link', { name: '500원에 소장' }).waitFor()
  // Scrolled or not, nothing of it lies under the bar.
  expect(
    await overlaps(end.locator('.player-end-content'), page.locator('.vertical-control-bar')),
  ).toEqual([])
  await end.getByRole('button', { name: '다음 작품 보기' }).click()
  await page.waitForURL((url) => url.pathname === `/video/${otherWork}`)
  await page.getByRole('heading', { level: 1, name: '1화 주파수' }).waitFor()
  await endVisit(visit)
}, 60_000)
