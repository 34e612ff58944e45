import * as contents from '#web/api/endpoints/contents.generated.ts'
import type { Episode } from '#contract/contents/contents.ts'
import type { Video } from '#contract/contents/playback.ts'
import { call } from '#web/api/client.ts'
import { useMediaState } from '#web/features/player/hooks/player-context.tsx'
import { useEffect, useMemo, useState } from 'react'

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

/** The most that a list returns. */
const maxEpisodes = 100

/** The works seen since the page was loaded, and the episode from which the feed went on to each. */
const seen = new Set<number>()
const cameFrom = new Map<number, Episode>()

/**
 * Continues the episodes of a work with the first free episode of the next work, the most watched first.
 * @returns the video with the neighbours in the feed, and the next work for a viewer who skips a locked episode.
 */
export function useFeed(video: Video | null): { video: Video | null; next_work: Episode | null } {
  const [works, setWorks] = useState<readonly Episode[]>([])
  // The film has the bandwidth first.
  const hasPlayed = useMediaState((state) => state.has_played)
  const isNeeded = hasPlayed && works.length === 0
  useEffect(() => {
    if (!isNeeded) return
    let isCurrent = true
    const query = {
      episode_video_orientation: 'vertical',
      is_free: true,
      ordering: '-viewer_count',
      limit: maxEpisodes,
    } as const
    call(contents.listEpisodes, { query }).then(
      ({ results }) =>
        isCurrent &&
        setWorks(firstEpisodes(results.filter(({ video_state }) => video_state === 'ready'))),
      // The feed ends with the work.
      () => {},
    )
    return () => void (isCurrent = false)
  }, [isNeeded])

  const episode = video?.episode
  const series_id = episode?.series.id
  const next_work = useMemo(
    () => (series_id === undefined ? null : nextWork(works, series_id, seen)),
    [works, series_id],
  )
  useEffect(() => {
    if (series_id !== undefined) seen.add(series_id)
  }, [series_id])
  useEffect(() => {
    if (episode && next_work) cameFrom.set(next_work.id, episode)
  }, [episode, next_work])
  const inFeed = useMemo(
    () =>
      video && {
        ...video,
        next_episode: video.next_episode ?? next_work,
        previous_episode: video.previous_episode ?? cameFrom.get(video.episode.id) ?? null,
      },
    [video, next_work],
  )
  return { video: inFeed, next_work }
}
