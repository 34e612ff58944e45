// hard: overlaps of captions and controls at several sizes (15 s of CPU).
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPaidVideos } from '#test/e2e/billing/paid-videos.ts'
import { endVisit, makePlayable, openSite, type Site } from '../site.ts'
import { findEpisodes, watch } from './playable-episodes.ts'

const seconds = 40
const captions = [
  {
    language: 'ko',
    label: '한국어',
    content: `WEBVTT\n\n00:00.000 --> 00:${seconds}.000\n문이 열리면\n모르는 사이예요\n`,
  },
]

let site: Site
let horizontal: number
let vertical: number
beforeAll(async () => {
  site = await openSite()
  const { world } = site
  horizontal = (await findEpisodes(world)).first
  await makePlayable(world, [{ id: horizontal }], seconds, { captions })
  const { rows } = await world.pool.query<{ id: number }>(
    `select id from episodes where season_id =
       (select season_id from episodes where orientation = 'vertical' order by id limit 1)
     order by number limit 2`,
  )
  vertical = rows[0]!.id
  await world.pool.query(
    `update episodes set is_free = (id = $1), price = case id when $1 then 0 else 1500 end where id = any($2)`,
    [vertical, rows.map(({ id }) => id)],
  )
  await makePlayable(world, [{ id: vertical }], seconds, { size: '360x640', captions })
}, 240_000)
afterAll(() => site?.close())

async function expectApart(element: Locator, other: Locator) {
  await expect
    .poll(async () => {
      const [a, b] = [await element.boundingBox(), await other.boundingBox()]
      if (!a || !b) return 'missing'
      const isApart =
        a.y + a.height <= b.y ||
        b.y + b.height <= a.y ||
        a.x + a.width <= b.x ||
        b.x + b.width <= a.x
      return isApart ? 'apart' : `${JSON.stringify(a)} on ${JSON.stringify(b)}`
    })
    .toBe('apart')
}
const lines = (page: Page) => page.locator('.player-captions p').first()

const sizes = [
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]

test.for(sizes)(
  'keeps captions off the offer of a short drama at $width px',
  { timeout: 60_000 },
  async (viewport) => {
    const visit = await site.visit({ viewport })
    const { page } = visit
    await watch(page, vertical)
    await lines(page).waitFor()
    await page.keyboard.press('ArrowDown')
    const offer = page.getByRole('region', { name: '다음 화' })
    await offer.waitFor()
    await expectApart(page.locator('.player-captions'), offer)
    await endVisit(visit)
  },
)

test.for(sizes)(
  'keeps captions off the seek preview at $width px',
  { timeout: 60_000 },
  async (viewport) => {
    for (const id of [vertical, horizontal]) {
      const visit = await site.visit({ viewport })
      const { page } = visit
      await watch(page, id)
      await lines(page).waitFor()
      await page.getByRole('slider', { name: '재생 위치' }).hover()
      const preview = page.locator('.player-seek-preview')
      await preview.locator('.player-seek-preview-image').waitFor()
      // The picture of a phone has no room for both.
      const isShown = await lines(page).isVisible()
      expect(isShown || viewport.width === 360).toBe(true)
      if (isShown) await expectApart(page.locator('.player-captions'), preview)
      await endVisit(visit)
    }
  },
)

test('keeps the play button of a locked film off its seek bar at 360 px', async () => {
  const [locked = 0] = await createPaidVideos(site, 1)
  const visit = await site.visit({ viewport: { width: 360, height: 780 } })
  const { page } = visit
  // Browsers reject autoplay before a user gesture.
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.play = () =>
      Promise.reject(new DOMException('play() needs a gesture', 'NotAllowedError'))
  })
  await page.goto(`/video/${locked}`)
  const play = page.locator('.player-play-overlay')
  await play.waitFor()
  await expectApart(play, page.getByRole('slider', { name: '재생 위치' }))
  await endVisit(visit)
}, 60_000)
