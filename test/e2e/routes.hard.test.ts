// hard: axe and scripts on every page at two widths (90 s); routes.test.ts reads the HTML of all pages.
import { endpoints } from '#contract/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { addImages } from '#test/fixtures/contents.ts'
import { routeCases, routePath } from './route-cases.ts'
import { openSite, type Site, type Visit } from './site.ts'

let site: Site
let ids: { season: string; episode: string }
beforeAll(async () => {
  site = await openSite([], { search: true })
  await addImages(site.world, { series_id: 1, episode_id: 1 })
  const episode = await site.world.call(endpoints.contents.readEpisode, { params: { id: 1 } })
  const season = `/series/1/season/${episode.season.id}`
  ids = { season, episode: `${season}/episode/1` }
})
afterAll(() => site?.close())

const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }
const desktop = { viewport: { width: 1440, height: 900 } }

describe.each([
  ['360 px', phone],
  ['1440 px', desktop],
])('at %s', (_, screen) => {
  let visit: Visit
  beforeAll(async () => void (visit = await site.visit({ ...screen, reducedMotion: 'reduce' })))

  test.each(routeCases.filter(({ repeated }) => !repeated))(
    'route $path is accessible and logs no error',
    async ({ path, title, status = 200 }) => {
      const { page } = visit
      visit.allow(/status of 404/)
      // Deferred content is loaded before axe runs.
      const answer = await page.goto(routePath(path, ids), { waitUntil: 'networkidle' })
      expect(answer?.status()).toBe(status)
      expect(await page.title()).toBe(title)
      expect(await findViolations(page)).toEqual([])
      visit.clean()
    },
  )
})
