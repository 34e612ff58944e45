import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { TestMember } from '#test/fixtures/members.ts'
import { waitForTime } from '#test/e2e/player/playable-episodes.ts'
import { makePlayable, type Site } from '#test/e2e/site.ts'

export { waitForTime as playsBeyond }

/** Seconds of the film; half of it is its preview. */
export const videoSeconds = 16
export const previewSeconds = 8

/**
 * Sells horizontal episodes of the demonstration for 1,500 won, rents them for 500 and puts them in every plan, with films
 * that play.
 * @param seconds length of the films; half of it is the preview.
 */
export async function createPaidVideos(
  { world }: Pick<Site, 'world'>,
  count: number,
  seconds = videoSeconds,
): Promise<number[]> {
  const { rows } = await world.pool.query<{ id: number }>(
    `update episodes set is_free = false, price = 1500, rental_price = 500, in_subscription = true
     where id in (select e.id from episodes e join series s on s.id = e.series_id
       where s.age_rating <> '19' and s.is_series and e.orientation = 'horizontal'
         and e.released_at <= $2 and e.number > 1
       order by e.series_id, e.id limit $1)
     returning id`,
    [count, world.clock.now()],
  )
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b)
  await makePlayable(
    world,
    ids.map((id) => ({ id })),
    seconds,
  )
  const assets = await world.pool.query<{ asset_id: number }>(
    'select asset_id from episodes where id = any($1)',
    [ids],
  )
  for (const { asset_id } of assets.rows) await world.workNow('encrypt_asset', { asset_id })
  return ids
}

/** Opens `path` as a member or visitor. Refusals leave no error in the console. */
export async function visitPaidVideo(site: Site, member: TestMember | null, path: string) {
  const visit = await site.visit({}, member)
  await visit.page.goto(path)
  return visit
}

export const purchaseDialog = (page: Page) => page.getByRole('dialog', { name: /구매$/ })
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).click()
export const durationOf = (page: Page) =>
  page.evaluate(() => document.querySelector('video')!.duration)

/** Seeks to the end of the current source. */
export async function seekToEnd(page: Page) {
  await waitForTime(page, 0.2)
  await page.evaluate(() => {
    const video = document.querySelector('video')!
    video.currentTime = video.duration - 0.6
  })
}

/** Ticks both consents, which are unticked by default. */
export async function giveConsents(page: Page) {
  const boxes = page.getByRole('dialog').locator('input[type=checkbox][required]')
  await boxes.first().waitFor()
  for (const box of await boxes.all()) {
    expect(await box.isChecked()).toBe(false)
    await box.check()
  }
}
