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

/** The query of the feed of short dramas: the free vertical episodes, as many as a list returns. */
export const feedQuery = {
  episode_video_orientation: 'vertical',
  is_free: true,
  ordering: '-viewer_count',
  limit: 100,
} as const
