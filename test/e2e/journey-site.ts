import { addImages } from '#test/fixtures/contents.ts'
import { makePlayable, openSite, type Site } from './site.ts'

/** The opening of the first episode, in seconds. */
export const opening = { start: 2, end: 12 }

/** Opens a site whose first two episodes can be played, for the journeys from home to the next episode. */
export async function openJourneySite(): Promise<Site> {
  const site = await openSite()
  // The banner on home shows series with images.
  await addImages(site.world, { series_id: 1, episode_id: 1 })
  await makePlayable(site.world, [{ id: 1, opening, ending_start: 16 }, { id: 2 }], 24)
  return site
}
