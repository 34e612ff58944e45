import type { Episode } from '#contract/contents/contents.ts'
import type { EpisodeAccess } from '#contract/contents/playback.ts'
import { useSeriesOfMember } from './series-of-member.ts'

type Asked = Pick<Episode, 'id' | 'is_free'> & { series: { id: number } }

/** How an episode that is not free is open to who is here; null while that is not known, for a visitor, and where it is locked. */
export function useOpened({
  id,
  is_free,
  series,
}: Asked): Exclude<EpisodeAccess, 'free' | 'locked'> | null {
  const side = useSeriesOfMember(is_free ? null : series.id)
  const access = side?.episodes.find((one) => one.id === id)?.access
  return access === 'owned' || access === 'subscribed' ? access : null
}
