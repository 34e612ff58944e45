import { addImages } from '#test/fixtures/contents.ts'
import { videoSeconds } from './player/playable-episodes.ts'
import { makePlayable, openSite, type Site } from './site.ts'

/** The opening of the first episode, in seconds: long enough for a busy machine to find its button. */
export const opening = { start: 2, end: 18 }

/** Opens a site whose first two episodes can be played, for the journeys from home to the next episode. */
export async function openJourneySite(): Promise<Site> {
  const site = await openSite()
  // The banner on home shows series with images.
  await addImages(site.world, { series_id: 1, episode_id: 1 })
  const episodes = [{ id: 1, opening, ending_start: 28 }, { id: 2 }]
  await makePlayable(site.world, episodes, videoSeconds)
  return site
}
