import type { Episode } from '#contract/contents/contents.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { call } from '#web/data/client.ts'
import { useEffect, useState } from 'react'

/** Of each season; the same for everybody, so once is enough. */
const counts = new Map<number, number>()

/** How many episodes the season has, null until that is known: asked beside the film, never before it. */
export function useEpisodeCount({ series, season }: Episode): number | null {
  const [, setAnswered] = useState(0)
  const count = counts.get(season.id)
  useEffect(() => {
    if (count !== undefined || !series.is_series) return
    let current = true
    call(viewerEndpoints.contents.readSeries, { params: { id: String(series.id) } }).then(
      ({ seasons }) => {
        for (const one of seasons) counts.set(one.id, one.episode_count)
        if (current) setAnswered((times) => times + 1)
      },
      // The film plays without it.
      () => {},
    )
    return () => void (current = false)
  }, [count, series.id, series.is_series])
  return count ?? null
}
