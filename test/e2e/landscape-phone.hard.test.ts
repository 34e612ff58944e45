// hard: home, title and purchase on a phone on its side (10 s of CPU).
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPaidVideos } from './billing/paid-videos.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { endVisit, openSite, type Site } from './site.ts'

const lying = { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true }

let site: Site
let sold: number
beforeAll(async () => {
  site = await openSite([1])
  // The hero shows works with pictures that have a film; nothing is played.
  await site.world.pool.query(
    `update series s set poster_key = drawn.poster_key, backdrop_key = drawn.backdrop_key
     from series drawn where drawn.id = 1`,
  )
  await site.world.pool.query(
    `update episodes set video_state = 'ready' where video_state = 'preparing'`,
  )
  ;[sold = 0] = await createPaidVideos(site, 1)
}, 240_000)
afterAll(() => site?.close())

/** The distance from the top of the window to the lower edge. */
const lowerEdge = async (element: Locator) => {
  const box = await element.boundingBox()
  return box ? box.y + box.height : Infinity
}

/** The upper edge of the navigation at the bottom. */
const endOfView = async (page: Page) =>
  (await page.getByRole('navigation', { name: '아래 메뉴' }).boundingBox())?.y ?? 0

test('shows the play button of home and of a title without scrolling', async () => {
  const visit = await site.visit(lying, await makeMember(site.world))
  const { page } = visit
  for (const path of ['/', '/series/1', '/series/9']) {
    await page.goto(path)
    const play = page
      .getByRole('main')
      .getByRole('link', { name: /^(첫 화 |1화부터 |미리보기 )?(재생|보기)$/ })
      .first()
    await play.waitFor()
    await expect.poll(() => lowerEdge(play)).toBeLessThanOrEqual(await endOfView(page))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(740)
  }
  await endVisit(visit)
}, 60_000)

test('leaves most of the purchase dialog to its choices', async () => {
  const visit = await site.visit(lying, await makeMember(site.world))
  const { page } = visit
  await page.goto(`/video/${sold}?buy=3`)
  const dialog = page.getByRole('dialog', { name: /구매$/ })
  const pay = dialog.getByRole('button', { name: /결제하기$/ })
  await pay.waitFor()
  const [window, total] = await Promise.all([
    dialog.boundingBox(),
    dialog.getByText('결제 금액').boundingBox(),
  ])
  const height = window?.height ?? 0
  expect((total?.y ?? 0) - (window?.y ?? 0)).toBeGreaterThan(height * 0.75)
  expect(await lowerEdge(pay)).toBeLessThanOrEqual(360)
  const last = dialog.getByRole('checkbox').last()
  await last.scrollIntoViewIfNeeded()
  await last.tap()
  await expect.poll(() => last.isChecked()).toBe(true)
  await endVisit(visit)
}, 60_000)
