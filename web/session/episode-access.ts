import type { Episode } from '#contract/contents/contents.ts'
import type { EpisodeAccess, MemberSeries } from '#contract/contents/playback.ts'
import { useMemberSeries } from './member-series.ts'

type EpisodeRef = Pick<Episode, 'id' | 'is_free'> & { series: { id: number } }

/** Returns the member's access to an episode that is not free; null if it is locked or unknown, and for visitors. */
export function useEpisodeAccess({
  id,
  is_free,
  series,
}: EpisodeRef): Exclude<EpisodeAccess, 'free' | 'locked'> | null {
  const memberSeries = useMemberSeries(is_free ? null : series.id)
  const access = memberSeries?.episodes.find((episode) => episode.id === id)?.access
  return access === 'owned' || access === 'subscribed' ? access : null
}

/** Whether the member, or a visitor if `memberSeries` is missing, can play an episode. */
export function canPlayEpisode(
  { id, is_free }: Pick<Episode, 'id' | 'is_free'>,
  memberSeries: Pick<MemberSeries, 'episodes'> | undefined,
): boolean {
  if (is_free) return true
  const access = memberSeries?.episodes.find((episode) => episode.id === id)?.access
  return access !== undefined && access !== 'locked'
}
