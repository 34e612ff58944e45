// hard: episodes and works after a film (30 s of CPU); journey.test.ts goes on to the next episode.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { endVisit, makePlayable, openSite, type Site } from '#test/e2e/site.ts'
import { findEpisodes, pauseFilm, videoElement, watch } from './playable-episodes.ts'
import { touchInput } from './touch-input.ts'

/** Seconds. */
const filmLength = 20

let site: Site
let episodes: Awaited<ReturnType<typeof findEpisodes>>
/** The only free vertical episodes with a film: the first of two works. */
let shorts: { id: number; series_id: number }[]
beforeAll(async () => {
  site = await openSite()
  episodes = await findEpisodes(site.world)
  const { rows } = await site.world.pool.query<{ id: number; series_id: number }>(
    `select distinct on (series_id) id, series_id from episodes
     where orientation = 'vertical' and not is_hidden order by series_id, season_id, number limit 2`,
  )
  shorts = rows
  await site.world.pool.query(
    `update episodes set is_free = true, price = 0, rental_price = null, released_at = null where id = any($1)`,
    [shorts.map(({ id }) => id)],
  )
  // The first work ends with its first episode.
  await site.world.pool.query(
    `update episodes set is_hidden = true where series_id = $1 and id <> $2`,
    [shorts[0]!.series_id, shorts[0]!.id],
  )
  const wide = [{ id: episodes.first }, { id: episodes.second }]
  await makePlayable(site.world, wide, filmLength)
  // The orientation of an episode is that of its film.
  await makePlayable(site.world, shorts, filmLength, { size: '540x960' })
})
afterAll(() => site?.close())

test('lists the episodes inside the player, by key, button and swipe', async () => {
  const visit = await site.visit({
    viewport: { width: 780, height: 360 },
    hasTouch: true,
    reducedMotion: 'reduce',
  })
  const { page } = visit
  await watch(page, episodes.first)
  await pauseFilm(page)
  const list = page.getByRole('dialog', { name: '회차 목록' })
  const current = list.locator('[aria-current]')
  await page.keyboard.press('e')
  await current.getByText('지금 보고 있어요').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })
  const finger = await touchInput(page)
  await finger.swipe({ x: 600, y: 150 }, { x: -200 })
  await current.waitFor()
  await page.keyboard.press('Escape')
  // The focus shows the controls, which may be hidden by now.
  await page.getByRole('button', { name: '회차 목록' }).press('Enter')
  await current.locator('xpath=ancestor::li/following-sibling::li[1]').getByRole('button').click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/video/${episodes.second}`)
  await list.waitFor({ state: 'hidden' })
  await endVisit(visit)
})

test('covers the last frame with what to watch next', async () => {
  const visit = await site.visit({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  const { page } = visit
  await watch(page, episodes.first)
  // Paused, because the countdown would end before a busy machine has cancelled it.
  await pauseFilm(page)
  await page.evaluate(() => {
    const video = document.querySelector('video')!
    video.currentTime = video.duration - 2
  })
  const next = page.getByRole('region', { name: '다음 화' })
  await next.getByRole('button', { name: '취소' }).click()
  await page.evaluate(() => document.querySelector('video')!.play())
  await expect.poll(() => page.evaluate(() => document.querySelector('video')!.ended)).toBe(true)
  await next.getByRole('button', { name: '처음부터 다시 보기' }).waitFor()
  const covers = () =>
    page.evaluate(() => {
      const { width, height } = document.querySelector('video')!.getBoundingClientRect()
      const screen = document.querySelector('.player-end-screen')!.getBoundingClientRect()
      return screen.width >= width && screen.height >= height
    })
  await expect.poll(covers).toBe(true)
  expect(await findViolations(page)).toEqual([])
  // Below the picture, reviews.
  await page.getByRole('heading', { name: /^리뷰/ }).waitFor()
  await next.getByRole('button', { name: '바로 재생' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/video/${episodes.second}`)
  await expect.poll(async () => (await videoElement(page)).paused).toBe(false)
  await endVisit(visit)
})

test('goes on from the last episode of a short drama to the next work, and back', async () => {
  const visit = await site.visit({ viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' })
  const { page } = visit
  const [first, second] = shorts
  await watch(page, first!.id)
  await page.getByRole('button', { name: /^다음 화: / }).waitFor()
  await pauseFilm(page)
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/video/${second!.id}`)
  await expect.poll(async () => (await videoElement(page)).paused).toBe(false)
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/video/${first!.id}`)
  await endVisit(visit)
})
