// hard: the share sheet over a film that plays in the browser (20 s of CPU).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { createHistory, visitAsMember, wide } from '../library/fixtures.ts'
import { endVisit, openSite, type Site } from '../site.ts'
import {
  createPlayableEpisodes,
  findEpisodes,
  videoElement,
  waitForTime,
} from './playable-episodes.ts'

let site: Site
let episodes: Awaited<ReturnType<typeof findEpisodes>>
beforeAll(async () => {
  site = await openSite()
  episodes = await findEpisodes(site.world)
  await createPlayableEpisodes(site.world, [episodes.first])
}, 180_000)
afterAll(() => site?.close())

test('shares a film from the scene on screen or from its beginning, by keyboard', async ({
  skip,
}) => {
  if (!site.plays) skip()
  const visit = await site.visit(wide)
  const { page } = visit
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const film = `/video/${episodes.first}`
  await page.goto(`${film}?t=15`)
  await waitForTime(page, 15.2)
  await page.keyboard.press('KeyK')
  const second = Math.floor((await videoElement(page)).time)
  const button = page.getByRole('button', { name: '공유' })
  await button.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: '공유하기' })
  const address = sheet.getByLabel('공유할 주소')
  await expect.poll(() => address.inputValue()).toMatch(new RegExp(`${film}\\?t=${second}$`))
  expect(await findViolations(page)).toEqual([])
  const fromHere = sheet.getByRole('switch', { name: /지금 장면부터/ })
  await fromHere.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => address.inputValue()).toMatch(new RegExp(`${film}$`))
  await sheet.getByRole('button', { name: '주소 복사' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/\/video\/\d+$/)
  await page.keyboard.press('Escape')
  await expect.poll(() => button.evaluate((node) => node === document.activeElement)).toBe(true)
  await endVisit(visit)
})

test('opens at the second of a link, and where the member left off if the film is shorter', async ({
  skip,
}) => {
  if (!site.plays) skip()
  const { page, visit, member } = await visitAsMember(site, wide)
  await createHistory(site.world, member.profile_id, [
    { id: episodes.first, days_ago: 0, share: 0.5 },
  ])
  await page.goto(`/video/${episodes.first}?t=5`)
  await waitForTime(page, 5.2)
  expect((await videoElement(page)).time).toBeLessThan(12)
  await page.keyboard.press('KeyK')
  await site.world.pool.query('update watch_histories set progress = 20 where profile_id = $1', [
    member.profile_id,
  ])
  await page.goto(`/video/${episodes.first}?t=99999`)
  await page.getByText(/부터 이어서 볼게요/).waitFor()
  await endVisit(visit)
})
