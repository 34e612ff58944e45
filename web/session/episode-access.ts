import type { Episode } from '#contract/contents/contents.ts'
import type { EpisodeAccess, MemberSeries } from '#contract/contents/playback.ts'
import { useMemberSeries } from './member-series.ts'

type Asked = Pick<Episode, 'id' | 'is_free'> & { series: { id: number } }

/** How an episode that is not free is open to who is here; null while that is not known, for a visitor, and where it is locked. */
export function useEpisodeAccess({
  id,
  is_free,
  series,
}: Asked): Exclude<EpisodeAccess, 'free' | 'locked'> | null {
  const side = useMemberSeries(is_free ? null : series.id)
  const access = side?.episodes.find((one) => one.id === id)?.access
  return access === 'owned' || access === 'subscribed' ? access : null
}

/** Whether an episode plays for who is here: a free one does, another where the member's side of its series says so. */
export function canPlayEpisode(
  { id, is_free }: Pick<Episode, 'id' | 'is_free'>,
  side: Pick<MemberSeries, 'episodes'> | undefined,
): boolean {
  if (is_free) return true
  const mine = side?.episodes.find((episode) => episode.id === id)
  return mine !== undefined && mine.access !== 'locked'
}
