import type { Episode } from '#contract/contents/contents.ts'

/**
 * Returns the first free episode of each work, in the order in which the works are listed.
 * @param episodes free vertical episodes in any order within a work.
 */
export function firstEpisodes(episodes: readonly Episode[]): Episode[] {
  const first = new Map<number, Episode>()
  for (const episode of episodes) {
    const known = first.get(episode.series.id)
    const isEarlier =
      known && (episode.season.number - known.season.number || episode.number - known.number) < 0
    if (!known || isEarlier) first.set(episode.series.id, episode)
  }
  return [...first.values()]
}

/**
 * Returns the work that follows in the feed: the next in the list that was not seen yet, from the current one on and then
 * from the start; the next of all if each was seen.
 */
export function nextWork(
  works: readonly Episode[],
  series_id: number,
  seen: ReadonlySet<number>,
): Episode | null {
  const at = works.findIndex(({ series }) => series.id === series_id)
  const others = [...works.slice(at + 1), ...works.slice(0, Math.max(0, at))]
  return others.find(({ series }) => !seen.has(series.id)) ?? others[0] ?? null
}
