import type { EndpointClient } from '#contract/core/endpoint.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import type { PosterWallItem } from './poster-wall-layout.tsx'

/** Fills a tall screen in four columns. */
const wallSize = 24

/** Loads the most watched posters. Decorative: errors yield none. */
export async function loadPosterWall(call: EndpointClient): Promise<PosterWallItem[]> {
  const query = { limit: wallSize }
  const list = await call(viewerEndpoints.contents.listSeries, { query }).catch(() => null)
  return (list?.results ?? []).map(({ id, poster_url, poster_color }) => ({
    id,
    poster_url,
    poster_color,
  }))
}
