import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { addImages } from '#test/fixtures/contents.ts'
import { endVisit, makePlayable, openSite, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  await addImages(site.world, { series_id: 1, episode_id: 1 })
  await makePlayable(site.world, [{ id: 1 }, { trailer_of: 1 }], 20)
}, 180_000)
afterAll(() => site?.close())

test('shows play, trailer and like at the top of a phone, pictures and people', async () => {
  const visit = await site.visit({ viewport: { width: 360, height: 780 } })
  const { page } = visit
  await page.goto('/series/1')
  const boxOf = (name: RegExp, role: 'link' | 'button') =>
    page.getByRole(role, { name }).first().boundingBox()
  const [play, like] = await Promise.all([boxOf(/재생$/, 'link'), boxOf(/ 찜/, 'button')])
  expect(Math.abs(play!.y - like!.y)).toBeLessThan(80)

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
}, 60_000)
