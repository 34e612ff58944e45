// hard: axe on every page at 1440 px (45 s); routes.test.ts checks them at 360 px.
import { endpoints } from '#contract/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { addImages } from '#test/fixtures/contents.ts'
import { routeCases, routePath } from './route-cases.ts'
import { openSite, type Site, type Visit } from './site.ts'

let site: Site
let visit: Visit
let ids: { season: string; episode: string }
beforeAll(async () => {
  site = await openSite([], { search: true })
  await addImages(site.world, { series_id: 1, episode_id: 1 })
  const episode = await site.world.call(endpoints.contents.readEpisode, { params: { id: 1 } })
  const season = `/series/1/season/${episode.season.id}`
  ids = { season, episode: `${season}/episode/1` }
  visit = await site.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
}, 180_000)
afterAll(() => site?.close())

test.each(routeCases.filter(({ repeated }) => !repeated).map(({ path }) => path))(
  'route %s is accessible at 1440 px',
  async (address) => {
    const { page } = visit
    visit.allow(/status of 404/)
    // Deferred content is loaded before axe runs.
    await page.goto(routePath(address, ids), { waitUntil: 'networkidle' })
    expect(await findViolations(page)).toEqual([])
    visit.clean()
  },
  60_000,
)
