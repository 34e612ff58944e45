import { openSite, type Site } from '#test/e2e/site.ts'
import { addImages, makeSeries } from '#test/fixtures/contents.ts'

/** Opens a site with enough works for rows of home without repeats, all with pictures. */
export async function openIllustratedSite(): Promise<Site> {
  const site = await openSite()
  await addImages(site.world, { series_id: 1, episode_id: 1 })
  for (let at = 0; at < 40; at++) await makeSeries(site.world, { viewer_count: 1 })
  await site.world.pool.query(
    `update series s set poster_key = drawn.poster_key, backdrop_key = drawn.backdrop_key
     from series drawn where drawn.id = 1`,
  )
  return site
}
