import type { Call } from '#contract/endpoint.ts'
import { endpoints } from '#contract/viewers.ts'
import type { WallPoster } from './poster-wall.tsx'

/** Enough to fill the height of a tall screen in four columns. */
const wallSize = 24

/** Posters of what is watched most. A wall without them is still a wall: no page fails for it. */
export async function readWall(call: Call): Promise<WallPoster[]> {
  const query = { limit: wallSize }
  const list = await call(endpoints.contents.listSeries, { query }).catch(() => null)
  return (list?.results ?? []).map(({ id, poster_url, poster_color }) => ({
    id,
    poster_url,
    poster_color,
  }))
}
