// hard: the parts of a page of a work (20 s of CPU); journey.test.ts opens one and plays it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations, readFocus } from '#test/app/accessibility.ts'
import { addImages } from '#test/fixtures/contents.ts'
import { holdRequests } from './delay-requests.ts'
import { endVisit, makePlayable, openSite, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite([], { search: true })
  await addImages(site.world, { series_id: 1, episode_id: 1 })
  await makePlayable(site.world, [{ id: 1 }, { trailer_of: 1 }], 20)
})
afterAll(() => site?.close())

test('shows play, trailer and like at the top of a phone, pictures and people', async () => {
  const visit = await site.visit({ viewport: { width: 360, height: 780 } })
  const { page } = visit
  await page.goto('/series/1')
  const boxOf = (name: RegExp, role: 'link' | 'button') =>
    page.getByRole(role, { name }).first().boundingBox()
  const [play, trailer, like, share] = await Promise.all([
    boxOf(/재생$/, 'link'),
    boxOf(/^예고편$/, 'button'),
    boxOf(/ 찜/, 'button'),
    boxOf(/^공유$/, 'button'),
  ])
  expect(Math.abs(play!.y - like!.y)).toBeLessThan(80)
  expect([trailer!.y, share!.y]).toEqual([like!.y, like!.y])

  const gallery = page.getByRole('region', { name: '장면' })
  await gallery.getByRole('button', { name: / 장면 1$/ }).click()
  const picture = page.getByRole('dialog', { name: / 장면 1$/ })
  await picture.getByRole('img').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await picture.waitFor({ state: 'detached' })
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('region', { name: '만든 사람과 출연' }).getByRole('link').first().click()
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/people\/\d+$/)
  await endVisit(visit)
})

test('plays the trailer in a dialog, which Escape closes, and returns the focus', async () => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } })
  const { page } = visit
  await page.goto('/series/1')
  await page.getByRole('button', { name: '예고편', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /예고편/ })
  const video = dialog.locator('video')
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0)
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect((await readFocus(page)).name).toBe('예고편')
  await endVisit(visit)
})

test('copies the address where the device has no share sheet, and searches for a tag', async () => {
  await site.world.pool.query(`update series set keywords = '{판타지}' where id = 1`)
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } })
  const { page } = visit
  await page.goto('/series/1')
  const address = page.url()
  await page.getByRole('button', { name: '공유', exact: true }).click()
  await page.getByText('주소를 복사했어요.').waitFor()
  const tags = page.getByRole('list', { name: '장르와 분위기' })
  await tags.getByRole('link', { name: '판타지' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('판타지')
  const field = page.locator('main input[name=q]:not([type=hidden])')
  await field.fill('')
  await field.press('Control+v')
  await expect.poll(() => field.inputValue()).toBe(address)
  await endVisit(visit)
})

test('prefetches the player at the pointer on the play button, while pictures load', async () => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } })
  const { page } = visit
  const loadPictures = await holdRequests(page, /\/images\//)
  await page.goto('/series/1', { waitUntil: 'domcontentloaded' })
  const prefetched = page.locator('link[rel=modulepreload][href*="/video.route-"]')
  await expect.poll(() => prefetched.count()).toBe(0)
  const play = page.getByRole('link', { name: /재생$/ }).first()
  await expect
    .poll(async () => {
      await page.mouse.move(0, 0)
      await play.hover()
      return prefetched.count()
    })
    .toBeGreaterThan(0)
  expect(await page.evaluate(() => document.readyState)).not.toBe('complete')
  loadPictures()
  await endVisit(visit)
})
