// hard: the controls of the player on phones of four sizes (15 s of CPU).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasFocus } from '#test/app/accessibility.ts'
import { endVisit, makePlayable, openSite, type Site } from '../site.ts'
import { findEpisodes, videoElement, watch } from './playable-episodes.ts'
import { touchInput } from './touch-input.ts'

const seconds = 40

let site: Site
let episode: number
beforeAll(async () => {
  site = await openSite()
  const { world } = site
  episode = (await findEpisodes(world)).first
  const content = `WEBVTT\n\n00:00.000 --> 00:${seconds}.000\n문이 열리면\n모르는 사이예요\n`
  await makePlayable(world, [{ id: episode, opening: { start: 0, end: 30 } }], seconds, {
    captions: [{ language: 'ko', label: '한국어', content }],
  })
  // The time of a film of two hours is the longest. Nothing plays up to there.
  await world.pool.query(
    `update media_assets set duration = 7260 where id = (select asset_id from episodes where id = $1)`,
    [episode],
  )
}, 240_000)
afterAll(() => site?.close())

/** Visible controls and notices that are smaller than 44 px, lie on each other or reach beyond the picture. */
function findDefects(): string[] {
  const view = document.querySelector('.player')!.getBoundingClientRect()
  const boxes = [
    ...document.querySelectorAll(
      '.player :is(button, a, p), .player-time, .player-age-rating, .player-captions span',
    ),
  ]
    .filter((element) => element.checkVisibility({ opacityProperty: true }))
    .filter((element) => !element.closest('[popover]'))
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0)
  const nameOf = (element: Element) =>
    element.ariaLabel ?? (element.textContent || element.className)
  return boxes.flatMap(({ element, box }, index) => {
    const isTarget = element.matches('button, a')
    const isSmall = isTarget && Math.min(box.width, box.height) < 44
    const isOutside = box.left < view.left || box.right > view.right || box.bottom > view.bottom
    const below = boxes.slice(index + 1).filter(
      ({ element: other, box: it }) =>
        !element.contains(other) &&
        !other.contains(element) &&
        // The line of captions may touch the box of the play button, not its icon.
        (isTarget || other.matches('button, a')) &&
        Math.min(box.right, it.right) - Math.max(box.left, it.left) > 1 &&
        Math.min(box.bottom, it.bottom) - Math.max(box.top, it.top) >
          ((element.closest('.player-captions') ?? other.closest('.player-captions')) ? 16 : 1),
    )
    return [
      ...(isSmall ? [`${nameOf(element)} is small`] : []),
      ...(isOutside ? [`${nameOf(element)} is outside`] : []),
      ...below.map(({ element: other }) => `${nameOf(element)} lies on ${nameOf(other)}`),
    ]
  })
}

test.for([
  { width: 320, height: 640 },
  { width: 360, height: 780 },
  { width: 640, height: 360 },
  { width: 740, height: 360 },
])(
  'keeps controls apart and large enough at $width x $height',
  { timeout: 60_000 },
  async (viewport) => {
    const visit = await site.visit({ viewport, hasTouch: true, isMobile: true })
    const { page } = visit
    await watch(page, episode)
    await page.evaluate(() => document.querySelector('video')!.pause())
    await page.getByRole('button', { name: '오프닝 건너뛰기' }).waitFor()
    await page.getByText('2:01:00').waitFor()
    await page.locator('.player-captions p').first().waitFor()
    await expect.poll(() => page.evaluate(findDefects)).toEqual([])
    await endVisit(visit)
  },
)

test('mutes and locks from the menu of a narrow picture', { timeout: 60_000 }, async () => {
  const viewport = { width: 360, height: 780 }
  const visit = await site.visit({ viewport, hasTouch: true, isMobile: true })
  const { page } = visit
  await watch(page, episode)
  await page.evaluate(() => document.querySelector('video')!.pause())
  const settings = page.getByRole('button', { name: '설정', exact: true })
  const menu = page.getByRole('dialog', { name: '설정' })
  await settings.tap()
  await menu.getByRole('button', { name: '음소거' }).tap()
  await expect.poll(async () => (await videoElement(page)).muted).toBe(true)
  await settings.tap()
  await menu.getByRole('button', { name: '화면 잠금' }).tap()
  const unlock = page.getByRole('button', { name: '화면 잠금 풀기' })
  await unlock.waitFor()
  await expect.poll(() => menu.isVisible()).toBe(false)
  const { x, y, width, height } = (await unlock.boundingBox())!
  const finger = await touchInput(page)
  await finger.swipe({ x: x + width / 2, y: y + height / 2 }, { x: 120 })
  await unlock.waitFor({ state: 'detached' })
  await hasFocus(settings)
  await endVisit(visit)
})
