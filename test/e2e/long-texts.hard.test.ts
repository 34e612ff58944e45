// hard: titles and words of the greatest length, and empty lists, at three widths (20 s of CPU).
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMember } from '#test/fixtures/members.ts'
import { buyByCard } from '#test/fixtures/payments.ts'
import { createPaidVideos } from './billing/paid-videos.ts'
import { createHistory, createLikes } from './library/fixtures.ts'
import { endVisit, openSite, type Site } from './site.ts'

const screens = [
  { width: 360, height: 780 },
  { width: 740, height: 360 },
  { width: 1920, height: 1080 },
]
/** 80 characters in words, and in one word. */
const titles = [
  '아주 긴 이름을 가진 작품 '.repeat(8).slice(0, 80).trim(),
  '가나다라마바사아자차카타파하'.repeat(6).slice(0, 80),
]

let site: Site
let episode: number
let work: number
beforeAll(async () => {
  site = await openSite([], { gateway: true, search: true })
  ;[episode = 0] = await createPaidVideos(site, 1)
  const { rows } = await site.world.pool.query<{ series_id: number }>(
    'select series_id from episodes where id = $1',
    [episode],
  )
  work = rows[0]?.series_id ?? 0
}, 240_000)
afterAll(() => site?.close())

/** Returns elements that reach beyond the window or are cut off at its edge, outside of scrolling rails. */
function findOverflow(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  const scrolls = (element: Element) => {
    for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement)
      if (getComputedStyle(ancestor).overflowX !== 'visible') return true
    return false
  }
  const wide = [...document.querySelectorAll('main :is(h1, h2, h3, p, a, button, input)')]
    .filter((element) => element.checkVisibility() && !scrolls(element))
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
    .map((element) => `${element.tagName}: ${element.textContent.slice(0, 40)}`)
  return scrollWidth > clientWidth ? [`page: ${scrollWidth}`, ...wide] : wide
}

async function expectToFit(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.getByRole('main').getByRole('heading').first().waitFor()
    for (const viewport of screens) {
      await page.setViewportSize(viewport)
      await expect
        .poll(async () => [path, viewport.width, ...(await page.evaluate(findOverflow))])
        .toEqual([path, viewport.width])
    }
  }
}

test.for(titles)('fits the title %s', { timeout: 120_000 }, async (title) => {
  const { world } = site
  await world.pool.query('update series set title = $2 where id = $1', [work, title])
  await world.pool.query('update episodes set title = $2 where id = $1', [episode, title])
  const { rows } = await world.pool.query<{ path: string }>(
    `select '/series/' || series_id || '/season/' || season_id || '/episode/' || id as path
     from episodes where id = $1`,
    [episode],
  )
  const member = await makeMember(world)
  await createLikes(world, member.profile_id, { series: 3, episodes: 8 })
  await createHistory(world, member.profile_id, [{ id: episode, days_ago: 1, share: 0.5 }])
  await buyByCard(world, member, episode, 2)
  const visit = await site.visit({ viewport: screens[0]!, reducedMotion: 'reduce' }, member)
  await expectToFit(visit.page, [
    '/',
    `/series/${work}`,
    rows[0]?.path ?? '',
    `/video/${episode}`,
    '/mypage',
    '/mypage/videos',
    '/mypage/wishlist',
    '/mypage/purchased?kind=rental',
    '/mypage/payments',
  ])
  // The name of the series ends above that of the episode.
  await visit.page.setViewportSize(screens[0]!)
  await visit.page.goto(`/video/${episode}`)
  const heading = visit.page.getByRole('main').getByRole('heading', { level: 1 })
  const distance = await heading.evaluate((element) => {
    const name = document.createRange()
    name.selectNodeContents(element.previousElementSibling!)
    return element.getBoundingClientRect().top - name.getBoundingClientRect().bottom
  })
  expect(distance).toBeGreaterThanOrEqual(0)
  await endVisit(visit)
})

test('fits search words of one and of 60 characters', { timeout: 60_000 }, async () => {
  const visit = await site.visit({ viewport: screens[0]!, reducedMotion: 'reduce' })
  await expectToFit(
    visit.page,
    ['ㄱ', '달', '가나다라마바사아자차카타파하'.repeat(5).slice(0, 60)].map(
      (word) => `/search?q=${encodeURIComponent(word)}`,
    ),
  )
  await endVisit(visit)
})

test('fits the empty lists of a new member', { timeout: 60_000 }, async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit({ viewport: screens[0]!, reducedMotion: 'reduce' }, member)
  await expectToFit(
    visit.page,
    ['', '/videos', '/wishlist', '/purchased', '/points', '/payments'].map(
      (path) => `/mypage${path}`,
    ),
  )
  await endVisit(visit)
})
