// hard: gestures of the player on a phone (8 s of CPU).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasFocus, findViolations } from '#test/app/accessibility.ts'
import { videoElement, findEpisodes, createPlayableEpisodes, watch } from './playable-episodes.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import { touchInput } from './touch-input.ts'

let site: Site
let wide: number
beforeAll(async () => {
  site = await openSite()
  wide = (await findEpisodes(site.world)).first
  await createPlayableEpisodes(site.world, [wide])
}, 240_000)
afterAll(() => site?.close())

const lying = { viewport: { width: 780, height: 360 }, hasTouch: true, isMobile: true }

test('seeks ten seconds by double tap, again by each further tap, and shows controls by one tap', async () => {
  const visit = await site.visit(lying)
  const { page } = visit
  await watch(page, wide)
  await page.evaluate(() => {
    const video = document.querySelector('video')!
    video.pause()
    video.currentTime = 20
  })
  const finger = await touchInput(page)
  const time = () => page.evaluate(() => document.querySelector('video')!.currentTime)
  await expect.poll(time).toBe(20)
  await finger.tap(60, 150)
  await finger.tap(60, 150)
  await finger.tap(60, 150)
  await page.getByText('−20초', { exact: true }).waitFor()
  await expect.poll(time).toBeCloseTo(0, 0)
  await page.locator('.player-seek-feedback p').waitFor({ state: 'detached' })
  await finger.tap(720, 150)
  await finger.tap(720, 150)
  await page.getByText('+10초', { exact: true }).waitFor()
  await expect.poll(time).toBeCloseTo(10, 0)
  // One tap in the middle shows them at once.
  await page.evaluate(() => void document.querySelector('video')!.play())
  const shown = () => page.locator('.player').getAttribute('data-controls')
  await expect.poll(shown).toBe('hidden')
  await finger.tap(390, 120)
  expect(await shown()).toBe('shown')
  await finger.tap(390, 120)
  expect(await shown()).toBe('hidden')
  await endVisit(visit)
}, 60_000)

test('seeks by a double tap where the first tap reveals the seek bar', async () => {
  const visit = await site.visit(lying)
  const { page } = visit
  await watch(page, wide)
  const finger = await touchInput(page)
  await expect.poll(() => page.locator('.player').getAttribute('data-controls')).toBe('hidden')
  const before = (await videoElement(page)).time
  const bar = (await page.locator('.player-seek-slider').boundingBox())!
  const [x, y] = [bar.x + bar.width * 0.9, bar.y + bar.height / 2]
  await finger.tap(x, y)
  await finger.tap(x, y)
  await page.getByText('+10초', { exact: true }).waitFor()
  const after = (await videoElement(page)).time
  expect(after - before).toBeGreaterThan(9)
  expect(after - before).toBeLessThan(14)
  visit.clean()
  await visit.context.close()
}, 60_000)

test('ignores touches while locked until the lock is held, swiped or pressed by key', async () => {
  const visit = await site.visit(lying)
  const { page } = visit
  await watch(page, wide)
  const finger = await touchInput(page)
  const lock = page.getByRole('button', { name: '화면 잠금', exact: true })
  const open = page.getByRole('button', { name: '화면 잠금 풀기' })
  // While paused the controls stay.
  await page.evaluate(() => document.querySelector('video')!.pause())
  await lock.press('Enter')
  await open.press('Enter')
  await open.waitFor({ state: 'detached' })
  // A keyboard user keeps the focus.
  await hasFocus(lock)

  await lock.tap()
  await open.waitFor()
  await expect.poll(() => page.getByRole('button', { name: '재생', exact: true }).count()).toBe(0)
  await expect.poll(() => page.locator('.player-control-bar').isVisible()).toBe(false)
  expect(await findViolations(page)).toEqual([])
  await finger.tap(60, 100)
  await finger.tap(60, 100)
  await expect.poll(() => page.locator('.player-seek-feedback p').count()).toBe(0)
  // A short touch of the lock is not enough.
  const { x, y, width, height } = (await open.boundingBox())!
  const middle = { x: x + width / 2, y: y + height / 2 }
  await finger.tap(middle.x, middle.y)
  await expect.poll(() => open.count()).toBe(1)
  await finger.down(middle.x, middle.y)
  await open.waitFor({ state: 'detached' })
  await finger.up()
  await lock.tap()
  await finger.swipe(middle, { x: 120 })
  await open.waitFor({ state: 'detached' })

  expect((await videoElement(page)).paused).toBe(true)
  await endVisit(visit)
}, 60_000)
