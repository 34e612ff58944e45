import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdRequests } from '#test/e2e/delay-requests.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import {
  createPlayableEpisodes,
  findEpisodes,
  videoElement,
  waitForTime,
} from '#test/e2e/player/playable-episodes.ts'

let site: Site
let episode: number
beforeAll(async () => {
  site = await openSite()
  episode = (await findEpisodes(site.world)).first
  await createPlayableEpisodes(site.world, [episode])
}, 180_000)
afterAll(() => site?.close())

const shownSeconds = (page: Page) =>
  page.getByRole('slider', { name: '재생 위치' }).getAttribute('aria-valuenow').then(Number)

/** Requests during which a film that starts at second 15 has no frame yet. */
const held = [
  ['playlists', /\.m3u8/],
  ['the init segment', /init\.mp4/],
  ['the first segment', /\d\.m4s/],
  ['the init and the first segment', /init\.mp4|\d\.m4s/],
] as const

const presses = [
  { start: '?t=15', key: 'ArrowLeft', target: 5 },
  { start: '?t=15', key: 'ArrowRight', target: 25 },
  { start: '', key: 'Digit5', target: 20 },
]

test.for(held.flatMap(([name, pattern]) => presses.map((press) => ({ ...press, name, pattern }))))(
  'starts at the second sought by $key while $name of $start is requested',
  { timeout: 60_000 },
  async ({ pattern, start, key, target }, { skip }) => {
    if (!site.plays) skip()
    const visit = await site.visit()
    const { page } = visit
    const release = await holdRequests(page, pattern)
    const isRequested = page.waitForRequest(pattern)
    await page.goto(`/video/${episode}${start}`, { waitUntil: 'commit' })
    await isRequested
    await expect.poll(() => shownSeconds(page)).toBe(start === '' ? 0 : 15)
    await page.keyboard.press(key)
    await expect.poll(() => shownSeconds(page)).toBe(target)
    release()
    await waitForTime(page, target + 0.1)
    expect((await videoElement(page)).time).toBeLessThan(target + 3)
    expect(await page.getByRole('alert').count()).toBe(0)
    await endVisit(visit)
  },
)
